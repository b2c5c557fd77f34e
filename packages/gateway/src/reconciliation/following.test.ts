import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import type { Opened } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../../test/setup/shared.ts'
import { closingCall, isOvertaken, readLastClosing } from './closings.ts'
import type { BankEntry } from './entry.ts'
import { comesAfter, follows, type LastClosing, wholeStatement } from './following.ts'

const NOW = Date.UTC(2026, 10, 21, 8)

const entry = (amountMinor: number): BankEntry => ({
  account: 'kbank',
  reference: `BR-${amountMinor}`,
  referenceDerived: false,
  source: 'camt.053',
  receivedAt: undefined,
  bookedAt: NOW,
  bookedPrecision: 'day',
  valueDate: undefined,
  direction: amountMinor < 0 ? 'debit' : 'credit',
  reversal: false,
  money: { currency: 'THB' as CurrencyCode, amountMinor: minor(BigInt(Math.abs(amountMinor))) },
  remittance: '',
  endToEndId: undefined,
  utr: undefined,
  sender: undefined,
  raw: '',
})
const span = (opening: number, closing: number, first: number, end: number) => ({
  ...{ openingMinor: BigInt(opening), closingMinor: BigInt(closing), closingDay: undefined },
  ...{ first, end },
})
const day = (text: string) => ({
  ...{ day: text, id: text, openingMinor: 0n, closingMinor: 0n, firstDay: text, lastDay: text },
})
const last = (closing: number, of = '2026-11-20'): LastClosing => ({
  ...{ seq: 1, day: of, closingMinor: BigInt(closing) },
})
const whole = (opening: number, closing: number, lastDay = '2026-11-21') => ({
  ...{ openingMinor: BigInt(opening), closingMinor: BigInt(closing), lastDay },
})

describe('the statements of a file, as one', () => {
  const entries = [entry(5), entry(-2)]
  const days = [day('2026-11-20'), day('2026-11-21')]

  it.each([
    ['from the oldest to the newest', [span(10, 15, 0, 1), span(15, 13, 1, 2)]],
    ['the other way round', [span(15, 13, 1, 2), span(10, 15, 0, 1)]],
  ])('lead from the first balance to the last, %s', (_order, spans) => {
    expect(wholeStatement(spans, entries, days)).toEqual(whole(10, 13))
  })

  it('are none where an entry stands outside of the balances, or nothing says of which day they are', () => {
    expect(wholeStatement([span(10, 15, 0, 1)], entries, days)).toBeUndefined()
    expect(wholeStatement([span(10, 13, 0, 2)], entries, [])).toBeUndefined()
  })
})

describe('a statement', () => {
  it('follows where it opens with what the last one closed with', () => {
    expect(follows(last(10), whole(10, 15), [entry(5)], ['new'])).toBe(true)
    expect(follows(last(11), whole(10, 15), [entry(5)], ['new'])).toBe(false)
  })

  it('that tells a day anew follows where what is new leads from the last closing balance to its own', () => {
    const both = [entry(5), entry(7)]
    expect(follows(last(15, '2026-11-21'), whole(10, 22), both, ['known', 'new'])).toBe(true)
    expect(follows(last(15, '2026-11-21'), whole(10, 22), both, ['new', 'new'])).toBe(false)
  })

  it('that leaves out what the last one told does not follow', () => {
    expect(follows(last(610, '2026-11-21'), whole(10, 17), [entry(7)], ['new'])).toBe(false)
  })

  it('of days before the last one’s does not follow, though its balances fit', () => {
    expect(follows(last(10), whole(10, 15, '2026-11-19'), [entry(5)], ['new'])).toBe(false)
  })

  it('is the last from then on, unless it is of a day that is far ahead: nothing would follow from it', () => {
    expect(comesAfter(undefined, whole(1, 2), NOW)).toBe(true)
    expect(comesAfter(last(10), whole(1, 2, '2026-11-19'), NOW)).toBe(false)
    expect(comesAfter(last(10), whole(1, 2, '2026-11-24'), NOW)).toBe(false)
  })
})

describe.each(bothEngines)('the last closing balance of an account ($name)', ({ open }) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened?.close())

  it('is that of one of two statements that follow from the same one', async () => {
    const { database } = opened
    const next = (closing: number, after?: LastClosing) =>
      database.batch([closingCall('kbank', { after, whole: whole(0, closing) }, NOW)])
    await next(10)
    const first = await readLastClosing(database, 'kbank')
    await next(20, first)
    const refused = await next(30, first).catch((error: unknown) => error)
    expect(isOvertaken(refused)).toBe(true)
    expect(await readLastClosing(database, 'kbank')).toMatchObject({ seq: 2, closingMinor: 20n })
  })
})
