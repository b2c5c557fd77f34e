/**
 * Reports: what processors say became of payments, applied once.
 *
 * A report names its fact (`reportId`), so the same fact told twice counts once: money takes a claim on its fact, whether it
 * makes a payment a SUCCESS or goes to suspense. A report for a payment that is not committed yet is
 * kept, and applied after it. Money is never dropped: what changes no status ends in `suspense`, with a case.
 */
import type { Database, Statement } from '../database/port.ts'
import type { Cancel, Deps, Instant } from '../foundation/deps.ts'
import { changeId, paymentKey } from '../foundation/identifiers.ts'
import { type CurrencyCode, type Money, minor } from '../foundation/money.ts'
import { moneySuspended } from '../ledger/postings.ts'
import { type Change, type Claim, type Decision, type Outcome, Undecided } from '../payments/change.ts'
import type { Journal } from '../payments/journal.ts'
import type { Payment } from '../payments/model.ts'
import { sentAnyway } from '../payments/passing.ts'
import { delivered, ended, expired, paid, type Refusal, suspended } from '../payments/plans.ts'
import { isoTime } from '../payments/rows.ts'
import { isForTests, type Report, type ReportAnswer } from './port.ts'

const LOOK_EVERY_MS = 1_000
/** A report without a payment is asked about for this long; then its money is suspended and a case opened. */
const KEEP_MS = 24 * 3_600_000
const MAX_PAUSE_MS = 3_600_000
const KEPT_AT_ONCE = 100

/** Whether this payin may be completed: one that needs an external reference must have it. */
export type MayComplete = (payment: Payment) => boolean

export class Reports {
  readonly #database: Database
  readonly #journal: Journal
  readonly #deps: Deps
  readonly #mayComplete: MayComplete
  #cancel: Cancel = () => undefined
  #stopped = false
  #running: Promise<void> | undefined

  constructor(database: Database, journal: Journal, deps: Deps, mayComplete: MayComplete) {
    this.#database = database
    this.#journal = journal
    this.#deps = deps
    this.#mayComplete = mayComplete
  }

  /** @throws Undecided or DatabaseFailure where nobody can say: the processor must tell again. */
  async take(report: Report): Promise<ReportAnswer> {
    const answer = await this.#apply(report)
    if (answer !== 'kept') return answer
    await this.#database.run(KEEP, [
      report.merchantId,
      report.kind,
      report.id,
      `${report.processor}:${report.reportId}`,
      JSON.stringify(report, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
      isoTime(report.at),
      isoTime(this.#deps.clock.now() + LOOK_EVERY_MS),
    ])
    return 'kept'
  }

