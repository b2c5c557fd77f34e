/**
 * Authenticates a request for a token: by signature or, deprecated, by secret.
 *
 * Checks in this order: `merchantCode` (400), then signature or secret and timestamp (401), then the merchant's rate (429).
 * What is missing or malformed is named, because the caller can see it in its own request. A wrong merchant code, key,
 * signature, secret or time gets the same answer in the same time, whichever it is; it names the difference between the
 * request's timestamp and our clock, which is no secret. Failures are counted by address; a valid request passes even if
 * others fail from the same address (`http/failures.ts`). Patterns are never compiled here.
 */
import { createHash } from 'node:crypto'
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { isSignature, verifySignature } from '@sluice/core/foundation/signature.ts'
import { unauthenticated } from '../../http/authorization.ts'
import type { Failures } from '../../http/failures.ts'
import { type Problem, validationFailed } from '../../http/problems.ts'
import { type RateDecision, type RateLimiter, rateLimited } from '../../http/rate-limit.ts'
import type { MadeWith } from './grant.ts'
import { type MerchantAccess, type MerchantDirectory, merchantRateKey } from './merchant-access.ts'
import { PADDING_KEY } from './padding-key.ts'
import { matchSecret } from './secrets.ts'

const TIMESTAMP_TOLERANCE_MS = 300_000
/** From here on a timestamp is read as milliseconds. In seconds it would be the year 5138. */
const FIRST_MILLISECONDS = 100_000_000_000

const HOW_TO_SIGN =
  'the RSA signature (PKCS #1 v1.5 with SHA-256) of the bytes of the body that you send, in base64'
const NO_SIGNATURE = `the header X-SIGNATURE is missing: it holds ${HOW_TO_SIGN}`
const MALFORMED_SIGNATURE = `the header X-SIGNATURE is not base64 of a signature: it holds ${HOW_TO_SIGN}`
const NO_TIMESTAMP =
  '/timestamp is missing or malformed: with X-SIGNATURE the body needs the time of the request, a whole number of seconds or milliseconds since 1970'
const WRONG_SECRET = 'the merchant code or the secret is wrong'

/** The same for a wrong merchant code, key, signature and time. */
const wrongSignature = (now: Instant, signedAt: Instant): string =>
  'the merchant code, the key, the signature or the time is wrong; for security, it is not said which. ' +
  `The timestamp is ${clockOffset(now, signedAt)}; at most 300 s either way are accepted`

/** How far the clock that signed is off. */
export function clockOffset(now: Instant, signedAt: Instant): string {
  const secs = Math.round(Math.abs(now - signedAt) / 1000)
  return `${secs} s ${signedAt > now ? 'ahead of' : 'behind'} the server's clock`
}

export interface AuthenticationOptions {
  readonly directory: MerchantDirectory
  readonly deps: Pick<Deps, 'clock' | 'randomness'>
  /** Per merchant; shared with requests that use tokens. */
  readonly limiter: RateLimiter
  readonly failures: Failures
}

export interface TokenRequest {
  readonly body: unknown
  readonly rawBody: Uint8Array
  /** The header X-SIGNATURE. */
  readonly signature: string | undefined
  /** The client's address. */
  readonly ip: string
}

export interface AuthenticatedRequest {
  readonly merchant: MerchantAccess
  readonly body: Readonly<Record<string, unknown>>
  readonly madeWith: MadeWith
  /** With a signature, both are derived from the signed bytes, so a repeated request gets the same token. */
  readonly jti: string
  readonly issuedAtSecs: number
  readonly rate: RateDecision
}

type Identity = Pick<AuthenticatedRequest, 'madeWith' | 'jti' | 'issuedAtSecs'>

