/** dLocal: payins at a page in Colombia, Malaysia and Vietnam, payouts to bank accounts in Argentina and Mexico. */
import type { Provider, ProviderSetting, Settings } from '@sluice/provider-kit/provider.ts'
import type { ProviderTokenRequest } from '@sluice/provider-kit/reach.ts'
import { USUAL } from '@sluice/provider-kit/references.ts'
import { matching, oneOf, pageAddress, plainLine } from '@sluice/provider-kit/setting-checks.ts'
import {
  addressSetting,
  plainSetting,
  secretSetting,
  togetherFaults,
} from '@sluice/provider-kit/setting-kinds.ts'
import { grantedByOauth } from '@sluice/provider-kit/token.ts'
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

const SETTINGS: readonly ProviderSetting[] = [
  plainSetting('login', 'account', {
    title: 'Login',
    description: 'Merchant dashboard → Settings → Integration: X-Login',
    example: 'sak223k2wdksdl2',
    check: matching(/^[A-Za-z0-9]{1,64}$/, 'must be 1 to 64 letters and digits'),
  }),
  secretSetting('transKey', 'none', {
    title: 'Transaction key',
    description: 'Shown there as X-Trans-Key',
    example: 'fm12O7G9',
    check: plainLine(128),
  }),
  secretSetting('secretKey', 'none', {
    title: 'Secret key',
    description: 'Shown there. Signs calls and notifications',
    example: '98j12m78asd6as9d8asd6as9',
  }),
  plainSetting('countries', 'none', {
    title: 'Countries',
    description: `Those of ${COUNTRIES.join(', ')} that dLocal has opened for you: payins in CO, MY and VN, payouts to AR and MX`,
    example: COUNTRIES.join(','),
    check: (text) =>
      countriesIn(text)
        ? undefined
        : { code: 'UNKNOWN_VALUE', message: `must be some of ${COUNTRIES.join(',')}, each once` },
  }),
  plainSetting('returnUrl?', 'none', {
    title: 'Return page',
    description: 'For requests that name none. Left out: those payers stay on dLocal’s page',
    example: 'https://shop.example/thanks',
    check: pageAddress(500),
  }),
  secretSetting('payoutsClientId?', 'account', {
    title: 'Client ID for payouts',
    description: 'From your account manager at dLocal. Left out: no payouts',
    example: 'b7d1f3a2c4e5',
  }),
  secretSetting('payoutsClientSecret?', 'none', {
    title: 'Client secret for payouts',
    description: 'Comes with the client ID',
    example: 'x9Qw2Lr7Tn4Vb8',
    check: plainLine(512),
  }),
  plainSetting('payoutPurpose?', 'none', {
    title: 'Purpose of payouts',
    description: 'The purpose code of your payouts: your account manager at dLocal knows it',
    example: 'SUPPLIER_PAYMENT',
    check: matching(/^[A-Z][A-Z_]{1,63}$/, 'must be one of dLocal’s codes: SUPPLIER_PAYMENT'),
  }),
  plainSetting('argentineAccountType?', 'none', {
    title: 'Type of accounts in Argentina',
    description:
      'dLocal requires it for each payout there, and requests do not have it. Left out: no payouts to Argentina',
    example: 'SAVINGS',
    check: oneOf(['CHECKING', 'SAVINGS']),
  }),
  addressSetting('baseUrl?', {
    title: 'Address',
    description: 'Default: dLocal’s sandbox for test accounts, production for live ones',
    example: LIVE,
  }),
]

const FOR_PAYOUTS = ['payoutsClientId', 'payoutsClientSecret', 'payoutPurpose'] as const

/** Only payouts need one; it lasts 180 seconds. */
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

export const dlocal: Provider = {
  code: 'dlocal',
  title: 'dLocal',
  specification: 'docs.dlocal.com: Payins 2.1 and Payouts 3.0, as of November 2026',
  ...USUAL,
  settings: SETTINGS,
  token,
  hostsOf: () => ({ live: { baseUrl: LIVE }, test: { baseUrl: SANDBOX } }),
  reach(settings) {
    const keys = keysOf(settings)
    return { baseUrl: settings.baseUrl ?? '', sign: (call) => proofOf(call, keys) }
  },
  faults: (settings) => togetherFaults(settings, FOR_PAYOUTS),
  serves(settings) {
    const countries = openIn(settings)
    return [
      ...PAYIN_ROUTES.filter(({ country }) => countries.includes(country)).flatMap(payinService),
      ...payoutServices(payoutCurrenciesOf(settings)),
    ]
  },
  // A short pause, before dLocal blocks us.
  pauseMsAfter: (status) => (status === 429 ? 5_000 : undefined),
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
