/**
 * The processor for own receiving accounts: no provider, no network, only instructions whose outcome a bank statement
 * will show.
 *
 * A payin is accepted in the commit of its create. It gets the next account in turn that serves its method, currency,
 * operator and amount, is open and has capacity today, and on that account the claims by which its money will be
 * recognised (`account.ts`). If an account has no claim left for it the next one is tried; if none has, it is declined
 * and nothing is stored.
 *
 * Two payins of an account never share a reference, a virtual number or, while one of them is open or in its hold
 * period, an amount: the claim's primary key decides, in the create's own commit. The processor never reports that
 * money has come: the account's statement does, as a status update. If two payers claim one transfer's number an
 * operator gets a case, even if the first was paid (`claimed-again.ts`). It never accepts payouts.
 */
import type { Receiving } from '@sluice/core/catalogue/payment-method.ts'
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import type { PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import type { Claim } from '@sluice/core/payment/claims.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type {
  Acceptance,
  AcceptContext,
  Accepted,
  Health,
  Processor,
  ServiceAnswer,
  WantedPayment,
} from '@sluice/core/processor/port.ts'
import type { Database } from '@sluice/database/port.ts'
import type { OneIn } from '../../payments/amount-claims.ts'
import type { Journal } from '../../payments/journal-port.ts'
import { nameFor, OWN_ACCOUNT } from '../../payments/processor-names.ts'
import type { ProcessorContext } from '../../processing/context.ts'
import { processorRefOf, type ReceivingAccount, referenceClaim } from './account.ts'
import { Choosing } from './choosing.ts'
import { lookForPaid, statusUpdateClaimedAgain } from './claimed-again.ts'
import type { ReceivingAccounts } from './directory.ts'
import { declined, type EligibleAccount, eligible, rangesByAmount } from './eligible.ts'
import { type Asking, amountOffers, numberOffers, ownAmountKept, ownAmountOf } from './offers.ts'
import { Usage } from './usage.ts'

/** Accounts that were not read for this long may have been paused, or be wrong. */
const TOO_OLD_MS = 60_000
/** How long a lookup of a payin's amounts is trusted. */
const FRESH_MS = 1_000
const MAX_REPORTED = 1_000

export interface OwnAccountOptions {
  /** `own-account`, or `test-own-account` for test merchants. */
  readonly name: string
  readonly forTests: boolean
  readonly accounts: ReceivingAccounts
  readonly database: Database
  readonly deps: Deps
  /** For cases: a payment changes only by status updates. */
  readonly journal: Journal
}

/** One for live merchants and one for test merchants. They share the table of accounts; each account is one or the other. */
export const ownAccountProcessors = (
  { database, deps, journal }: Pick<ProcessorContext, 'database' | 'deps' | 'journal'>,
  accounts: ReceivingAccounts,
): readonly Processor[] =>
  [false, true].map((forTests) =>
    ownAccountProcessor({
      accounts,
      database,
      deps,
      journal,
      name: nameFor(OWN_ACCOUNT, forTests),
      forTests,
    }),
  )

export function ownAccountProcessor({ name, forTests, ...context }: OwnAccountOptions): Processor {
  const own = new OwnAccounts(forTests, context)
  return {
    name,
    forTests,
    serves: (wanted, at) => own.serves(wanted, at),
    freshen: (wanted, at) => own.freshen(wanted, at),
    health: () => own.health(),
    check: () => ({ type: 'fine' }),
    acceptInline: (payment, context) => own.accept(payment, context),
    accept: (payment, context) => own.accept(payment, context),
    dropped: (payment) => own.dropped(payment),
    referenceSet: (_, at) => [lookForPaid(at)],
    step: async (payment) => {
      await statusUpdateClaimedAgain(context, payment)
      return undefined
    },
    // What arrives is on the statement, which is read without an inquiry. An unpaid payin expires.
    silenceMs: () => Number.POSITIVE_INFINITY,
  }
}

type OwnAccountContext = Pick<OwnAccountOptions, 'accounts' | 'database' | 'deps'>

