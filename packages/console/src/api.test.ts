/** What the console makes of the gateway's answers before anything is shown. */
import { addressOf, withAmountsAsText } from '@sluice/ui-kit/http.ts'
import { amountText, moneyText } from '@sluice/ui-kit/money.tsx'
import { distanceText, spanText, timeText } from '@sluice/ui-kit/time.tsx'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ask } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

const answering = (status: number, body: string) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status }))

describe('an amount', () => {
  it('is read digit for digit, however long it is', () => {
    const sent = '{"money":{"amount":90071992547409931.10,"currencyCode":"THB"}}'
    expect(JSON.parse(withAmountsAsText(sent)).money.amount).toBe('90071992547409931.10')
  })

  it('within somebody’s text stays that text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, name) => {
        const sent = { note: `"amount":12${text}\\"amount":3`, [`x${name}`]: text }
        expect(JSON.parse(withAmountsAsText(JSON.stringify(sent)))).toEqual(sent)
      }),
      { numRuns: 100 },
    )
  })

  it('is shown with the decimals of its currency and all of its own', () => {
    const shown = (amount: string, currencyCode: string) => moneyText({ amount, currencyCode })
    expect(shown('1234567.5', 'THB')).toBe('1,234,567.50 THB')
    expect(shown('-0.005', 'THB')).toBe('−0.005 THB')
    expect(shown('1500', 'JPY')).toBe('1,500 JPY')
    expect(shown('10.123456', 'USDT')).toBe('10.123456 USDT')
  })

  it('loses and gains no digit on the screen', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.nat(99), (whole, cents) => {
        const amount = `${whole}.${String(cents).padStart(2, '0')}`
        expect(amountText({ amount, currencyCode: 'THB' }).replaceAll(',', '')).toBe(amount)
      }),
      { numRuns: 100 },
    )
  })
})

describe('a time', () => {
  it('is that of the zone that the screen names, whatever the machine’s is', () => {
    expect(timeText('2026-11-22T18:30:00.000Z', 'UTC')).toBe('2026-11-22 18:30:00')
    expect(timeText('2026-11-22T18:30:00.000Z', 'Asia/Bangkok')).toBe('2026-11-23 01:30:00')
  })

  it('far off is told by its largest unit', () => {
    expect([spanText(59), spanText(3_599), spanText(86_399), spanText(200_000)]).toEqual([
      '59 s',
      '59 min',
      '23 h',
      '2 d',
    ])
    expect(distanceText('2026-11-22T10:00:00Z', Date.UTC(2026, 10, 22, 9, 30))).toBe('in 30 min')
  })
})

describe('an address', () => {
  it('holds what was typed as text, and leaves out what is empty', () => {
    const name = 'GET /admin/payments/{merchantCode}/{kind}/{id}'
    expect(addressOf(name, { path: { merchantCode: 'A', kind: 'payin', id: '../x?y' } })).toBe(
      '/admin/payments/A/payin/..%2Fx%3Fy',
    )
    expect(addressOf('GET /admin/cases', { query: { open: 'true', owner: '', cursor: undefined } })).toBe(
      '/admin/cases?open=true',
    )
  })
})

describe('a refusal', () => {
  const refusalOf = async () => {
    const answer = await ask('GET /admin/cases', {})
    return answer.ok ? undefined : answer.refusal
  }

  it('is told by its kind, with the right that is missing', async () => {
    answering(403, JSON.stringify({ code: 'SCOPE_EXCEEDED', title: 'No', detail: 'this needs cases:read' }))
    expect(await refusalOf()).toEqual({ kind: 'forbidden', text: 'this needs cases:read' })
    answering(404, '{"detail":"there is no such payin"}')
    expect(await refusalOf()).toEqual({ kind: 'absent', text: 'there is no such payin' })
    answering(401, '{}')
    expect(await refusalOf()).toEqual({ kind: 'signed-out' })
  })

  it('that is no answer at all, or no problem document, is one, too', async () => {
    answering(502, '<html>Bad gateway</html>')
    expect(await refusalOf()).toMatchObject({ kind: 'refused', title: 'The gateway answered 502' })
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('no network')
    })
    expect(await refusalOf()).toEqual({ kind: 'offline' })
  })
})
