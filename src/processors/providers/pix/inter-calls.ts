/** Calls to Banco Inter's Banking API: each names the account, and none comes sooner than the bank allows. */
import { CallLine, CallPace } from '../pace.ts'
import type { AccountStanding, ProviderOrder } from '../provider.ts'
import type { CallAnswer, CallMethod } from '../reach.ts'
import { interWord } from './inter-read.ts'

const BANKING = '/banking/v2'
const MINUTE_MS = 60_000
/** Whoever asks holds a place among those who ask others: beyond this it comes again by itself. */
const WAIT_TO_INQUIRE_MS = 5_000
const WITHIN_MS = 10_000

/** By the limit that the bank has for it: Pix that were sent, or what lies in the account. */
export type InterQuestion = 'sent' | 'account'

export interface InterCall {
  readonly operation: string
  readonly method: CallMethod
  /** Beneath the API, with a slash before it, encoded. */
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
  /** For whom, in the record. */
  readonly order?: ProviderOrder
  readonly isProbe?: boolean
}

export class InterCalls {
  /** The number of the account that pays, with its digit, as the bank writes it. */
  readonly account: string
  /** One Pix a second. */
  readonly sending = new CallLine(1_000)
  readonly #standing: AccountStanding
  readonly #paces: Readonly<Record<InterQuestion, CallPace>> = {
    sent: new CallPace(20, MINUTE_MS),
    account: new CallPace(10, MINUTE_MS),
  }

  constructor(account: string, standing: AccountStanding) {
    this.account = account
    this.#standing = standing
  }

  get now(): number {
    return this.#standing.clock.now()
  }

  pause(delayMs: number): Promise<void> {
    return this.#standing.calls.pause(delayMs)
  }

  call({ path, headers, timeoutMs = WITHIN_MS, order, ...call }: InterCall): Promise<CallAnswer> {
    return this.#standing.calls.call({
      ...call,
      path: BANKING + path,
      headers: { 'x-conta-corrente': this.account, ...headers },
      timeoutMs,
      ...(order && { payment: order.payment }),
      statusCodeOf: interWord,
    })
  }

  /** A question, in its turn. */
  async ask(kind: InterQuestion, call: Omit<InterCall, 'method'>): Promise<CallAnswer> {
    const waitMs = this.#paces[kind].turn(this.now, WAIT_TO_INQUIRE_MS)
    if (waitMs === undefined) return { type: 'none', why: 'REQUESTED_TOO_OFTEN', isUnsent: true }
    if (waitMs > 0) await this.pause(waitMs)
    return this.call({ ...call, method: 'GET' })
  }
}
