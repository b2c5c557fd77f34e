import { describe, expect, it } from 'vitest'
import { caseText } from './case-text.ts'

const baht = (amount: number) => ({ amount, currencyCode: 'THB' })
const payin = (id: string, wanted: number, came: number, status = 'PENDING') => ({
  merchantCode: 'SHOP',
  kind: 'payin',
  id,
  status,
  wanted: baht(wanted),
  gap: baht(came - wanted),
  why: ['SAME_AMOUNT'],
})
const opened = (came: number, payments: readonly object[], changes: object = {}) => ({
  id: 'c-1',
  merchantCode: '~gateway',
  reason: 'UNKNOWN_CREDIT',
  money: baht(came),
  left: baht(came),
  payments,
  detail: {},
  decisions: [],
  ...changes,
})
const commandsIn = (body: object) =>
  caseText(body)
    .split('\n')
    .flatMap((line) => /^ {2}npx sluice cases (.*)$/.exec(line)?.[1] ?? [])

describe('a case', () => {
  it('says what was wanted, what came, and the gap', () => {
    const payment = { kind: 'payin', id: 'a' }
    const text = caseText(opened(499, [payin('a', 500, 499)], { merchantCode: 'SHOP', payment }))
    expect(text).toMatch(/^payment +SHOP\/payin\/a$/m)
    expect(text).toMatch(/^wanted +500.00 THB$/m)
    expect(text).toMatch(/^came +499.00 THB$/m)
    expect(text).toMatch(/^gap +-1.00 THB$/m)
    expect(text).toMatch(/SHOP\/payin\/a +PENDING +500.00 THB +-1.00 THB +SAME_AMOUNT/)
  })

  it('gives the commands that settle it, as they are typed, in the order of its candidates', () => {
    const payments = [payin('exact', 500, 500), payin('short', 600, 500), payin('over', 400, 500, 'EXPIRED')]
    expect(commandsIn(opened(500, [...payments, payin('done', 500, 500, 'SUCCESS')]))).toEqual([
      'assign c-1 SHOP/exact --part 1',
      'assign c-1 SHOP/short --accept-difference --part 1',
      'assign c-1 SHOP/over --amount 400 --part 1',
      'assign c-1 SHOP/over --accept-difference --part 1',
      "credit c-1 <merchant> --note 'why' --part 1",
      "return c-1 <the bank's reference of the transfer back> --part 1",
      "write-off c-1 --note 'why' --part 1",
    ])
  })

  it('that is settled in part names the next part, and looks at what is left', () => {
    const part = { part: 1, action: 'assign', money: baht(400) }
    const rest = { left: baht(100), decisions: [part], merchantCode: 'SHOP' }
    expect(commandsIn(opened(500, [payin('b', 100, 500)], rest))[0]).toBe('assign c-1 SHOP/b --part 2')
  })

  it('of a payout that came back is credited only after its SUCCESS: before, the merchant has not paid it', () => {
    const about = {
      merchantCode: 'SHOP',
      reason: 'RETURNED_WHILE_PENDING',
      payment: { kind: 'payout', id: 'o' },
    }
    const came = (status: string, left = 500) =>
      opened(500, [{ merchantCode: 'SHOP', kind: 'payout', id: 'o', status, wanted: baht(500), why: [] }], {
        ...about,
        left: baht(left),
      })
    expect(commandsIn(came('SUCCESS'))[0]).toBe("credit c-1 SHOP --note 'why' --part 1")
    expect(commandsIn(came('FAILED'))).toEqual([
      "return c-1 <the bank's reference of the transfer that had gone out> --part 1",
      "write-off c-1 --note 'why' --part 1",
    ])
    expect(caseText(came('FAILED'))).toContain('crediting it would pay it twice')
    expect(commandsIn(came('PENDING'))).toEqual([])
    expect(caseText(came('PENDING'))).toContain('wait for the final status')
    // What is missing the merchant may well owe.
    expect(commandsIn(came('FAILED', -500))[0]).toBe("credit c-1 SHOP --note 'why' --part 1")
  })

  it('of missing money is never assigned, one without money is closed, and a closed one left alone', () => {
    expect(commandsIn(opened(-5, [payin('a', 5, -5)])).map((line) => line.split(' ')[0])).toEqual([
      'credit',
      'return',
      'write-off',
    ])
    const none = { id: 'c-2', merchantCode: 'SHOP', reason: 'X', payments: [], detail: {}, decisions: [] }
    expect(commandsIn(none)).toEqual(["close c-2 --note 'why'"])
    expect(commandsIn(opened(5, [], { closedAt: '2026-11-22T08:00:00Z' }))).toEqual([])
  })
})
