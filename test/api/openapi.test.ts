/**
 * The API's description: valid OpenAPI 3.1 without a finding of the linter, nothing left out, and true. Every example in it is
 * really accepted, and what the gateway answers is what it says.
 */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { CURRENCIES } from '@sluice/core/catalogue/currencies.ts'
import { EXAMPLES, FULL_EXAMPLES } from '@sluice/core/catalogue/examples.ts'
import { PAYMENT_PROBLEMS } from '@sluice/gateway/api/problems.ts'
import { HTTP_PROBLEMS } from '@sluice/gateway/http/problems.ts'
import Schema from 'typebox/schema'
import { beforeAll, describe, expect, it } from 'vitest'
import { routesOf } from '../attack/routes.ts'
import type { Answer, Json } from '../harness.ts'
import { createBody, credit, newId, thb, thbPayout, useApi } from './api.fixture.ts'

const api = useApi()

type Fields = Readonly<Record<string, unknown>>

/** The merchants'. */
let source = ''
let document: Json = {}
/** The operators'. */
let office: Json = {}

beforeAll(async () => {
  const answer = await api().gateway.request('GET', '/openapi.json', { headers: { 'x-api-version': '' } })
  source = answer.text
  document = answer.body
  office = (await api().gateway.request('GET', '/admin/openapi.json')).body
  for (const { code } of CURRENCIES) await credit(api().gateway, api().shop, code, 10n ** 12n)
})

const entries = (value: unknown): [string, Json][] =>
  Object.entries((value ?? {}) as Readonly<Record<string, Json>>)

interface Operation {
  readonly method: string
  readonly path: string
  readonly description: Json
}

/** Of both descriptions. */
const operations = (): Operation[] =>
  [document, office].flatMap(({ paths }) =>
    entries(paths).flatMap(([path, item]) =>
      entries(item).map(([method, description]) => ({ method: method.toUpperCase(), path, description })),
    ),
  )

it.each(['/payouts/{idPayout}', '/refunds/{idRefund}'])(
  'POST %s says that a person may have to show again that it is them, and how that reads',
  (path) => {
    const refused = entries(document.paths).find(([name]) => name === path)?.[1]?.post?.responses?.['403']
    expect(String(refused?.description)).toContain('STEP_UP_NEEDED')
    expect(refused?.content?.['application/problem+json']?.examples?.STEP_UP_NEEDED?.value).toMatchObject({
      ...{ status: 403, code: 'STEP_UP_NEEDED', type: '/docs/errors/STEP_UP_NEEDED' },
    })
  },
)

it.each([
  ['merchants', () => source],
  ['operators', () => JSON.stringify(office)],
])('%s read valid OpenAPI 3.1, and the linter’s recommended rules find nothing', async (_whose, text) => {
  expect(text()).toContain('"openapi":"3.1.0"')
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text(), absoluteRef: '/openapi.json', config })
  const found = problems.map(({ severity, ruleId, message, location }) =>
    [severity, ruleId, message, location[0]?.pointer].join(' '),
  )
  expect(found).toEqual([])
})

it('says of every success what it brings', () => {
  const successes = operations().flatMap(({ method, path, description }) =>
    entries(description.responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, response]) => `${method} ${path} ${status}: ${response.description}`),
  )
  expect(successes.length).toBeGreaterThan(40)
  expect(successes.filter((each) => /Default Response|: \.?$|undefined/.test(each))).toEqual([])
})

/** What no token opens. */
const SESSION_ONLY = /^\/(team|credentials|keys|secrets|callback-secrets|settings|request-log|search)\b/

