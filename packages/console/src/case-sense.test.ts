/** What a case's page says of its money, and which act it leads with. */
import { describe, expect, it } from 'vitest'
import { type CaseMoney, differenceOf, leadingAction, refundingOf } from './case-sense.ts'

const thb = (amount: string) => ({ amount, currencyCode: 'THB' })

/** 51.50 THB that a bank's line or a processor brought. */
const caseOf = (reason: string, over: Partial<CaseMoney> = {}): CaseMoney => ({
  reason,
  money: thb('51.5'),
  left: thb('51.5'),
  payment: { kind: 'payin' },
  decisions: [],
  ...over,
})
const payin = (status: string, gap: string) => ({ kind: 'payin', status, gap: thb(gap) })
const line = (accountNumber?: string) => ({ entry: { sender: { accountNumber } } })

describe('what came', () => {
  it('is all beyond what was asked of a payin that is paid, whatever that had asked for', () => {
    for (const gap of ['-51.5', '0', '1.5'])
      expect(differenceOf(caseOf('SECOND_PAYMENT'), payin('SUCCESS', gap))).toEqual({
        amount: thb('51.5'),
        words: 'Already paid in full. 51.50 THB was paid on top of the amount due.',
      })
  })

  it('came for nothing where the payin is over', () => {
    const { words } = differenceOf(caseOf('PAID_AFTER_FAILED'), payin('FAILED', '0')) ?? {}
    expect(words).toBe('Already closed. 51.50 THB arrived after it ended.')
  })

  it.each([
    ['-1', 'Underpaid by 1.00 THB.'],
    ['1', 'Overpaid by 1.00 THB.'],
    ['0', 'The amounts match exactly.'],
  ])('is compared with a payin that may still be paid: %s', (gap, words) => {
    for (const status of ['NEW', 'PENDING', 'EXPIRED'])
      expect(differenceOf(caseOf('AMOUNT_DIFFERS'), payin(status, gap))).toEqual({ amount: thb(gap), words })
  })

  it('is no second payment where the case itself paid the payin; what it left is', () => {
    const given = { decisions: [{ action: 'assign' }] }
    const settled = caseOf('AMOUNT_DIFFERS', { ...given, left: thb('0') })
    expect(differenceOf(settled, payin('SUCCESS', '-1'))?.words).toBe('Underpaid by 1.00 THB.')
    const rest = caseOf('AMOUNT_DIFFERS', { ...given, left: thb('1.5') })
    expect(differenceOf(rest, payin('SUCCESS', '1.5'))?.words).toBe(
      'Already paid in full. 1.50 THB was paid on top of the amount due.',
    )
  })
})

describe('the act that leads', () => {
  it.each(['NEW', 'PENDING', 'EXPIRED'])('gives the money to a payin that is %s', (status) => {
    expect(leadingAction(caseOf('PAID_AFTER_EXPIRED'), payin(status, '0'))).toBe('assign')
  })

  it.each(['SUCCESS', 'FAILED', 'REFUSED'])('gives it back where the payin is %s', (status) => {
    const candidate = payin(status, '0')
    expect(leadingAction(caseOf('SECOND_PAYMENT'), candidate)).toBe('send-back')
    expect(leadingAction(caseOf('UNKNOWN_CREDIT', line('1234567890')), candidate)).toBe('send-back')
    expect(leadingAction(caseOf('SECOND_PAYMENT', line()), candidate)).toBe('return')
  })

  it('is none where nobody is known, and where money is missing', () => {
    expect(leadingAction(caseOf('UNKNOWN_CREDIT'), undefined)).toBeUndefined()
    const missing = { money: thb('-51.5'), left: thb('-51.5') }
    expect(leadingAction(caseOf('FUNDS_NOT_RECEIVED', missing), payin('SUCCESS', '0'))).toBeUndefined()
  })

  it('closes a case without money', () => {
    const none = { money: undefined, left: undefined }
    expect(leadingAction(caseOf('NO_STATUS_UPDATE', none), payin('PENDING', '0'))).toBe('close')
  })
})

describe('giving the money to a payin that is open', () => {
  const allocation = (left: string, wanted: string) =>
    refundingOf(caseOf('AMOUNT_DIFFERS', { left: thb(left) }), {
      ...payin('PENDING', '0'),
      wanted: thb(wanted),
    })

  it('gives what the payin asks for, and leaves the rest in the case', () => {
    expect(allocation('151.5', '150')).toEqual({ fit: 'BEYOND', gives: thb('150'), gap: thb('1.5') })
  })

  it('gives all of too little, and says how much is missing', () => {
    expect(allocation('149', '150.5')).toEqual({ fit: 'SHORT', gives: thb('149'), gap: thb('1.5') })
  })

  it('gives all where it fits, counted from what is left and not from what came', () => {
    expect(allocation('150.50', '150.5')).toMatchObject({ fit: 'EXACT', gives: thb('150.50') })
  })

  it('is not compared where nothing is left, money is missing, or it is other money', () => {
    expect(allocation('-1', '150')).toBeUndefined()
    const other = { ...payin('PENDING', '0'), wanted: { amount: '1', currencyCode: 'BRL' } }
    expect(refundingOf(caseOf('AMOUNT_DIFFERS'), other)).toBeUndefined()
    expect(refundingOf(caseOf('AMOUNT_DIFFERS', { left: undefined }), payin('PENDING', '0'))).toBeUndefined()
  })
})
