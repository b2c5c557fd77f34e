/**
 * Issues the statements of an ended month, then the invoice for its fees, for every merchant and currency in its own
 * time zone. Runs every half hour on any node and finishes interrupted statements. Waits ten minutes for late commits;
 * later events go into the next statement. When all of a month is issued, statements are not checked again until the
 * next month begins in some zone. Invoices are checked each time if an issuer is configured, because missing settings
 * may be supplied at any time.
 */
import { errorText } from '@sluice/core/foundation/errors.ts'
import { Loop } from '@sluice/core/foundation/loop.ts'
import { monthBegins, monthEverywhere } from '@sluice/core/foundation/zones.ts'
import { type BalanceKey, pageOfBalanceKeys } from '../payments/ledger-lines.ts'
import { readBilling, readMerchantBillings } from './billing.ts'
import { invoiceMonths, unbilledMonths } from './invoicing.ts'
import { type IssuingContext, issueUntil } from './issuing.ts'
import { lastStatements } from './store.ts'

const LOOK_EVERY_MS = 30 * 60_000
const GRACE_MS = 10 * 60_000
const BALANCES_AT_ONCE = 200

export class StatementRounds {
  readonly #context: IssuingContext
  readonly #loop: Loop
  #stopping = false
  /** The current month in all zones, when everything due in it is issued. */
  #doneIn: string | undefined

  constructor(context: IssuingContext) {
    this.#context = context
    this.#loop = new Loop(context.deps, {
      everyMs: LOOK_EVERY_MS,
      round: () => this.round(),
      failed: 'statements could not be issued',
    })
  }

  start(): void {
    this.#loop.start()
  }

  stop(): Promise<void> {
    this.#stopping = true
    return this.#loop.stop()
  }

  /** Issues everything that is due now. A failure is logged and does not stop the others. */
  async round(): Promise<void> {
    const { database } = this.#context
    const { zone, monthly, issuer } = await readBilling(database)
    if (!monthly) return
    const month = issuer ? undefined : monthEverywhere(this.#context.deps.clock.now() - GRACE_MS)
    if (month !== undefined && month === this.#doneIn) return
    let isDone = true
    for (let after: BalanceKey | undefined; ; ) {
      const balances = await pageOfBalanceKeys(database, { after, limit: BALANCES_AT_ONCE })
      for (const each of await this.#due(balances, zone)) {
        if (this.#stopping) return
        isDone = (await this.#issue(each)) && isDone
      }
      if (issuer) await this.#bill(balances)
      after = balances.at(-1)
      if (balances.length < BALANCES_AT_ONCE) break
    }
    this.#doneIn = isDone ? month : undefined
  }

  async #due(balances: readonly BalanceKey[], usual: string): Promise<readonly Due[]> {
    if (balances.length === 0) return []
    const { database, deps } = this.#context
    const [own, last] = await Promise.all([
      readMerchantBillings(
        database,
        balances.map(({ merchantCode }) => merchantCode),
      ),
      lastStatements(database, balances),
    ])
    const now = deps.clock.now() - GRACE_MS
    return balances.flatMap((balance, index) => {
      const until = monthBegins(own.get(balance.merchantCode)?.zone ?? usual, now)
      const known = last[index]
      return known === undefined || !known.isIssued || known.until < until ? [{ balance, until }] : []
    })
  }

  async #bill(balances: readonly BalanceKey[]): Promise<void> {
    const { database, deps } = this.#context
    for (const each of await unbilledMonths(database, balances, deps.clock.now() - GRACE_MS)) {
      if (this.#stopping) return
      try {
        await invoiceMonths(this.#context, each)
      } catch (error) {
        deps.log.warn({ ...each.balance, error: errorText(error) }, 'an invoice could not be issued')
      }
    }
  }

  /** @returns whether it is issued, or there was nothing to issue */
  async #issue({ balance, until }: Due): Promise<boolean> {
    const { deps } = this.#context
    try {
      const { type } = await issueUntil(this.#context, balance, until)
      return type !== 'busy'
    } catch (error) {
      deps.log.warn({ ...balance, error: errorText(error) }, 'a statement could not be issued')
      return false
    }
  }
}

interface Due {
  readonly balance: BalanceKey
  readonly until: number
}
