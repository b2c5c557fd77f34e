/** Accounts with providers as operators write and read them. */
import { SETTING_IDENTITIES } from '@sluice/provider-kit/provider.ts'
import { MAX_SETTING_LENGTH } from '@sluice/provider-kit/setting-checks.ts'
import { ALL_PROVIDERS } from '@sluice/providers/all-providers.ts'
import { type Static, Type } from 'typebox'
import { worded } from '../../http/reading.ts'
import { instant } from '../context.ts'
import { choice, formed } from '../fields.ts'

const settings = Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: MAX_SETTING_LENGTH }), {
  maxProperties: 40,
  description:
    'The settings by name, as listed by `GET /admin/providers/kinds`. Secret ones are never shown again.',
})

const CODES = ALL_PROVIDERS.map(({ code }) => code)
export const providerCode = (description: string) =>
  worded(choice(CODES, { description }), 'UNKNOWN_VALUE', `must be one of ${CODES.join(', ')}`)

export const NewProvider = Type.Object({
  name: formed(/^[a-z][a-z0-9-]{0,29}$/, 'must be 1 to 30 characters of a-z 0-9 -, beginning with a letter', {
    maxLength: 30,
    description: 'The name, of a-z 0-9 -. Its processor is native-<name> or test-native-<name>.',
  }),
  provider: providerCode('The provider of the account.'),
  isTest: Type.Boolean({ description: 'Whether it serves only test merchants. Cannot be changed later.' }),
  settings,
})
export type NewProvider = Static<typeof NewProvider>

export const ProviderChange = Type.Object({
  status: Type.Optional(
    choice(['ACTIVE', 'PAUSED'], {
      description: 'PAUSED: it gets no new payments; status inquiries for its open ones continue.',
    }),
  ),
  settings: Type.Optional(
    Type.Record(
      Type.String({ maxLength: 40 }),
      Type.Union([Type.String({ maxLength: MAX_SETTING_LENGTH }), Type.Null()]),
      { maxProperties: 40, description: 'The settings to change; null removes an optional one.' },
    ),
  ),
})
export type ProviderChange = Static<typeof ProviderChange>

const nullableInstant = (description: string) => Type.Union([instant(), Type.Null()], { description })

export const ProviderSchema = Type.Object(
  {
    name: Type.String({ description: 'The name of its processor.' }),
    provider: Type.String(),
    isTest: Type.Boolean(),
    status: choice(['ACTIVE', 'PAUSED']),
    settings: Type.Record(Type.String(), Type.String(), { description: 'The settings that are not secret.' }),
    secrets: Type.Array(
      Type.Object({
        name: Type.String(),
        setAt: instant(),
        endsAt: nullableInstant('For a certificate: when it expires.'),
      }),
      { description: 'The secret settings that are set, and since when. Their values are never shown.' },
    ),
    serves: Type.Array(
      Type.Object({
        kind: Type.String(),
        paymentMethodCodes: Type.Array(Type.String()),
        currencyCodes: Type.Array(Type.String()),
      }),
    ),
    notificationUrl: Type.String({
      description:
        'The URL to give to the provider only. `!subscribe` sets it for providers that accept it by API.',
    }),
    healthy: Type.Boolean({ description: 'The health as seen by this node.' }),
    detail: Type.String(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  { description: 'The current account.' },
)

export const KindSchema = Type.Object({
  provider: Type.String(),
  title: Type.String(),
  specification: Type.String(),
  settings: Type.Array(
    Type.Object({
      name: Type.String(),
      title: Type.String(),
      description: Type.String(),
      isMandatory: Type.Boolean(),
      isSecret: Type.Boolean(),
      identity: choice(SETTING_IDENTITIES, {
        description:
          'account: it identifies the account at the provider and cannot change while its payments are open. key: it is a credential that can be renewed at any time; earlier requests are not repeated. none: neither.',
      }),
      example: Type.String(),
      choices: Type.Optional(
        Type.Array(Type.String(), { description: 'The allowed values, if they can be listed.' }),
      ),
    }),
  ),
})

export const CheckSchema = Type.Object(
  {
    findings: Type.Array(
      Type.Object({
        what: Type.String({ description: 'credentials, certificate, notifications, balance.' }),
        state: choice(['OK', 'ATTENTION', 'BROKEN']),
        detail: Type.String(),
      }),
    ),
  },
  { description: 'The findings. Nothing was changed and no money was moved.' },
)
