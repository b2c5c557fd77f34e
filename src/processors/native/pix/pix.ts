/**
 * Pix by the API that the Banco Central has specified for banks: payins by QR code, devoluções, and payouts at Efí and Banco Inter.
 *
 * Read `account.ts` for how, `efi-payouts.ts` and `inter-payouts.ts` for payouts, `read.ts` and `inter-read.ts` for what each word of the
 * bank means, `profiles.ts` for how banks deviate.
 */
import { ownPixKey } from '../../../catalogue/identifiers/brazil.ts'
import { assert } from '../../../foundation/result.ts'
import type { WireService } from '../../http/protocol.ts'
import { plainReference } from '../native.ts'
import type { Provider, ProviderSetting, Settings } from '../provider.ts'
import {
  baseAddress,
  endOfCertificate,
  oneOf,
  pemCertificate,
  pemPrivateKey,
  plainLine,
  type SettingCheck,
} from '../setting-checks.ts'
import { PixAccount } from './account.ts'
import { KEY_METHODS } from './payee.ts'
import { type PixProfile, PROFILES, profileOf } from './profiles.ts'

const setting = (name: string, rest: Omit<ProviderSetting, 'name'>): ProviderSetting => ({ name, ...rest })

const accountNumber: SettingCheck = (text) =>
  /^[1-9]\d{0,19}$/.test(text)
    ? undefined
    : { code: 'INVALID_FORMAT', message: 'must be digits, without zeros before them' }

const TOKEN_WAYS = ['basic', 'form', 'id', 'basic-query', 'form-query', 'id-query'] as const
const NAMED = /^([A-Za-z0-9_-]{1,64})=([\x21-\x7e]{1,512})$/
const named: SettingCheck = (text) =>
  NAMED.test(text) ? undefined : { code: 'INVALID_FORMAT', message: 'must be a name and a value: name=value' }

function pairIn(text: string | undefined): Readonly<Record<string, string>> | undefined {
  const [, name, value] = NAMED.exec(text ?? '') ?? []
  return name === undefined || value === undefined ? undefined : { [name]: value }
}

