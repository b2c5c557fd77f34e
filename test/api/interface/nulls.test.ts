/** null for an optional property is the property left out: for every optional one that the described bodies have. */
import { CURRENCIES } from '@sluice/core/catalogue/currencies.ts'
import { FULL_EXAMPLES } from '@sluice/core/catalogue/examples.ts'
import { methodRequestSchemas } from '@sluice/core/catalogue/request-schemas.ts'
import { ADMIN } from '@sluice/gateway/admin/admin.fixture.ts'
import { ensureBootstrapOperator } from '@sluice/gateway/identity/operators/operators.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createBody, credit, newId, thb, useApi } from '../api.fixture.ts'

const api = useApi()
const SCHEMAS = methodRequestSchemas()

interface Described {
  readonly properties?: Readonly<Record<string, Described>>
  readonly required?: readonly string[]
}

/** Paths of all optional properties of a schema. */
function optionalPaths({ properties = {}, required = [] }: Described): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    ...(required.includes(name) ? [] : [[name]]),
    ...optionalPaths(schema).map((path) => [name, ...path]),
  ])
}

type Tree = { readonly [name: string]: unknown }
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** The same with something else at a path; `undefined` leaves it out. */
function replaced(tree: Tree, [name = '', ...rest]: readonly string[], value: unknown): Tree {
  const member = tree[name]
  return { ...tree, [name]: rest.length === 0 ? value : replaced(isTree(member) ? member : {}, rest, value) }
}

const outcome = async (path: string, body: unknown): Promise<unknown> => {
  const { status, body: answer } = await api().shop.post(path, body)
  return { status, code: answer.code, errors: answer.errors }
}

beforeAll(async () => {
  for (const { code } of CURRENCIES) await credit(api().gateway, api().shop, code, 10n ** 12n)
})

describe('a create with null in the place of an optional property', () => {
  const cases = [...new Map(FULL_EXAMPLES.map((each) => [each.method.object, each])).values()]

  it.each(cases.map((example) => [example.method.object, example] as const))(
    '%s',
    async (object, example) => {
      const paths = optionalPaths(SCHEMAS[object] ?? {})
      expect(paths.length).toBeGreaterThan(0)
      for (const path of paths) {
        const ask = (value: unknown) => {
          const body = createBody(example)
          const paymentMethod = replaced(body.paymentMethod, path, value)
          return outcome(`/${example.method.kind}s/${newId()}`, { ...body, paymentMethod })
        }
        expect([path, await ask(null)]).toEqual([path, await ask(undefined)])
      }
    },
  )

  it.each(['callbackUrl', 'returnUrl'])('%s: the same as without, also as a repetition', async (name) => {
    const id = newId()
    const { callbackUrl: _, ...body } = thb()
    expect(await outcome(`/payins/${id}`, { ...body, [name]: null })).toMatchObject({ status: 201 })
    const again = await api().shop.post(`/payins/${id}`, body)
    expect([again.status, again.body.sameRequest]).toEqual([409, true])
  })

  it('and of a mandatory one it is missing', async () => {
    const answer = await api().shop.post(`/payins/${newId()}`, { ...thb(), paymentRequested: null })
    expect(answer.body.errors).toMatchObject([{ path: '/paymentRequested', code: 'REQUIRED' }])
  })
})

describe('a token asked for with null in the place of an optional property', () => {
  const CHECKOUT = {
    action: 'PAYIN_CHECKOUT',
    idPayment: 'order-null',
    money: { amount: 5, currencyCode: 'THB' },
  }

  it.each([
    ['/auth-tokens-by-action', 'validitySecs', CHECKOUT],
    ['/auth-tokens-by-action', 'callbackUrl', CHECKOUT],
    ['/auth-tokens-by-action', 'returnUrl', CHECKOUT],
    ['/auth-tokens-by-action', 'secret', CHECKOUT],
    ['/auth-tokens-by-action', 'money', { action: 'PAYIN_INFO', idPayment: 'order-null' }],
    ['/auth-tokens', 'money', { operations: ['GET /payins/.*'] }],
    ['/auth-tokens', 'validitySecs', { operations: ['GET /payins/.*'] }],
  ])('%s: %s', async (path, name, fields) => {
    const { gateway, shop } = api()
    const without = await gateway.tokenFor(shop, path, fields)
    const withNull = await gateway.tokenFor(shop, path, { ...fields, [name]: null })
    expect(withNull.status).toBe(201)
    expect(withNull.body.validitySecs).toBe(without.body.validitySecs)
  })
})

describe('an operator who registers a merchant with null in the place of an optional property', () => {
  it('registers the same as without', async () => {
    await ensureBootstrapOperator(api().database, api().gateway.deps, ADMIN)
    const request = { merchantCode: 'nulls', name: 'N', isTest: true }
    const nothing = { callbackUrl: null, publicKeys: null, rateLimitPerSecond: null, paymentMethods: null }
    const made = await api().gateway.request('POST', '/admin/merchants', {
      token: ADMIN,
      body: { ...request, ...nothing },
    })
    expect(made.status).toBe(201)
  })
})
