/**
 * CHIP, Malaysia: payins by FPX and DuitNow QR with CHIP Collect, payouts to bank accounts with CHIP Send.
 *
 * Read `payins.ts` and `payouts.ts` for how, `read.ts` for what each of its words means, `banks.ts` for its banks.
 */
import { createPublicKey } from 'node:crypto'
import type { Fault } from '../../../foundation/faults.ts'
import { plainReference } from '../adapter.ts'
import type { Provider, ProviderSetting, Settings } from '../provider.ts'
import { baseAddress, oneOf, plainLine } from '../setting-checks.ts'
import { ChipAccount, PAYINS, PAYOUTS } from './account.ts'
import { collectProof, SEND, sendProof } from './chip-calls.ts'

function rsaPublicKey(text: string): Omit<Fault, 'path'> | undefined {
  try {
    if (createPublicKey(text).asymmetricKeyType === 'rsa') return undefined
  } catch {
    // What is wrong with it may not be repeated.
  }
  return {
    code: 'INVALID_FORMAT',
    message: 'must be a public key of RSA in PEM: -----BEGIN PUBLIC KEY-----',
  }
}

const formed =
  (pattern: RegExp, form: string) =>
  (text: string): Omit<Fault, 'path'> | undefined =>
    pattern.test(text) ? undefined : { code: 'INVALID_FORMAT', message: `must be ${form}` }

const setting = (
  name: string,
  rest: Pick<
    ProviderSetting,
    'title' | 'description' | 'need' | 'isSecret' | 'identity' | 'example' | 'check'
  > &
    Partial<Pick<ProviderSetting, 'isAddress'>>,
): ProviderSetting => ({ name, ...rest })

const address = (name: string, title: string, description: string, example: string): ProviderSetting =>
  setting(name, {
    title,
    description,
    need: 'optional',
    isSecret: false,
    identity: 'account',
    isAddress: true,
    example,
    check: baseAddress,
  })

const PEM_EXAMPLE = '-----BEGIN PUBLIC KEY-----…'
const SETTINGS: readonly ProviderSetting[] = [
  setting('environment', {
    title: 'Environment',
    description:
      'test or live: that of the keys. CHIP says of each purchase which it was made in, and only that one counts',
    need: 'mandatory',
    isSecret: false,
    identity: 'account',
    example: 'test',
    check: oneOf(['test', 'live']),
  }),
  setting('brandId', {
    title: 'Brand ID',
    description: 'Of CHIP Collect: Developers → Brands',
    need: 'mandatory',
    isSecret: false,
    identity: 'account',
    example: '01234567-89ab-4cde-8f01-23456789abcd',
    check: formed(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'a UUID, as CHIP shows it'),
  }),
  setting('secretKey', {
    title: 'Secret key',
    description: 'Of CHIP Collect: Developers → API keys, of the test mode for an account for tests',
    need: 'mandatory',
    isSecret: true,
    identity: 'key',
    example: 'secret-key-of-the-brand',
    check: plainLine(256),
  }),
  setting('publicKey', {
    title: 'Public key',
    description:
      'Of the company, in PEM: what GET /public_key/ answers with that secret key. It proves callbacks',
    need: 'mandatory',
    isSecret: false,
    identity: 'none',
    example: PEM_EXAMPLE,
    check: rsaPublicKey,
  }),
  setting('email', {
    title: 'E-mail address',
    description: 'CHIP wants one of every payer and payee: this one, of yours, where a request has none',
    need: 'mandatory',
    isSecret: false,
    identity: 'none',
    example: 'payments@shop.example',
    check: formed(/^[^@\s<>]{1,64}@[^@\s<>]{1,180}$/, 'an e-mail address'),
  }),
  setting('sendApiKey', {
    title: 'API key of CHIP Send',
    description: 'CHIP Control → Settings → Applications. Left out: the account pays nothing out',
    need: 'optional',
    isSecret: true,
    identity: 'key',
    example: 'api-key-of-chip-send',
    check: plainLine(256),
  }),
  setting('sendApiSecret', {
    title: 'API secret of CHIP Send',
    description: 'Beside it: each call is signed by it',
    need: 'optional',
    isSecret: true,
    identity: 'none',
    example: 'api-secret-of-chip-send',
    check: plainLine(256),
  }),
  setting('sendPublicKey', {
    title: 'Public key of the webhook of CHIP Send',
    description:
      'In PEM: each webhook shows its own. Left out: payouts are asked about, and CHIP Send tells nothing',
    need: 'optional',
    isSecret: false,
    identity: 'none',
    example: PEM_EXAMPLE,
    check: rsaPublicKey,
  }),
  address('baseUrl', 'Address of CHIP Collect', 'Left out: CHIP’s own', 'https://gate.chip-in.asia/api/v1'),
  address(
    'sendUrl',
    'Address of CHIP Send',
    'Left out: its staging environment for test accounts, production for live ones',
    'https://staging-api.chip-in.asia/api',
  ),
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
    const collect = collectProof(secretKey)
    return {
      baseUrl,
      otherUrls: { [SEND]: sendUrl },
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
  pauseMsAfter: (status) => (status === 429 ? 10_000 : undefined),
  refundsByMovement: false,
  referenceOf: plainReference,
  open(settings, standing) {
    const { environment, brandId = '', email = '', publicKey = '', sendPublicKey } = settings
    const isTest = environment === 'test'
    return new ChipAccount(
      { isTest, brandId, email, publicKey, send: sendKeys(settings), sendPublicKey },
      standing,
    )
  },
}
