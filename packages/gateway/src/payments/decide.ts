/**
 * What becomes of each change of a batch: pure, change by change in order, with running balances.
 *
 * The database has already said which claims could be taken and which IDs were free, and has locked the payments and
 * balances. This code decides which changes succeed, and what is written for all of them together. A change that fails
 * leaves no trace: the second round trip removes what the first has inserted for it (a claim, a payment).
 */
import type { ChangeId, MerchantCode, PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Minor, minor, ZERO } from '@sluice/core/foundation/money.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { ALL_STEPS, type Claim } from '@sluice/core/payment/claims.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { mayMove, type Status } from '@sluice/core/payment/transitions.ts'
import { DatabaseFailure } from '@sluice/database/port.ts'
import { isMerchantAccount, type Posting, balances as sumToZero } from '../ledger/accounts.ts'
import type { Change, CommitResult, Creation, Funding, Movement, Plan } from './change.ts'
import {
  caseRow,
  creationRows,
  decisionRow,
  type Effects,
  emptyEffects,
  eventRow,
  fundingRow,
  stepRow,
} from './effects.ts'
import { linkPaidBy, linkReleases } from './link-slots.ts'
import { DOUBTED_REFUSAL } from './payins-in-doubt.ts'
import { alteredRow } from './rows.ts'
import { leftOf, type WaitingSteps } from './waking.ts'

export const paymentName = (of: { merchantId: string; kind: string; id: string }) =>
  `${of.merchantId}/${of.kind}/${of.id}`
export const claimName = (claim: Claim) => JSON.stringify([claim.owner, claim.scope, claim.value])
export const balanceName = (merchantId: string, currency: string, account: string) =>
  `${merchantId}/${currency}/${account}`

/** What the first round trip found. Names as made by the functions above. */
export interface LockedRows {
  readonly taken: ReadonlySet<string>
  readonly holders: ReadonlyMap<string, { readonly merchantId: MerchantCode; readonly key: PaymentKey }>
  /** The holders of the creates' IDs: the create itself, by its key, or an earlier one. */
  readonly created: ReadonlyMap<string, { readonly key: PaymentKey; readonly requestHash: string }>
  readonly payments: ReadonlyMap<string, Payment>
  /** The steps that such a payment still holds in its row. */
  readonly waiting: ReadonlyMap<string, WaitingSteps>
  readonly balances: ReadonlyMap<string, bigint>
  /** Payins to be refunded whose money may not be there. */
  readonly doubted: ReadonlySet<string>
  /** Changes of this batch that an earlier attempt of it has committed. */
  readonly committed: ReadonlySet<ChangeId>
}

export interface Decided {
  readonly outcomes: readonly CommitResult[]
  readonly effects: Effects
}

export function decideBatch(changes: readonly Change[], found: LockedRows): Decided {
  const batch = new Batch(found)
  const outcomes = changes.map((change) => batch.decide(change))
  return { outcomes, effects: batch.finish() }
}

class Batch {
  readonly #found: LockedRows
  readonly #effects = emptyEffects()
  /** Balances as they will be, and the amounts to add to the stored ones. */
  readonly #running: Map<string, bigint>
  readonly #deltas = new Map<string, { merchantId: MerchantCode; posting: Posting; amount: bigint }>()

  constructor(found: LockedRows) {
    this.#found = found
    this.#running = new Map(found.balances)
  }

  decide(change: Change): CommitResult {
    const outcome = this.#decide(change)
    if (outcome.type !== 'done') this.#withdraw(change)
    else if (!this.#found.committed.has(change.changeId)) this.#accompany(change)
    // An earlier attempt succeeded, and its claims were released since. This attempt must not leave them taken.
    else this.#releaseClaims(change)
    return outcome
  }

  /** What goes with a change that succeeds, whatever it is about. */
  #accompany(change: Change): void {
    const { settles, elsewhere, alongside = [] } = change
    this.#effects.alongside.push(...alongside)
    if (settles) {
      this.#effects.decisions.push(decisionRow(change, settles))
      if (settles.closes) {
        const { merchantId, caseKey } = settles
        this.#effects.closedCases.push({ merchant_id: merchantId, key: caseKey, at: isoTime(change.at) })
      }
    }
    if (!elsewhere) return
    assert(sumToZero(elsewhere.postings), 'the postings of a counterpart sum to zero in each currency')
    assert(
      !elsewhere.postings.some(({ account }) => isMerchantAccount(account)),
      'a counterpart moves no balance',
    )
    this.#effects.events.push(fundingRow(change, elsewhere))
    elsewhere.postings.forEach((posting, index) => {
      this.#addLine({ ...change, merchantId: elsewhere.merchantId }, elsewhere.key, 1, posting, index + 1)
    })
  }