class OwnAccounts {
  readonly #forTests: boolean
  readonly #context: OwnAccountContext
  readonly #choosing: Choosing
  readonly #usage: Usage
  readonly #startedAt: Instant
  /** By payment: called again after a lost connection, it answers the same. */
  readonly #reported = new Map<PaymentKey, Accepted>()
  /** Whether there was an amount left when that was looked up. */
  readonly #known = new Map<string, { readonly at: Instant; readonly hasAmounts: boolean }>()
  #turn = 0

  constructor(forTests: boolean, context: OwnAccountContext) {
    this.#forTests = forTests
    this.#context = context
    this.#choosing = new Choosing(context.database, context.deps)
    this.#usage = new Usage(context.database)
    this.#startedAt = context.deps.clock.now()
  }

  serves(wanted: WantedPayment, at: Instant): ServiceAnswer {
    if (wanted.kind !== 'payin') return declined('METHOD')
    const { candidates, miss, fault } = this.#eligible(wanted, at)
    return candidates.length > 0 ? { type: 'serves' } : declined(miss, fault)
  }

  health(): Health {
    const { clock } = this.#context.deps
    const { readAt } = this.#context.accounts
    const healthy = clock.now() - readAt < TOO_OLD_MS
    return healthy
      ? { healthy, since: this.#startedAt, detail: 'receiving accounts are known' }
      : { healthy, since: readAt, detail: 'receiving accounts could not be read for a minute' }
  }

  async accept(payment: Payment, context: AcceptContext): Promise<Acceptance> {
    if (payment.kind !== 'payin') return declined('METHOD')
    const now = this.#context.deps.clock.now()
    const before = this.#before(payment, context)
    if (before) return before
    const { candidates, miss, fault } = this.#eligible(payment, now)
    if (candidates.length === 0) return declined(miss, fault)
    const first = this.#turn++ % candidates.length
    for (const candidate of [...candidates.slice(first), ...candidates.slice(0, first)]) {
      await this.#usage.freshen(candidate.account, now)
      const acceptance = await this.#acceptOn(candidate, payment, context)
      if (acceptance) return this.#remember(payment, acceptance)
    }
    return declined('LIMIT')
  }

  /** Its part of the day's capacity is free again. */
  dropped({ key }: Payment): void {
    this.#reported.delete(key)
    this.#usage.release(key)
  }

  /** Its earlier answer: the same again, unless another payment holds one of its claims. */
  #before({ key }: Payment, { taken }: AcceptContext): Accepted | undefined {
    const before = this.#reported.get(key)
    return before?.claims?.some((claim) => isTaken(claim, taken)) ? undefined : before
  }

  #remember({ key }: Payment, acceptance: Accepted): Accepted {
    this.#reported.delete(key)
    keepNewest(this.#reported.set(key, acceptance))
    return acceptance
  }

  #eligible(wanted: Asking & Pick<WantedPayment, 'method' | 'operator'>, at: Instant) {
    return eligible(this.#accounts(), wanted, at, (candidate) => this.#mayHaveCapacity(candidate, wanted, at))
  }

