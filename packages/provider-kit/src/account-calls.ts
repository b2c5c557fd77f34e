/** The calls of one account: adds its usual headers, time limits and the status code for the call record. */
import type { Calls, ProviderCall } from './calls.ts'
import type { ProviderOrder } from './provider.ts'
import type { CallAnswer } from './reach.ts'

export interface CallHabits {
  /** Default: 8 s, so that a create is answered within ten. */
  readonly sendWithinMs?: number
  /** Default: 10 s. */
  readonly readWithinMs?: number
  /** Called for each call, just before it is sent. */
  readonly headers?: (call: Pick<ProviderCall, 'method' | 'path'>) => Readonly<Record<string, string>>
  /** Added to each path. */
  readonly query?: Readonly<Record<string, string>> | undefined
  /** Put before each path. */
  readonly root?: string
  readonly withoutToken?: boolean
  readonly host?: string
  readonly statusCodeOf?: (body: unknown) => string | undefined
}

type Besides = Partial<Pick<ProviderCall, 'host' | 'headers' | 'timeoutMs' | 'method' | 'body'>>

export class AccountCalls {
  readonly #calls: Calls
  readonly #habits: CallHabits

  constructor(calls: Calls, habits: CallHabits) {
    this.#calls = calls
    this.#habits = habits
  }

  /** Changes something at the provider. POST unless `method` says otherwise. */
  send(
    { payment }: Pick<ProviderOrder, 'payment'>,
    operation: string,
    path: string,
    body?: object,
    besides: Besides = {},
  ): Promise<CallAnswer> {
    const timeoutMs = this.#habits.sendWithinMs ?? 8_000
    const call = { operation, method: 'POST' as const, path, timeoutMs, ...besides, payment }
    return this.#call(body ? { ...call, body } : call)
  }

  /** A status inquiry about a payment. GET unless `method` says otherwise. */
  read(
    { payment }: Pick<ProviderOrder, 'payment'>,
    operation: string,
    path: string,
    besides: Besides = {},
  ): Promise<CallAnswer> {
    return this.#call({ ...this.#question(operation, path), ...besides, payment })
  }

  /** A call for the account itself and not for a payment. It is sent even while the breaker is open. */
  probe(operation: string, path: string, besides: Besides = {}): Promise<CallAnswer> {
    return this.#call({ ...this.#question(operation, path), ...besides, isProbe: true })
  }

  /** A call for the account itself that, unlike `probe`, waits until the breaker closes. */
  ask(operation: string, path: string, besides: Besides = {}): Promise<CallAnswer> {
    return this.#call({ ...this.#question(operation, path), ...besides })
  }

  pause(delayMs: number): Promise<void> {
    return this.#calls.pause(delayMs)
  }

  #question(operation: string, path: string) {
    return { operation, method: 'GET' as const, path, timeoutMs: this.#habits.readWithinMs ?? 10_000 }
  }

  #call({ headers, ...call }: ProviderCall): Promise<CallAnswer> {
    const { sendWithinMs: _, readWithinMs: __, headers: usual, root = '', query, ...habits } = this.#habits
    const path = root + call.path
    return this.#calls.call({
      ...habits,
      ...call,
      path: query ? `${path}?${new URLSearchParams(query)}` : path,
      headers: { ...usual?.({ method: call.method, path }), ...headers },
    })
  }
}

/** The header `Authorization: Basic …`. */
export const basic = (user: string, password: string) => {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`
  return (): Readonly<Record<string, string>> => ({ authorization })
}

/** The header `Authorization: Bearer …`. */
export const bearer = (token: string) => (): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${token}`,
})
