/** CHIP, Malaysia: payins by FPX and DuitNow QR with CHIP Collect, payouts to bank accounts with CHIP Send. */
import { bearer } from '@sluice/provider-kit/account-calls.ts'
import type { Provider, ProviderSetting, Settings } from '@sluice/provider-kit/provider.ts'
import { USUAL } from '@sluice/provider-kit/references.ts'
import { matching, oneOf, rsaPublicKey } from '@sluice/provider-kit/setting-checks.ts'
import {
  addressSetting,
  plainSetting,
  requiredIf,
  secretSetting,
} from '@sluice/provider-kit/setting-kinds.ts'
import { ChipAccount, PAYINS, PAYOUTS } from './account.ts'
import { SEND_HOST, sendProof } from './chip-calls.ts'

const PEM_EXAMPLE = '-----BEGIN PUBLIC KEY-----…'
const SETTINGS: readonly ProviderSetting[] = [
  plainSetting('environment', 'account', {
    title: 'Environment',
    description: 'test or live, as the keys. Purchases of the other environment do not count',
    example: 'test',
    check: oneOf(['test', 'live']),
  }),
  plainSetting('brandId', 'account', {
    title: 'Brand ID',
    description: 'CHIP Collect: Developers → Brands',
    example: '01234567-89ab-4cde-8f01-23456789abcd',
    check: matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'must be a UUID, as shown by CHIP'),
  }),
  secretSetting('secretKey', 'key', {
    title: 'Secret key',
    description: 'CHIP Collect: Developers → API keys; for a test account that of the test mode',
    example: 'secret-key-of-the-brand',
  }),
  plainSetting('publicKey', 'none', {
    title: 'Public key',
    description:
      'The company’s, as PEM: the answer to GET /public_key/ with that secret key. Verifies callbacks',
    example: PEM_EXAMPLE,
    check: rsaPublicKey,
  }),
  plainSetting('email', 'none', {
    title: 'E-mail address',
    description: 'CHIP requires one for every payer and payee: this one of yours if a request has none',
    example: 'payments@shop.example',
    check: matching(/^[^@\s<>]{1,64}@[^@\s<>]{1,180}$/, 'must be an e-mail address'),
  }),
  secretSetting('sendApiKey?', 'key', {
    title: 'API key of CHIP Send',
    description: 'CHIP Control → Settings → Applications. Left out: no payouts',
    example: 'api-key-of-chip-send',
  }),
  secretSetting('sendApiSecret?', 'none', {
    title: 'API secret of CHIP Send',
    description: 'Shown beside the API key. Signs each call',
    example: 'api-secret-of-chip-send',
  }),
  plainSetting('sendPublicKey?', 'none', {
    title: 'Public key of the webhook of CHIP Send',
    description: 'As PEM: each webhook shows its own. Left out: notifications of payouts are ignored',
    example: PEM_EXAMPLE,
    check: rsaPublicKey,
  }),
  addressSetting('baseUrl?', {
    title: 'Address of CHIP Collect',
    description: 'Default: CHIP’s',
    example: 'https://gate.chip-in.asia/api/v1',
  }),
  addressSetting('sendUrl?', {
    title: 'Address of CHIP Send',
    description: 'Default: staging for test accounts, production for live ones',
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
  ...USUAL,
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
      // No key is sent to the other host. All paths of Send begin like this, and none of Collect.
      sign: ({ path, at }) => (path.startsWith('/send/') ? (keys ? sendProof(keys, at) : {}) : collect),
    }
  },
  faults({ environment, sendApiKey, sendApiSecret, sendPublicKey }, isTest) {
    const wanted = isTest ? 'test' : 'live'
    const message = `must be ${wanted}, as the account is`
    const isOther = isTest !== undefined && environment !== wanted
    const hasMore = sendApiSecret !== undefined || sendPublicKey !== undefined
    const needsSecret = sendApiKey !== undefined && sendApiSecret === undefined
    return [
      ...(isOther ? [{ path: '/environment', code: 'CONFLICT' as const, message }] : []),
      ...requiredIf(
        sendApiKey === undefined && hasMore,
        'sendApiKey',
        'is mandatory with anything else of CHIP Send',
      ),
      ...requiredIf(needsSecret, 'sendApiSecret', 'is mandatory with its key'),
    ]
  },
  serves,
  open(settings, standing) {
    const { environment, brandId = '', email = '', publicKey = '', sendPublicKey } = settings
    const isTest = environment === 'test'
    return new ChipAccount(
      { isTest, brandId, email, publicKey, send: sendKeys(settings), sendPublicKey },
      standing,
    )
  },
}
