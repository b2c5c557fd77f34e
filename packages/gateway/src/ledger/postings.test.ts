import { type CurrencyCode, type Money, minor } from '@sluice/core/foundation/money.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { balances, type Posting } from './accounts.ts'
import {
  funded,
  moneySuspended,
  payinSucceeded,
  payoutDelivered,
  payoutReleased,
  payoutReserved,
} from './postings.ts'

const money = (amount: bigint): Money => ({ currency: 'THB' as CurrencyCode, amountMinor: minor(amount) })
const of = (lines: readonly Posting[], account: string) =>
  lines.filter((line) => line.account === account).reduce((sum, line) => sum + line.amountMinor, 0n)

const payment = fc
  .record({ amount: fc.bigInt(1n, 10n ** 14n), fee: fc.bigInt(0n, 10n ** 6n), vat: fc.bigInt(0n, 10n ** 5n) })
  .map(({ amount, fee, vat }) => ({ amount, charges: { feeMinor: minor(fee), vatMinor: minor(vat) } }))

describe('the postings', () => {
  it('of every event sum to zero and have no line of nothing', () => {
    fc.assert(
      fc.property(payment, fc.bigInt(1n, 10n ** 14n), ({ amount, charges }, received) => {
        const events = [
          payinSucceeded(money(amount), charges, minor(received), 'x'),
          payoutReserved(money(amount), charges),
          payoutDelivered(money(amount), charges, 'x'),
          payoutReleased(money(amount), charges),
          moneySuspended(money(received), 'x'),
          funded(money(amount)),
          funded(money(-amount)),
        ]
        for (const lines of events) {
          expect(balances(lines)).toBe(true)
          expect(lines.every(({ amountMinor }) => amountMinor !== 0n)).toBe(true)
        }
      }),
    )
  })

  it('of a payin credit the full order less fee and VAT, whatever was received for it', () => {
    fc.assert(
      fc.property(payment, fc.bigInt(-99n, 99n), ({ amount, charges }, gap) => {
        const lines = payinSucceeded(money(amount), charges, minor(amount + gap), 'x')
        expect(of(lines, 'available')).toBe(amount - charges.feeMinor - charges.vatMinor)
        expect(of(lines, 'clearing:x')).toBe(-(amount + gap))
        expect(of(lines, 'differences')).toBe(gap)
      }),
    )
  })

  it('of a payout leave nothing reserved, and released nothing spent', () => {
    fc.assert(
      fc.property(payment, ({ amount, charges }) => {
        const spent = [
          ...payoutReserved(money(amount), charges),
          ...payoutDelivered(money(amount), charges, 'x'),
        ]
        const cost = amount + charges.feeMinor + charges.vatMinor
        expect([of(spent, 'reserved'), of(spent, 'available'), of(spent, 'clearing:x')]).toEqual([
          0n,
          -cost,
          amount,
        ])
        const released = [
          ...payoutReserved(money(amount), charges),
          ...payoutReleased(money(amount), charges),
        ]
        expect([of(released, 'reserved'), of(released, 'available')]).toEqual([0n, 0n])
      }),
    )
  })

  it('do not balance one currency with another', () => {
    const line = (currency: string, amount: bigint): Posting => ({
      account: 'fees',
      currency: currency as CurrencyCode,
      amountMinor: minor(amount),
    })
    expect(balances([line('THB', 1n), line('USDT', -1n)])).toBe(false)
    expect(balances([line('THB', 1n), line('THB', -1n), line('USDT', 2n), line('USDT', -2n)])).toBe(true)
  })
})
