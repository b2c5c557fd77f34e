/**
 * Xendit: online banking, e-wallets and payouts in five countries of South-East Asia. An account is one business of Xendit's, which has
 * one country, one currency and one API key.
 *
 * Read `payins.ts` and `payouts.ts` for how, `read.ts` for what each of its words means, `channels.ts` for which channel serves whom.
 */

import type { Fault } from '../../../foundation/faults.ts'
import { assert } from '../../../foundation/result.ts'
import type { Provider, ProviderSetting, Settings } from '../provider.ts'
import { PLAIN_REFERENCE, plainReference } from '../references.ts'
import { oneOf, pageAddress, plainLine } from '../setting-checks.ts'
import { addressSetting, keyFaults, plainSetting, restAfter429, secretSetting } from '../setting-kinds.ts'
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
          'must be pairs of an operator and a channel, each operator once: 588734=MY_MAYBANK,504374=MY_ALLIANCE',
      }

const SETTINGS: readonly ProviderSetting[] = [
  plainSetting('country', 'account', {
    title: 'Country',
    description: 'Of the business with Xendit: ID, MY, PH, TH or VN. Each has its own account here',
    example: 'ID',
    check: oneOf(COUNTRIES),
  }),
  addressSetting('baseUrl?', {
    title: 'Address',
    description: 'Left out: https://api.xendit.co. Which environment it is, the API key says',
    example: 'https://api.xendit.co',
  }),
  secretSetting('apiKey', 'key', {
    title: 'Secret API key',
    description:
      'With the permissions Money-in: write, Money-out: write, Balance: read, Transaction: read. Its address must be allowed there, where the list of addresses is used',
    example: 'xnd_development_0123456789abcdef',
    check: plainLine(256),
  }),
  secretSetting('webhookToken', 'none', {
    title: 'Webhook verification token',
    description: 'Of the webhooks’ settings: it stands in each notification',
    example: '66a6680348e1c33ed2b9053a8eb9291b',
    check: plainLine(256),
  }),
  plainSetting('returnUrl', 'none', {
    title: 'Page to come back to',
    description: 'Where payers come back to whose request names no page by https',
    example: 'https://shop.example/thanks',
    check: pageAddress(255, ['https:']),
  }),
  plainSetting('channels?', 'none', {
    title: 'Channels of payouts',
    description:
      'Xendit’s channels for banks and wallets of which the gateway does not know them, or knows others',
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
  settings: SETTINGS,
  hostsOf: () => ({ live: HOSTS, test: HOSTS }),
  reach: ({ baseUrl = HOSTS.baseUrl }) => ({ baseUrl }),
  faults: (settings, isTest) =>
    keyFaults(settings, isTest, { apiKey: { test: /^xnd_development_/, live: /^xnd_production_/ } }),
  // Payouts once Xendit has said to which banks and wallets.
  serves: (settings) => payinServices(countryIn(settings)),
  mayServe: (settings) => possibleServices(countryIn(settings)),
  pauseMsAfter: restAfter429,
  refundsByMovement: false,
  referenceOf: plainReference,
  referenceForm: PLAIN_REFERENCE,
  open: (settings, standing) => {
    const { apiKey = '', webhookToken = '', returnUrl = '', channels } = settings
    const set = (channels === undefined ? undefined : readSetChannels(channels)) ?? new Map<string, string>()
    return new XenditAccount({ country: countryIn(settings), set, apiKey, webhookToken, returnUrl }, standing)
  },
}
