/**
 * Calls to Cashfree, with the credentials of the payment gateway, of payouts, or none.
 *
 * The two products have different keys, and a call has only its own. Starting a payment of an order needs none: the order's session
 * identifies the account.
 */
import { constants, publicEncrypt } from 'node:crypto'
import { AccountCalls, bearer } from '@sluice/provider-kit/account-calls.ts'
import { readAs } from '@sluice/provider-kit/answers.ts'
import type { AccountStanding } from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { ProviderPart } from '@sluice/provider-kit/routed-account.ts'
import { CfStatus, errorOf } from './read.ts'

/** The host's name in `otherUrls`. */
export const OLDER_PAYOUTS = 'older payouts'

export interface CashfreeKeys {
  readonly id: string
  readonly secret: string
}

export interface PayoutKeys extends CashfreeKeys {
  /** PEM. Proves calls from addresses that are not on Cashfree's list. */
  readonly publicKey: string | undefined
  readonly fundSource: string | undefined
}

/** The status, or the error's code. */
function statusCodeOf(body: unknown): string | undefined {
  const { link_status, order_status, refund_status, status } = readAs(CfStatus, body) ?? {}
  return link_status ?? order_status ?? refund_status ?? status ?? (errorOf(body).code || undefined)
}

const payments = (headers: Readonly<Record<string, string>>) => ({
  root: '/pg',
  headers: () => ({ ...headers, 'x-api-version': '2025-01-01' }),
  statusCodeOf,
})

export const paymentCalls = ({ calls }: AccountStanding, keys: CashfreeKeys): AccountCalls =>
  new AccountCalls(calls, payments(credentials(keys)))

export const sessionCalls = ({ calls }: AccountStanding): AccountCalls =>
  new AccountCalls(calls, payments({}))

export const payoutCalls = ({ calls, clock }: AccountStanding, keys: PayoutKeys): AccountCalls =>
  new AccountCalls(calls, {
    root: '/payout',
    headers: () => ({ ...proofOf(keys, clock.now()), 'x-api-version': '2024-01-01' }),
    statusCodeOf,
  })

/** The older payouts API, at its own host. It first gives a token for some minutes. */
export class OlderPayouts extends ProviderPart<PayoutKeys> {
  authorize(): Promise<CallAnswer> {
    const headers = () => proofOf(this.settings, this.standing.clock.now())
    return this.#calls(headers).probe('balance', '/authorize', { method: 'POST' })
  }

  balance(token: string): Promise<CallAnswer> {
    return this.#calls(bearer(token)).probe('balance', '/getBalance')
  }

  #calls(headers: () => Readonly<Record<string, string>>): AccountCalls {
    return new AccountCalls(this.standing.calls, { host: OLDER_PAYOUTS, root: '/payout/v1', headers })
  }
}

const credentials = ({ id, secret }: CashfreeKeys) => ({ 'x-client-id': id, 'x-client-secret': secret })

const proofOf = (keys: PayoutKeys, at: number): Readonly<Record<string, string>> => ({
  ...credentials(keys),
  ...(keys.publicKey !== undefined && { 'x-cf-signature': signature(keys.id, keys.publicKey, at) }),
})

/** Proves that the caller has the merchant's key, now: an old signature is refused. */
function signature(id: string, publicKey: string, at: number): string {
  const text = Buffer.from(`${id}.${Math.floor(at / 1_000)}`, 'utf8')
  return publicEncrypt(
    { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
    text,
  ).toString('base64')
}
