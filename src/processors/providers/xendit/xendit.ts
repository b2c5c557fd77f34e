/**
 * Xendit: online banking, e-wallets and payouts in five countries of South-East Asia. An account is one business of Xendit's, which has
 * one country, one currency and one API key.
 *
 * Read `payins.ts` and `payouts.ts` for how, `read.ts` for what each of its words means, `channels.ts` for which channel serves whom.
 */
import type { Fault } from '../../../foundation/faults.ts'
import { assert } from '../../../foundation/result.ts'
import { plainReference } from '../adapter.ts'
import type { Provider, ProviderSetting, Settings } from '../provider.ts'
import { baseAddress, oneOf, plainLine } from '../setting-checks.ts'
import { XenditAccount } from './account.ts'
import { COUNTRIES, type Country, isCountry, readSetChannels } from './channels.ts'
import { payinServices, possibleServices } from './offers.ts'

const HOSTS = { baseUrl: 'https://api.xendit.co' }

const returnPage = (text: string): Omit<Fault, 'path'> | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPage = url?.protocol === 'https:' && url.username === '' && url.password === ''
  return isPage && text.startsWith('https://') && text.length <= 255
    ? undefined
    : {
        code: 'INVALID_FORMAT',
        message: 'must be a page by https of at most 255 characters: https://shop.example/thanks',
      }
}

const setChannels = (text: string): Omit<Fault, 'path'> | undefined =>
  readSetChannels(text)
    ? undefined
    : {
        code: 'INVALID_FORMAT',
        message:
          'must be pairs of an operator and a channel, each operator once: 588734=MY_MAYBANK,504374=MY_ALLIANCE',
      }

const SETTINGS: readonly ProviderSetting[] = [
  {
    name: 'country',
    title: 'Country',
    description: 'Of the business with Xendit: ID, MY, PH, TH or VN. Each has its own account here',
    need: 'mandatory',
    isSecret: false,
    identity: 'account',
    example: 'ID',
    check: oneOf(COUNTRIES),
  },
  {
    name: 'baseUrl',
    title: 'Address',
    description: 'Left out: https://api.xendit.co. Which environment it is, the API key says',
    need: 'optional',
    isSecret: false,
    identity: 'account',
    isAddress: true,
    example: 'https://api.xendit.co',
    check: baseAddress,
  },
  {
    name: 'apiKey',
    title: 'Secret API key',
    description:
      'With the permissions Money-in: write, Money-out: write, Balance: read, Transaction: read. Its address must be allowed there, where the list of addresses is used',
    need: 'mandatory',
    isSecret: true,
    identity: 'key',
    example: 'xnd_development_0123456789abcdef',
    check: plainLine(256),
  },
  {
    name: 'webhookToken',
    title: 'Webhook verification token',
    description: 'Of the webhooks’ settings: it stands in each notification',
    need: 'mandatory',
    isSecret: true,
    identity: 'none',
    example: '66a6680348e1c33ed2b9053a8eb9291b',
    check: plainLine(256),
  },
  {
    name: 'returnUrl',
    title: 'Page to come back to',
    description: 'Where payers come back to whose request names no page by https',
    need: 'mandatory',
    isSecret: false,
    identity: 'none',
    example: 'https://shop.example/thanks',
    check: returnPage,
  },
  {
    name: 'channels',
    title: 'Channels of payouts',
    description:
      'Xendit’s channels for banks and wallets of which the gateway does not know them, or knows others',
    need: 'optional',
    isSecret: false,
    identity: 'none',
    example: '588734=MY_MAYBANK,504374=MY_ALLIANCE',
    check: setChannels,
  },
]

function countryIn({ country = '' }: Settings): Country {
  assert(isCountry(country), 'an account is kept with a country that the program has')
  return country
}

/** A key of one environment in an account of the other would move real money for a test, or none in earnest. */
const KEYS = { test: 'xnd_production_', live: 'xnd_development_' } as const

export const xendit: Provider = {
  code: 'xendit',
  title: 'Xendit',
  specification: 'Payments API v3 (2024-11-11) and Payouts API v2, docs.xendit.co, read in November 2026',
  settings: SETTINGS,
  hostsOf: () => ({ live: HOSTS, test: HOSTS }),
  reach: ({ baseUrl = HOSTS.baseUrl }) => ({ baseUrl }),
  faults: ({ apiKey = '' }, isTest) =>
    isTest !== undefined && apiKey.startsWith(isTest ? KEYS.test : KEYS.live)
      ? [
          {
            path: '/apiKey',
            code: 'CONFLICT',
            message: isTest
              ? 'must be a test key: the account is for tests'
              : 'must be a live key: the account is live',
          },
        ]
      : [],
  // Payouts once Xendit has said to which banks and wallets.
  serves: (settings) => payinServices(countryIn(settings)),
  mayServe: (settings) => possibleServices(countryIn(settings)),
  pauseMsAfter: (status) => (status === 429 ? 10_000 : undefined),
  refundsByMovement: false,
  referenceOf: plainReference,
  open: (settings, standing) => {
    const { apiKey = '', webhookToken = '', returnUrl = '', channels } = settings
    const set = (channels === undefined ? undefined : readSetChannels(channels)) ?? new Map<string, string>()
    return new XenditAccount({ country: countryIn(settings), set, apiKey, webhookToken, returnUrl }, standing)
  },
}