export async function authenticate(
  options: AuthenticationOptions,
  request: TokenRequest,
): Promise<Result<AuthenticatedRequest, Problem>> {
  const body = asObject(request.body)
  if (body === undefined) return fail(wrongForm('', 'must be an object'))
  const { merchantCode } = body
  if (merchantCode === undefined || merchantCode === null || merchantCode === '')
    return fail(wrongForm('/merchantCode', 'is mandatory'))
  if (typeof merchantCode !== 'string') return fail(wrongForm('/merchantCode', 'must be a string'))

  const early = options.failures.flood('merchant', request.ip)
  if (early) return fail(early)
  const credential = credentialIn(request, body)
  if (!credential.ok)
    return fail(options.failures.failed('merchant', request.ip, unauthenticated(credential.failure)))
  const merchant = await options.directory.find(merchantCode)
  // Nothing is awaited between this check and counting a failure, so a burst cannot exceed the limit.
  const flood = options.failures.flood('merchant', request.ip)
  if (flood) return fail(flood)
  const active = merchant?.status === 'ACTIVE' ? merchant : undefined
  const now = options.deps.clock.now()
  const identity = identify(options.deps, now, request, credential.value, active)
  if (active === undefined || identity === undefined) {
    const { signedAt } = credential.value
    const detail = signedAt === undefined ? WRONG_SECRET : wrongSignature(now, signedAt)
    return fail(options.failures.failed('merchant', request.ip, unauthenticated(detail)))
  }
  const rate = await options.limiter.take(merchantRateKey(active.merchantCode), active.rateLimitPerSecond)
  return rate.allowed ? succeed({ merchant: active, body, ...identity, rate }) : fail(rateLimited(rate))
}

const wrongForm = (path: string, message: string): Problem =>
  validationFailed([{ path, code: message === 'is mandatory' ? 'REQUIRED' : 'WRONG_TYPE', message }])

function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
}

type Credential =
  | { readonly signature: string; readonly signedAt: Instant }
  | { readonly secret: string; readonly signedAt?: never }

/** What a request authenticates with, or what it lacks. Looks at nothing but the request. */
function credentialIn(
  { signature }: Pick<TokenRequest, 'signature'>,
  { secret, timestamp }: Readonly<Record<string, unknown>>,
): Result<Credential, string> {
  if (signature === undefined) return typeof secret === 'string' ? succeed({ secret }) : fail(NO_SIGNATURE)
  if (!isSignature(signature)) return fail(MALFORMED_SIGNATURE)
  const signedAt = timestampMs(timestamp)
  return signedAt === undefined ? fail(NO_TIMESTAMP) : succeed({ signature, signedAt })
}

function identify(
  deps: Pick<Deps, 'randomness'>,
  now: Instant,
  request: TokenRequest,
  credential: Credential,
  merchant: MerchantAccess | undefined,
): Identity | undefined {
  if (credential.signedAt !== undefined) return identifyBySignature(now, request, credential, merchant)
  const id = matchSecret(credential.secret, merchant?.secretHashes ?? [])
  if (id === undefined) return undefined
  return {
    madeWith: `secret:${id}`,
    jti: Buffer.from(deps.randomness.bytes(16)).toString('base64url'),
    issuedAtSecs: Math.floor(now / 1000),
  }
}

/**
 * The token's `iat` is the request's own timestamp, and its `jti` is a hash of the signed bytes. So every node makes the same
 * token for a repeated request without storing the first one. The drawback: its lifetime counts from the merchant's clock.
 */
function identifyBySignature(
  now: Instant,
  request: TokenRequest,
  { signature, signedAt }: Extract<Credential, { signature: string }>,
  merchant: MerchantAccess | undefined,
): Identity | undefined {
  const proof = verifySignature(request.rawBody, signature, merchant?.publicKeys ?? [], PADDING_KEY)
  if (proof === undefined) return undefined
  if (Math.abs(now - signedAt) > TIMESTAMP_TOLERANCE_MS) return undefined
  const hash = createHash('sha256').update(`${proof.keyId}\0`).update(proof.signedBytes).digest()
  return {
    madeWith: `key:${proof.keyId}`,
    jti: hash.subarray(0, 16).toString('base64url'),
    issuedAtSecs: Math.floor(signedAt / 1000),
  }
}

function timestampMs(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) return undefined
  return value >= FIRST_MILLISECONDS ? value : value * 1000
}
