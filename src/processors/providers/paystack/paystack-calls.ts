/** Calls to Paystack with the account's secret key. */
import { Type } from 'typebox'
import { readAs } from '../answers.ts'
import type { Calls, ProviderCall } from '../calls.ts'
import type { ProviderOrder } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { problemIn } from './read.ts'

const CREATE_WITHIN_MS = 8_000
const INQUIRE_WITHIN_MS = 10_000

const Standing = Type.Object({ data: Type.Object({ status: Type.String() }) })

/** The status or the error's code, for the record. */
const statusCodeOf = (body: unknown): string | undefined =>
  problemIn(body)?.code ?? readAs(Standing, body)?.data.status

export class PaystackCalls {
  readonly #calls: Calls
  readonly #headers: Readonly<Record<string, string>>
  /** Its answers say of which mode they are. */
  readonly domain: 'test' | 'live'

  constructor(calls: Calls, secretKey: string) {
    this.#calls = calls
    this.#headers = { authorization: `Bearer ${secretKey}` }
    this.domain = secretKey.startsWith('sk_live_') ? 'live' : 'test'
  }

  post({ payment }: ProviderOrder, operation: string, path: string, body: object): Promise<CallAnswer> {
    return this.#call({
      operation,
      method: 'POST',
      path,
      body,
      timeoutMs: CREATE_WITHIN_MS,
      payment,
      statusCodeOf,
    })
  }

  ask({ payment }: ProviderOrder, operation: string, path: string): Promise<CallAnswer> {
    return this.#call({ operation, method: 'GET', path, timeoutMs: INQUIRE_WITHIN_MS, payment, statusCodeOf })
  }

  /** Nobody's, and through an open breaker. */
  probe(operation: string, path: string): Promise<CallAnswer> {
    return this.#call({ operation, method: 'GET', path, timeoutMs: INQUIRE_WITHIN_MS, isProbe: true })
  }

  #call(call: ProviderCall): Promise<CallAnswer> {
    return this.#calls.call({ ...call, headers: this.#headers })
  }
}
