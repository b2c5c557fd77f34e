import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { anyText } from '../foundation/any-text.fixture.ts'
import { PAYIN_METHODS, PAYOUT_METHODS } from './all-methods.ts'
import { currency } from './currencies.ts'
import { EXAMPLES, FULL_EXAMPLES } from './examples.ts'
import { methodRequestSchemas, methodResponseSchemas } from './request-schemas.ts'
import { validateMethodRequest } from './validate-request.ts'

const requests = methodRequestSchemas()
const responses = methodResponseSchemas()

describe('the schemas of requests', () => {
  it('are named as the contract names the objects', () => {
    const objects = [...PAYIN_METHODS, ...PAYOUT_METHODS].map(({ object }) => object)
    expect(Object.keys(requests).sort()).toEqual(objects.sort())
  })

  it.each(
    [...EXAMPLES, ...FULL_EXAMPLES].map((each) => [each.method.object, each.currencyCode, each] as const),
  )('%s in %s: the example fits, and fits no other object', (object, _currency, { paymentMethod }) => {
    const fitting = Object.entries(requests).filter(([, schema]) => Value.Check(schema, paymentMethod))
    expect(fitting.map(([name]) => name)).toEqual([object])
  })

  it('take whatever the validation takes, so that no client is told less than is true', () => {
    const noise = fc.dictionary(
      fc.constantFrom(
        'accountType',
        'phoneNumber',
        'taxId',
        'productId',
        'paymentLocation',
        'account',
        'colour',
      ),
      fc.oneof(
        anyText({ maxLength: 70 }),
        fc.dictionary(fc.constantFrom('city', 'accountName', 'x'), fc.string()),
      ),
      { maxKeys: 3 },
    )
    fc.assert(
      fc.property(fc.constantFrom(...EXAMPLES), noise, ({ method, paymentMethod, currencyCode }, more) => {
        const request = { ...paymentMethod, ...more }
        const code = currency(currencyCode)?.code
        const accepted =
          method.kind === 'payin'
            ? validateMethodRequest('payin', request, code).ok
            : validateMethodRequest('payout', request, code).ok
        const schema = requests[method.object]
        expect(!accepted || (schema !== undefined && Value.Check(schema, request))).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it('are plain JSON', () => {
    expect(JSON.parse(JSON.stringify(requests))).toEqual(requests)
  })

  it('say in words what differs by currency', () => {
    expect(requests.OfflineMethod?.properties.taxId).toMatchObject({
      description: expect.stringContaining('Mandatory for ARS.'),
    })
    expect(requests.VaPayMethod?.properties.paymentOperatorCode).toMatchObject({
      description: expect.stringContaining('Mandatory for IDR, KRW.'),
    })
  })

  it('require what is mandatory in every currency', () => {
    expect(requests.CodePaymentMethod?.required).toEqual([
      'paymentMethodCode',
      'account',
      'emailAddress',
      'phoneNumber',
      'paymentLocation',
    ])
    expect(requests.OfflineMethod?.required).toEqual(['paymentMethodCode'])
  })
})

describe('the schemas of responses', () => {
  it('carry the suffix Response', () => {
    expect(Object.keys(responses).sort()).toEqual(
      Object.keys(requests)
        .map((name) => `${name}Response`)
        .sort(),
    )
  })

  it.each(PAYIN_METHODS.map((method) => [method.object, method] as const))(
    '%sResponse lists exactly its fields',
    (object, method) => {
      const core = ['idPayin', 'paymentMethodCode', 'money', 'reference', 'expireAt', 'returnUrl', 'vat']
      const listed = Object.keys(responses[`${object}Response`]?.properties ?? {})
      expect(listed.sort()).toEqual([...core, ...Object.keys(method.responds)].sort())
    },
  )

  it('promise of instructions nothing that a payin in NEW does not have yet', () => {
    expect(responses.PromptPayMethodResponse?.required).not.toContain('qrCode')
    expect(responses.VaPayMethodResponse?.required).toContain('paymentOperator')
  })
})
