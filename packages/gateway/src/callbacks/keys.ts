/** `/.well-known/webhook-keys.json`: the public keys of callbacks' `v1a` signatures. */
import type { KeyObject } from 'node:crypto'
import { Type } from 'typebox'
import { openEndpoints } from '../http/open-endpoint.ts'
import { webhookKeysDocument } from './published-keys.ts'

const WebhookKeys = Type.Object({
  keys: Type.Array(
    Type.Object({
      id: Type.String(),
      algorithm: Type.Literal('ed25519'),
      publicKey: Type.String({ description: '`whpk_` and the 32 bytes of the key in base64.' }),
      retiredAt: Type.Optional(Type.String({ format: 'date-time' })),
    }),
  ),
})

export interface CallbackKeyRing {
  publicKeys(): readonly { readonly kid: string; readonly publicKey: KeyObject }[]
}

export const CALLBACK_KEYS_ENDPOINT = openEndpoints<CallbackKeyRing>()({
  route: 'GET /.well-known/webhook-keys.json',
  tag: 'Callbacks',
  operationId: 'readCallbackKeys',
  summary: 'The public keys of callbacks signed by v1a (Ed25519)',
  versioned: false,
  answers: { 200: WebhookKeys },
  handle(ring, _request, reply) {
    reply.header('cache-control', 'public, max-age=60')
    return webhookKeysDocument(ring.publicKeys().map(({ kid, publicKey }) => ({ id: kid, publicKey })))
  },
})
