/**
 * How an account speaks to Cashfree: with the payment gateway's credentials, with those of payouts, or with none.
 *
 * The two products have keys of their own, and each call carries those of its own product alone. To begin a payment of an order none are
 * sent: the order's session says whose it is.
 */
import { constants, publicEncrypt } from 'node:crypto'
import type { Payment } from '../../../payments/model.ts'
import type { ProviderCall } from '../calls.ts'
import type { AccountStanding } from '../provider.ts'
import type { CallAnswer, CallMethod } from '../reach.ts'
import { errorOf } from './read.ts'

/** The name of its host among the account's. */
export const OLDER_PAYOUTS = 'older payouts'

const PAYMENTS_VERSION = '2025-01-01'
const PAYOUTS_VERSION = '2024-01-01'
const CREATE_WITHIN_MS = 8_000
const INQUIRE_WITHIN_MS = 10_000

export interface CashfreeKeys {
  readonly id: string
  readonly secret: string
}

export interface PayoutKeys extends CashfreeKeys {
  /** By which Cashfree knows calls from addresses that it was not told of: PEM. */
  readonly publicKey: string | undefined
  readonly fundSource: string | undefined
}

export interface CashfreeCall {
  readonly operation: string
  readonly method: CallMethod
  /** Beneath the product's part of the address. */
  readonly path: string
  readonly body?: object
  readonly payment?: Payment
  readonly isProbe?: boolean
  /** The status in an answer that is no error. */
  readonly statusIn?: (body: unknown) => string | undefined
}

export class Wire {
  readonly #standing: AccountStanding
  readonly #keys: CashfreeKeys
  readonly #payoutKeys: PayoutKeys | undefined

  constructor(standing: AccountStanding, keys: CashfreeKeys, payoutKeys: PayoutKeys | undefined) {
    this.#standing = standing
    this.#keys = keys
    this.#payoutKeys = payoutKeys
  }

  get payoutKeys(): PayoutKeys | undefined {
    return this.#payoutKeys
  }

  payments(call: CashfreeCall): Promise<CallAnswer> {
    return this.#send(call, '/pg', { ...credentials(this.#keys), 'x-api-version': PAYMENTS_VERSION })
  }

  /** @param key the same call under it is answered as the first was, and begins no second payment */
  session(call: CashfreeCall, key: string): Promise<CallAnswer> {
    return this.#send(call, '/pg', { 'x-api-version': PAYMENTS_VERSION, 'x-idempotency-key': key })
  }

  payouts(call: CashfreeCall, keys: PayoutKeys): Promise<CallAnswer> {
    return this.#send(call, '/payout', { ...this.#payoutHeaders(keys), 'x-api-version': PAYOUTS_VERSION })
  }

  /** For a token of the older payouts API. */
  authorize(keys: PayoutKeys): Promise<CallAnswer> {
    return this.#older({ method: 'POST', path: '/payout/v1/authorize', headers: this.#payoutHeaders(keys) })
  }

  balance(token: string): Promise<CallAnswer> {
    const headers = { authorization: `Bearer ${token}` }
    return this.#older({ method: 'GET', path: '/payout/v1/getBalance', headers })
  }

  #older(call: Pick<ProviderCall, 'method' | 'path' | 'headers'>): Promise<CallAnswer> {
    const about = { operation: 'balance', host: OLDER_PAYOUTS, timeoutMs: INQUIRE_WITHIN_MS }
    return this.#standing.calls.call({ ...call, ...about })
  }

  #payoutHeaders(keys: PayoutKeys): Readonly<Record<string, string>> {
    const { id, publicKey } = keys
    return {
      ...credentials(keys),
      ...(publicKey !== undefined && {
        'x-cf-signature': signature(id, publicKey, this.#standing.clock.now()),
      }),
    }
  }

  #send(
    { path, statusIn, ...call }: CashfreeCall,
    product: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<CallAnswer> {
    return this.#standing.calls.call({
      ...call,
      path: product + path,
      headers,
      timeoutMs: call.method === 'GET' ? INQUIRE_WITHIN_MS : CREATE_WITHIN_MS,
      statusCodeOf: (body) => statusIn?.(body) ?? (errorOf(body).code || undefined),
    })
  }
}

const credentials = ({ id, secret }: CashfreeKeys) => ({ 'x-client-id': id, 'x-client-secret': secret })

/** Whoever has the key that was given to the merchant alone. Of this second: an old one is worth nothing. */
function signature(id: string, publicKey: string, at: number): string {
  const text = Buffer.from(`${id}.${Math.floor(at / 1_000)}`, 'utf8')
  return publicEncrypt(
    { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
    text,
  ).toString('base64')
}
