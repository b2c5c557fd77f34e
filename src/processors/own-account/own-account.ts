/**
 * The processor over receiving accounts of one's own: no provider, no network, nothing but instructions that a bank statement
 * will answer.
 *
 * A payin is taken on at once, in the commit of its create: the next account in turn that serves its method, currency,
 * operator and amount, is open and has room today; on it the claims by which its money will be recognised (`account.ts`).
 * Where an account has no claim left for it the next one is tried; where none has, it is declined and nothing was kept.
 *
 * Promises: two payins of an account never share a reference, a virtual number or, while one of them is open or resting, an
 * amount: the claim's primary key decides, in the create's own commit. It never says that money has come: that comes from
 * the account's statement, as a report. Never takes payouts.
 */
import type { Receiving } from '../../catalogue/method.ts'
import type { Database } from '../../database/port.ts'
import type { Deps, Instant } from '../../foundation/deps.ts'
import type { PaymentKey } from '../../foundation/identifiers.ts'
import type { Money } from '../../foundation/money.ts'
import type { Claim } from '../../payments/change.ts'
import type { Payment } from '../../payments/model.ts'
import type { ProcessorHouse } from '../house.ts'
import type {
  Acceptance,
  AcceptContext,
  Accepted,
  Health,
  Processor,
  ServiceAnswer,
  Wanted,
} from '../port.ts'
import {
  amountClaim,
  processorRefOf,
  type ReceivingAccount,
  referenceClaim,
  type ServedMethod,
} from './account.ts'
import type { ReceivingAccounts } from './directory.ts'
import { type Candidate, declined, eligible } from './eligible.ts'
import { HeldClaims } from './held-claims.ts'
import { slotsOf } from './slots.ts'
import { Usage } from './usage.ts'
import { sizeOf, virtualNumber } from './virtual.ts'

/** Accounts that were not read for so long may have been paused, or be wrong. */
const TOO_OLD_MS = 60_000
/** Numbers of a virtual range that are tried for a payin. */
const MAX_NUMBERS = 20
const MAX_TOLD = 1_000

export interface OwnAccountOptions {
  /** `own-account`, or `test-own-account` for test merchants. */
  readonly name: string
  readonly forTests: boolean
  readonly accounts: ReceivingAccounts
  readonly database: Database
  readonly deps: Deps
}

/** One for live merchants, one for test merchants: they share the accounts, of which each is one or the other. */
export const ownAccountProcessors = (
  { database, deps }: Pick<ProcessorHouse, 'database' | 'deps'>,
  accounts: ReceivingAccounts,
): readonly Processor[] => [
  ownAccountProcessor({ accounts, database, deps, name: 'own-account', forTests: false }),
  ownAccountProcessor({ accounts, database, deps, name: 'test-own-account', forTests: true }),
]

export function ownAccountProcessor({ name, forTests, ...room }: OwnAccountOptions): Processor {
  const own = new OwnAccounts(forTests, room)
  return {
    name,
    forTests,
    serves: (wanted, at) => own.serves(wanted, at),
    health: () => own.health(),
    check: () => ({ type: 'fine' }),
    acceptAtOnce: (payment, context) => own.accept(payment, context),
    accept: (payment, context) => own.accept(payment, context),
    dropped: (payment) => own.dropped(payment),
    // What arrives is on the statement, and statements are read without being asked for. An unpaid payin expires.
    silenceMs: () => Number.POSITIVE_INFINITY,
  }
}

type Room = Pick<OwnAccountOptions, 'accounts' | 'database' | 'deps'>

class OwnAccounts {
  readonly #forTests: boolean
  readonly #room: Room
  readonly #held: HeldClaims
  readonly #usage: Usage
  readonly #startedAt: Instant
  /** By payment: asked again after a connection was lost, it says the same. */
  readonly #told = new Map<PaymentKey, Accepted>()
  #turn = 0

  constructor(forTests: boolean, room: Room) {
    this.#forTests = forTests
    this.#room = room
    this.#held = new HeldClaims(room.database, room.deps.clock)
    this.#usage = new Usage(room.database)
    this.#startedAt = room.deps.clock.now()
  }

  serves(wanted: Wanted, at: Instant): ServiceAnswer {
    if (wanted.kind !== 'payin') return declined('METHOD')
    const { candidates, miss } = this.#eligible(wanted, at)
    return candidates.length > 0 ? { type: 'serves' } : declined(miss)
  }

