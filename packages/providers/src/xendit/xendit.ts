/**
 * Xendit: online banking, e-wallets and payouts in five countries of South-East Asia. An account is one business with Xendit, in one
 * country.
 */
import type { Fault } from '@sluice/core/foundation/faults.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { Provider, ProviderSetting, Settings } from '@sluice/provider-kit/provider.ts'
import { USUAL } from '@sluice/provider-kit/references.ts'
import { oneOf, pageAddress } from '@sluice/provider-kit/setting-checks.ts'
import { addressSetting, keyFaults, plainSetting, secretSetting } from '@sluice/provider-kit/setting-kinds.ts'
import { XenditAccount } from './account.ts'
import { COUNTRIES, type Country, isCountry, readSetChannels } from './channels.ts'
import { payinServices, possibleServices } from './offers.ts'

const HOSTS = { baseUrl: 'https://api.xendit.co' }

const setChannels = (text: string): Omit<Fault, 'path'> | undefined =>
  readSetChannels(text)
    ? undefined
    : {
        code: 'INVALID_FORMAT',
        message:
          'must be pairs of operator and channel, each operator once: 588734=MY_MAYBANK,504374=MY_ALLIANCE',
      }

const SETTINGS: readonly ProviderSetting[] = [
  plainSetting('country', 'account', {
    title: 'Country',
    description:
      'The country of your business with Xendit: ID, MY, PH, TH or VN. Each needs its own account here',
    example: 'ID',
    check: oneOf(COUNTRIES),
  }),
  addressSetting('baseUrl?', {
    title: 'Address',
    description: 'Default: https://api.xendit.co. The API key decides the environment',
    example: 'https://api.xendit.co',
  }),
  secretSetting('apiKey', 'key', {
    title: 'Secret API key',
    description:
      'With the permissions Money-in: write, Money-out: write, Balance: read, Transaction: read. If you use the list of IP addresses, add this gateway’s',
    example: 'xnd_development_0123456789abcdef',
  }),
  secretSetting('webhookToken', 'none', {
    title: 'Webhook verification token',
    description: 'In the webhook settings. Each notification has it',
    example: '66a6680348e1c33ed2b9053a8eb9291b',
  }),
  plainSetting('returnUrl', 'none', {
    title: 'Return page',
    description: 'The page that payers return to if their request names none with https',
    example: 'https://shop.example/thanks',
    check: pageAddress(255, ['https:']),
  }),
  plainSetting('channels?', 'none', {
    title: 'Channels of payouts',
    description: 'Xendit’s channels for banks and wallets whose channel the gateway lacks or has wrong',
    example: '588734=MY_MAYBANK,504374=MY_ALLIANCE',
    check: setChannels,
  }),
]

function countryIn({ country = '' }: Settings): Country {
  assert(isCountry(country), 'an account is kept with a country that the program has')
  return country
}

export const xendit: Provider = {
  code: 'xendit',
  title: 'Xendit',
  specification: 'Payments API v3 (2024-11-11) and Payouts API v2, docs.xendit.co, read in November 2026',
  ...USUAL,
  settings: SETTINGS,
  hostsOf: () => ({ live: HOSTS, test: HOSTS }),
  reach: ({ baseUrl = HOSTS.baseUrl }) => ({ baseUrl }),
  faults: (settings, isTest) =>
    keyFaults(settings, isTest, { apiKey: { test: /^xnd_development_/, live: /^xnd_production_/ } }),
  // Payouts are added once Xendit has listed its banks and wallets.
  serves: (settings) => payinServices(countryIn(settings)),
  mayServe: (settings) => possibleServices(countryIn(settings)),
  open: (settings, standing) => {
    const { apiKey = '', webhookToken = '', returnUrl = '', channels } = settings
    const set = (channels === undefined ? undefined : readSetChannels(channels)) ?? new Map<string, string>()
    return new XenditAccount({ country: countryIn(settings), set, apiKey, webhookToken, returnUrl }, standing)
  },
}
