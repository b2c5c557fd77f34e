/**
 * Options and creates give one answer: whatever is offered can be created with the same amount, currency and operator, and
 * whatever can be created is offered.
 */
import { PAYIN_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { FULL_EXAMPLES } from '@sluice/core/catalogue/examples.ts'
import type { PayinMethod } from '@sluice/core/catalogue/payment-method.ts'
import type { Product } from '@sluice/gateway/merchants/merchant.ts'
import { declines, scripted } from '@sluice/gateway/processing/processors.fixture.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../harness.ts'
import { newId, type Shop, useApi } from '../api.fixture.ts'

const api = useApi()

interface Requested {
  readonly code: string
  readonly currencyCode: string
  readonly amount: number
  /** Undefined: the create names none. */
  readonly operator: string | undefined
}

const optionsOf = async (shop: Shop, money: { amount: number; currencyCode: string }): Promise<Json[]> => {
  const answer = await shop.post('/payins/!availablePaymentOptions', { money })
  expect(answer.status).toBe(200)
  const { data } = answer.body
  return Array.isArray(data) ? data : []
}

const isOffered = (options: readonly Json[], { code, operator }: Requested): boolean => {
  const option = options.find(({ paymentMethodCode }) => String(paymentMethodCode) === code)
  if (option === undefined) return false
  if (operator === undefined) return String(option.paymentOperatorNeed) !== 'MANDATORY'
  const { paymentOperators } = option
  return Array.isArray(paymentOperators) && paymentOperators.some((each) => each.code === operator)
}

/** All that the method can take, so that only the terms decide. */
function bodyOf({ code, currencyCode, amount, operator }: Requested) {
  const example = FULL_EXAMPLES.find(
    (each) => each.method.code === code && each.method.kind === 'payin' && each.currencyCode === currencyCode,
  )
  const { paymentOperatorCode: _, ...fields } = example?.paymentMethod ?? {}
  return {
    paymentRequested: { money: { amount, currencyCode } },
    paymentMethod: {
      paymentLocation: { city: 'Taipei' },
      ...fields,
      ...(operator !== undefined && { paymentOperatorCode: operator }),
    },
  }
}

/** @returns `created`, or the code of the refusal */
async function created(shop: Shop, requested: Requested): Promise<string> {
  const answer = await shop.post(`/payins/${newId()}`, bodyOf(requested))
  return answer.status === 201 ? 'created' : String(answer.body.code)
}

interface Row {
  readonly method: PayinMethod
  readonly code: string
  readonly currencyCode: string
  readonly operators: readonly string[]
  readonly smallest: number
  readonly min: number
  readonly max: number
}

const ROWS: readonly Row[] = PAYIN_METHODS.flatMap((method) =>
  [...method.currencies].map(([currencyCode, rules]) => {
    const { practiceDigits, ledgerDigits } = offered(currencyCode as 'THB')
    return {
      method,
      code: method.code,
      currencyCode,
      operators: rules.operators.map(({ code }) => code),
      smallest: 10 ** -practiceDigits,
      min: Number(rules.minMinor) / 10 ** ledgerDigits,
      max: Number(rules.maxMinor) / 10 ** ledgerDigits,
    }
  }),
)

const exact = (amount: number): number => Number(amount.toPrecision(12))
/** Two amounts of the sandbox are refused for their customer, whom no option knows. */
const isOfCustomer = (amount: number): boolean => [904, 905].includes(Math.floor(amount) % 1000)

const feeOf = fc.record(
  {
    percent: fc.constantFrom('0', '1.5', '30', '100'),
    fixed: fc.constantFrom('0', '1', '200', '5000'),
    min: fc.constantFrom('1', '50'),
  },
  { requiredKeys: [] },
)

const terms = fc.record(
  {
    fee: feeOf,
    vatRate: fc.constantFrom('0', '0.07', '1'),
    operators: fc.nat(),
    narrowed: fc.boolean(),
    require: fc.subarray(['accountName', 'paymentLocation', 'paymentOperatorCode'] as const),
  },
  { requiredKeys: [] },
)

type Drawn = typeof terms extends fc.Arbitrary<infer Terms> ? Terms : never

/** Some of the catalogue's operators for this product: which ones, a number says. */
const someOf = (operators: readonly string[], chosen: number): readonly string[] => {
  const some = operators.filter((_, index) => ((chosen >> (index % 30)) & 1) === 1)
  return some.length > 0 ? some : operators
}

const productOf = (row: Row, drawn: Drawn): Product => {
  const all = ROWS.filter((each) => each.code === row.code && each.currencyCode === row.currencyCode)
  return {
    code: row.code,
    currency: row.currencyCode,
    ...(drawn.fee && { fee: drawn.fee }),
    ...(drawn.vatRate !== undefined && { vatRate: drawn.vatRate }),
    ...(drawn.require && { require: drawn.require }),
    ...(drawn.operators !== undefined && {
      operators: someOf(
        all.flatMap(({ operators }) => operators),
        drawn.operators,
      ),
    }),
    ...(drawn.narrowed && { min: String(exact(row.min * 2)), max: String(Math.floor(row.max / 2)) }),
  }
}

describe('what is offered can be created, and what can be created is offered', () => {
  it.each([
    ['FPX', 'MYR', 1],
    ['VAPAY', 'KRW', 200],
  ])('%s in %s for %d, where fee and VAT would reach the amount', async (code, currencyCode, amount) => {
    const products = [{ code, currency: currencyCode, min: String(amount), fee: { fixed: String(amount) } }]
    const shop = await api().newShop({ products })
    expect(await optionsOf(shop, { amount, currencyCode })).toEqual([])
  })

  it('at the edges of every method, by every operator, at the usual fees', async () => {
    const { shop } = api()
    const wrong: string[] = []
    for (const row of ROWS) {
      const amounts = [row.min, row.max, exact(row.min - row.smallest), exact(row.max + row.smallest)]
      for (const amount of amounts) {
        if (amount <= 0 || isOfCustomer(amount)) continue
        const options = await optionsOf(shop, { amount, currencyCode: row.currencyCode })
        for (const operator of [undefined, ...row.operators.slice(0, 3)]) {
          const requested = { code: row.code, currencyCode: row.currencyCode, amount, operator }
          const outcome = await created(shop, requested)
          if ((outcome === 'created') !== isOffered(options, requested)) {
            wrong.push(`${JSON.stringify(requested)}: ${outcome}`)
          }
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it('whatever the product: its fees, VAT, range, operators and fields', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: ROWS.length - 1 }),
        terms,
        fc.array(fc.double({ min: 0, max: 1.2, noNaN: true }), { minLength: 1, maxLength: 3 }),
        fc.nat(),
        async (index, drawn, shares, which) => {
          const row = ROWS[index]
          if (!row) return
          const shop = await api().newShop({ products: [productOf(row, drawn)] })
          const { code, currencyCode } = row
          for (const share of shares) {
            // Small amounts more often: there the fee decides.
            const units = Math.round((row.min + (row.max - row.min) * share ** 8) / row.smallest)
            const amount = exact(units * row.smallest)
            if (amount <= 0 || isOfCustomer(amount)) continue
            const options = await optionsOf(shop, { amount, currencyCode })
            for (const operator of [undefined, row.operators[which % row.operators.length]]) {
              const requested = { code, currencyCode, amount, operator }
              const outcome = await created(shop, requested)
              expect(`${outcome === 'created'} ${JSON.stringify(requested)} ${outcome}`).toBe(
                `${isOffered(options, requested)} ${JSON.stringify(requested)} ${outcome}`,
              )
            }
          }
        },
      ),
      { numRuns: 250 },
    )
  })
})

describe('the form of an option holds all that its create asks for', () => {
  it('for every method, where the product asks for more than the contract', async () => {
    const require = ['accountName', 'taxId', 'phoneNumber', 'paymentLocation'] as const
    for (const { code, currencyCode, method } of ROWS) {
      const shop = await api().newShop({ products: [{ code, currency: currencyCode, require }] })
      const amount = method.currencies.get(currencyCode)?.exampleAmount ?? 0
      const [option] = await optionsOf(shop, { amount, currencyCode })
      const needed = new Set<string>()
      for (const { need, path } of Object.values(option?.fields ?? {})) {
        if (String(need) === 'MANDATORY') needed.add(`/paymentMethod${path}`)
      }
      const refused = await shop.post(`/payins/${newId()}`, {
        paymentRequested: { money: { amount, currencyCode } },
        paymentMethod: { paymentMethodCode: code },
      })
      const missing = Object.values(refused.body.errors ?? {})
        .map(({ path }) => String(path))
        .filter((path) => path !== '/paymentMethod/paymentOperatorCode')
      expect(missing.sort()).toEqual([...needed].sort())
    }
  })
})

describe('an operator that only some processors take', () => {
  const onlyBase = scripted('test-base', {
    serves: ({ operator }) =>
      operator === undefined || operator === 'USDC_BASE' ? { type: 'serves' } : declines('OPERATOR'),
  })
  const narrow = useApi({ settings: { processors: () => [onlyBase] } })

  it('is the only one offered, and the one that is taken where the create names none', async () => {
    const products = [{ code: 'CRYPTO_OFFLINE', currency: 'USDC', processors: ['test-base'] }]
    const shop = await narrow().newShop({ products })
    const money = { amount: 25, currencyCode: 'USDC' }
    const [option] = await optionsOf(shop, money)
    const answer = await shop.post(`/payins/${newId()}`, {
      paymentRequested: { money },
      paymentMethod: { paymentMethodCode: 'CRYPTO_OFFLINE' },
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ paymentMethodResponse: { paymentOperator: { code: 'USDC_BASE' } } })
    expect(option?.paymentOperators).toEqual([expect.objectContaining({ code: 'USDC_BASE' })])
    expect(option?.defaultOperatorCode).toBe('USDC_BASE')
  })
})

describe('an amount that no method takes', () => {
  const ask = async (raw: string, currencyCode = 'USDC') =>
    api().shop.postRaw(
      '/payins/!availablePaymentOptions',
      `{"money":{"amount":${raw},"currencyCode":"${currencyCode}"}}`,
    )

  it.each(['1000000000', '999999999999999', '123456789012345e6', '1e21', '1e300', '1e400'])(
    '%s is offered nothing, and is not malformed',
    async (raw) => {
      for (const currencyCode of ['USDC', 'THB', 'KRW']) {
        const answer = await ask(raw, currencyCode)
        expect([answer.status, answer.body.data]).toEqual([200, []])
      }
    },
  )

  it('any number with at most 15 significant digits: nothing or something, never a 400', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 10 ** 15 - 1 }),
        fc.nat({ max: 320 }),
        async (digits, zeros) => {
          expect((await ask(`${digits}e${zeros}`, 'KRW')).status).toBe(200)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('is out of range for a create as well', async () => {
    const answer = await api().shop.post(`/payins/${newId()}`, {
      paymentRequested: { money: { amount: 1_000_000_000, currencyCode: 'USDC' } },
      paymentMethod: { paymentMethodCode: 'CRYPTO_OFFLINE' },
    })
    expect([answer.status, answer.body.code]).toEqual([422, 'AMOUNT_OUT_OF_RANGE'])
  })
})
