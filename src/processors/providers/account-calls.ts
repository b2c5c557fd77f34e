/** The calls of one account, each with what is the same for all of them: its headers, its time limits, its status code for the record. */
import type { Calls, ProviderCall } from './calls.ts'
import type { ProviderOrder } from './provider.ts'
import type { CallAnswer } from './reach.ts'

export interface CallHabits {
  /** Left out: 8 s, so that a create is answered within ten. */
  readonly sendWithinMs?: number
  /** Left out: 10 s. */
  readonly readWithinMs?: number
  /** Of each call, as it is about to be sent. */
  readonly headers?: () => Readonly<Record<string, string>>
  /** Before each path. */
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

  /** Has something done: a POST where no other method is named. */
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

  /** A question about a payment: a GET where no other method is named. */
  read(
    { payment }: Pick<ProviderOrder, 'payment'>,
    operation: string,
    path: string,
    besides: Besides = {},
  ): Promise<CallAnswer> {
    return this.#call({ ...this.#question(operation, path), ...besides, payment })
  }

  /** Nobody's, and through an open breaker. */
  probe(operation: string, path: string, besides: Besides = {}): Promise<CallAnswer> {
    return this.#call({ ...this.#question(operation, path), ...besides, isProbe: true })
  }

  pause(delayMs: number): Promise<void> {
    return this.#calls.pause(delayMs)
  }

  #question(operation: string, path: string) {
    return { operation, method: 'GET' as const, path, timeoutMs: this.#habits.readWithinMs ?? 10_000 }
  }

  #call({ headers, path, ...call }: ProviderCall): Promise<CallAnswer> {
    const { sendWithinMs: _send, readWithinMs: _read, headers: usual, root = '', ...habits } = this.#habits
    return this.#calls.call({ ...habits, ...call, path: root + path, headers: { ...usual?.(), ...headers } })
  }
}

/** The usual proof of who calls. */
export const bearer = (token: string) => (): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${token}`,
})
