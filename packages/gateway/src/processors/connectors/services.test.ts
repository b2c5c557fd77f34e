import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { isTimeZone } from '@sluice/core/foundation/zones.ts'
import type { WireService } from '@sluice/core/processor/connector-protocol.ts'
import type { WantedPayment } from '@sluice/core/processor/port.ts'
import { describe, expect, it } from 'vitest'
import { costMs } from '../../../../../test/setup/processor-time.ts'
import { maker } from '../../payments/payments.fixture.ts'
import { Services } from './services.ts'

const SERVICE: WireService = { kind: 'payin', paymentMethodCodes: ['ONLINE'], currencyCodes: ['THB'] }
const WANTED: WantedPayment = {
  kind: 'payin',
  merchantId: 'SHOP' as MerchantCode,
  method: 'ONLINE',
  operator: undefined,
  money: { currency: 'THB' as CurrencyCode, amountMinor: minor(50_000n) },
}
/** A Saturday, 08:00 in Bangkok. */
const AT = Date.parse('2026-11-21T01:00:00Z')

const answer = (service: Partial<WireService>, wanted: Partial<WantedPayment> = {}, at = AT) => {
  const given = new Services([{ ...SERVICE, ...service }]).serves({ ...WANTED, ...wanted }, at)
  return given.type === 'declined' ? given.reason : given.type
}
const thb = (amountMinor: bigint) => ({ money: { ...WANTED.money, amountMinor: minor(amountMinor) } })

describe('a manifest as large as one may be', () => {
  /** Some 240 KiB: a connector's answer may have 256. */
  const bomb = Array.from({ length: 200 }, () => ({
    kind: 'payin' as const,
    paymentMethodCodes: Array.from({ length: 200 }, () => 'A'),
    currencyCodes: Array.from({ length: 50 }, () => 'THB'),
    hours: { timeZone: 'Asia/Bangkok', from: '00:00', to: '00:00' },
  }))

  it('is read, and asked a thousand times, at next to no cost', async () => {
    const cost = await costMs(() => {
      const services = new Services(bomb)
      for (let count = 0; count < 1_000; count++) services.serves({ ...WANTED, method: 'A' }, AT)
    })
    expect(cost).toBeLessThan(500)
  })
})

describe('a connector serves', () => {
  it.each([
    ['its method in its currency', {}, {}, 'serves'],
    ['no other method', {}, { method: 'PROMPTPAY' }, 'METHOD'],
    ['no other kind', {}, { kind: 'payout' }, 'METHOD'],
    ['its operators', { paymentOperatorCodes: ['A'] }, { operator: 'A' }, 'serves'],
    ['no other operator', { paymentOperatorCodes: ['A'] }, { operator: 'B' }, 'OPERATOR'],
    ['any operator that is not named', { paymentOperatorCodes: ['A'] }, {}, 'serves'],
    ['its minimum', { min: '500' }, thb(50_000n), 'serves'],
    ['nothing below', { min: '500' }, thb(49_999n), 'AMOUNT'],
    ['its maximum, cut to the currency', { max: '500.009' }, thb(50_000n), 'serves'],
    ['nothing above', { max: '500.009' }, thb(50_001n), 'AMOUNT'],
  ] as const)('%s', (_, service, wanted, expected) => {
    expect(answer(service as Partial<WireService>, wanted)).toBe(expected)
  })

  const hours = (from: string, to: string, days?: number[]) => ({
    hours: { timeZone: 'Asia/Bangkok', from, to, ...(days && { days }) },
  })
  it.each([
    ['08:00 to 20:00, from its first minute', hours('08:00', '20:00'), AT, 'serves'],
    ['until the last', hours('08:00', '20:00'), AT + 12 * 3_600_000, 'HOURS'],
    ['on Saturdays', hours('08:00', '20:00', [6]), AT, 'serves'],
    ['not on Sundays', hours('08:00', '20:00', [7]), AT, 'HOURS'],
    ['over midnight, in the evening', hours('22:00', '06:00', [6]), AT + 15 * 3_600_000, 'serves'],
    [
      'over midnight, in the early hours of the next day',
      hours('22:00', '06:00', [6]),
      AT + 21 * 3_600_000,
      'serves',
    ],
    ['but not of its own day', hours('22:00', '06:00', [6]), AT - 3 * 3_600_000, 'HOURS'],
  ] as const)('%s', (_, service, at, expected) => {
    expect(answer(service, {}, at)).toBe(expected)
  })

  it('with one of several services, or says why not with the last', () => {
    const services = new Services([
      { ...SERVICE, max: '100' },
      { ...SERVICE, min: '1000' },
    ])
    expect(services.serves(WANTED, AT)).toMatchObject({ type: 'declined', reason: 'AMOUNT' })
    expect(services.serves({ ...WANTED, ...thb(100_000n) }, AT)).toEqual({ type: 'serves' })
  })

  it('knows time zones from other words', () => {
    expect(['Asia/Bangkok', 'Mars/Base', ''].map(isTimeZone)).toEqual([true, false, false])
  })
})

describe('silence', () => {
  const make = maker(simulatedDeps(1))
  const payin = make.payment('payin', 'p', { expireAt: make.payment('payin', 'q').createdAt + 900_000 })

  it('lasts half an hour beyond a payin’s expiry, a day for payouts, or what the service says', () => {
    expect(new Services([SERVICE]).silenceMs(payin)).toBe(2_700_000)
    expect(new Services([SERVICE]).silenceMs(make.payment('payout', 'o'))).toBe(86_400_000)
    expect(new Services([{ ...SERVICE, deadlineSecs: 60 }]).silenceMs(payin)).toBe(60_000)
  })
})
