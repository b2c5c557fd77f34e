import { PAYIN_METHODS, payoutMethod } from '@sluice/core/catalogue/all-methods.ts'
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { EXAMPLES, type MethodExample } from '@sluice/core/catalogue/examples.ts'
import { amountRange } from '@sluice/core/catalogue/limits.ts'
import type { PayinMethod } from '@sluice/core/catalogue/payment-method.ts'
import type { PaymentKind } from '@sluice/core/foundation/identifiers.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import type { Opened } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestGateway, type TestMerchant, testGateway } from '../../../../../test/harness.ts'
import { bothEngines } from '../../../../../test/setup/shared.ts'
import { brokenPromises, rowsOf } from '../../payments/payments.fixture.ts'
import { outcomeOf, STEERING } from './outcomes.ts'

interface Steered {
  readonly example: MethodExample
  readonly amountEndingIn: (ending: number) => number | undefined
}

/** The example with amounts of a given ending, where the method's limits leave room for it. */
function steered(example: MethodExample): Steered {
  const rules = example.method.currencies.get(offered(example.currencyCode as never).code)
  if (!rules) throw new Error(example.currencyCode)
  const code = example.paymentMethod.paymentOperatorCode
  const operator = typeof code === 'string' ? rules.operatorByCode.get(code) : undefined
  const { minMinor, maxMinor } = amountRange(rules, operator)
  const unit = 10n ** BigInt(rules.currency.ledgerDigits)
  const amountEndingIn = (ending: number) => {
    let whole = BigInt(ending)
    // Well above the minimum, so that no fee reaches the amount.
    while (whole * unit < minMinor * 2n) whole += 1_000n
    return whole * unit <= maxMinor ? Number(whole) : undefined
  }
  return { example, amountEndingIn }
}

const payinExamples = EXAMPLES.filter(({ method }) => method.kind === 'payin').map(steered)
const fits = ({ amountEndingIn }: Steered) =>
  STEERING.every(({ endsIn }) => amountEndingIn(endsIn) !== undefined)
const needsNoReference = ({ example }: Steered) =>
  PAYIN_METHODS.some((each) => each === example.method && each.externalReference === 'never')
const flowOf = ({ example }: Steered) => (example.method as PayinMethod).flow
const FLOWS = [...new Set(payinExamples.map(flowOf))]
const ONE_OF_EACH_FLOW = FLOWS.map((flow) => ({
  flow,
  steered: payinExamples.find((each) => flowOf(each) === flow && fits(each) && needsNoReference(each)),
}))

let opened: Opened
let gateway: TestGateway
let shop: TestMerchant

beforeAll(async () => {
  const [inMemory] = bothEngines
  if (!inMemory) throw new Error('no engine')
  opened = await inMemory.open()
  // One gateway for all: each test has a merchant of its own.
  gateway = await testGateway(opened.database, {
    network: () => ({ ok: true, status: 204, headers: {}, body: '', durationMs: 1 }),
  })
})
beforeEach(async () => {
  shop = await gateway.merchant()
})
afterAll(async () => {
  await gateway?.stop()
  await opened?.close()
})

const path = (kind: PaymentKind, id: string) => `/${kind}s/${id}`
async function create(kind: PaymentKind, id: string, { example }: Steered, amount: number | undefined) {
  return gateway.request('POST', path(kind, id), {
    token: await shop.token(),
    body: {
      paymentRequested: { money: { amount, currencyCode: example.currencyCode } },
      paymentMethod: example.paymentMethod,
      callbackUrl: 'http://127.0.0.1:9/callbacks',
    },
  })
}
async function read(kind: PaymentKind, id: string) {
  const { body } = await gateway.request('GET', path(kind, id), { token: await shop.token() })
  return [body?.process?.status, body?.failureReasonCode]
}
const sent = () =>
  gateway.deps.sent.filter(({ body }) => JSON.parse(body ?? '').data.merchantCode === shop.code)
const historyOf = async (id: string) =>
  (
    await rowsOf(
      opened.database,
      `select e.to_status from history e join payment p on p.key = e.key where p.merchant_id = '${shop.code}' and p.id = '${id}' order by e.seq`,
    )
  ).map(({ to_status }) => to_status)

describe('the sandbox’s table', () => {
  it('has the rows of the documentation, and everything else succeeds', () => {
    expect(STEERING.map(({ endsIn }) => endsIn)).toEqual([
      901, 902, 903, 904, 905, 906, 907, 908, 909, 910, 911, 912, 913, 914, 915,
    ])
    expect(outcomeOf('payin', 100_901_99n, 2)).toEqual({ type: 'refused' })
    expect(outcomeOf('payin', 901n, 0)).toEqual({ type: 'refused' })
    expect(outcomeOf('payin', 901n, 2)).toEqual({ type: 'success', times: 1 })
    expect(outcomeOf('payout', 903n, 0)).toEqual({ type: 'success', times: 1 })
  })

  it('can be tried with a method of every flow', () => {
    expect(ONE_OF_EACH_FLOW.filter((each) => each.steered === undefined).map(({ flow }) => flow)).toEqual([])
  })
})

