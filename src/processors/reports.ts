/**
 * Reports: what processors say became of payments, applied once.
 *
 * A report names its fact (`reportId`), so the same fact told twice counts once: money takes a claim on its fact, whether it
 * makes a payment a SUCCESS or goes to suspense. A report for a payment that is not committed yet is
 * kept, and applied after it. Money is never dropped: what changes no status ends in `suspense`, with a case. A processor that
 * contradicts itself changes nothing, and an operator gets a case. What means what is one table: `meaning.ts`.
 */
import type { DueWork } from '../database/due-looks.ts'
import type { Database, SqlCall } from '../database/port.ts'
import { type Backoff, backoffMs } from '../foundation/backoff.ts'
import type { Deps } from '../foundation/deps.ts'
import { errorText } from '../foundation/errors.ts'
import { changeId, methodKindOf, paymentKey } from '../foundation/identifiers.ts'
import { Loop } from '../foundation/loop.ts'
import type { Money } from '../foundation/money.ts'
import { openCase } from '../payments/cases.ts'
import type { Change, Claim, CommitResult, Decision } from '../payments/change.ts'
import type { Journal } from '../payments/journal.ts'
import type { Payment } from '../payments/model.ts'
import { type Contradiction, sentAnyway } from '../payments/passing.ts'
import {
  delivered,
  ended,
  expired,
  isExpected,
  paid,
  type TransitionRefusal,
  wantedOf,
} from '../payments/plans.ts'
import { isForTests } from '../payments/processor-names.ts'
import { findPayment } from '../payments/reading.ts'
import { attemptOf, hasTried, sentBackMinor } from '../payments/refunds.ts'
import { suspended } from '../payments/suspending.ts'
import type { PassRefund } from './acceptance.ts'
import { openContradiction, saidBy } from './contradiction.ts'
import { type ExcessRefunds, type GivingBack, giveBackExcess, isPaid } from './giving-back.ts'
import { firstKeptDue, forget, keep, keepOn, keptReports } from './kept-reports.ts'
import { MOVES_MONEY_OF, meaningOf } from './meaning.ts'
import type { Report, ReportAnswer } from './port.ts'
import { answerOf } from './report-answers.ts'

const LOOK_EVERY_MS = 1_000
/** A report without a payment is asked about for this long; then its money is suspended and a case opened. */
const KEEP_MS = 24 * 3_600_000
const AFTER_MISS: Backoff = { firstMs: LOOK_EVERY_MS, longestMs: 3_600_000 }
const KEPT_AT_ONCE = 100
/** How often a refund may change while it is decided where it goes on. */
const MAX_LOOKS = 5

/** Whether this payin may be completed: one that needs an external reference must have it. */
export type MayComplete = (payment: Payment) => boolean

export class Reports {
  readonly #database: Database
  readonly #journal: Journal
  readonly #deps: Deps
  readonly #mayComplete: MayComplete
  readonly #passOn: PassRefund
  readonly #excess: ExcessRefunds | undefined
  readonly #loop: Loop
  /** Those that are kept. */
  readonly due: DueWork

