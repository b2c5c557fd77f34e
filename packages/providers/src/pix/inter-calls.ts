/** Calls to Banco Inter's Banking API: each names the account, and keeps to the bank's limits. */
import { AccountCalls } from '@sluice/provider-kit/account-calls.ts'
import { CallLine, CallPace } from '@sluice/provider-kit/pace.ts'
import type { ProviderOrder } from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { ProviderPart } from '@sluice/provider-kit/routed-account.ts'
import { interWord } from './inter-read.ts'

const MINUTE_MS = 60_000
/** A longer wait blocks others; the inquiry then comes again later. */
const WAIT_TO_INQUIRE_MS = 5_000

/** By the bank's limits: Pix that were sent, or the account. */
export type InterQuestion = 'sent' | 'account'

/** Its setting is the number of the paying account with its digit, as the bank writes it. */
export class InterCalls extends ProviderPart<string> {
  /** One Pix per second. */
  readonly sending = new CallLine(1_000)
  /** The calls that keep to no limit of inquiries. */
  readonly direct = new AccountCalls(this.standing.calls, {
    root: '/banking/v2',
    headers: () => ({ 'x-conta-corrente': this.settings }),
    statusCodeOf: interWord,
  })
  readonly #paces: Readonly<Record<InterQuestion, CallPace>> = {
    sent: new CallPace(20, MINUTE_MS),
    account: new CallPace(10, MINUTE_MS),
  }

  get account(): string {
    return this.settings
  }

  get now(): number {
    return this.standing.clock.now()
  }

  /** An inquiry, when it is its turn. @param order that it is about, for the record */
  async ask(
    kind: InterQuestion,
    order: ProviderOrder | undefined,
    operation: string,
    path: string,
    within: { readonly timeoutMs?: number } = {},
  ): Promise<CallAnswer> {
    const waitMs = this.#paces[kind].turn(this.now, WAIT_TO_INQUIRE_MS)
    if (waitMs === undefined) return { type: 'none', why: 'REQUESTED_TOO_OFTEN', isUnsent: true }
    if (waitMs > 0) await this.direct.pause(waitMs)
    return order ? this.direct.read(order, operation, path, within) : this.direct.ask(operation, path, within)
  }
}