  #accounts(): readonly ReceivingAccount[] {
    return this.#context.accounts.all.filter(({ isTest }) => isTest === this.#forTests)
  }

  #mayHaveCapacity(candidate: EligibleAccount, wanted: Asking, at: Instant): boolean {
    const { account, served } = candidate
    if (!this.#usage.mayHaveCapacity(account, { ...wanted, share: this.#shareOf(account) }, at)) return false
    const known = served.recognisedBy === 'amount' && this.#known.get(nameOf(candidate, wanted))
    return !known || at - known.at >= FRESH_MS || known.hasAmounts
  }

  #shareOf(account: ReceivingAccount): OneIn {
    return this.#context.accounts.shareOf(account)
  }

  /** What `serves` must know of this amount: which account has one left for it. */
  async freshen(wanted: Omit<WantedPayment, 'method' | 'operator'>, at: Instant): Promise<void> {
    if (wanted.kind !== 'payin') return
    await Promise.all(
      this.#accounts()
        .filter(({ currency, status }) => currency === wanted.money.currency && status === 'ACTIVE')
        .flatMap((account) => [
          this.#usage.freshen(account, at),
          ...rangesByAmount(account, wanted.money).map((range) => this.#look({ account, range }, wanted, at)),
        ]),
    )
  }

  async #look(place: Pick<EligibleAccount, 'account' | 'range'>, wanted: Asking, at: Instant): Promise<void> {
    const name = nameOf(place, wanted)
    const known = this.#known.get(name)
    if (known && at - known.at < FRESH_MS) return
    const offers = amountOffers(place, wanted, this.#shareOf(place.account))
    const isOwnFree = await this.#choosing.areFree(ownAmountOf(place.account, wanted))
    const hasAmounts = isOwnFree && (await this.#choosing.isAnyFree(offers))
    this.#known.delete(name)
    keepNewest(this.#known.set(name, { at, hasAmounts }))
  }

  async #acceptOn(
    { account, served, range }: EligibleAccount,
    payment: Payment,
    { reference, taken }: AcceptContext,
  ): Promise<Accepted | undefined> {
    const ours = referenceClaim(account.id, reference)
    const share = this.#shareOf(account)
    switch (served.recognisedBy) {
      case 'amount': {
        if (!(await this.#choosing.areFree(ownAmountOf(account, payment)))) return undefined
        const offers = amountOffers({ account, range }, payment, share)
        const own = await this.#choosing.kept(ownAmountKept(account, payment, reference, share), taken)
        // An amount of its share is either kept from others or given out.
        const beside = offers.filter(({ claims }) => !claims.some((claim) => isTaken(claim, own)))
        const withOwn = await this.#choosing.choose(beside, payment.key, taken)
        const offer =
          withOwn ?? (own.length > 0 ? await this.#choosing.choose(offers, payment.key, taken) : undefined)
        if (!offer || !this.#takeCapacity(account, payment)) return undefined
        const moneyRequired = { currency: payment.money.currency, amountMinor: offer.amountMinor }
        return accepted(account, { receiving: served.receiving, reference, moneyRequired }, [
          ...offer.claims,
          ...(withOwn ? own : []),
          ours,
        ])
      }
      case 'account': {
        const offers = numberOffers({ account, served }, payment, reference, share)
        const offer = await this.#choosing.choose(offers, payment.key, taken)
        if (!offer || !this.#takeCapacity(account, payment)) return undefined
        const receiving = { ...served.receiving, accountNumber: offer.number }
        return accepted(account, { receiving, reference: offer.number }, offer.claims)
      }
      case 'reference':
      case 'external-reference':
        if (isTaken(ours, taken) || !this.#takeCapacity(account, payment)) return undefined
        return accepted(account, { receiving: served.receiving, reference }, [ours])
    }
  }

  #takeCapacity(account: ReceivingAccount, payment: Payment): boolean {
    const { clock } = this.#context.deps
    return this.#usage.take(account, payment, this.#shareOf(account), clock.now())
  }
}

/** The key of a lookup: one amount, for one merchant and payer. */
const nameOf = (
  { account, range }: Pick<EligibleAccount, 'account' | 'range'>,
  { merchantId, money, payer }: Asking,
) =>
  JSON.stringify([
    account.id,
    merchantId,
    payer,
    String(money.amountMinor),
    String(range.minMinor),
    String(range.maxMinor),
  ])

/** The oldest are removed. */
function keepNewest<Key>(map: Map<Key, unknown>): void {
  for (const oldest of map.keys()) {
    if (map.size <= MAX_REPORTED) break
    map.delete(oldest)
  }
}

const isTaken = (claim: Claim, taken: readonly Claim[]): boolean =>
  taken.some(
    ({ owner, scope, value }) => owner === claim.owner && scope === claim.scope && value === claim.value,
  )

function accepted(
  account: ReceivingAccount,
  to: { readonly receiving: Receiving; readonly reference: string; readonly moneyRequired?: Money },
  claims: readonly Claim[],
): Accepted {
  return {
    type: 'accepted',
    receiving: to.receiving,
    processorRef: processorRefOf(account.id, to.reference),
    ...(to.moneyRequired && { moneyRequired: to.moneyRequired }),
    steps: [],
    claims,
  }
}
