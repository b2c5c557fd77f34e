/**
 * Tokens: a grant as a JWT (EdDSA over Ed25519), and back.
 *
 * The same terms, identity and time give the same token byte for byte on every node, with nothing stored (Ed25519 is
 * deterministic). Verification does the cheap checks first: length, shape, header, expiry, merchant. The signature is verified
 * last, once, and the result is cached. The cache is bounded and holds only valid tokens; expiry and the merchant's state are
 * checked on each hit. Only `EdDSA` is accepted, whatever a header says.
 */
import { sign, verify } from 'node:crypto'
import type { Clock, Instant } from '@sluice/core/foundation/deps.ts'
import { isMerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { rawNumber } from '@sluice/core/foundation/json.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import {
  type GrantMoney,
  isAction,
  type MadeWith,
  onePaymentOf,
  type TokenGrant,
  type TokenScope,
} from './grant.ts'
import { holderOf, type MerchantAccess, type MerchantDirectory, merchantRateKey } from './merchant-access.ts'
import { compileOperations } from './operations.ts'
import { Remembered } from './remembered.ts'
import type { KeyRing } from './signing-keys.ts'

const ISSUER = 'sluice'
/**
 * 2,048 characters of patterns are at most 6,144 bytes, or 8,192 characters in base64; the rest is small. No longer token is
 * made.
 */
export const MAX_TOKEN_CHARACTERS = 12_000
/** 64 MiB: over 50,000 tokens by action, or some hundred with the heaviest possible patterns. */
const REMEMBERED_BYTES = 64 * 1024 * 1024
/** A grant and its place in the map. */
const WEIGHT_OF_GRANT = 600

export type TokenFault = 'AUTHENTICATION_FAILED' | 'TOKEN_EXPIRED'

export interface VerifiedToken {
  readonly grant: TokenGrant
  readonly merchant: MerchantAccess
}