  finish(): Effects {
    for (const [name, { merchantId, posting, amount }] of this.#deltas) {
      if (amount === 0n) continue
      const row = {
        merchant_id: merchantId,
        currency: posting.currency,
        account: posting.account,
        amount: amount.toString(),
      }
      if (this.#found.balances.has(name)) this.#effects.balanceMoves.push(row)
      else this.#effects.balanceOpenings.push(row)
    }
    return this.#effects
  }

  #decide(change: Change): CommitResult {
    const { subject } = change
    if (subject.type === 'create') {
      // A duplicate is found before anything else is checked: a repeated payout that emptied the balance is a 409.
      const holder = this.#found.created.get(paymentName(subject.payment))
      assert(holder, 'a create has either made its row or met another')
      if (holder.key !== subject.payment.key) return { type: 'duplicate', existing: holder }
      if (this.#found.committed.has(change.changeId)) return { type: 'done', payment: subject.payment }
    } else if (this.#found.committed.has(change.changeId)) {
      return { type: 'done', payment: subject.type === 'move' ? this.#payment(change, subject) : undefined }
    }
    const claimed = this.#claimedByAnother(change)
    if (claimed) return claimed
    const { makesRefund } = change
    if (makesRefund && this.#found.doubted.has(paymentName({ ...makesRefund, kind: 'payin' })))
      return { type: 'refused', refusal: DOUBTED_REFUSAL }
    if (change.brings) {
      const holder = this.#found.created.get(paymentName(change.brings.payment))
      assert(holder, 'a create has either made its row or met another')
      if (holder.key !== change.brings.payment.key) return { type: 'duplicate', existing: holder }
    }
    switch (subject.type) {
      case 'create':
        return this.#create(change, subject)
      case 'move':
        return this.#move(change, subject)
      case 'fund':
        return this.#fund(change, subject)
    }
  }

  #payment(change: Change, movement: Movement): Payment | undefined {
    return this.#found.payments.get(paymentName({ merchantId: change.merchantId, ...movement }))
  }

  #claimedByAnother(change: Change): CommitResult | undefined {
    for (const claim of change.claims) {
      if (this.#found.taken.has(claimName(claim))) continue
      const holder = this.#found.holders.get(claimName(claim))
      // The claim was held when this batch tried to take it, and released before the batch read it: the next attempt takes it.
      if (!holder) throw new DatabaseFailure('RETRY', 'a claim was released meanwhile')
      if (holder.key !== change.claimKey || holder.merchantId !== change.merchantId)
        return { type: 'claimed', claim, holder }
    }
    return undefined
  }

  #create(change: Change, creation: Creation): CommitResult {
    const { payment } = creation
    assert(mayMove(payment.kind, undefined, payment.status), `a ${payment.kind} begins as ${payment.status}`)
    const missingMinor = this.#post(change, payment.key, payment.seq, creation.postings)
    if (missingMinor > 0n) return { type: 'short', missingMinor }
    const rows = creationRows(change, creation)
    this.#effects.events.push(...rows.events)
    this.#effects.steps.push(...rows.steps)
    if (payment.announced > 0) this.#announce(change, payment, payment.announced)
    return { type: 'done', payment }
  }

  #move(change: Change, movement: Movement): CommitResult {
    const payment = this.#payment(change, movement)
    if (!payment) return { type: 'absent' }
    const decision = movement.decide(payment)
    if ('refusal' in decision) return { type: 'refused', refusal: decision.refusal }
    const { plan } = decision
    assert(
      !movement.postsNothing || plan.postings.length === 0,
      'who posts has its merchant’s balances under lock',
    )
    const seqOfLast = payment.seq + Math.max(1, plan.moves.length)
    const missingMinor = this.#post(change, payment.key, seqOfLast, plan.postings)
    if (missingMinor > 0n) return { type: 'short', missingMinor }
    const after = this.#record(change, payment, plan, seqOfLast)
    const idLink = linkPaidBy(payment, after)
    if (idLink !== undefined)
      this.#effects.paidLinks.push({ merchant_id: change.merchantId, link_id: idLink })
    const waiting = leftOf(this.#found.waiting.get(paymentName(payment)), plan)
    assert(!plan.terms || payment.kind === 'refund', 'only a refund goes on in another way than it began')
    const altered = alteredRow(payment, after, change.changeId, waiting, plan.erases !== undefined)
    this.#effects[altered.by].push(altered.row)
    this.#work(change, after, plan)
    if (change.brings) {
      const brought = this.#create(change, change.brings)
      assert(brought.type === 'done', 'what a move brings takes nothing of a balance')
    }
    return { type: 'done', payment: after }
  }

  /** History and callback of a move; returns the payment as it will be. */
  #record(change: Change, payment: Payment, plan: Plan, seqOfLast: number): Payment {
    // A settlement's merchant may have no address for callbacks: then there is none.
    const isAnnounced = plan.announce && payment.callbackUrl !== ''
    const announced = isAnnounced ? payment.announced + 1 : payment.announced
    let from: Status = payment.status
    let seq = payment.seq
    for (const to of plan.moves.length === 0 ? [payment.status] : plan.moves) {
      assert(plan.moves.length === 0 || mayMove(payment.kind, from, to), `${payment.kind}: ${from} to ${to}`)
      seq += 1
      const reported = isAnnounced && seq === seqOfLast ? announced : undefined
      this.#effects.events.push(
        eventRow(change, payment, { seq, from, to, announced: reported, reason: plan.reason }),
      )
      from = to
    }
    if (isAnnounced) this.#announce(change, payment, announced)
    const after = { ...payment, ...plan.patch, ...plan.terms, status: from, seq, announced }
    if (!plan.erases) return after
    const { payer: _, ...rest } = after
    return { ...rest, ...plan.erases }
  }

  #announce(change: Change, payment: Payment, announced: number): void {
    const at = isoTime(change.at)
    if (announced > 1)
      this.#effects.superseding.push({ merchant_id: payment.merchantId, key: payment.key, at })
    this.#effects.callbacks.push({
      merchant_id: payment.merchantId,
      key: payment.key,
      seq: announced,
      kind: payment.kind,
      id: payment.id,
      url: payment.callbackUrl,
      api_version: payment.apiVersion,
      at,
      attempt: 0,
      next_at: at,
      lease: null,
    })
  }

  #work(change: Change, payment: Payment, plan: Plan): void {
    this.#effects.steps.push(...plan.steps.map((step) => stepRow(payment, step)))
    const of = { merchant_id: payment.merchantId, key: payment.key }
    if (ALL_STEPS.every((purpose) => plan.clearSteps.includes(purpose))) this.#effects.settled.push(of)
    else for (const purpose of plan.clearSteps) this.#effects.clearedSteps.push({ ...of, purpose })
    this.#effects.cases.push(...plan.cases.map((opened) => caseRow(change, opened, payment)))
    for (const claim of [...plan.releases, ...linkReleases(payment)]) this.#release(claim, payment.key)
  }

  #fund(change: Change, funding: Funding): CommitResult {
    const missingMinor = this.#post(change, funding.key, 1, funding.postings)
    if (missingMinor > 0n) return { type: 'short', missingMinor }
    this.#effects.events.push(fundingRow(change, { merchantId: change.merchantId, ...funding }))
    this.#effects.cases.push(...funding.cases.map((opened) => caseRow(change, opened, undefined)))
    return { type: 'done', payment: undefined }
  }

  /** Adds the lines, or none of them if an account of the merchant would become negative. @returns the missing amount */
  #post(change: Change, key: PaymentKey, seq: number, postings: readonly Posting[]): Minor {
    assert(sumToZero(postings), 'the postings of an event sum to zero in each currency')
    const after = new Map<string, bigint>()
    for (const { account, currency, amountMinor } of postings) {
      if (!isMerchantAccount(account)) continue
      const name = balanceName(change.merchantId, currency, account)
      after.set(name, (after.get(name) ?? this.#running.get(name) ?? 0n) + amountMinor)
    }
    const lowest = [...after.values()].reduce((least, amount) => (amount < least ? amount : least), 0n)
    if (lowest < 0n) return minor(-lowest)
    for (const [name, amount] of after) this.#running.set(name, amount)
    postings.forEach((posting, index) => {
      this.#addLine(change, key, seq, posting, index + 1)
    })
    return ZERO
  }

  #addLine(change: Change, key: PaymentKey, seq: number, posting: Posting, line: number): void {
    const { account, currency, amountMinor } = posting
    assert(amountMinor !== 0n, 'a posting moves something')
    if (isMerchantAccount(account)) {
      const name = balanceName(change.merchantId, currency, account)
      const delta = this.#deltas.get(name)
      this.#deltas.set(name, {
        merchantId: change.merchantId,
        posting,
        amount: (delta?.amount ?? 0n) + amountMinor,
      })
    }
    this.#effects.postings.push({
      merchant_id: change.merchantId,
      key,
      seq,
      line,
      account,
      currency,
      amount: amountMinor.toString(),
      at: isoTime(change.at),
    })
  }

  /** Removes what the first round trip inserted for a change that failed. */
  #withdraw(change: Change): void {
    this.#releaseClaims(change)
    const made = change.subject.type === 'create' ? change.subject : change.brings
    if (made) {
      const { merchantId, kind, id, key } = made.payment
      this.#effects.removals.push({ merchant_id: merchantId, kind, id, key })
    }
  }

  #releaseClaims(change: Change): void {
    for (const claim of change.claims) {
      if (this.#found.taken.has(claimName(claim)) && change.claimKey) this.#release(claim, change.claimKey)
    }
  }

  #release(claim: Claim, key: PaymentKey): void {
    this.#effects.releases.push({ owner: claim.owner, scope: claim.scope, value: claim.value, key })
  }
}
