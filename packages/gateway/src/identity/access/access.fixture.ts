/** For tests: a server with the token endpoints and a few protected routes, merchants with keys, and a signer for them. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { fail, succeed } from '@sluice/core/foundation/result.ts'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { Failures } from '../../http/failures.ts'
import { CountedRandomness, JSON_BODY, type TestClock, testServer } from '../../http/http.fixture.ts'
import { SlidingWindow } from '../../http/rate-limit.ts'
import type { Server } from '../../http/server.ts'
import { bearerAccess, callerOf } from './bearer.ts'
import type { MerchantAccess, MerchantDirectory } from './merchant-access.ts'
import { TOKEN_ENDPOINTS } from './routes.ts'
import { hashSecret } from './secrets.ts'
import { ed25519FromSeed, StoredKeyRing } from './signing-keys.ts'
import type { TermRules } from './terms.ts'
import { TokenVerifier } from './tokens.ts'

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Two key pairs of the shop and one of a stranger, created once because that is slow. */
export const KEYS = { first: rsa(), second: rsa(), stranger: rsa() }
export const SECRET = 'sk_0123456789abcdef'

export const SHOP: MerchantAccess = {
  merchantCode: 'shop' as MerchantCode,
  status: 'ACTIVE',
  isTest: true,
  publicKeys: [
    { id: 'k1', key: KEYS.first.publicKey },
    { id: 'k2', key: KEYS.second.publicKey },
  ],
  secretHashes: [{ id: 's1', sha256: hashSecret(SECRET) }],
  rateLimitPerSecond: 10,
  isCurrent: () => false,
}

/** A directory whose merchants a test may change. */
export class TestDirectory implements MerchantDirectory {
  readonly merchants = new Map<string, MerchantAccess>()
  constructor() {
    this.change({})
  }
  async find(code: string): Promise<MerchantAccess | undefined> {
    return this.merchants.get(code)
  }
  known(code: string): MerchantAccess | undefined {
    return this.merchants.get(code)
  }
  change(change: Partial<MerchantAccess>): void {
    const merchant: MerchantAccess = {
      ...SHOP,
      ...change,
      isCurrent: () => this.merchants.get('shop') === merchant,
    }
    this.merchants.set('shop', merchant)
  }
}

const storedKey = (number: number, createdAt: number) => ({
  kid: `token-${number}`,
  number,
  createdAt,
  ...ed25519FromSeed(new Uint8Array(32).fill(number)),
})

export const ringOf = (...createdAt: number[]): StoredKeyRing => {
  const ring = new StoredKeyRing()
  ring.replace(createdAt.map((at, index) => storedKey(index + 1, at)))
  return ring
}

const RULES: TermRules = {
  parseMoney(value, pointer) {
    const { amount, currencyCode } = value as { amount?: unknown; currencyCode?: unknown }
    return typeof amount === 'number' && currencyCode === 'EUR'
      ? succeed({ amount: String(amount), currencyCode })
      : fail([{ path: `${pointer}/currencyCode`, code: 'UNKNOWN_VALUE', message: 'is not known' }])
  },
  urlFaults: (_merchant, { returnUrl }) =>
    returnUrl?.startsWith('javascript:')
      ? [{ path: '/returnUrl', code: 'NOT_ALLOWED', message: 'is not allowed' }]
      : [],
  hasDefaultCallbackUrl: ({ merchantCode }) => merchantCode === SHOP.merchantCode,
}

export interface Access {
  readonly app: Server
  readonly clock: TestClock
  readonly directory: TestDirectory
  readonly ring: StoredKeyRing
  readonly verifier: TokenVerifier
  /** Posts a body as text with a signature over it (or over `signed`). */
  post(path: string, body: string, options?: PostOptions): Answer
  /** Gets a token for the given terms, signed with the first key. */
  tokenFor(path: string, terms: object): Promise<string>
  call(method: 'GET' | 'POST', url: string, token?: string): Answer
}

type Answer = Promise<LightMyRequestResponse>

interface PostOptions {
  readonly key?: KeyObject | undefined
  readonly signed?: string | undefined
  readonly headers?: Record<string, string>
  readonly remoteAddress?: string
}

const inject = (app: Server, options: InjectOptions): Answer => app.inject(options)

export const signatureOf = (text: string, key: KeyObject = KEYS.first.privateKey): string =>
  sign('sha256', Buffer.from(text), key).toString('base64')

const GUARDED = [
  ['POST', '/payins/!availablePaymentOptions'],
  ['POST', '/payins/:idPayin'],
  ['GET', '/payins/:idPayin'],
  ['GET', '/payins/:idPayin/accounts'],
  ['POST', '/payins/:idPayin/!setExternalReference'],
  ['GET', '/merchant-info'],
  ['POST', '/payouts/:idPayout'],
  ['GET', '/payouts/:idPayout'],
] as const

/** A gateway with nothing but access control. */
export function access(): Access {
  const { app, clock } = testServer()
  const directory = new TestDirectory()
  const ring = ringOf(0)
  const deps = { clock, randomness: new CountedRandomness() }
  const limiter = new SlidingWindow(clock)
  const failures = new Failures(new SlidingWindow(clock))
  const verifier = new TokenVerifier({ ring, directory, clock })
  app.register(async (tokens) => {
    const options = { directory, deps, limiter, failures, ring, rules: RULES }
    for (const each of TOKEN_ENDPOINTS) each.register(tokens, options)
  })
  const onRequest = bearerAccess(app, { verifier, limiter, failures })
  app.register(async (guarded) => {
    for (const [method, url] of GUARDED) {
      guarded.route({
        method,
        url,
        onRequest,
        handler: async (request) => ({ merchant: callerOf(request).grant.merchantCode }),
      })
    }
  })
  const post: Access['post'] = (path, body, options = {}) => {
    const signature = { 'x-signature': signatureOf(options.signed ?? body, options.key) }
    const headers = { ...JSON_BODY, ...signature, ...options.headers }
    const remote = options.remoteAddress === undefined ? {} : { remoteAddress: options.remoteAddress }
    return inject(app, { method: 'POST', url: path, headers, payload: body, ...remote })
  }
  const tokenFor: Access['tokenFor'] = async (path, terms) => {
    const body = { merchantCode: 'shop', timestamp: Math.floor(clock.now() / 1000), ...terms }
    const answer = await post(path, JSON.stringify(body))
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json().token
  }
  const call: Access['call'] = (method, url, token) => {
    const headers = {
      'x-api-version': '2',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    }
    return inject(app, { method, url, headers })
  }
  return { app, clock, directory, ring, verifier, post, tokenFor, call }
}
