/** Calls to Xendit with the account's API key, for what is done with payins and with payouts. */
import type { Calls, ProviderCall } from '../calls.ts'
import type { ProviderOrder } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { statusCodeOf } from './answers.ts'

const CREATE_WITHIN_MS = 8_000
const INQUIRE_WITHIN_MS = 10_000
export const PAYMENTS_V3 = { 'api-version': '2024-11-11' }

export class XenditCalls {
  readonly #calls: Calls
  readonly #authorization: string

  constructor(calls: Calls, apiKey: string) {
    this.#calls = calls
    this.#authorization = `Basic ${Buffer.from(`${apiKey}:`, 'utf8').toString('base64')}`
  }

  call({ payment }: ProviderOrder, call: Omit<ProviderCall, 'timeoutMs'>): Promise<CallAnswer> {
    const headers = { ...call.headers, authorization: this.#authorization }
    return this.#calls.call({ timeoutMs: CREATE_WITHIN_MS, ...call, headers, payment, statusCodeOf })
  }

  ask(
    { payment }: ProviderOrder,
    operation: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<CallAnswer> {
    return this.#calls.call({
      operation,
      method: 'GET',
      path,
      headers: { ...headers, authorization: this.#authorization },
      timeoutMs: INQUIRE_WITHIN_MS,
      payment,
      statusCodeOf,
    })
  }

  /** Nobody's, and through an open breaker. */
  probe(operation: string, path: string): Promise<CallAnswer> {
    return this.#calls.call({
      operation,
      method: 'GET',
      path,
      headers: { authorization: this.#authorization },
      timeoutMs: INQUIRE_WITHIN_MS,
      isProbe: true,
    })
  }
}
