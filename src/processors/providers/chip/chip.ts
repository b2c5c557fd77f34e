/**
 * CHIP, Malaysia: payins by FPX and DuitNow QR with CHIP Collect, payouts to bank accounts with CHIP Send.
 *
 * Read `payins.ts` and `payouts.ts` for how, `read.ts` for what each of its words means, `banks.ts` for its banks.
 */

import type { Fault } from '../../../foundation/faults.ts'
import { bearer } from '../account-calls.ts'
import type { Provider, ProviderSetting, Settings } from '../provider.ts'
import { PLAIN_REFERENCE, plainReference } from '../references.ts'
import { matching, oneOf, plainLine, rsaPublicKey } from '../setting-checks.ts'
import { addressSetting, plainSetting, restAfter429, secretSetting } from '../setting-kinds.ts'
import { ChipAccount, PAYINS, PAYOUTS } from './account.ts'
import { SEND_HOST, sendProof } from './chip-calls.ts'

const PEM_EXAMPLE = '-----BEGIN PUBLIC KEY-----…'
const SETTINGS: readonly ProviderSetting[] = [
  plainSetting('environment', 'account', {
    title: 'Environment',
    description:
      'test or live: that of the keys. CHIP says of each purchase which it was made in, and only that one counts',
    example: 'test',
    check: oneOf(['test', 'live']),
  }),
  plainSetting('brandId', 'account', {
    title: 'Brand ID',
    description: 'Of CHIP Collect: Developers → Brands',
    example: '01234567-89ab-4cde-8f01-23456789abcd',
    check: matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'must be a UUID, as CHIP shows it'),
  }),
  secretSetting('secretKey', 'key', {
    title: 'Secret key',
    description: 'Of CHIP Collect: Developers → API keys, of the test mode for an account for tests',
    example: 'secret-key-of-the-brand',
    check: plainLine(256),
  }),
  plainSetting('publicKey', 'none', {
    title: 'Public key',
    description:
      'Of the company, in PEM: what GET /public_key/ answers with that secret key. It proves callbacks',
    example: PEM_EXAMPLE,
    check: rsaPublicKey,
  }),
  plainSetting('email', 'none', {
    title: 'E-mail address',
    description: 'CHIP wants one of every payer and payee: this one, of yours, where a request has none',
    example: 'payments@shop.example',
    check: matching(/^[^@\s<>]{1,64}@[^@\s<>]{1,180}$/, 'must be an e-mail address'),
  }),
  secretSetting('sendApiKey?', 'key', {
    title: 'API key of CHIP Send',
    description: 'CHIP Control → Settings → Applications. Left out: the account pays nothing out',
    example: 'api-key-of-chip-send',
    check: plainLine(256),
  }),
  secretSetting('sendApiSecret?', 'none', {
    title: 'API secret of CHIP Send',
    description: 'Beside it: each call is signed by it',
    example: 'api-secret-of-chip-send',
    check: plainLine(256),
  }),
  plainSetting('sendPublicKey?', 'none', {
    title: 'Public key of the webhook of CHIP Send',
    description:
      'In PEM: each webhook shows its own. Left out: payouts are asked about, and CHIP Send tells nothing',
    example: PEM_EXAMPLE,
    check: rsaPublicKey,
  }),
  addressSetting('baseUrl?', {
    title: 'Address of CHIP Collect',
    description: 'Left out: CHIP’s own',
    example: 'https://gate.chip-in.asia/api/v1',
  }),
  addressSetting('sendUrl?', {
    title: 'Address of CHIP Send',
    description: 'Left out: its staging environment for test accounts, production for live ones',
    example: 'https://staging-api.chip-in.asia/api',
  }),
]

const COLLECT = 'https://gate.chip-in.asia/api/v1'

const sendKeys = ({ sendApiKey, sendApiSecret }: Settings) =>
  sendApiKey === undefined || sendApiSecret === undefined
    ? undefined
    : { apiKey: sendApiKey, apiSecret: sendApiSecret }

const serves = (settings: Settings) => [...PAYINS, ...(sendKeys(settings) ? PAYOUTS : [])]

export const chip: Provider = {
  code: 'chip',
  title: 'CHIP (Malaysia)',
  specification: 'CHIP Collect API v1 and CHIP Send API, docs.chip-in.asia, read in November 2026',
  settings: SETTINGS,
  hostsOf: () => ({
    live: { baseUrl: COLLECT, sendUrl: 'https://api.chip-in.asia/api' },
    test: { baseUrl: COLLECT, sendUrl: 'https://staging-api.chip-in.asia/api' },
  }),
  reach(settings) {
    const { baseUrl = '', sendUrl = '', secretKey = '' } = settings
    const keys = sendKeys(settings)
    const collect = bearer(secretKey)()
    return {
      baseUrl,
      otherUrls: { [SEND_HOST]: sendUrl },
      // Neither key goes to the other host: all paths of Send begin so, and none of Collect.
      sign: ({ path, at }) => (path.startsWith('/send/') ? (keys ? sendProof(keys, at) : {}) : collect),
    }
  },
  faults({ environment, sendApiKey, sendApiSecret, sendPublicKey }, isTest) {
    const faults: Fault[] = []
    const wanted = isTest ? 'test' : 'live'
    if (isTest !== undefined && environment !== wanted)
      faults.push({ path: '/environment', code: 'CONFLICT', message: `must be ${wanted}, as the account is` })
    if (sendApiKey === undefined && (sendApiSecret !== undefined || sendPublicKey !== undefined))
      faults.push({
        path: '/sendApiKey',
        code: 'REQUIRED',
        message: 'is mandatory with anything else of CHIP Send',
      })
    if (sendApiKey !== undefined && sendApiSecret === undefined)
      faults.push({ path: '/sendApiSecret', code: 'REQUIRED', message: 'is mandatory with its key' })
    return faults
  },
  serves,
  pauseMsAfter: restAfter429,
  refundsByMovement: false,
  referenceOf: plainReference,
  referenceForm: PLAIN_REFERENCE,
  open(settings, standing) {
    const { environment, brandId = '', email = '', publicKey = '', sendPublicKey } = settings
    const isTest = environment === 'test'
    return new ChipAccount(
      { isTest, brandId, email, publicKey, send: sendKeys(settings), sendPublicKey },
      standing,
    )
  },
}
