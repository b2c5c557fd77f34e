/**
 * An operator's account and the method's declaration never differ: what is registered is what the method says its details are, for
 * every method and currency that an own account can serve.
 */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { DetailForm, PayinRules } from '@sluice/core/catalogue/payment-method.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fault } from '../../http/problems.ts'
import { SERVABLE } from '../../processors/own-account/rails.ts'
import { servedMethod } from './method-rules.ts'

/** Right for one country or scheme, and wrong for the others; and what is wrong everywhere. */
const TEXTS = fc.oneof(
  fc.constantFrom(
    ...['004', '0005', '001', '470010', '970436', '546034', '123456', '000000', '27710418', '2771041'],
    ...['RCBCPHMMXXX', 'RCBCUSMMXXX', 'TESTPHM0XXX', 'HDFC0000001', 'hdfc0000001', '5399', '539'],
    ...[
      '1234567',
      '1234567890',
      '1234567895',
      '0821234567',
      '0812345678',
      '010753600010286',
      '0107536000102',
    ],
    ...['646180000012345671', '646180000012345670', '0000003110000000123456', '0000003110000000123457'],
    ...['shop@okhdfcbank', 'shop', 'loja@example.com', '+5511987654321', '12345678909', '12345678900'],
    ...['123e4567-e12b-12d1-a456-426655440000', '12ABC34501DE35', 'ID1026000000001', '936009990000000017'],
    ...[
      'ID.CO.BANK.WWW',
      'https://bank.example/charge',
      'bank.example/charge',
      '10110',
      'SHOP',
      'tienda.demo',
    ],
  ),
  fc.stringMatching(/^\d{1,22}$/),
  fc.string({ minLength: 1, maxLength: 24 }).filter((text) => text.isWellFormed() && !/\p{Cc}/u.test(text)),
)

const accepts = (is: DetailForm, text: string, { currency }: PayinRules, bankCode: string | undefined) =>
  typeof is === 'string' ||
  is.check(text, {
    ...(currency.country !== undefined && { country: currency.country }),
    ...(bankCode !== undefined && { bankCode }),
  }) === undefined

describe('what an operator registers is what the method says its details are', () => {
  const cases = SERVABLE.map(({ method, currency }) => ({ method, currency, object: method.object }))

  it.each(cases)('$object in $currency', ({ method, currency }) => {
    const rules = method.currencies.get(currency)
    if (!rules) throw new Error('it is served in this currency')
    const details = fc.record(Object.fromEntries(rules.receiving.map(({ name }) => [name, TEXTS])))
    fc.assert(
      fc.property(details, (receiving: Readonly<Record<string, string>>) => {
        const faults: Fault[] = []
        const operators = method.variant && [method.variant.operatorCode]
        servedMethod(
          { code: method.code, ...(operators && { operators }), receiving },
          '/methods/0',
          offered(rules.currency.code),
          faults,
        )
        const wrong = rules.receiving.filter(
          ({ name, is }) => !accepts(is, receiving[name] ?? '', rules, receiving.bankCode),
        )
        const reported = faults.map(({ path }) => path).filter((path) => path.includes('/receiving/'))
        expect(reported).toEqual(wrong.map(({ name }) => `/methods/0/receiving/${name}`))
      }),
    )
  })
})
