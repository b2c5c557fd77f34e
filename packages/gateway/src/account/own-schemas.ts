/**
 * The schemas of a merchant's account, as the OpenAPI document shows them.
 *
 * | Request | Answer |
 * |---|---|
 * | `GET /credentials` | keys, secrets and callback secrets in force, without their secret part |
 * | `POST /keys`, `POST /secrets`, `POST /callback-secrets` | 201 the new one; a secret is shown only in this answer |
 * | `DELETE /keys/{id}`, `/secrets/{id}`, `/callback-secrets/{id}` | 204 |
 * | `POST /keys/{id}/!confirm`, `/!unconfirm`, and the same for secrets | 200 the credential, with the rights that it carries now |
 * | `GET /settings`, `PATCH /settings` | callback address, look of the checkout, and the amount from which a payout needs a fresh proof |
 * | `GET /request-log` | recent requests to the API |
 * | `GET /search?q=` | the merchant's own payments by ID, reference, name or amount |
 *
 * Only a signed-in person changes credentials and settings: a token is short-lived, and its changes would outlive it.
 */
import { Type } from 'typebox'
import { MEMBER_CAPABILITIES, type MemberCapability } from '../merchants/capabilities.ts'
import { LOOK } from '../merchants/checkout-settings.ts'

const instant = (description?: string) =>
  Type.String({ format: 'date-time', ...(description !== undefined && { description }) })

const CapabilitySchema = Type.Unsafe<MemberCapability>(
  Type.Union(MEMBER_CAPABILITIES.map((each) => Type.Literal(each))),
)

const MADE = {
  id: Type.String(),
  createdAt: instant(),
  madeBy: Type.Optional(
    Type.String({ description: 'Name of the person. Absent if it was created before this was recorded.' }),
  ),
}
const USED = {
  carries: Type.Optional(
    Type.Array(CapabilitySchema, {
      description: 'The rights of its tokens: those of the person who created it. Absent: all rights.',
    }),
  ),
  confirmedBy: Type.Optional(
    Type.String({
      description:
        'The owner who confirmed it. Its tokens then have all rights, although somebody else created it.',
    }),
  ),
  confirmedAt: Type.Optional(instant()),
  usedAt: Type.Optional(instant('When it was last used, to about a minute. Absent: no use was recorded.')),
}
const KEY = {
  ...MADE,
  ...USED,
  fingerprint: Type.String({ description: 'SHA-256 of the key (SPKI, DER), in hex.' }),
  bits: Type.Integer(),
}

export const IdParam = Type.String({ description: 'Its ID in the list.' })
export const KeySchema = Type.Object({ ...KEY, publicKey: Type.String() })
export const SecretSchema = Type.Object({ ...MADE, ...USED })
export const CredentialsSchema = Type.Object({
  keys: Type.Array(KeySchema),
  secrets: Type.Array(SecretSchema),
  callbackSecrets: Type.Array(Type.Object(MADE)),
})
/** Its private key was thrown away. */
export const EXAMPLE_PUBLIC_KEY = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAsGG8kWGPFU0Dwd2amFdk
WYxm8+epu1aEY8oXpyd0ieqmqvzV+8z4+QvvK+5vmEl06k9LmqIyyfNzzeptJ4Ld
UoaXKUzJBmAT0cOL/pmgm7G6I5pKSrd5MtrA7UfCxicinZE+zybXEgwt++6KbVBt
qKhZjZRH6jzD9mMQHWQmx2L3JLFMPKVDuHpo423CGI2PvQpCyti4FlO3001BPfHD
f+/JSpi93C2SN737ObSPiZZhl2q9W6q1WKFHGwKbeFcsdBH5cjzpj8iZNaRC3j2V
9FKxr0ajO0kp1LqBbids1X0mFR8H3MlfPMxDgDV7hnhCduISQc5moCb4IVZye+Wf
gwIDAQAB
-----END PUBLIC KEY-----
`
export const AddKey = Type.Object(
  {
    publicKey: Type.String({
      maxLength: 10_000,
      description: 'An RSA key of 2048 bits or more, in PEM. Keep the private key to yourself.',
    }),
  },
  { 'x-examples': { key: { value: { publicKey: EXAMPLE_PUBLIC_KEY } } } },
)
export const NewSecretSchema = Type.Object({
  ...MADE,
  ...USED,
  secret: Type.String({ description: 'Shown once.' }),
})
export const NewCallbackSecretSchema = Type.Object({
  ...MADE,
  callbackSecret: Type.String({
    description: 'Shown only once. Callbacks are signed with both until you remove the older one.',
  }),
})

export const SettingsSchema = Type.Object({
  merchantCode: Type.String(),
  name: Type.String(),
  isTest: Type.Boolean(),
  callbackUrl: Type.Optional(Type.String()),
  checkout: Type.Object(LOOK, { description: 'How the checkout presents you.' }),
})

/** A missing field keeps its value; null removes it. */
export const ChangeSettings = Type.Object(
  {
    callbackUrl: Type.Optional(
      Type.Union([Type.String({ maxLength: 2_048 }), Type.Null()], {
        description: 'Default callback URL, for payments created without one; null: none.',
      }),
    ),
    checkout: Type.Optional(
      Type.Union([Type.Object(LOOK), Type.Null()], {
        description: 'The whole appearance, replacing the current one; null: the default appearance.',
      }),
    ),
  },
  { 'x-examples': { look: { value: { checkout: { name: 'Riverside Books', colour: '#0b6e4f' } } } } },
)

export const RequestLogEntrySchema = Type.Object({
  requestId: Type.String(),
  at: instant(),
  method: Type.String(),
  path: Type.String({ description: 'The path as in this API reference: `/payins/{idPayin}`.' }),
  id: Type.Optional(Type.String({ description: 'The ID in the path.' })),
  status: Type.Integer(),
  code: Type.Optional(Type.String({ description: 'The problem code, if the request was refused.' })),
  durationMs: Type.Number(),
  by: Type.String({
    description: '`key`, `secret` or `link` with its ID, the name of the signed-in person, or `operator`.',
  }),
})

export const FoundSchema = Type.Object({
  data: Type.Array(
    Type.Object({
      kind: Type.String({ description: '`payin`, `payout` or `refund`.' }),
      id: Type.String(),
      matched: Type.Array(Type.String(), { description: 'The kind of value that matched.' }),
      status: Type.String(),
      createdAt: instant(),
    }),
  ),
  hasMore: Type.Boolean({ description: 'There are more results. Make the query more specific.' }),
})
