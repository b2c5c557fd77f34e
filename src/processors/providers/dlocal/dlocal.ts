/**
 * dLocal: payins at a page in Colombia, Malaysia and Vietnam, payouts to bank accounts in Argentina and Mexico.
 *
 * Read `account.ts` for how, `read.ts` for what each of its words means, `methods.ts` for what is served, `people.ts` for whom it wants
 * to know.
 */
import type { Fault } from '../../../foundation/faults.ts'
import { plainReference } from '../adapter.ts'
import type { Provider, ProviderSetting, Settings } from '../provider.ts'
import type { ProviderTokenRequest } from '../reach.ts'
import { baseAddress, oneOf, plainLine, type SettingCheck } from '../setting-checks.ts'
import { grantedByOauth } from '../token.ts'
import { DlocalAccount } from './account.ts'
import {
  COUNTRIES,
  countriesIn,
  PAYIN_ROUTES,
  PAYOUT_COUNTRIES,
  payinService,
  payoutServices,
} from './methods.ts'
import { type DlocalKeys, proofOf } from './signature.ts'

const LIVE = 'https://api.dlocal.com'
const SANDBOX = 'https://sandbox.dlocal.com'

const matching =
  (form: RegExp, message: string): SettingCheck =>
  (text) =>
    form.test(text) ? undefined : { code: 'INVALID_FORMAT', message }

const setting = (name: string, rest: Omit<ProviderSetting, 'name'>): ProviderSetting => ({ name, ...rest })

const SETTINGS: readonly ProviderSetting[] = [
  setting('login', {
    title: 'Login',
    description: 'Merchant dashboard → Settings → Integration: X-Login',
    need: 'mandatory',
    isSecret: false,
    identity: 'account',
    example: 'sak223k2wdksdl2',
    check: matching(/^[A-Za-z0-9]{1,64}$/, 'must be 1 to 64 letters and digits'),
  }),
  setting('transKey', {
    title: 'Transaction key',
    description: 'From the same place: X-Trans-Key',
    need: 'mandatory',
    isSecret: true,
    identity: 'none',
    example: 'fm12O7G9',
    check: plainLine(128),
  }),
  setting('secretKey', {
    title: 'Secret key',
    description: 'From the same place: signs each call, and by it dLocal signs its notifications',
    need: 'mandatory',
    isSecret: true,
    identity: 'none',
    example: '98j12m78asd6as9d8asd6as9',
    check: plainLine(256),
  }),
  setting('countries', {
    title: 'Countries',
    description: `What dLocal has opened for you of ${COUNTRIES.join(', ')}: payins in CO, MY and VN, payouts to AR and MX`,
    need: 'mandatory',
    isSecret: false,
    identity: 'none',
    example: COUNTRIES.join(','),
    check: (text) =>
      countriesIn(text)
        ? undefined
        : { code: 'UNKNOWN_VALUE', message: `must be some of ${COUNTRIES.join(',')}, each once` },
  }),
  setting('returnUrl', {
    title: 'Address for payers who come back',
    description: 'Where a request names none. Left out: those payers stay at the page',
    need: 'optional',
    isSecret: false,
    identity: 'none',
    example: 'https://shop.example/thanks',
    check: (text) =>
      URL.canParse(text) && /^https?:/i.test(text) && text.length <= 500
        ? undefined
        : { code: 'INVALID_FORMAT', message: 'must be an address of a page, of 500 characters at most' },
  }),
  setting('payoutsClientId', {
    title: 'Client ID for payouts',
    description: 'dLocal’s account manager gives it. Left out: the account sends nothing',
    need: 'optional',
    isSecret: true,
    identity: 'account',
    example: 'b7d1f3a2c4e5',
    check: plainLine(256),
  }),
  setting('payoutsClientSecret', {
    title: 'Client secret for payouts',
    description: 'With it',
    need: 'optional',
    isSecret: true,
    identity: 'none',
    example: 'x9Qw2Lr7Tn4Vb8',
    check: plainLine(512),
  }),
  setting('payoutPurpose', {
    title: 'Purpose of payouts',
    description: 'Which of dLocal’s purpose codes your payouts have: ask your account manager',
    need: 'optional',
    isSecret: false,
    identity: 'none',
    example: 'SUPPLIER_PAYMENT',
    check: matching(/^[A-Z][A-Z_]{1,63}$/, 'must be one of dLocal’s codes: SUPPLIER_PAYMENT'),
  }),
  setting('argentineAccountType', {
    title: 'Type of accounts in Argentina',
    description:
      'dLocal wants it with each payout there, and neither a CBU nor a request tells it. Left out: none are sent there',
    need: 'optional',
    isSecret: false,
    identity: 'none',
    example: 'SAVINGS',
    check: oneOf(['CHECKING', 'SAVINGS']),
  }),
  setting('baseUrl', {
    title: 'Address',
    description: 'Left out: dLocal’s sandbox for test accounts, production for live ones',
    need: 'optional',
    isSecret: false,
    identity: 'account',
    isAddress: true,
    example: LIVE,
    check: baseAddress,
  }),
]