const SETTINGS: readonly ProviderSetting[] = [
  setting('profile', {
    title: 'Bank',
    description: PROFILES.map(({ code, title }) => `${code}: ${title}`).join('; '),
    need: 'mandatory',
    isSecret: false,
    identity: 'account',
    example: 'efi',
    check: oneOf(PROFILES.map(({ code }) => code)),
  }),
  setting('baseUrl', {
    title: 'Address',
    description:
      'Where the bank’s API is, up to the part before /cob. Left out: where the profile’s bank is; for the profile bacen it is mandatory',
    need: 'optional',
    isSecret: false,
    identity: 'account',
    example: 'https://pix.bank.example/api/v2',
    isAddress: true,
    check: baseAddress,
  }),
  setting('tokenUrl', {
    title: 'Address of tokens',
    description:
      'Where the bank gives tokens, with the path. Left out: where the profile’s bank does; for the profile bacen at /oauth/token beneath the address',
    need: 'optional',
    isSecret: false,
    identity: 'account',
    example: 'https://login.bank.example/oauth/token',
    isAddress: true,
    check: baseAddress,
  }),
  setting('tokenBy', {
    title: 'How a token is asked for',
    description:
      'With the profile bacen: how ID and secret go (basic: in a header; form: in the form; id: the ID alone), and with -query the grant and the scope in the query. Left out: basic',
    need: 'optional',
    isSecret: false,
    identity: 'none',
    example: 'basic',
    check: oneOf(TOKEN_WAYS),
  }),
  setting('scope', {
    title: 'Scope',
    description: 'Of the token, where the bank wants other rights to be named than the profile does',
    need: 'optional',
    isSecret: false,
    identity: 'none',
    example: 'cob.write cob.read pix.write pix.read webhook.write webhook.read',
    check: plainLine(512),
  }),
  setting('extraHeader', {
    title: 'Header of each call',
    description: 'One that the bank wants besides: name=value',
    need: 'optional',
    isSecret: true,
    identity: 'none',
    example: 'x-api-key=0123456789abcdef',
    check: named,
  }),
  setting('extraQuery', {
    title: 'Query of each call',
    description: 'One that the bank wants besides: name=value. At Banco do Brasil the key of the application',
    need: 'optional',
    isSecret: true,
    identity: 'none',
    example: 'gw-dev-app-key=0123456789abcdef',
    check: named,
  }),
  setting('pixKey', {
    title: 'Pix key',
    description: 'The account’s own: payers’ money goes there, and payouts come from it',
    need: 'mandatory',
    isSecret: false,
    identity: 'account',
    example: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
    check: (text) => ownPixKey.check(text, {}),
  }),
  setting('account', {
    title: 'Account number',
    description:
      'At Banco Inter: the account’s number with its digit, without zeros before it. Payouts come from it; left out: none are sent, and the application needs no scope for them',
    need: 'optional',
    isSecret: false,
    identity: 'account',
    example: '135256221',
    check: accountNumber,
  }),
  setting('payeeName', {
    title: 'Name in the QR code',
    description: 'Who is paid, as payers see it',
    need: 'mandatory',
    isSecret: false,
    identity: 'none',
    example: 'Loja Exemplo',
    check: plainLine(25),
  }),
  setting('city', {
    title: 'City in the QR code',
    description: 'Where the payee is',
    need: 'mandatory',
    isSecret: false,
    identity: 'none',
    example: 'Sao Paulo',
    check: plainLine(15),
  }),
  setting('clientId', {
    title: 'Client ID',
    description: 'Of the application that you have registered at the bank',
    need: 'mandatory',
    isSecret: true,
    identity: 'account',
    example: 'Client_Id_0123456789abcdef',
    check: plainLine(256),
  }),
  setting('clientSecret', {
    title: 'Client secret',
    description: 'Of the same application. Left out: at Sicoob, where the certificate alone proves who asks',
    need: 'optional',
    isSecret: true,
    identity: 'none',
    example: 'Client_Secret_0123456789abcdef',
    check: plainLine(256),
  }),
  setting('certificate', {
    title: 'Certificate',
    description: 'By which the bank knows you (mTLS), as PEM. Left out: the bank asks for none',
    need: 'optional',
    isSecret: true,
    identity: 'none',
    example: '-----BEGIN CERTIFICATE-----…',
    check: pemCertificate,
    endsAt: endOfCertificate,
  }),
  setting('privateKey', {
    title: 'Private key',
    description: 'Of the certificate, as PEM without a passphrase',
    need: 'optional',
    isSecret: true,
    identity: 'none',
    example: '-----BEGIN PRIVATE KEY-----…',
    check: pemPrivateKey,
  }),
  setting('authorities', {
    title: 'Authorities',
    description: 'Who signs the bank’s own certificate, as PEM, where that is not one that everybody trusts',
    need: 'optional',
    isSecret: false,
    identity: 'none',
    example: '-----BEGIN CERTIFICATE-----…',
    check: pemCertificate,
  }),
]

function profileIn(settings: Settings): PixProfile {
  const profile = profileOf(settings.profile)
  assert(profile, 'an account is kept with a profile that the program has')
  return profile
}

/** The host of tokens, where it is told apart. */
const TOKENS = 'tokens'

/** How a token is asked for, where the settings say it: with the profile bacen alone. */
function ownWay({ profile, tokenBy }: Settings): Partial<Pick<PixProfile['token'], 'by' | 'isGrantInQuery'>> {
  const way = TOKEN_WAYS.find((each) => each === tokenBy)
  if (profile !== 'bacen' || way === undefined) return {}
  const by = (['basic', 'form', 'id'] as const).find((each) => way.startsWith(each))
  return { ...(by && { by }), isGrantInQuery: way.endsWith('-query') }
}

const service = (kind: WireService['kind'], paymentMethodCodes: readonly string[]): WireService => ({
  kind,
  paymentMethodCodes: [...paymentMethodCodes],
  currencyCodes: ['BRL'],
})