describe.each(ONE_OF_EACH_FLOW)('a payin of the flow $flow in the sandbox', ({ steered: found }) => {
  const one = found ?? payinExamples[0]
  if (!one) throw new Error('no example')
  const started = (ending: number) => create('payin', `p${ending}`, one, one.amountEndingIn(ending))

  it.each([
    [901, ['PENDING'], ['REFUSED', undefined]],
    [902, ['PENDING'], ['FAILED', 'CUSTOMER_NOT_REGISTERED']],
    [903, ['PENDING'], ['FAILED', 'CUSTOMER_VERIFICATION_INACTIVITY']],
    [907, ['PENDING'], ['PENDING', undefined]],
    [909, ['PENDING'], ['SUCCESS', undefined]],
    [100, ['PENDING'], ['SUCCESS', undefined]],
  ])('ending in %i is %j until 3 s have passed, then %j', async (ending, [first], end) => {
    const created = await started(ending)
    expect([created.status, created.body?.process?.status]).toEqual([201, first])
    await gateway.advance(2_900)
    expect(await read('payin', `p${ending}`)).toEqual([first, undefined])
    await gateway.advance(1_000)
    expect(await read('payin', `p${ending}`)).toEqual(end)
    expect(await brokenPromises(opened.database)).toEqual([])
  })

  it.each([
    [904, 'CUSTOMER_NOT_REGISTERED'],
    [905, 'CUSTOMER_VERIFICATION_INACTIVITY'],
  ])('ending in %i is answered 406 %s, and its ID is not used up', async (ending, code) => {
    const refused = await started(ending)
    expect([refused.status, refused.body.code]).toEqual([406, code])
    expect((await create('payin', `p${ending}`, one, one.amountEndingIn(100))).status).toBe(201)
  })

  it('ending in 906 expires at once and stays so, ending in 908 is paid late', async () => {
    await started(906)
    await started(908)
    await gateway.advance(1_000)
    expect([await read('payin', 'p906'), await read('payin', 'p908')]).toEqual([
      ['EXPIRED', undefined],
      ['EXPIRED', undefined],
    ])
    await gateway.advance(5_000)
    expect([(await read('payin', 'p906'))[0], (await read('payin', 'p908'))[0]]).toEqual([
      'EXPIRED',
      'SUCCESS',
    ])
    expect(await historyOf('p908')).toEqual(['PENDING', 'EXPIRED', 'SUCCESS'])
  })

  it('ending in 909 is confirmed twice and credited once', async () => {
    const created = await started(909)
    await gateway.advance(5_000)
    const { amount } = created.body?.paymentRequested?.money ?? {}
    const rows = await rowsOf(
      opened.database,
      `select count(*)::int as n from posting where merchant_id = '${shop.code}' and account = 'available'`,
    )
    expect([
      rows,
      await rowsOf(opened.database, `select 1 as x from case_file where merchant_id = '${shop.code}'`),
    ]).toEqual([[{ n: 1 }], []])
    expect(amount).toBe(one.amountEndingIn(909))
  })

  it('ending in 910 is confirmed before the create has answered', async () => {
    const created = await started(910)
    expect([created.status, created.body?.process?.status]).toEqual([201, 'SUCCESS'])
    expect(created.body?.paymentMethodResponse?.reference).toBeDefined()
    expect((await historyOf('p910')).slice(0, 3)).toEqual(['NEW', 'PENDING', 'SUCCESS'])
    await gateway.doze(60_000)
    expect((await read('payin', 'p910'))[0]).toBe('SUCCESS')
    expect(sent()).toHaveLength(1)
  })

  it('ending in 911 is NEW first, is taken on after 3 s, and paid 3 s later', async () => {
    const created = await started(911)
    expect([created.status, created.body?.process?.status]).toEqual([201, 'NEW'])
    await gateway.advance(2_900)
    expect((await read('payin', 'p911'))[0]).toBe('NEW')
    await gateway.advance(1_000)
    expect((await read('payin', 'p911'))[0]).toBe('PENDING')
    await gateway.advance(4_000)
    expect((await read('payin', 'p911'))[0]).toBe('SUCCESS')
    expect(sent().map(({ body }) => JSON.parse(body ?? '').data.sequence)).toEqual([1, 2])
  })
})

describe('a payout in the sandbox', () => {
  const thb = steered(
    EXAMPLES.find(
      ({ method, currencyCode }) => method === payoutMethod('BANK_TRANSFER') && currencyCode === 'THB',
    ) ?? (EXAMPLES[0] as MethodExample),
  )
  const credit = () =>
    gateway.credit(shop, { currency: offered('THB').code, amountMinor: minor(100_000_00n) })
  const balance = async (account: string) =>
    (
      await rowsOf(
        opened.database,
        `select amount from balance where merchant_id = '${shop.code}' and account = '${account}'`,
      )
    )[0]?.amount

  it.each([
    [901, 'PENDING', ['REFUSED', undefined]],
    [902, 'PENDING', ['FAILED', 'ACCOUNT_INVALID']],
    [903, 'PENDING', ['SUCCESS', undefined]],
    [907, 'PENDING', ['PENDING', undefined]],
    [909, 'PENDING', ['SUCCESS', undefined]],
    [100, 'PENDING', ['SUCCESS', undefined]],
    [911, 'NEW', ['SUCCESS', undefined]],
  ])('ending in %i begins %s and ends %j, with its reserve where it belongs', async (ending, first, end) => {
    await credit()
    const created = await create('payout', 'o', thb, thb.amountEndingIn(ending))
    expect([created.status, created.body?.process?.status]).toEqual([201, first])
    const reserved = await balance('reserved')
    expect(reserved).toBeGreaterThan(BigInt(thb.amountEndingIn(ending) ?? 0) * 100n - 1n)
    await gateway.advance(8_000)
    expect(await read('payout', 'o')).toEqual(end)
    const [status] = end
    expect(await balance('reserved')).toBe(status === 'PENDING' ? reserved : 0n)
    const refunded = status === 'REFUSED' || status === 'FAILED'
    expect((await balance('available')) === 100_000_00n).toBe(refunded)
    expect(await brokenPromises(opened.database)).toEqual([])
    // A payout is announced when it is final, and only then.
    expect(sent()).toHaveLength(status === 'PENDING' ? 0 : 1)
  })
})
