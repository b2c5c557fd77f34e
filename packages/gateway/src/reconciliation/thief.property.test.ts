import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BankEntry } from './entry.ts'
import { BOOKED, CREATED, credit, EXPIRES, indexOf, payin, ref, type TestPayin } from './match.fixture.ts'
import type { MatchDecision } from './match.ts'
import { matchAll } from './match-all.ts'
import { numberOfTransfer } from './text-fields.ts'

/**
 * One merchant's payers pay, each as they were told to; and somebody makes payins at a second merchant, or as a payer at the
 * first. The thief knows everything about the payers: their names, accounts and telephone numbers, what they write, and when they
 * pay how much. He does not know what only a payer was shown: our reference, the amount that was given to the payin, the number that
 * the bank gave to the transfer.
 */
const WAYS = ['reference', 'amount', 'external-reference'] as const
type Way = (typeof WAYS)[number]

const NAMES = ['RAHUL KUMAR', 'SOMCHAI JAIDEE'] as const
const ACCOUNTS = ['041601500123', '1234567890', 'rahul@okhdfcbank'] as const
/** Twelve digits that stand in the payers' words: a telephone number, an account, an identity card. */
const KNOWN_NUMBERS = ['919876543210', '041601500123', '234567890123'] as const
const MASKED = ['xxx-x-x5678-x', '********0123', '********7890'] as const
const minutes = fc.integer({ min: -50, max: 70 }).map((count) => BOOKED + count * 60_000)

const utrOf = (n: number): string => `6325095${n.toString().padStart(5, '0')}`
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })

