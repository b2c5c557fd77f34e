import type { MerchantCode, PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ClearingPosting } from '../payments/clearing.ts'
import { joined } from './joining.ts'
import { type DayEntry, reconcile, type Unshown } from './reconcile.ts'
import type { StatementDay } from './statement-days.ts'
import { OUTCOMES } from './store.ts'

const posting = (name: number, movedMinor: bigint): ClearingPosting => ({
  name: `p${name}`,
  merchantId: 'shop' as MerchantCode,
  key: 'key' as PaymentKey,
  account: 'clearing:own-account',
  movedMinor,
  at: 0,
})

// Few amounts and few names, so that they collide.
const amount = fc.bigInt({ min: -3n, max: 3n })
const postings = fc.dictionary(fc.constantFrom('0', '1', '2', '3', '4'), amount)
const days = postings.chain((known) => {
  const names = Object.keys(known)
  const some = fc
    .subarray(names)
    .map((chosen) => chosen.map((name) => posting(Number(name), known[name] ?? 0n)))
  const entry = fc.record<DayEntry>({
    reference: fc.string({ maxLength: 4 }),
    movedMinor: amount,
    outcome: fc.option(fc.constantFrom(...OUTCOMES), { nil: undefined }),
    postings: some,
  })
  const alone = fc
    .record({ name: fc.option(fc.constantFrom('9', ...names), { nil: undefined }), other: amount })
    .map(
      ({ name, other }): Unshown => ({
        reason: name === undefined ? 'RETURNED_BY_CASE' : 'PAYOUT_NOT_DEBITED',
        about: 'it',
        posting: name === undefined ? undefined : `p${name}`,
        movedMinor: (name === undefined ? undefined : known[name]) ?? other,
      }),
    )
  return fc.record({ entries: fc.array(entry, { maxLength: 8 }), unshown: fc.array(alone, { maxLength: 4 }) })
})

it('differs by the sum of its lines, to the unit, and counts no posting for two entries', () => {
  fc.assert(
    fc.property(days, ({ entries, unshown }) => {
      const { bankMinor, booksMinor, differenceMinor, lines, entries: done } = reconcile(entries, unshown)
      expect(bankMinor).toBe(entries.reduce((sum, { movedMinor }) => sum + movedMinor, 0n))
      const names = done.flatMap(({ posting: found }) => (found ? [found.name] : []))
      expect(new Set(names).size).toBe(names.length)
      const shown = done.reduce((sum, { posting: found }) => sum + (found?.movedMinor ?? 0n), 0n)
      const rest = unshown.filter(({ posting: name }) => name === undefined || !names.includes(name))
      expect(booksMinor).toBe(rest.reduce((sum, { movedMinor }) => sum + movedMinor, shown))
      expect(lines.reduce((sum, { movedMinor }) => sum + movedMinor, 0n)).toBe(bankMinor - booksMinor)
      expect(differenceMinor).toBe(bankMinor - booksMinor)
    }),
    { numRuns: 100 },
  )
})

const statement = (openingMinor: bigint, closingMinor: bigint, day = '2026-11-21'): StatementDay => ({
  ...{ day, id: `${openingMinor}-${closingMinor}`, openingMinor, closingMinor },
  ...{ firstDay: day, lastDay: day },
})
const NONE = { statements: [], entriesMinor: 0n }

it('joins the statements of a day in whatever order they came', () => {
  const parts = [statement(150n, 180n), statement(100n, 150n)]
  expect(joined({ statements: parts, entriesMinor: 80n }, NONE)).toEqual({
    openingMinor: 100n,
    closingMinor: 180n,
    remarks: [],
  })
})

it('takes interim statements for parts of that of the whole day', () => {
  const reported = [statement(100n, 150n), statement(100n, 180n), statement(150n, 180n)]
  expect(joined({ statements: reported, entriesMinor: 80n }, NONE)).toEqual({
    openingMinor: 100n,
    closingMinor: 180n,
    remarks: [],
  })
})

it('names the gap within a day, and that since the statement before', () => {
  const before = { statements: [statement(80n, 90n, '2026-11-19')], entriesMinor: 10n }
  const reported = [statement(100n, 150n), statement(200n, 210n)]
  expect(joined({ statements: reported, entriesMinor: 110n }, before).remarks).toEqual([
    { type: 'GAP', afterDay: '2026-11-19', closingMinor: 90n, openingMinor: 100n },
    { type: 'GAP', afterDay: '2026-11-21', closingMinor: 150n, openingMinor: 200n },
  ])
})

it('says where the balances moved by something else than the entries', () => {
  expect(joined({ statements: [statement(100n, 150n)], entriesMinor: 20n }, NONE).remarks).toEqual([
    { type: 'ENTRIES_DIFFER', balancesMinor: 50n, entriesMinor: 20n },
  ])
})
