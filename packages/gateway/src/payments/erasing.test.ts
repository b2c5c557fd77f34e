/** What is left of a payment whose personal data is erased. */

import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { ERASED, erased, hasNothingPersonal } from '@sluice/core/payment/erased.ts'
import type { Payment, RefundTerms } from '@sluice/core/payment/model.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { payerOf } from '../refunds/payee.ts'
import { erase } from './erasing.ts'
import { maker } from './payments.fixture.ts'

const AT = Date.parse('2026-11-21T08:00:00Z')
const MARK = 'of-one-person'

/** Each text holds the mark. */
const personal = fc.string({ maxLength: 20 }).map((text) => `${text}${MARK}`)
const fields = fc.record(
  {
    accountName: personal,
    accountNumber: personal,
    bankCode: personal,
    branchCode: personal,
    emailAddress: personal,
    phoneNumber: personal,
    taxId: personal,
    productId: personal,
    identifyingReference: personal,
    returnUrl: personal,
    paymentLocation: fc.record({ name: personal, address: personal, city: personal }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
)
const known = fc.record(
  {
    response: fc.record({ qrCode: personal, redirectUrl: personal }, { requiredKeys: [] }),
    payerAccount: fc.record({ accountName: personal, accountNumber: personal }, { requiredKeys: [] }),
    externalReference: personal,
  },
  { requiredKeys: [] },
)

const { payment } = maker(simulatedDeps(1))
const closed = (changes: Partial<Payment>): Payment =>
  payment('payin', 'order-1', { status: 'SUCCESS', processedAt: AT, ...changes })

describe('erasing a payment', () => {
  it('leaves no text of a person, and every amount, ID and reference', () => {
    fc.assert(
      fc.property(fields, known, (request, state) => {
        const before = closed({
          request: { ...request, vatRate: '0.07' },
          ...state,
          confirmation: 'till:bank-1',
        })
        const after: Payment = { ...before, ...erased(before, AT) }
        expect(JSON.stringify(erased(before, AT))).not.toContain(MARK)
        expect(hasNothingPersonal(after)).toBe(true)
        expect(after.request.vatRate).toBe('0.07')
        for (const name of ['id', 'key', 'money', 'requestHash', 'confirmation', 'status'] as const)
          expect(after[name]).toEqual(before[name])
      }),
    )
  })

  it('leaves no account to which a refund could go by mistake', () => {
    const payerAccount = { accountName: 'Somchai Jaidee', accountNumber: '1234567890', bankCode: '004' }
    const before = closed({ method: 'PROMPTPAY', payerAccount })
    expect(payerOf(before)).toBeDefined()
    expect(payerOf({ ...before, ...erased(before, AT) })).toBeUndefined()
  })

  it('keeps what a refund and the ledger need of its terms, and drops its note and the hash of its link', () => {
    const refund: RefundTerms = {
      ...{ idPayin: closed({}).id, payinKey: closed({}).key, number: 1, reason: 'OTHER', route: 'PAYOUT' },
      ...{ note: MARK, claimHash: 'hash', feeBackMinor: '100' },
      payee: { from: 'MERCHANT', method: 'BANK_TRANSFER', fields: { accountName: MARK } },
    }
    const made = payment('refund', 'back-1', { status: 'SUCCESS', request: { refund } })
    const { request } = erased(made, AT)
    expect(request.refund).toEqual({
      ...{ idPayin: refund.idPayin, payinKey: refund.payinKey, number: 1, reason: 'OTHER', route: 'PAYOUT' },
      ...{ note: ERASED, feeBackMinor: '100' },
      payee: { from: 'MERCHANT', method: 'BANK_TRANSFER', fields: { accountName: ERASED } },
    })
  })

  it.each([
    ['is open', { status: 'PENDING' }, {}, 'OPEN'],
    ['has changed since it was judged', {}, { seq: 7 }, 'MOVED'],
    ['is erased already', { request: { erasedAt: '2026-01-01T00:00:00.000Z' } }, {}, 'NOTHING_LEFT'],
  ] as const)('is refused if it %s', (_, changes, seen, refusal) => {
    const locked = closed(changes)
    expect(erase(locked, { ...locked, ...seen }, AT)).toEqual({ refusal })
  })
})