  async #apply(report: Report): Promise<ReportAnswer> {
    // Money is claimed by its fact: it makes one payment a SUCCESS, or goes to suspense, once and never both.
    const claims = report.news.type === 'paid' ? [claimOf(report)] : []
    const outcome = await this.#move(report, claims, (payment) => this.#decide(payment, report))
    if (outcome.type === 'refused' && outcome.refusal === 'SUSPEND') return this.#suspend(report)
    return answerOf(outcome)
  }

  #decide(payment: Payment, report: Report): Decision<Refusal> {
    const { news, processorStatus } = report
    // A processor may only speak of its own payments. But one that has declined a payment may yet move money for it.
    if (payment.processor !== report.processor) {
      const isOfItsKind = isForTests(report.processor) === payment.isTest
      return { refusal: isOfItsKind && movesMoneyOf(report, payment) ? 'SUSPEND' : 'NOT_ALLOWED' }
    }
    switch (news.type) {
      case 'paid':
        if (payment.kind !== 'payin') return { refusal: 'NOT_ALLOWED' }
        return this.#paid(payment, report, news)
      case 'delivered':
        if (payment.kind !== 'payout') return { refusal: 'NOT_ALLOWED' }
        return this.#delivered(payment, report)
      case 'refused':
        return ended(payment, 'REFUSED', news.reason, report.at, processorStatus)
      case 'failed':
        return ended(payment, 'FAILED', news.failureReason, report.at, processorStatus)
      case 'expired':
        return expired(payment, report.at, true, processorStatus)
      case 'returned':
        // Also before its SUCCESS: reports overtake each other, and the money is there.
        return { refusal: payment.kind === 'payout' ? 'SUSPEND' : 'NOT_ALLOWED' }
    }
  }

  #delivered(payment: Payment, { reportId, at, processorStatus }: Report): Decision<Refusal> {
    const gaveUp = payment.status === 'REFUSED' || payment.status === 'FAILED'
    return gaveUp ? { refusal: 'SUSPEND' } : delivered(payment, reportId, at, processorStatus)
  }

  /** Only a SUCCESS waits for its reference: money that can make none is suspended now. */
  #paid(
    payment: Payment,
    { reportId, at, processorStatus }: Report,
    { received, customerAccount }: Extract<Report['news'], { type: 'paid' }>,
  ): Decision<Refusal> {
    const planned = paid(payment, { report: reportId, received, at, customerAccount }, processorStatus)
    return 'plan' in planned && !this.#mayComplete(payment) ? { refusal: 'REFERENCE_MISSING' } : planned
  }

  async #suspend(report: Report): Promise<ReportAnswer> {
    const received = moneyOf(report)
    const caseKey = this.#deps.randomness.uuidV7(report.at)
    const { reportId, processor, about } = report
    const outcome = await this.#move(report, [claimOf(report)], (payment) =>
      received
        ? suspended(payment, received, caseKey, reportId, processor, about)
        : sentAnyway(payment, caseKey, reportId, processor),
    )
    if (outcome.type === 'claimed') return 'repeated'
    return outcome.type === 'done' ? 'suspended' : answerOf(outcome)
  }

  #move(report: Report, claims: readonly Claim[], decide: (payment: Payment) => Decision): Promise<Outcome> {
    return this.#journal.commit({
      changeId: changeId(this.#deps.randomness.uuidV7(report.at)),
      merchantId: report.merchantId,
      at: report.at,
      actor: report.actor ?? `processor:${report.processor}`,
      claims,
      claimKey: claims.length === 0 ? undefined : paymentKey(this.#deps.randomness.uuidV7(report.at)),
      subject: { type: 'move', kind: report.kind, id: report.id, decide },
    })
  }

  start(): void {
    if (this.#stopped) return
    this.#cancel = this.#deps.timers.after(LOOK_EVERY_MS, () => {
      this.#running = this.#applyKept()
        .catch((error: unknown) => {
          this.#deps.log.warn(
            { error: error instanceof Error ? error.message : 'unknown' },
            'kept reports could not be read',
          )
        })
        .finally(() => this.start())
    })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#cancel()
    await this.#running
  }

  async #applyKept(): Promise<void> {
    const now = this.#deps.clock.now()
    const rows = await this.#database.run(KEPT, [isoTime(now), KEPT_AT_ONCE])
    for (const row of rows) {
      const report = reportFromJson(row.body as StoredReport)
      const id = [report.merchantId, report.kind, report.id, `${report.processor}:${report.reportId}`]
      const isOld = now - (row.received_at as Instant) > KEEP_MS
      if (await this.#isSettled(report, isOld)) {
        await this.#database.run(FORGET, id)
      } else {
        const pauseMs = Math.min(MAX_PAUSE_MS, LOOK_EVERY_MS * 2 ** Math.min(row.tries as number, 20))
        await this.#database.run(KEEP_ON, [...id, isoTime(now + pauseMs)])
      }
    }
  }

  /** Tries a kept report. One that fails must not keep the others waiting. */
  async #isSettled(report: Report, isOld: boolean): Promise<boolean> {
    try {
      const answer = isOld ? await this.#giveUp(report) : await this.#apply(report)
      return answer !== 'kept' && answer !== 'not-now'
    } catch (error) {
      const { processor, reportId } = report
      const message = error instanceof Error ? error.message : 'unknown'
      this.#deps.log.error({ processor, reportId, error: message }, 'a kept report failed and is tried again')
      return false
    }
  }

  /** Money for a payment that never came to be, or that may not be completed: it is suspended. */
  async #giveUp(report: Report): Promise<ReportAnswer> {
    const received = moneyOf(report)
    if (!received) return 'not-allowed'
    const answer = await this.#apply(report)
    if (answer === 'not-now') return this.#suspend(report)
    if (answer !== 'kept') return answer
    const at = this.#deps.clock.now()
    const key = paymentKey(this.#deps.randomness.uuidV7(at))
    const change: Change = {
      changeId: changeId(this.#deps.randomness.uuidV7(at)),
      merchantId: report.merchantId,
      at,
      actor: report.actor ?? `processor:${report.processor}`,
      claims: [claimOf(report)],
      claimKey: key,
      subject: {
        type: 'fund',
        key,
        reason: 'money without a payment',
        postings: moneySuspended(received, report.processor),
        cases: [
          {
            key: this.#deps.randomness.uuidV7(at),
            reason: 'NO_SUCH_PAYMENT',
            money: received,
            processor: report.processor,
            detail: { report: report.reportId, kind: report.kind, id: report.id },
          },
        ],
      },
    }
    return answerOf(await this.#journal.commit(change))
  }
}

/** The processor's name for a fact: of one merchant, whatever payment it is told of. */
const claimOf = (report: Report): Claim => ({
  owner: report.merchantId,
  scope: 'confirmation',
  value: `${report.processor}:${report.reportId}`,
})

/** The money a report speaks of, if any. */
function moneyOf(report: Report): Money | undefined {
  const { news } = report
  return news.type === 'paid' || news.type === 'returned' ? news.received : undefined
}

/** Whether it speaks of money that has come or gone, as this kind of payment has it. */
const movesMoneyOf = ({ news }: Report, { kind }: Payment): boolean =>
  kind === 'payin' ? news.type === 'paid' : news.type === 'returned' || news.type === 'delivered'

function answerOf(outcome: Outcome): ReportAnswer {
  switch (outcome.type) {
    case 'done':
      return 'applied'
    case 'absent':
      return 'kept'
    case 'claimed':
    case 'duplicate':
      return 'repeated'
    case 'refused':
      if (outcome.refusal === 'REPEATED') return 'repeated'
      return outcome.refusal === 'REFERENCE_MISSING' ? 'not-now' : 'not-allowed'
    case 'short':
      throw new Error('a report can not overdraw a balance')
    case 'shed':
    case 'unavailable':
    case 'unknown':
      throw new Undecided('a report', outcome)
  }
}

const KEEP: Statement = {
  name: 'report_keep',
  text: `insert into report (merchant_id, kind, id, report_id, body, received_at, due_at, tries)
    values ($1, $2, $3, $4, $5::text::jsonb, $6, $7, 0) on conflict (merchant_id, kind, id, report_id) do nothing`,
}
const KEPT: Statement = {
  name: 'report_kept',
  text: 'select body, received_at, tries from report where due_at <= $1 order by due_at, merchant_id, id limit $2',
}
const KEEP_ON: Statement = {
  name: 'report_keep_on',
  text: `update report set due_at = $5, tries = tries + 1
    where merchant_id = $1 and kind = $2 and id = $3 and report_id = $4`,
}
const FORGET: Statement = {
  name: 'report_forget',
  text: 'delete from report where merchant_id = $1 and kind = $2 and id = $3 and report_id = $4',
}

interface StoredMoney {
  readonly currency: CurrencyCode
  readonly amountMinor: string
}
/** As `KEEP` wrote it: amounts as text. */
type StoredReport = Omit<Report, 'news'> & {
  readonly news:
    | Exclude<Report['news'], { received: Money }>
    | { readonly type: 'paid' | 'returned'; readonly received: StoredMoney }
}

function reportFromJson(stored: StoredReport): Report {
  const { news } = stored
  if (!('received' in news)) return { ...stored, news }
  const received = { currency: news.received.currency, amountMinor: minor(BigInt(news.received.amountMinor)) }
  return { ...stored, news: { ...news, received } }
}