/** Signs a grant. */
export function signToken(ring: KeyRing, grant: TokenGrant): string {
  const key = ring.current(grant.issuedAtSecs * 1000)
  const header = encode({ alg: 'EdDSA', kid: key.kid, typ: 'JWT' })
  const signed = `${header}.${encode(claimsOf(grant))}`
  return `${signed}.${sign(null, Buffer.from(signed), key.privateKey).toString('base64url')}`
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function claimsOf(grant: TokenGrant): Record<string, unknown> {
  const { scope } = grant
  return {
    iss: ISSUER,
    sub: grant.merchantCode,
    iat: grant.issuedAtSecs,
    exp: grant.expiresAtSecs,
    jti: grant.jti,
    madeWith: grant.madeWith,
    ...(scope.kind === 'action'
      ? { action: scope.action, idPayment: scope.idPayment }
      : { operations: scope.operations }),
    ...(grant.money === undefined ? {} : { money: claimOf(grant.money) }),
    ...(grant.callbackUrl === undefined ? {} : { callbackUrl: grant.callbackUrl }),
    ...(grant.returnUrl === undefined ? {} : { returnUrl: grant.returnUrl }),
  }
}

/** A number, as money is everywhere else, written from the exact text. */
const claimOf = ({ amount, currencyCode }: GrantMoney) => ({ amount: rawNumber(amount), currencyCode })

/**
 * Whether the merchant is active and still has the key or secret that the token was made with. Trial tokens are only valid for
 * test merchants.
 */
export function isStillValid(madeWith: MadeWith, merchant: MerchantAccess): boolean {
  if (merchant.status !== 'ACTIVE') return false
  // Whether the link is still valid is checked when a payment begins: a payer who has begun one may follow it.
  if (madeWith.startsWith('link:')) return true
  // Only the merchant itself begins payments of a live merchant, whatever was signed.
  if (madeWith.startsWith('trial:')) return merchant.isTest
  return holderOf(madeWith, merchant) !== undefined
}

/** The token does not allow what its key or secret does not allow. */
function verifiedBy(grant: TokenGrant, merchant: MerchantAccess): VerifiedToken {
  const lacks = holderOf(grant.madeWith, merchant)?.lacks
  return { grant: lacks ? { ...grant, lacks } : grant, merchant }
}

/** A verified token and the key that signed it. When the key is retired, the token is no longer valid. */
interface Held {
  readonly token: string
  readonly grant: TokenGrant
  readonly kid: string
  /** Verified against this merchant. */
  verified: VerifiedToken | undefined
}

export interface TokenVerifierOptions {
  readonly ring: KeyRing
  readonly directory: MerchantDirectory
  readonly clock: Clock
  /** The approximate weight of all cached tokens, in bytes. */
  readonly rememberedBytes?: number
}

/** Verifies tokens, and caches the valid ones. */
export class TokenVerifier {
  readonly #options: TokenVerifierOptions
  /** Keyed by the token's signature, whose hash costs a fifth of the whole token's. A hit is compared with the whole token. */
  readonly #remembered: Remembered<Held>

  constructor(options: TokenVerifierOptions) {
    this.#options = options
    this.#remembered = new Remembered(options.rememberedBytes ?? REMEMBERED_BYTES)
  }

  /** Whether this exact token was verified before, so that no signature needs to be verified again. */
  remembers(token: string): boolean {
    return this.#find(token) !== undefined
  }

  /** Checks a cached token of a cached merchant without waiting. Returns `undefined` if `verify` has to be used. */
  known(token: string): VerifiedToken | undefined {
    const held = this.#held(token)
    if (held === undefined || isExpired(held.grant, this.#options.clock.now())) return undefined
    const { grant, verified } = held
    if (verified?.merchant.isCurrent()) return verified
    const merchant = this.#options.directory.known(grant.merchantCode)
    const stands = merchant !== undefined && isStillValid(grant.madeWith, merchant)
    held.verified = stands ? verifiedBy(grant, merchant) : undefined
    return held.verified
  }

  /** @param maySpendSignature called right before a signature is verified; if it returns false, the token fails unverified */
  async verify(token: string, maySpendSignature: () => boolean): Promise<Result<VerifiedToken, TokenFault>> {
    const known = this.#held(token)?.grant
    const unverified = known ?? readGrant(token, this.#options.ring)
    if (unverified === undefined) return fail('AUTHENTICATION_FAILED')
    // Anyone can read when a token expires, so reporting it before the signature is checked reveals nothing.
    if (isExpired(unverified, this.#options.clock.now())) {
      if (known) this.#remembered.forget(signatureOf(token))
      return fail('TOKEN_EXPIRED')
    }
    const merchant = await this.#options.directory.find(unverified.merchantCode)
    if (merchant === undefined || !isStillValid(unverified.madeWith, merchant))
      return fail('AUTHENTICATION_FAILED')
    const grant = known ?? (maySpendSignature() ? this.#prove(token, unverified) : undefined)
    if (grant === undefined) return fail('AUTHENTICATION_FAILED')
    if (known === undefined) {
      const kid = readKid(token.split('.', 1)[0] ?? '') ?? ''
      const held: Held = { token, grant, kid, verified: undefined }
      this.#remembered.keep(signatureOf(token), held, weightOf(token, grant))
    }
    return succeed(verifiedBy(grant, merchant))
  }

  /** A cached token whose signing key has not been retired since. */
  #held(token: string): Held | undefined {
    const held = this.#find(token)
    return held !== undefined && this.#options.ring.find(held.kid) !== undefined ? held : undefined
  }

  #find(token: string): Held | undefined {
    const held = this.#remembered.find(signatureOf(token))
    return held?.token === token ? held : undefined
  }

  #prove(token: string, grant: TokenGrant): TokenGrant | undefined {
    if (!signatureHolds(token, this.#options.ring)) return undefined
    const proved: TokenGrant = { ...grant, rateKeys: rateKeysOf(grant) }
    if (grant.scope.kind === 'action') return proved
    const compiled = compileOperations(grant.scope.operations)
    return compiled.ok ? { ...proved, compiled: compiled.value } : undefined
  }
}

function rateKeysOf({ merchantCode, scope }: TokenGrant): NonNullable<TokenGrant['rateKeys']> {
  const payment = onePaymentOf(scope)
  return {
    merchant: merchantRateKey(merchantCode),
    onePayment: payment && `payment:${merchantCode}:${payment.kind}:${payment.id}`,
  }
}

const SIGNATURE_CHARACTERS = 86
const signatureOf = (token: string): string => token.slice(-SIGNATURE_CHARACTERS)

const weightOf = (token: string, grant: TokenGrant): number =>
  WEIGHT_OF_GRANT + 2 * token.length + (grant.compiled?.weight ?? 0)

const isExpired = (grant: TokenGrant, now: Instant): boolean => now >= grant.expiresAtSecs * 1000

const SHAPE = /^[A-Za-z0-9_-]{1,512}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{86}$/

/** The token's claims, if it could be one of ours. Not verified yet. */
function readGrant(token: string, ring: KeyRing): TokenGrant | undefined {
  if (token.length > MAX_TOKEN_CHARACTERS || !SHAPE.test(token)) return undefined
  const [header = '', payload = ''] = token.split('.')
  const kid = readKid(header)
  if (kid === undefined || ring.find(kid) === undefined) return undefined
  const claims = decode(payload)
  return claims === undefined ? undefined : grantOf(claims)
}

/** A header may have exactly three members. `jwk`, `jku`, `crit` and the like are how tokens bring keys of their own. */
function readKid(header: string): string | undefined {
  const { alg, typ, kid, ...rest } = decode(header) ?? {}
  const ours = alg === 'EdDSA' && typ === 'JWT' && Object.keys(rest).length === 0
  return ours && typeof kid === 'string' ? kid : undefined
}

function signatureHolds(token: string, ring: KeyRing): boolean {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const key = ring.find(readKid(header) ?? '')
  const decoded = Buffer.from(signature, 'base64url')
  // The last character of base64url has spare bits. Only the canonical spelling is the token that we made.
  if (key === undefined || decoded.toString('base64url') !== signature) return false
  return verify(null, Buffer.from(`${header}.${payload}`), key, decoded)
}

function decode(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function grantOf(claims: Record<string, unknown>): TokenGrant | undefined {
  const { iss, sub, iat, exp, jti, madeWith, callbackUrl, returnUrl } = claims
  const scope = scopeOf(claims)
  const money = moneyOf(claims.money)
  if (iss !== ISSUER || typeof sub !== 'string' || !isMerchantCode(sub) || scope === undefined)
    return undefined
  if (!Number.isSafeInteger(iat) || !Number.isSafeInteger(exp) || typeof jti !== 'string') return undefined
  if (!isMadeWith(madeWith) || (claims.money !== undefined && money === undefined)) return undefined
  return {
    merchantCode: sub,
    scope,
    madeWith,
    jti,
    issuedAtSecs: Number(iat),
    expiresAtSecs: Number(exp),
    ...(money === undefined ? {} : { money }),
    ...(typeof callbackUrl === 'string' ? { callbackUrl } : {}),
    ...(typeof returnUrl === 'string' ? { returnUrl } : {}),
  }
}

const isMadeWith = (value: unknown): value is MadeWith =>
  typeof value === 'string' && /^(key|secret|link|trial):/.test(value)

function scopeOf({ action, idPayment, operations }: Record<string, unknown>): TokenScope | undefined {
  if (typeof action === 'string' && isAction(action) && typeof idPayment === 'string') {
    return { kind: 'action', action, idPayment }
  }
  if (!Array.isArray(operations)) return undefined
  const entries = operations.filter((entry) => typeof entry === 'string')
  return entries.length === operations.length ? { kind: 'operations', operations: entries } : undefined
}

function moneyOf(value: unknown): GrantMoney | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { amount, currencyCode }: { amount?: unknown; currencyCode?: unknown } = value
  if (typeof currencyCode !== 'string') return undefined
  // Tokens from a month ago have it as text.
  if (typeof amount === 'string') return { amount, currencyCode }
  // At most 15 digits and no more than 6 decimals: `String` prints them all, without an exponent.
  return typeof amount === 'number' ? { amount: String(amount), currencyCode } : undefined
}