const FOR_PAYOUTS = ['payoutsClientId', 'payoutsClientSecret', 'payoutPurpose'] as const

function faultsOfPayouts(settings: Settings): readonly Fault[] {
  const given = FOR_PAYOUTS.filter((name) => settings[name] !== undefined)
  if (given.length === 0) return []
  return FOR_PAYOUTS.filter((name) => settings[name] === undefined).map((name) => ({
    path: `/${name}`,
    code: 'REQUIRED',
    message: `is mandatory with ${given.join(' and ')}`,
  }))
}

/** Only payouts carry one, of 180 seconds. */
function token({ payoutsClientId, payoutsClientSecret }: Settings): ProviderTokenRequest | undefined {
  if (payoutsClientId === undefined || payoutsClientSecret === undefined) return undefined
  return {
    by: 'own',
    path: '/oauth/token',
    headers: () => ({}),
    body: {
      grant_type: 'client_credentials',
      client_id: payoutsClientId,
      client_secret: payoutsClientSecret,
    },
    read: grantedByOauth,
  }
}

const keysOf = ({ login = '', transKey = '', secretKey = '' }: Settings): DlocalKeys => ({
  login,
  transKey,
  secretKey,
})

const openIn = ({ countries }: Settings): readonly string[] => countriesIn(countries ?? '') ?? []

function payoutCurrenciesOf(settings: Settings): readonly string[] {
  if (FOR_PAYOUTS.some((name) => settings[name] === undefined)) return []
  const countries = openIn(settings)
  return Object.entries(PAYOUT_COUNTRIES)
    .filter(([, country]) => countries.includes(country))
    .map(([currency]) => currency)
    .filter((currency) => currency !== 'ARS' || settings.argentineAccountType !== undefined)
}

/** Too many calls: a moment of silence, before it shuts us out. */
const PAUSE_MS = 5_000

export const dlocal: Provider = {
  code: 'dlocal',
  title: 'dLocal',
  specification: 'docs.dlocal.com: Payins 2.1 and Payouts 3.0, as of November 2026',
  settings: SETTINGS,
  token,
  hostsOf: () => ({ live: { baseUrl: LIVE }, test: { baseUrl: SANDBOX } }),
  reach(settings) {
    const keys = keysOf(settings)
    return { baseUrl: settings.baseUrl ?? '', sign: (call) => proofOf(call, keys) }
  },
  faults: faultsOfPayouts,
  serves(settings) {
    const countries = openIn(settings)
    return [
      ...PAYIN_ROUTES.filter(({ country }) => countries.includes(country)).map(payinService),
      ...payoutServices(payoutCurrenciesOf(settings)),
    ]
  },
  pauseMsAfter: (status) => (status === 429 ? PAUSE_MS : undefined),
  refundsByMovement: false,
  referenceOf: plainReference,
  open(settings, standing) {
    const payoutCurrencies = payoutCurrenciesOf(settings)
    const { payoutPurpose: purpose, argentineAccountType, returnUrl } = settings
    return new DlocalAccount(
      {
        keys: keysOf(settings),
        countries: openIn(settings),
        returnUrl,
        payouts:
          payoutCurrencies.length > 0 && purpose !== undefined
            ? { purpose, argentineAccountType }
            : undefined,
        payoutCurrencies,
      },
      standing,
    )
  },
}