const payers = fc.array(
  fc.record({
    way: fc.constantFrom(...WAYS),
    ordered: fc.integer({ min: 1, max: 3 }),
    name: fc.constantFrom(...NAMES),
    account: fc.constantFrom(...ACCOUNTS, ...MASKED),
    words: fc.array(fc.constantFrom(...KNOWN_NUMBERS, ...NAMES, 'UPI', 'UPI/919876543210', 'THANKS'), {
      maxLength: 3,
    }),
    /** Whether the payer has told the number of the transfer, and where the bank names it; some rails have none of twelve digits. */
    reported: fc.boolean(),
    named: fc.constantFrom('field' as const, 'text' as const, 'nowhere' as const),
    precision: fc.constantFrom('time' as const, 'day' as const),
    /** Whether the bank's text is nothing but what the payer wrote. */
    alone: fc.boolean(),
    /** The customer as the first merchant knows it. */
    known: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
)

const thefts = fc.array(
  fc.record({
    atFirst: fc.boolean(),
    way: fc.constantFrom(...WAYS),
    ordered: fc.integer({ min: 1, max: 3 }),
    status: fc.constantFrom('PENDING' as const, 'EXPIRED' as const, 'NEW' as const, 'FAILED' as const),
    payerName: optional(fc.constantFrom(...NAMES)),
    payerAccount: optional(fc.constantFrom(...ACCOUNTS, '99995678', '0000000123')),
    claim: optional(fc.constantFrom(...KNOWN_NUMBERS, '999999999999', '000000000000')),
    claimedAt: minutes,
    createdAt: minutes,
    openMinutes: fc.integer({ min: 1, max: 90 }),
  }),
  { maxLength: 8 },
)

type Payer = typeof payers extends fc.Arbitrary<readonly (infer One)[]> ? One : never
type Theft = typeof thefts extends fc.Arbitrary<readonly (infer One)[]> ? One : never

/** By amount: what was given to the n-th payin, and to nobody else. */
const ownAmount = (ordered: number, n: number): bigint => BigInt(ordered * 100_000 + n + 1)
const expectedOf = (way: Way, ordered: number, n: number): bigint =>
  way === 'amount' ? ownAmount(ordered, n) : BigInt(ordered * 100_000)

function honest({ way, ordered, reported, known, name, account }: Payer, n: number): TestPayin {
  return payin(n, expectedOf(way, ordered, n), {
    ordered: credit(BigInt(ordered * 100_000), '').money,
    uniqueAmount: way === 'amount',
    ...(way === 'external-reference' &&
      reported && { externalReference: utrOf(n), claimedAt: BOOKED + 60_000 }),
    ...(known && { payerName: name, payerAccount: account }),
    expireAt: EXPIRES,
    createdAt: CREATED,
  })
}

function stolen({ atFirst, way, ordered, claim, openMinutes, ...said }: Theft, index: number): TestPayin {
  const n = 100 + index
  return payin(n, expectedOf(way, ordered, n), {
    merchantId: (atFirst ? 'shop' : 'thief') as MerchantCode,
    ordered: credit(BigInt(ordered * 100_000), '').money,
    uniqueAmount: way === 'amount',
    externalReference: claim,
    ...said,
    claimedAt: said.claimedAt,
    expireAt: said.createdAt + openMinutes * 60_000,
  })
}

/** Some banks begin with words of their own, behind which comes what the payer wrote; others tell her words alone. */
function paying(
  { way, ordered, name, account, words, named, precision, alone }: Payer,
  n: number,
): BankEntry {
  const bank = way === 'external-reference' && named === 'text' ? `IMPS/${utrOf(n)}` : 'NEFT-SBIN226325001122'
  const reference = way === 'reference' ? [ref(n)] : []
  const isDay = precision === 'day'
  const typed = [...words, ...reference].join(' ')
  const text = alone ? typed : `${bank}/${name}/${typed}`
  return credit(expectedOf(way, ordered, n), text, {
    ...numberOfTransfer(undefined, alone ? [] : [text]),
    reference: `BR-${n}`,
    sender: { name, account },
    ...(way === 'external-reference' && named === 'field' && { utr: utrOf(n) }),
    ...(isDay && { bookedAt: Date.UTC(2026, 10, 21), bookedPrecision: 'day' as const }),
  })
}

const paid = (decision: MatchDecision | undefined) => (decision?.type === 'payin' ? decision.for : undefined)

describe('whatever payins somebody makes, with whatever data and claims', () => {
  const worlds = fc.record({ payers, thefts }).map((world) => ({
    credits: world.payers.map(paying),
    first: world.payers.map(honest),
    thief: world.thefts.map(stolen),
  }))

  it('no credit of the first merchant’s payers is for one of them', () => {
    fc.assert(
      fc.property(worlds, ({ credits, first, thief }) => {
        const stolenKeys = new Set(thief.map(({ key }) => key))
        for (const decision of matchAll(credits, indexOf([...first, ...thief]))) {
          const payee = paid(decision)
          expect(payee !== undefined && stolenKeys.has(payee.key)).toBe(false)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('each credit still pays whom it would have paid, and the others stay cases', () => {
    fc.assert(
      fc.property(worlds, ({ credits, first, thief }) => {
        const alone = matchAll(credits, indexOf(first)).map((each) => paid(each)?.id ?? 'case')
        const attacked = matchAll(credits, indexOf([...first, ...thief])).map(
          (each) => paid(each)?.id ?? 'case',
        )
        expect(attacked).toEqual(alone)
      }),
      { numRuns: 2_000 },
    )
  })

  it('who has learned the number of a transfer makes it a case at most, once its payer has told it', () => {
    fc.assert(
      fc.property(worlds, fc.nat(4), minutes, ({ credits, first, thief }, whose, claimedAt) => {
        const reported = first.map((each, n) => ({
          ...each,
          ...(each.externalReference !== undefined && { externalReference: utrOf(n) }),
        }))
        const spy = thief.map((each) => ({ ...each, externalReference: utrOf(whose), claimedAt }))
        for (const [n, decision] of matchAll(credits, indexOf([...reported, ...spy])).entries()) {
          const payee = paid(decision)
          if (reported[n]?.externalReference !== undefined)
            expect(payee === undefined || payee.id === reported[n]?.id).toBe(true)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