  health(): Health {
    const { clock } = this.#room.deps
    const { readAt } = this.#room.accounts
    const healthy = clock.now() - readAt < TOO_OLD_MS
    return healthy
      ? { healthy, since: this.#startedAt, detail: 'receiving accounts are known' }
      : { healthy, since: readAt, detail: 'receiving accounts could not be read for a minute' }
  }

  async accept(payment: Payment, context: AcceptContext): Promise<Acceptance> {
    if (payment.kind !== 'payin') return declined('METHOD')
    const now = this.#room.deps.clock.now()
    const before = this.#before(payment, context)
    if (before) return before
    const { candidates, miss } = this.#eligible(payment, now)
    if (candidates.length === 0) return declined(miss)
    const first = this.#turn++ % candidates.length
    for (const candidate of [...candidates.slice(first), ...candidates.slice(0, first)]) {
      await this.#usage.freshen(candidate.account, now)
      const acceptance = await this.#acceptOn(candidate, payment, context)
      if (acceptance) return this.#remember(payment, acceptance)
    }
    return declined('LIMIT')
  }

  /** Its room of the day is somebody else's. */
  dropped({ key }: Payment): void {
    this.#told.delete(key)
    this.#usage.giveBack(key)
  }

  /** What it was told when it was asked before: the same again, unless somebody else holds a claim of it. */
  #before({ key }: Payment, { taken }: AcceptContext): Accepted | undefined {
    const before = this.#told.get(key)
    return before?.claims?.some((claim) => isTaken(claim, taken)) ? undefined : before
  }

  #remember({ key }: Payment, acceptance: Accepted): Accepted {
    this.#told.delete(key)
    this.#told.set(key, acceptance)
    for (const oldest of this.#told.keys()) {
      if (this.#told.size <= MAX_TOLD) break
      this.#told.delete(oldest)
    }
    return acceptance
  }

  #eligible(wanted: Pick<Wanted, 'method' | 'operator' | 'money'>, at: Instant) {
    const accounts = this.#room.accounts.all.filter(({ isTest }) => isTest === this.#forTests)
    return eligible(accounts, wanted, at, (account) =>
      this.#usage.mayHaveRoom(account, wanted.money.amountMinor, at),
    )
  }

  async #acceptOn(
    { account, served, range }: Candidate,
    payment: Payment,
    { reference, taken }: AcceptContext,
  ): Promise<Accepted | undefined> {
    const ours = referenceClaim(account.id, reference)
    switch (served.recognisedBy) {
      case 'amount': {
        const slots = slotsOf(payment.money, range)
        const claims = slots.map((amountMinor) =>
          amountClaim(account.id, { currency: payment.money.currency, amountMinor }),
        )
        const chosen = await this.#choose(claims, { account, payment, taken })
        const amountMinor = chosen === undefined ? undefined : slots[chosen.index]
        if (chosen === undefined || amountMinor === undefined) return undefined
        const moneyRequired = { currency: payment.money.currency, amountMinor }
        return accepted(account, { receiving: served.receiving, reference, moneyRequired }, [
          chosen.claim,
          ours,
        ])
      }
      case 'account': {
        const numbers = numbersOf(account, served, reference)
        const claims = numbers.map((number) => referenceClaim(account.id, number))
        const chosen = await this.#choose(claims, { account, payment, taken })
        if (chosen === undefined) return undefined
        const receiving = { ...served.receiving, accountNumber: chosen.claim.value }
        return accepted(account, { receiving, reference: chosen.claim.value }, [chosen.claim])
      }
      case 'reference':
      case 'external-reference':
        if (isTaken(ours, taken) || !this.#takeRoom(account, payment)) return undefined
        return accepted(account, { receiving: served.receiving, reference }, [ours])
    }
  }

  /** The first claim that is free, given out to this payment, with room for it on the account. */
  async #choose(
    claims: readonly Claim[],
    { account, payment, taken }: { account: ReceivingAccount; payment: Payment; taken: readonly Claim[] },
  ): Promise<{ readonly index: number; readonly claim: Claim } | undefined> {
    const held = await this.#held.among(claims)
    const free = claims.filter((claim) => !held.has(claim.value) && !isTaken(claim, taken))
    if (free.length === 0) return undefined
    // Whoever lost a race with another node would meet it again on the next one in the row.
    const skip = taken.length === 0 ? 0 : this.#below(free.length)
    const inTurn = [...free.slice(skip), ...free.slice(0, skip)]
    // What was given out a moment ago may have come to nothing: the claim's key decides, and nobody is turned away for a guess.
    const claim = inTurn.find((each) => this.#held.giveOut(each, payment.key)) ?? this.#anyOf(inTurn)
    if (!claim || !this.#takeRoom(account, payment)) return undefined
    return { index: claims.indexOf(claim), claim }
  }

  #below(count: number): number {
    return Math.floor(this.#room.deps.randomness.fraction() * count)
  }

  #anyOf(claims: readonly Claim[]): Claim | undefined {
    return claims[this.#below(claims.length)]
  }

  #takeRoom(account: ReceivingAccount, payment: Payment): boolean {
    return this.#usage.take(account, payment, this.#room.deps.clock.now())
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

function numbersOf(account: ReceivingAccount, served: ServedMethod, reference: string): string[] {
  const { accountNumber = '', bankCode = '' } = served.receiving
  const range = {
    prefix: accountNumber,
    digits: served.virtualDigits ?? 0,
    currency: account.currency,
    bankCode,
  }
  const size = sizeOf(range)
  const tries = size < BigInt(MAX_NUMBERS) ? Number(size) : MAX_NUMBERS
  return Array.from({ length: tries }, (_, attempt) => virtualNumber(range, reference, attempt))
}