describe('nothing is left out', () => {
  /** Pages, what only the gateway's own pages ask, and machines' affairs: no part of the API. */
  const OTHER =
    /^\/((admin\/)?docs|(admin\/)?openapi\.json|health|metrics|pay|claim|sandbox|static|checkout|console|dashboard|l|sign-in)([/*]|$)/

  it('every route of the server is described, and every described one is there', () => {
    const described = operations().map(({ method, path }) => `${method} ${path}`)
    const served = routesOf(api().gateway.app)
      .filter(({ path }) => !OTHER.test(path))
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
      .filter((route) => !route.startsWith('OPTIONS') && !route.startsWith('HEAD'))
    expect(described.sort()).toEqual(served.sort())
  })

  it('every operation has an ID of its own, a tag, a summary and a refusal', () => {
    const ids = operations().map(({ description }) => description.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { description } of operations()) {
      expect(description).toMatchObject({
        operationId: expect.stringMatching(/^[a-z][A-Za-z]+$/),
        summary: expect.any(String),
        tags: [expect.any(String)],
      })
      expect(Object.keys(description.responses ?? {}).some((status) => /^4/.test(status))).toBe(true)
    }
  })

  it('every versioned operation needs X-API-Version, every business operation a token', () => {
    for (const { path, description } of operations()) {
      const parameters = Array.isArray(description.parameters) ? description.parameters : []
      const names = parameters.map(({ name }) => name)
      expect([path, names.includes('x-api-version')]).toEqual([
        path,
        !/^\/(\.well-known|admin|connectors|providers)\//.test(path),
      ])
      const open = /^\/(\.well-known|auth-tokens|connectors|providers)/.test(path)
      const scheme = path.startsWith('/admin/')
        ? { operator: [] }
        : SESSION_ONLY.test(path)
          ? { session: [] }
          : { bearer: [] }
      expect([path, description.security]).toEqual([path, open ? [] : [scheme]])
    }
  })

  it.each(Object.keys({ ...HTTP_PROBLEMS, ...PAYMENT_PROBLEMS }))('the code %s is documented', (code) => {
    const { description } = document.components?.schemas?.Problem?.properties?.code ?? {}
    expect(description).toContain(`${code} (`)
  })

  it('the callbacks are documented', () => {
    expect(Object.keys(document.webhooks ?? {}).sort()).toEqual([
      'payin.status_changed',
      'payout.status_changed',
      'refund.updated',
      'settlement.updated',
    ])
  })

  it('there are examples of every method in every currency', () => {
    const named = ['/payins/{idPayin}', '/payouts/{idPayout}'].flatMap((path) =>
      Object.keys(examplesOf(path)),
    )
    expect(named.sort()).toEqual(
      EXAMPLES.map(({ method, currencyCode }) => `${method.object}-${currencyCode}`).sort(),
    )
  })

  it('each method code leads to its request and response object', () => {
    const { schemas } = document.components ?? {}
    for (const kind of ['Payin', 'Payout']) {
      for (const suffix of ['', 'Response']) {
        const { discriminator, oneOf } = schemas?.[`${kind}Method${suffix}`] ?? {}
        expect(discriminator?.propertyName).toBe('paymentMethodCode')
        const targets = Object.values(discriminator?.mapping ?? {}).map(($ref) => ({ $ref }))
        expect(oneOf).toEqual(targets)
      }
    }
    expect(schemas?.PayinMethod?.discriminator?.mapping?.P2A_V2).toBe('#/components/schemas/P2A_V2')
    expect(schemas?.P2A_V2?.anyOf).toEqual([
      { $ref: '#/components/schemas/IMPSMethod' },
      { $ref: '#/components/schemas/P2AV2Method' },
    ])
  })
})

const requestOf = (path: string): Json =>
  document.paths?.[path]?.post?.requestBody?.content?.['application/json'] ?? {}

function examplesOf(path: string): Readonly<Record<string, Fields>> {
  const { examples } = requestOf(path)
  return Object.fromEntries(entries(examples).map(([name, { value }]) => [name, { ...value }]))
}

/** Why a value is not what a schema of the document describes; empty where it is. */
function misfits(schema: unknown, value: unknown): readonly unknown[] {
  const whole = { allOf: [schema], components: document.components }
  const [fits, errors] = Schema.Errors(whole, value)
  return fits ? [] : errors
}

/** Checks an answer against what the document says of the operation and status. */
function expectDescribed(method: string, path: string, answer: Answer): void {
  const response = document.paths?.[path]?.[method.toLowerCase()]?.responses?.[answer.status]
  expect(response, `${method} ${path} does not say that it may answer ${answer.status}`).toBeDefined()
  const [type = ''] = String(answer.headers['content-type']).split(';')
  const { schema } = response?.content?.[type] ?? {}
  expect(schema, `${method} ${path} ${answer.status} ${type}`).toBeDefined()
  expect(misfits(schema, answer.body)).toEqual([])
  if (answer.status >= 400) expect(String(response?.description)).toContain(`${answer.body.code}:`)
}

async function send(method: string, path: string, id: string, body?: unknown): Promise<Answer> {
  const { gateway, shop } = api()
  const url = path.replace(/\{\w+\}/, id)
  const answer = await gateway.request(method, url, {
    token: await shop.token(),
    ...(body !== undefined && { body }),
  })
  expectDescribed(method, path, answer)
  return answer
}

it('these tests see a value that does not fit', () => {
  const { schema } = requestOf('/payins/{idPayin}')
  const money = { paymentRequested: { money: { amount: '1', currencyCode: 'THB' } } }
  expect(misfits(schema, { ...thb(), ...money })).not.toEqual([])
  expect(misfits(schema, { ...thb(), paymentMethod: { paymentMethodCode: 'PROMPTPAY' } })).not.toEqual([])
  expect(misfits(schema, thb())).toEqual([])
  expect(operations().length).toBeGreaterThan(15)
})

describe('every example is really accepted, and fits its own schema', () => {
  it.each(['/payins/{idPayin}', '/payouts/{idPayout}'])('POST %s', async (path) => {
    const examples = Object.entries(examplesOf(path))
    expect(examples.length).toBeGreaterThan(20)
    for (const [name, example] of examples) {
      expect([name, misfits(requestOf(path).schema, example)]).toEqual([name, []])
      const answer = await send('POST', path, newId(), example)
      expect(`${name} ${answer.status} ${answer.text}`).toMatch(new RegExp(`^${name} 201 `))
    }
  })

  it.each(['/auth-tokens', '/auth-tokens-by-action'])('POST %s', async (path) => {
    const examples = Object.entries(examplesOf(path))
    expect(examples.length).toBeGreaterThan(1)
    for (const [, example] of examples) {
      expect(misfits(requestOf(path).schema, example)).toEqual([])
      const { merchantCode: _shop, timestamp: _then, ...fields } = example
      const answer = await api().gateway.tokenFor(api().shop, path, fields)
      expect(answer.status).toBe(201)
      expectDescribed('POST', path, answer)
    }
  })

  it('POST /payins/!availablePaymentOptions', async () => {
    const path = '/payins/!availablePaymentOptions'
    for (const example of Object.values(examplesOf(path))) {
      expect(misfits(requestOf(path).schema, example)).toEqual([])
      expect((await send('POST', path, '', example)).status).toBe(200)
    }
  })

  it('POST /payins/{idPayin}/!setExternalReference', async () => {
    const path = '/payins/{idPayin}/!setExternalReference'
    const id = newId()
    const method = { paymentMethodCode: 'UPIQR' }
    const money = { amount: 1499, currencyCode: 'INR' }
    await send('POST', '/payins/{idPayin}', id, { paymentRequested: { money }, paymentMethod: method })
    for (const example of Object.values(examplesOf(path))) {
      expect(misfits(requestOf(path).schema, example)).toEqual([])
      expect((await send('POST', path, id, example)).status).toBe(200)
    }
  })

  it('POST /refunds/{idRefund}', async () => {
    const path = '/refunds/{idRefund}'
    const examples = Object.entries(examplesOf(path))
    expect(examples.length).toBeGreaterThan(2)
    for (const [name, example] of examples) {
      expect([name, misfits(requestOf(path).schema, example)]).toEqual([name, []])
      const idPayin = newId()
      await send('POST', '/payins/{idPayin}', idPayin, thb())
      await api().gateway.advance(5_000)
      const answer = await send('POST', path, newId(), { ...example, idPayin })
      expect(`${name} ${answer.status} ${answer.text}`).toMatch(new RegExp(`^${name} 201 `))
      await send('GET', path, String(answer.body.idRefund))
      await send('GET', '/refunds/{idRefund}/explanation', String(answer.body.idRefund))
    }
  })

  it('POST /callbacks/!redeliver', async () => {
    const path = '/callbacks/!redeliver'
    const examples = Object.values(examplesOf(path))
    expect(examples.length).toBeGreaterThan(1)
    for (const example of examples) {
      expect(misfits(requestOf(path).schema, example)).toEqual([])
      expect((await send('POST', path, '', example)).status).toBe(200)
    }
  })

  it('of all operations of merchants that take a body', () => {
    const without = operations().filter(
      ({ method, path, description }) =>
        method === 'POST' &&
        !/^\/(admin|connectors)\//.test(path) &&
        // The example of a file is posted where files are tried.
        description.requestBody?.content?.['application/json'] !== undefined &&
        Object.keys(examplesOf(path)).length === 0,
    )
    expect(without.map(({ path }) => path)).toEqual([])
  })

  it('the callbacks that are sent fit theirs', async () => {
    const { gateway } = api()
    await send('POST', '/payins/{idPayin}', newId(), thb())
    await send('POST', '/payouts/{idPayout}', newId(), thbPayout())
    await gateway.advance(10_000)
    const types = new Set<string>()
    for (const { body = '' } of gateway.deps.sent) {
      const callback: Json = JSON.parse(body)
      types.add(String(callback.type))
      const { schema, example } =
        document.webhooks?.[String(callback.type)]?.post?.requestBody?.content?.['application/json'] ?? {}
      expect(misfits(schema, callback)).toEqual([])
      expect(misfits(schema, example)).toEqual([])
    }
    expect([...types].sort()).toEqual(['payin.status_changed', 'payout.status_changed'])
  })
})

describe('what is answered is what is described', () => {
  it.each(FULL_EXAMPLES.map((each) => [each.method.object, each.currencyCode, each] as const))(
    '%s in %s with every field, created and read',
    async (_object, _currency, example) => {
      const path = example.method.kind === 'payin' ? '/payins/{idPayin}' : '/payouts/{idPayout}'
      const id = newId()
      expect((await send('POST', path, id, createBody(example))).status).toBe(201)
      await send('GET', path, id)
      if (example.method.kind === 'payin') await send('GET', '/payins/{idPayin}/accounts', id)
    },
  )

  it.each([901, 902, 906, 907, 908, 910, 911])('a payin and a payout of %i', async (amount) => {
    const id = newId()
    await send('POST', '/payins/{idPayin}', id, thb(amount))
    await send('POST', '/payouts/{idPayout}', id, thbPayout(amount))
    await api().gateway.advance(12_000)
    await send('GET', '/payins/{idPayin}', id)
    await send('GET', '/payins/{idPayin}/accounts', id)
    await send('GET', '/payouts/{idPayout}', id)
  })

  it.each([
    '/merchant-info',
    '/balances',
    '/currencies',
    '/payment-operators',
    '/topup-options',
    '/fx-rates',
    '/fx-rate-pairs',
    '/callbacks',
    '/refunds',
    '/settlements',
    '/statements',
    '/invoices',
    '/credit-notes',
    '/.well-known/jwks.json',
    '/.well-known/webhook-keys.json',
  ])('GET %s', async (path) => {
    expect((await send('GET', path, '')).status).toBe(200)
  })

  it.each([
    ['GET /callbacks', 'a row'],
    ['POST /callbacks/!redeliver', 'the whole'],
    ['GET /refunds/{idRefund}', 'the whole'],
    ['GET /payins/{idPayin}/explanation', 'the whole'],
    ['GET /settlements/{idSettlement}', 'the whole'],
    ['GET /statements', 'a row'],
    ['GET /invoices', 'a row'],
    ['GET /invoices/{number}', 'the whole'],
    ['GET /credit-notes', 'a row'],
    ['GET /credit-notes/{number}', 'the whole'],
  ])('the example of what %s answers, of %s', (endpoint, part) => {
    const [method = '', path = ''] = endpoint.split(' ')
    const answer = document.paths?.[path]?.[method.toLowerCase()]?.responses?.['200']
    const { schema, example, examples } = answer?.content?.['application/json'] ?? {}
    const described = part === 'a row' ? schema?.properties?.data?.items : schema
    // The description of a whole answer has its examples beside the schema.
    const reported: readonly unknown[] = [
      ...(example === undefined ? [] : [example]),
      ...entries(examples).map(([, { value }]) => value),
      ...Object.values(described?.examples ?? {}),
    ]
    expect(reported).not.toEqual([])
    for (const each of reported) expect(misfits(described, each)).toEqual([])
  })

  it('refusals', async () => {
    const create = '/payins/{idPayin}'
    const taken = newId()
    await send('POST', create, taken, thb())
    await send('POST', create, taken, thb())
    for (const amount of [-1, 1, 904, 905]) await send('POST', create, newId(), thb(amount))
    await send('GET', create, 'nobody')
    await send('POST', '/payouts/{idPayout}', newId(), thbPayout(99_999_999))
    await send('POST', '/payins/{idPayin}/!setExternalReference', taken, {})
    const { gateway } = api()
    expectDescribed('GET', create, await gateway.request('GET', `/payins/${taken}`))
    expectDescribed(
      'GET',
      '/balances',
      await gateway.request('GET', '/balances', { headers: { 'x-api-version': '1' } }),
    )
    expectDescribed('POST', '/auth-tokens', await gateway.request('POST', '/auth-tokens', { raw: '{' }))
    expectDescribed(
      'POST',
      create,
      await gateway.request('POST', '/payins/a', { raw: '<a/>', headers: { 'content-type': 'text/xml' } }),
    )
  })

  it('every refusal that happened anywhere was foreseen: no error in the log', () => {
    expect(api().gateway.deps.logged.filter(({ level }) => level === 'error')).toEqual([])
  })
})
