/** What the form of one payout asks for is enough, for each method in each currency: the gateway takes what comes of it. */
import { PAYOUT_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import { validateMethodRequest } from '@sluice/core/catalogue/validate-request.ts'
import { describe, expect, it } from 'vitest'
import { PAYEE_FIELDS, payoutMethodOf, payoutMethodsIn, wantedFields } from './payout-request.ts'

const OFFERED = PAYOUT_METHODS.flatMap((method) =>
  [...method.currencies].map(([currencyCode, rules]) => ({ code: method.code, currencyCode, rules })),
)

describe.each(OFFERED)('$code in $currencyCode', ({ code, currencyCode, rules }) => {
  it('is offered there', () => {
    expect(payoutMethodsIn(currencyCode)).toContain(code)
  })

  it('is taken with what the form asks for first', () => {
    const wanted = wantedFields(code, currencyCode)
    const examples = rules.fields.flatMap(({ name, example }) =>
      typeof example === 'string' && wanted[name] !== undefined ? [[name, ` ${example} `]] : [],
    )
    const request = payoutMethodOf({
      methodCode: code,
      operatorCode: '',
      fields: Object.fromEntries(examples),
    })
    expect(validateMethodRequest('payout', request, rules.currency.code)).toMatchObject({ ok: true })
    expect(PAYEE_FIELDS).toEqual(expect.arrayContaining(Object.keys(wanted)))
  })
})

it('a method is not offered where it does not pay', () => {
  expect(payoutMethodsIn('THB')).toEqual(['BANK_TRANSFER'])
  expect(payoutMethodsIn('XXX')).toEqual([])
})