  /** @param excess who makes refunds of money that does not fit its payin; left out: nobody does */
  constructor(
    database: Database,
    journal: Journal,
    deps: Deps,
    mayComplete: MayComplete,
    passOn: PassRefund = async () => 'nobody',
    excess?: ExcessRefunds,
  ) {
    this.#excess = excess
    this.#database = database
    this.#journal = journal
    this.#deps = deps
    this.#mayComplete = mayComplete
    this.#passOn = passOn
    this.#loop = new Loop(deps, {
      everyMs: LOOK_EVERY_MS,
      round: () => this.#applyKept(),
      failed: 'kept reports could not be read',
    })
    this.due = { name: 'reports', dueAt: firstKeptDue, loop: this.#loop }
  }

  /** @param noted written with what is changed, and only then @throws Undecided or DatabaseFailure where nobody can say: tell again */
  async take(report: Report, noted: readonly SqlCall[] = []): Promise<ReportAnswer> {
    const answer = await this.#apply(report, noted)
    if (answer !== 'kept') return answer
    const now = this.#deps.clock.now()
    await keep(this.#database, report, now + LOOK_EVERY_MS)
    return 'kept'
  }

  async #apply(report: Report, noted: readonly SqlCall[] = []): Promise<ReportAnswer> {
    if (report.news.type === 'failed' && report.news.noMoneyLeft && (await this.#goesOn(report))) {
      if (noted.length > 0) await this.#database.batch(noted)
      return 'applied'
    }
    const sentBack = await this.#givesBack(report, noted)
    if (sentBack) return sentBack
    // Money is claimed by its fact: it makes one payment a SUCCESS, or goes to suspense, once and never both.
    const claims = report.news.type === 'paid' ? claimsOf(report) : []
    const decide = (payment: Payment) => this.#decide(payment, report)
    const outcome = await this.#move(report, claims, decide, { alongside: noted })
    if (outcome.type === 'refused' && outcome.refusal === 'SUSPEND') return this.#suspend(report)
    if (outcome.type === 'refused' && outcome.refusal === 'SENSELESS')
      return this.#contradict(report, 'NEWS_OF_ANOTHER_KIND')
    const contradicts = outcome.type === 'refused' && outcome.refusal === 'CONTRADICTS'
    const reason = report.news.type === 'paid' ? 'AMOUNT_CONTRADICTED' : 'REJECTED_AFTER_SUCCESS'
    if (contradicts || (outcome.type === 'claimed' && (await this.#namesAnotherAmount(report))))
      return this.#contradict(report, reason)
    return answerOf(outcome)
  }

  /** Money that does not fit its payin goes back where the product says so. @returns undefined where nothing does */
  async #givesBack(report: Report, noted: readonly SqlCall[]): Promise<ReportAnswer | undefined> {
    if (!this.#excess || !isPaid(report)) return undefined
    const giving: GivingBack = {
      refunds: this.#excess,
      find: ({ merchantId, kind, id }) => findPayment(this.#database, merchantId, kind, id),
      mayComplete: (payin) => this.#mayComplete(payin),
      commit: (of, decide, brings, alongside, claims) =>
        this.#move(of, [...claimsOf(of), ...claims], decide, { brings, alongside: [...alongside, ...noted] }),
    }
    return giveBackExcess(giving, report)
  }

  /** A refund of which it is certain that no money has left goes another way, where one is left. */
  async #goesOn(report: Report): Promise<boolean> {
    const { merchantId, kind, id, processor, news } = report
    if (kind !== 'refund' || news.type !== 'failed') return false
    for (let time = 0; time < MAX_LOOKS; time += 1) {
      const refund = await findPayment(this.#database, merchantId, kind, id)
      if (refund?.processor !== processor || isOfAnotherWay(report, refund)) return false
      if (refund.status !== 'NEW' && refund.status !== 'PENDING') return false
      const passed = await this.#passOn(refund, `failed: ${news.failureReason}`)
      if (passed !== 'moved') return passed !== 'nobody'
    }
    return false
  }

  /** Told under the very name of the money that made it a SUCCESS, and it is not that money. */
  async #namesAnotherAmount({ merchantId, kind, id, processor, reportId, news }: Report): Promise<boolean> {
    const payment = await findPayment(this.#database, merchantId, kind, id)
    if (news.type !== 'paid' || payment?.processor !== processor) return false
    if (payment.confirmation !== reportId || isExpected(payment, news.received)) return false
    // Of more than was asked for the rest has gone back: together they are that money.
    const { currency, amountMinor } = wantedOf(payment)
    const backMinor = await sentBackMinor(this.#database, payment, reportId)
    return news.received.currency !== currency || news.received.amountMinor !== amountMinor + backMinor
  }

  #decide(payment: Payment, report: Report): Decision<TransitionRefusal> {
    const { news, reportId } = report
    // A processor may only speak of its own payments. But one that has declined a payment may yet move money for it.
    if (payment.processor !== report.processor) {
      const isOfItsKind = isForTests(report.processor) === payment.isTest
      return { refusal: isOfItsKind && movesMoneyOf(report, payment) ? 'SUSPEND' : 'NOT_ALLOWED' }
    }
    // Of a way that the refund has left: its money must not have gone any more.
    if (isOfAnotherWay(report, payment)) {
      return { refusal: movesMoneyOf(report, payment) ? 'SUSPEND' : 'NOT_ALLOWED' }
    }
    switch (meaningOf(payment, news.type)) {
      case 'becomes':
        return this.#become(payment, report)
      case 'money':
        // A delivery takes no claim of its name: the payment keeps it.
        return {
          refusal: payment.confirmation === reportId && news.type !== 'returned' ? 'REPEATED' : 'SUSPEND',
        }
      case 'contradicts':
        return { refusal: 'CONTRADICTS' }
      case 'told':
        return { refusal: 'REPEATED' }
      case 'late':
        return { refusal: 'NOT_ALLOWED' }
      case 'senseless':
        return { refusal: 'SENSELESS' }
    }
  }

  #become(payment: Payment, report: Report): Decision<TransitionRefusal> {
    const { news, reportId, at, processorStatus } = report
    switch (news.type) {
      case 'paid':
        return this.#paid(payment, report, news)
      case 'delivered':
        return delivered(payment, reportId, at, processorStatus)
      case 'refused':
        return ended(payment, 'REFUSED', news.reason, at, processorStatus)
      case 'failed':
        return ended(payment, 'FAILED', news.failureReason, at, processorStatus)
      case 'expired':
        return expired(payment, at, true, processorStatus)
      case 'returned':
        return { refusal: 'SUSPEND' }
    }
  }

  /** Only a SUCCESS waits for its reference: money that can make none is suspended now. */
  #paid(
    payment: Payment,
    { reportId, at, processorStatus }: Report,
    { received, customerAccount }: Extract<Report['news'], { type: 'paid' }>,
  ): Decision<TransitionRefusal> {
    const planned = paid(payment, { report: reportId, received, at, customerAccount }, processorStatus)
    return 'plan' in planned && !this.#mayComplete(payment) ? { refusal: 'REFERENCE_MISSING' } : planned
  }

  async #suspend(report: Report): Promise<ReportAnswer> {
    const received = moneyOf(report)
    const caseKey = this.#deps.randomness.uuidV7(report.at)
    const { reportId, processor, about } = report
    const outcome = await this.#move(report, claimsOf(report), (payment) =>
      received
        ? suspended(payment, received, caseKey, reportId, processor, about)
        : sentAnyway(payment, caseKey, reportId, processor),
    )
    if (outcome.type === 'claimed') return 'repeated'
    return outcome.type === 'done' ? 'suspended' : answerOf(outcome)
  }

  /** The same answer each time, and one case; of news that make no sense one for each name of money. */
  async #contradict(report: Report, reason: Contradiction['reason']): Promise<ReportAnswer> {
    const { news, processor, processorStatus, reportId, about, actor } = report
    const outcome = await openContradiction(
      { journal: this.#journal, deps: this.#deps },
      {
        payment: report,
        processor,
        actor,
        fact: reason === 'NEWS_OF_ANOTHER_KIND' && MOVES_MONEY_OF[news.type] ? reportId : undefined,
        contradiction: {
          reason,
          detail: {
            ...about,
            report: reportId,
            ...saidBy(news),
            ...(processorStatus && { processorStatus }),
          },
        },
      },
    )
    return outcome.type === 'done' || outcome.type === 'claimed' ? 'contradicts' : answerOf(outcome)
  }

  #move(
    report: Report,
    claims: readonly Claim[],
    decide: (payment: Payment) => Decision,
    more: Pick<Change, 'brings' | 'alongside'> = {},
  ): Promise<CommitResult> {
    return this.#journal.commit({
      changeId: changeId(this.#deps.randomness.uuidV7(report.at)),
      merchantId: report.merchantId,
      at: report.at,
      actor: report.actor ?? `processor:${report.processor}`,
      claims,
      claimKey: claims.length === 0 ? undefined : paymentKey(this.#deps.randomness.uuidV7(report.at)),
      ...more,
      subject: { type: 'move', kind: report.kind, id: report.id, decide },
    })
  }

  start(): void {
    this.#loop.start(Number.POSITIVE_INFINITY)
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  /** @returns how long until the next round, where nothing is due before */
  async #applyKept(): Promise<number> {
    const now = this.#deps.clock.now()
    for (const kept of await keptReports(this.#database, now, KEPT_AT_ONCE)) {
      const isOld = now - kept.receivedAt > KEEP_MS
      if (await this.#isSettled(kept.report, isOld)) {
        await forget(this.#database, kept)
      } else {
        const pauseMs = backoffMs(AFTER_MISS, kept.tries + 1, this.#deps.randomness.fraction())
        await keepOn(this.#database, kept, now + pauseMs)
      }
    }
    return Number.POSITIVE_INFINITY
  }

  /** Tries a kept report. One that fails must not keep the others waiting. */
  async #isSettled(report: Report, isOld: boolean): Promise<boolean> {
    try {
      const answer = isOld ? await this.#giveUp(report) : await this.#apply(report)
      return answer !== 'kept' && answer !== 'not-now'
    } catch (error) {
      const { processor, reportId } = report
      this.#deps.log.error(
        { processor, reportId, error: errorText(error) },
        'a kept report failed and is tried again',
      )
      return false
    }
  }

  /** Money for a payment that never came to be, or that may not be completed: an operator must know. */
  async #giveUp(report: Report): Promise<ReportAnswer> {
    const answer = await this.#apply(report)
    if (answer === 'not-now') return this.#suspend(report)
    if (answer !== 'kept') return answer
    const { merchantId, processor, reportId, kind, id, news } = report
    const money = moneyOf(report)
    // How much was delivered it does not say: that case has no money.
    if (!MOVES_MONEY_OF[news.type]) return 'not-allowed'
    const context = { database: this.#database, journal: this.#journal, deps: this.#deps }
    const opened = await openCase(context, {
      merchantId,
      fact: reportId,
      reason: 'NO_SUCH_PAYMENT',
      ...(money && { money }),
      processor,
      detail: { report: reportId, said: news.type, kind, id },
    })
    return opened === 'opened' ? 'suspended' : 'repeated'
  }
}

/** The processor's names for a fact: of one merchant, whatever payment it is told of. Who was told one of them holds them all. */
const claimsOf = ({ merchantId, processor, reportId, alsoNamed = [] }: Report): readonly Claim[] =>
  [...new Set([reportId, ...alsoNamed])].map((name) => ({
    owner: merchantId,
    scope: 'confirmation',
    value: `${processor}:${name}`,
  }))

/** The money a report speaks of, if any. */
const moneyOf = ({ news }: Report): Money | undefined => ('received' in news ? news.received : undefined)

/** Or of which nobody can say whether it is of this one: news of a way that came to nothing must not settle the next. */
const isOfAnotherWay = ({ attempt, processor }: Report, payment: Payment): boolean =>
  payment.kind === 'refund' &&
  (attempt === undefined ? hasTried(payment, processor) : attempt !== attemptOf(payment))

/** Whether it speaks of money that has come or gone, as this kind of payment has it. */
const movesMoneyOf = ({ news }: Report, { kind }: Payment): boolean =>
  MOVES_MONEY_OF[news.type] === methodKindOf(kind)
