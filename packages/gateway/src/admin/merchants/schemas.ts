/** Merchants as operators write and read them. */
import { isMerchantCode, type MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isAppScheme, MAX_URL_LENGTH } from '@sluice/core/foundation/urls.ts'
import { type Static, Type } from 'typebox'
import { worded } from '../../http/reading.ts'
import { refined } from '../../http/texts.ts'
import { CheckoutSchema } from '../../merchants/checkout-settings.ts'
import { instant } from '../context.ts'
import { choice, named } from '../fields.ts'
import { ProductsSchema } from './products.ts'

const MAX_RATE_LIMIT = 100_000
const MAX_NAME_CHARACTERS = 140
const MAX_LIST = 20
/** Defined by the merchants' contract. */
export const DEFAULT_RATE_LIMIT = 10

const CHANGEABLE = {
  callbackUrl: Type.Optional(
    Type.Union(
      [
        worded(
          Type.String({ maxLength: MAX_URL_LENGTH, description: 'A URL.' }),
          'WRONG_TYPE',
          `must be a URL of at most ${MAX_URL_LENGTH} characters`,
        ),
        Type.Null(),
      ],
      { description: 'For creates without one.' },
    ),
  ),
  rateLimitPerSecond: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_RATE_LIMIT, default: DEFAULT_RATE_LIMIT }),
  ),
  returnSchemes: Type.Optional(
    worded(
      Type.Array(
        refined(
          isAppScheme,
          'INVALID_FORMAT',
          "must be an app's scheme in lower case without the colon; web and script schemes are not allowed",
        ),
        { maxItems: MAX_LIST, description: 'Schemes of apps that a returnUrl may use besides https.' },
      ),
      'WRONG_TYPE',
      `must be a list of at most ${MAX_LIST} schemes of apps, such as myapp`,
      { whole: false },
    ),
  ),
  paymentMethods: Type.Optional(
    Type.Union([ProductsSchema, Type.Null()], {
      description:
        'The whole list; a change replaces it. Absent from a create, or null: everything in the catalogue at its typical fees.',
    }),
  ),
  checkout: Type.Optional(Type.Union([CheckoutSchema, Type.Null()])),
  status: Type.Optional(choice(['ACTIVE', 'SUSPENDED'])),
}

const code = worded(
  Type.Unsafe<MerchantCode>(Type.Refine(Type.String({ maxLength: 64 }), isMerchantCode)),
  'INVALID_FORMAT',
  'must be 1 to 64 characters of A-Z a-z 0-9 . _ -, beginning with a letter or digit',
)
const name = named(MAX_NAME_CHARACTERS, 'is mandatory')
const isTest = worded(
  Type.Boolean({ description: 'Cannot be changed later.' }),
  'WRONG_TYPE',
  'must be true or false; it cannot be changed later',
)

export const NewMerchant = Type.Object({
  merchantCode: code,
  name,
  isTest,
  publicKeys: Type.Optional(
    worded(
      Type.Array(Type.String({ description: 'RSA, PEM.' }), { maxItems: MAX_LIST }),
      'WRONG_TYPE',
      `must be a list of at most ${MAX_LIST} PEM texts`,
    ),
  ),
  ...CHANGEABLE,
})
export type NewMerchant = Static<typeof NewMerchant>

export const MerchantChangeBody = Type.Object({ name: Type.Optional(name), ...CHANGEABLE })
export type MerchantChangeBody = Static<typeof MerchantChangeBody>

const CREDENTIAL = {
  id: Type.String(),
  createdAt: instant(),
  madeBy: Type.Optional(
    Type.String({ description: 'Name of the person. Absent if it was created before this was recorded.' }),
  ),
}
const USED = {
  usedAt: Type.Optional(instant()),
  carries: Type.Optional(
    Type.Array(Type.String(), {
      description: 'The rights of its tokens: those of the person who created it. Absent: all rights.',
    }),
  ),
  confirmedBy: Type.Optional(Type.String({ description: 'The owner who confirmed it for all rights.' })),
  confirmedAt: Type.Optional(instant()),
}

export const KEY_FACTS = {
  fingerprint: Type.String({ description: 'SHA-256 of the key (SPKI, DER), in hex.' }),
  bits: Type.Integer(),
}

const MERCHANT = {
  merchantCode: Type.String(),
  name: Type.String(),
  isTest: Type.Boolean(),
  ...CHANGEABLE,
  keys: Type.Array(Type.Object({ ...CREDENTIAL, ...USED, publicKey: Type.String(), ...KEY_FACTS })),
  secrets: Type.Array(Type.Object({ ...CREDENTIAL, ...USED })),
  callbackSecrets: Type.Array(Type.Object(CREDENTIAL)),
  createdAt: instant(),
  updatedAt: instant(),
}
export const MerchantSchema = Type.Object(MERCHANT, { description: 'The current merchant.' })
export const MadeMerchant = Type.Object(
  {
    ...MERCHANT,
    secret: Type.Optional(
      Type.String({
        description: 'Test merchants only. The owner of a live merchant creates it in the dashboard.',
      }),
    ),
    callbackSecret: Type.Optional(
      Type.String({
        description: 'Test merchants only. The owner of a live merchant creates it in the dashboard.',
      }),
    ),
  },
  { description: 'The new merchant. The two secrets of a test merchant are shown only once.' },
)
