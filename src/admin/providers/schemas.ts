/** Accounts with providers as operators write and read them. */
import { type Static, Type } from 'typebox'
import { worded } from '../../http/reading.ts'
import { ALL_PROVIDERS } from '../../processors/providers/all-providers.ts'
import { SETTING_IDENTITIES } from '../../processors/providers/provider.ts'
import { MAX_SETTING_LENGTH } from '../../processors/providers/setting-checks.ts'
import { instant } from '../context.ts'
import { choice, formed } from '../fields.ts'

const settings = Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: MAX_SETTING_LENGTH }), {
  maxProperties: 40,
  description:
    'By name, as `GET /admin/providers/kinds` lists them. What is secret of them is never shown again.',
})

const CODES = ALL_PROVIDERS.map(({ code }) => code)
export const providerCode = (description: string) =>
  worded(choice(CODES, { description }), 'UNKNOWN_VALUE', `must be one of ${CODES.join(', ')}`)

export const NewProvider = Type.Object({
  name: formed(/^[a-z][a-z0-9-]{0,29}$/, 'must be 1 to 30 characters of a-z 0-9 -, beginning with a letter', {
    maxLength: 30,
    description: 'a-z 0-9 -; its processor is native-<name>, or test-native-<name>.',
  }),
  provider: providerCode('Whose account it is.'),
  isTest: Type.Boolean({ description: 'Serves test merchants and nobody else, for ever.' }),
  settings,
})
export type NewProvider = Static<typeof NewProvider>

export const ProviderChange = Type.Object({
  status: Type.Optional(
    choice(['ACTIVE', 'PAUSED'], {
      description: 'PAUSED: it gets no new payments; those that it has are still asked about.',
    }),
  ),
  settings: Type.Optional(
    Type.Record(
      Type.String({ maxLength: 40 }),
      Type.Union([Type.String({ maxLength: MAX_SETTING_LENGTH }), Type.Null()]),
      { maxProperties: 40, description: 'Those that change; null takes an optional one away.' },
    ),
  ),
})
export type ProviderChange = Static<typeof ProviderChange>

const nullableInstant = (description: string) => Type.Union([instant(), Type.Null()], { description })

export const ProviderSchema = Type.Object(
  {
    name: Type.String({ description: 'Of its processor.' }),
    provider: Type.String(),
    isTest: Type.Boolean(),
    status: choice(['ACTIVE', 'PAUSED']),
    settings: Type.Record(Type.String(), Type.String(), { description: 'Those that may be shown.' }),
    secrets: Type.Array(
      Type.Object({
        name: Type.String(),
        setAt: instant(),
        endsAt: nullableInstant('Of a certificate: when it ends.'),
      }),
      { description: 'That they are set, and since when; nobody reads them again.' },
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
        'What you give to the provider, and to nobody else. `!subscribe` gives it to those that take it by their API.',
    }),
    healthy: Type.Boolean({ description: 'As this node sees it.' }),
    detail: Type.String(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  { description: 'The account as it is now.' },
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
          'account: it says which account at the provider this is, and cannot change while payments wait for news from there. key: it proves who asks, and may be renewed at any time; what was sent before is not sent again. none: neither.',
      }),
      example: Type.String(),
      choices: Type.Optional(
        Type.Array(Type.String(), { description: 'All that it may be, where those can be listed.' }),
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
  { description: 'What was found. Nothing was changed, and no money was moved.' },
)
