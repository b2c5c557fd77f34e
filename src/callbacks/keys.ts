/** `/.well-known/webhook-keys.json`: the public keys of callbacks' `v1a` signatures. */
import type { KeyObject } from 'node:crypto'
import type { Server } from '../http/server.ts'
import { webhookKeysDocument } from './sign.ts'

export interface CallbackKeyRing {
  publicKeys(): readonly { readonly kid: string; readonly publicKey: KeyObject }[]
}

export function registerCallbackKeys(app: Server, ring: CallbackKeyRing): void {
  app.get(
    '/.well-known/webhook-keys.json',
    {
      config: { versioned: false },
      schema: { tags: ['Callbacks'], summary: 'The public keys of callbacks signed by v1a (Ed25519)' },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=60')
      return webhookKeysDocument(ring.publicKeys().map(({ kid, publicKey }) => ({ id: kid, publicKey })))
    },
  )
}
