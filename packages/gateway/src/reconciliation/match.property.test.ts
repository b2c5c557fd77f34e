import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costMs } from '../../../../test/setup/processor-time.ts'
import type { BankEntry } from './entry.ts'
import { evidenceOf } from './evidence.ts'
import { credit, indexOf, payin, ref, type TestPayin } from './match.fixture.ts'
import type { MatchDecision } from './match.ts'
import { matchAll } from './match-all.ts'

const STATUSES = ['PENDING', 'EXPIRED', 'SUCCESS', 'FAILED'] as const

/** A few payins over few amounts, numbers and names, so that everything collides. */
const payins = fc
  .array(
    fc.record({
      amount: fc.integer({ min: 1, max: 4 }),
      status: fc.constantFrom(...STATUSES, 'PENDING', 'PENDING'),
      utr: fc.option(fc.constantFrom('100000000001', '100000000002'), { nil: undefined }),
      payerName: fc.option(fc.constantFrom('ANN', 'BOB'), { nil: undefined }),
      unique: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((made) => {
    const held = new Set<number>()
    return made.map(({ amount, status, utr, payerName, unique }, n): TestPayin => {
      const uniqueAmount = unique && !held.has(amount)
      if (uniqueAmount) held.add(amount)
      return payin(n, BigInt(amount), { status, externalReference: utr, payerName, uniqueAmount })
    })
  })

const entries = fc
  .array(
    fc.record({
      amount: fc.integer({ min: 1, max: 5 }),
      words: fc.array(
        fc.oneof(
          fc.nat(9).map(ref),
          fc.constantFrom('100000000001', '100000000002', 'THANKS', '12345678901'),
        ),
        { maxLength: 2 },
      ),
      name: fc.option(fc.constantFrom('ann', 'bob', 'eve'), { nil: undefined }),
      direction: fc.constantFrom('credit' as const, 'credit' as const, 'credit' as const, 'debit' as const),
      reversal: fc.boolean(),
      utr: fc.option(fc.constantFrom('100000000001', '100000000002'), { nil: undefined }),
      late: fc.nat(2),
    }),
    { maxLength: 10 },
  )
  .map((made) =>
    made.map(({ amount, words, name, direction, reversal, utr, late }, n): BankEntry => {
      const entry = credit(BigInt(amount), words.join(' / '), {
        reference: `BR-${n}`,
        direction,
        reversal,
        utr,
      })
      return { ...entry, bookedAt: entry.bookedAt + late * 1_000, ...(name && { sender: { name } }) }
    }),
  )

const paid = (decision: MatchDecision | undefined) =>
  decision?.type === 'payin' && decision.expect === 'SUCCESS' ? decision.for : undefined

describe('the laws of matching', () => {
  it('a payin never gets two entries, and an entry never pays two payins', () => {
    fc.assert(
      fc.property(payins, entries, (open, statement) => {
        const keys = matchAll(statement, indexOf(open)).flatMap((each) => paid(each)?.key ?? [])
        expect(new Set(keys).size).toBe(keys.length)
      }),
    )
  })

  it('pays only the exact amount, and only what may still become a SUCCESS', () => {
    fc.assert(
      fc.property(payins, entries, (open, statement) => {
        for (const [index, decision] of matchAll(statement, indexOf(open)).entries()) {
          const payin = paid(decision)
          if (!payin) continue
          expect(statement[index]?.money).toEqual(payin.expected)
          expect(['PENDING', 'EXPIRED']).toContain(payin.status)
        }
      }),
    )
  })

  it('drops nothing: every credit is for a payin, a payout that came back, or a case', () => {
    fc.assert(
      fc.property(payins, entries, (open, statement) => {
        const decisions = matchAll(statement, indexOf(open))
        expect(decisions).toHaveLength(statement.length)
        for (const [index, { type }] of decisions.entries()) {
          const isCredit = statement[index]?.direction === 'credit'
          expect(isCredit ? ['payin', 'returned', 'case'] : ['delivered', 'case', 'ignore']).toContain(type)
        }
      }),
    )
  })

  it('a statement comes out the same in whatever order its entries stand', () => {
    fc.assert(
      fc.property(payins, entries, fc.infiniteStream(fc.nat()), (open, statement, random) => {
        const shuffled = statement
          .map((entry) => [random.next().value, entry] as const)
          .sort(([a], [b]) => a - b)
          .map(([, entry]) => entry)
        const byName = (list: readonly BankEntry[]) =>
          new Map(matchAll(list, indexOf(open)).map((decision, index) => [list[index]?.reference, decision]))
        expect(byName(shuffled)).toEqual(byName(statement))
      }),
    )
  })

  it.each(['S', '1 ', '-', '9', ' 1-'])('reads its words in linear time: %j over and over', async (part) => {
    const text = part.repeat(1_000 / part.length)
    const read = (entries: readonly BankEntry[], times: number) =>
      costMs(() => {
        for (let n = 0; n < times; n += 1) for (const entry of entries) evidenceOf(entry)
      })
    const [long, short] = [credit(1n, text.repeat(8)), credit(1n, text)]
    // Compiled and warm before it is measured.
    await read([long, short], 20)
    // Eight times as long: were it quadratic, it would cost eight times as much as the same in pieces.
    const inChunks = await read(
      Array.from({ length: 8 }, () => short),
      40,
    )
    expect(await read([long], 40)).toBeLessThan(4 * inChunks + 20)
  })
})

describe('a hundred thousand entries against a hundred thousand open payins', () => {
  it('are matched in seconds, each to its own', async () => {
    const count = 100_000
    const open = Array.from({ length: count }, (_, n) => payin(n, BigInt(1_000 + (n % 5_000))))
    const statement = open.map(({ expected, reference }, n) =>
      credit(expected.amountMinor, `Order ${n} REF${reference} thank you`, { reference: `BR-${n}` }),
    )
    const find = indexOf(open)
    let decisions: readonly MatchDecision[] = []
    const cost = await costMs(() => {
      decisions = matchAll(statement, find)
    })
    expect(decisions.filter((each, n) => paid(each)?.key === open[n]?.key)).toHaveLength(count)
    expect(cost).toBeLessThan(15_000)
  })
})