/** Whom payouts of such an account go to. */
function payoutMethods(settings: Settings): readonly string[] {
  const { payouts } = profileIn(settings)
  if (payouts === undefined) return []
  switch (payouts) {
    case 'efi':
      return KEY_METHODS
    case 'inter':
      return settings.account === undefined ? [] : [...KEY_METHODS, 'BANK_TRANSFER']
  }
}

export const pix: Provider = {
  code: 'pix',
  title: 'Pix (API of the Banco Central do Brasil)',
  specification:
    'API Pix 2.9.0, Banco Central do Brasil; payouts: API Pix of Efí, API Banking v2 of Banco Inter',
  settings: SETTINGS,
  token(settings) {
    const { clientId: id = '', clientSecret: secret = '' } = settings
    const { payoutScope, ...profile } = profileIn(settings)
    const token = { ...profile.token, ...ownWay(settings) }
    const isMore = payoutScope !== undefined && payoutMethods(settings).length > 0
    const usual = isMore ? [token.scope ?? '', payoutScope].join(' ').trim() : token.scope
    const scope = settings.scope ?? usual
    const { tokenUrl } = settings
    const at = tokenUrl === undefined ? {} : { host: TOKENS, path: new URL(tokenUrl).pathname }
    return { ...token, ...at, ...(scope !== undefined && { scope }), client: { id, secret } }
  },
  hostsOf: (settings) => profileIn(settings).hosts,
  reach({ baseUrl = '', tokenUrl, certificate, privateKey, authorities }) {
    return {
      baseUrl,
      ...(tokenUrl !== undefined && { otherUrls: { [TOKENS]: new URL(tokenUrl).origin } }),
      ...(certificate !== undefined &&
        privateKey !== undefined && { certificate: { certificate, privateKey } }),
      ...(authorities !== undefined && { authorities }),
    }
  },
  faults(settings) {
    const { baseUrl, certificate, privateKey, clientSecret, extraQuery } = settings
    const profile = profileOf(settings.profile)
    const hasHost = baseUrl !== undefined || profile?.hosts !== undefined
    const by = ownWay(settings).by ?? profile?.token.by
    const needed = profile?.needsQuery
    return [
      ...(clientSecret === undefined && by !== 'id'
        ? [{ path: '/clientSecret', code: 'REQUIRED' as const, message: 'is mandatory at this bank' }]
        : []),
      ...(needed !== undefined && !extraQuery?.startsWith(`${needed}=`)
        ? [{ path: '/extraQuery', code: 'REQUIRED' as const, message: `is mandatory here: ${needed}=…` }]
        : []),
      ...(hasHost
        ? []
        : [{ path: '/baseUrl', code: 'REQUIRED' as const, message: 'is mandatory for this profile' }]),
      ...((certificate === undefined) === (privateKey === undefined)
        ? []
        : [
            {
              path: certificate === undefined ? '/certificate' : '/privateKey',
              code: 'REQUIRED' as const,
              message: 'is mandatory with the other one of certificate and privateKey',
            },
          ]),
    ]
  },
  serves(settings) {
    const methods = payoutMethods(settings)
    return [
      service('payin', ['PIXQR']),
      service('refund', ['PIXQR']),
      ...(methods.length === 0 ? [] : [service('payout', methods), service('refund', methods)]),
    ]
  },
  mayServe: (settings) => pix.serves({ ...settings, profile: 'inter' }),
  // Efí: its bucket of calls is empty (BaldeFichasVazio), and fills by itself.
  restMs: (status) => (status === 429 ? 10_000 : undefined),
  refundsByMovement: true,
  referenceOf: plainReference,
  open: (settings, standing) => {
    const { pixKey = '', payeeName = '', city = '', account, clientId = '' } = settings
    const { clientIdHeader } = profileIn(settings)
    const own = {
      ...{ pixKey, payeeName, city },
      ...(account !== undefined && { account }),
      headers: {
        ...(clientIdHeader !== undefined && { [clientIdHeader]: clientId }),
        ...pairIn(settings.extraHeader),
      },
      query: pairIn(settings.extraQuery),
    }
    return new PixAccount(profileIn(settings), own, standing)
  },
}
