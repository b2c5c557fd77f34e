/**
 * Tokens: fetched on demand, cached while they are valid, renewed before they expire.
 *
 * Each has the smallest scope that works: one payment and one action if that suffices, otherwise one method and path. A
 * token for a create is also limited to its amount. Simultaneous requests for the same token share one.
 */
import type { Money } from './generated.ts'
import { member, SluiceProblem } from './problem.ts'
import { type SigningKey, signatureOf, signingKey } from './signature.ts'
import type { Call, RequestOptions, Transport } from './transport.ts'

export type Action =
  | 'PAYIN_CREATE'
  | 'PAYIN_INFO'
  | 'PAYIN_CHECKOUT'
  | 'PAYOUT_CREATE'
  | 'PAYOUT_INFO'
  | 'REFUND_CREATE'

/** What a token is limited to. */
export type Scope =
  | {
      readonly action: Action
      readonly idPayment: string
      readonly money?: Money
      readonly callbackUrl?: string
      readonly returnUrl?: string
      readonly validitySecs?: number
    }
  | { readonly operations: readonly string[] }

/** Where the client gets its tokens. */
export interface TokenSource {
  token(scope: Scope, options?: RequestOptions): Promise<string>
  /** The gateway says that it has expired: fetch a new one next time. */
  forget(token: string): void
}

/** A token fetched elsewhere, for a page that pays one payment. */
export const givenToken = (token: string): TokenSource => ({
  token: async () => token,
  forget: () => undefined,
})

const VALIDITY_SECS = 1_800
/** Renewed early, so that a token does not expire on its way. */
const RENEW_BEFORE_MS = 60_000
const MAX_KEPT = 1_000

interface Kept {
  readonly token: Promise<string>
  /** Set once it has arrived. */
  text: string | undefined
  readonly untilMs: number
}

export class SignedTokens implements TokenSource {
  readonly #transport: Transport
  readonly #merchantCode: string
  readonly #privateKey: string | SigningKey
  readonly #kept = new Map<string, Kept>()
  #key: Promise<SigningKey> | undefined

  constructor(transport: Transport, merchantCode: string, privateKey: string | SigningKey) {
    this.#transport = transport
    this.#merchantCode = merchantCode
    this.#privateKey = privateKey
  }

  async token(scope: Scope, { signal }: RequestOptions = {}): Promise<string> {
    const kept = this.#find(scope) ?? this.#begin(scope)
    return signal ? unlessAborted(kept.token, signal) : kept.token
  }

  forget(token: string): void {
    for (const [name, kept] of this.#kept) if (kept.text === token) this.#kept.delete(name)
  }

  /** Without the caller's signal, because others may wait for the same token. */
  #begin(scope: Scope): Kept {
    const validitySecs = ('validitySecs' in scope ? scope.validitySecs : undefined) ?? VALIDITY_SECS
    const token = this.#fetch({ ...scope, validitySecs })
    const untilMs = this.#transport.clock.now() + validitySecs * 1000 - RENEW_BEFORE_MS
    const kept: Kept = { token, text: undefined, untilMs }
    const name = JSON.stringify(scope)
    this.#keep(name, kept)
    token.then(
      (text) => {
        kept.text = text
      },
      // The next caller tries again; those waiting for this one get its error.
      () => this.#kept.get(name) === kept && this.#kept.delete(name),
    )
    return kept
  }

  /** The same token, or for reading a payment the one that created it. */
  #find(scope: Scope): Kept | undefined {
    const now = this.#transport.clock.now()
    const exact = this.#kept.get(JSON.stringify(scope))
    if (exact && exact.untilMs > now) return exact
    if (!('action' in scope) || !scope.action.endsWith('_INFO')) return undefined
    const kind = scope.action.startsWith('PAYIN') ? 'PAYIN' : 'PAYOUT'
    const opening = JSON.stringify({ action: `${kind}_CREATE`, idPayment: scope.idPayment }).slice(0, -1)
    for (const [name, kept] of this.#kept) if (name.startsWith(opening) && kept.untilMs > now) return kept
    return undefined
  }

  #keep(name: string, kept: Kept): void {
    const now = this.#transport.clock.now()
    this.#kept.delete(name)
    for (const [each, { untilMs }] of this.#kept) {
      if (untilMs > now && this.#kept.size < MAX_KEPT) break
      this.#kept.delete(each)
    }
    this.#kept.set(name, kept)
  }

  async #fetch(terms: Scope & { readonly validitySecs: number }): Promise<string> {
    this.#key ??= signingKey(this.#privateKey)
    const key = await this.#key
    const signer = { merchantCode: this.#merchantCode, key, now: this.#transport.clock.now() }
    const answer = await this.#transport.send(await tokenCall(signer, terms))
    const token = member(answer, 'token')
    if (typeof token !== 'string')
      throw new TypeError('the gateway answered without a token: is baseUrl right?')
    return token
  }
}

export interface TokenSigner {
  readonly merchantCode: string
  readonly key: SigningKey
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * The signed request for a token with your own terms, to be sent by a `Transport`; its answer has `token` and
 * `expiresAt`. The methods of `Sluice` fetch their tokens themselves.
 * @param terms as the API reference describes: with an `action` for `/auth-tokens-by-action`, with `operations` for
 * `/auth-tokens`
 */
export async function tokenCall({ merchantCode, key, now }: TokenSigner, terms: object): Promise<Call> {
  const body = JSON.stringify({ merchantCode, ...terms, timestamp: now })
  const path = 'action' in terms ? '/auth-tokens-by-action' : '/auth-tokens'
  return { method: 'POST', path, body, signature: await signatureOf(key, body) }
}

function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Sends with a token of the scope, and once more with a new one if the gateway says that it has expired. */
export async function authorized<Answer>(
  tokens: TokenSource,
  scope: Scope,
  options: RequestOptions,
  send: (token: string) => Promise<Answer>,
): Promise<Answer> {
  const token = await tokens.token(scope, options)
  try {
    return await send(token)
  } catch (error) {
    if (!(error instanceof SluiceProblem && error.code === 'TOKEN_EXPIRED')) throw error
    tokens.forget(token)
    const renewed = await tokens.token(scope, options)
    if (renewed === token) throw error
    return send(renewed)
  }
}
