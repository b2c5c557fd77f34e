/**
 * One payin of every method and currency, paid as payers pay it: the rail simulator reads what the shop got, checks it and pays;
 * the gateway hears of it from a bank's feed, a chain or a connector, and the shop reads SUCCESS.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { EXAMPLES, type MethodExample } from '@sluice/core/catalogue/examples.ts'
import { presenceOf } from '@sluice/core/catalogue/response-fields.ts'
import { SERVABLE } from '@sluice/gateway/processors/own-account/rails.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RECEIVING_ACCOUNTS } from '../../examples/rails/receiving.ts'
import type { Json } from '../harness.ts'
import { BY_ACCOUNT, BY_CHAIN, BY_CONNECTOR, type Rails, startRails } from './rails.fixture.ts'

const SUCCESS_WITHIN_MS = 90_000

let rails: Rails

const named = (examples: readonly MethodExample[]) =>
  examples.map((each) => [each.method.object, each.currencyCode, each] as const)

let count = 0

async function create({ method, money, paymentMethod }: MethodExample): Promise<{ id: string; payin: Json }> {
  const id = `rails-${++count}`
  // The full example names any operator; which one serves here, the product says.
  const { paymentOperatorCode: _, ...rest } = paymentMethod
  const chosen = method.kind === 'payin' && method.variant?.operatorCode
  const wanted = method.code === 'VAPAY' ? paymentMethod : rest
  const made = await rails.shopPosts(`/payins/${id}`, {
    paymentRequested: { money },
    paymentMethod: { ...wanted, ...(chosen && { paymentOperatorCode: chosen }) },
  })
  expect(`${made.status} ${made.body.detail ?? ''}`).toBe('201 ')
  return { id, payin: await becomes(id, 'PENDING') }
}

/** Waits for what the gateway's workers make of it. */
async function becomes(id: string, status: string): Promise<Json> {
  const until = Date.now() + SUCCESS_WITHIN_MS
  for (;;) {
    const { body } = await rails.shopReads(`/payins/${id}`)
    if (String(body.process?.status) === status || Date.now() > until) {
      expect(body.process?.status).toBe(status)
      return body
    }
    await sleep(50)
  }
}

async function isPaidAs(way: string, example: MethodExample): Promise<void> {
  const { id, payin } = await create(example)
  const paid = await rails.payer('/pay', payin)
  expect(`${paid.status} ${paid.body.message ?? ''} ${paid.body.way}`).toBe(`200  ${way}`)
  const { utr } = paid.body
  if (utr !== undefined) {
    const body = { externalReference: { reference: utr } }
    const set = await rails.shopPosts(`/payins/${id}/!setExternalReference`, body)
    expect(`${set.status} ${set.body.detail ?? ''}`).toBe('200 ')
  }
  if (way === 'token') await rails.chain.mine(3)
  await becomes(id, 'SUCCESS')
}

it('every method and currency of the catalogue is paid in one of three ways', () => {
  const payins = EXAMPLES.filter(({ method }) => method.kind === 'payin')
  expect(BY_ACCOUNT.length + BY_CHAIN.length + BY_CONNECTOR.length).toBe(payins.length)
  expect(BY_ACCOUNT).toHaveLength(SERVABLE.length)
  for (const { method, currencyCode } of BY_ACCOUNT) {
    const accounts = RECEIVING_ACCOUNTS.filter((each) => each.currencyCode === currencyCode)
    expect(accounts.flatMap(({ methods }) => methods.map(({ code }) => code))).toContain(method.code)
  }
})

describe.each(['embedded', 'postgres'] as const)('on the %s database', (engine) => {
  beforeAll(async () => {
    rails = await startRails(engine)
  })
  afterAll(() => rails?.stop())

  describe('through the feed of a bank account, a till or a merchant number', () => {
    it.each(named(BY_ACCOUNT))('%s in %s', (_object, _currency, example) => isPaidAs('transfer', example))
  })

  describe('through a chain', () => {
    it.each(named(BY_CHAIN))('%s in %s', (_object, _currency, example) => isPaidAs('token', example))
  })

  describe('through a connector, on its page or in the payer’s app', () => {
    it.each(named(BY_CONNECTOR))('%s in %s', (_object, _currency, example) => {
      const { method } = example
      const isLink = method.kind === 'payin' && presenceOf(method.responds, 'redirectUrl') === 'always'
      return isPaidAs(isLink ? 'link' : 'push', example)
    })
  })

  it('nothing is left over: no case is open, and all invariants hold', async () => {
    expect((await rails.admin('/admin/cases?status=OPEN')).body.data).toEqual([])
    expect((await rails.admin('/admin/invariants')).body.holds).toBe(true)
  })

  describe('a payer who looks closely', () => {
    const promptPay = EXAMPLES.filter(({ method }) => method.code === 'PROMPTPAY')

    it.each(named(promptPay))(
      '%s in %s: sees scheme, amount, reference and payee before paying',
      async (_o, _c, example) => {
        const { payin } = await create(example)
        const { body } = await rails.payer('/look', payin)
        expect(body).toMatchObject({
          way: 'transfer',
          scheme: 'PromptPay',
          money: { amount: 500.25, currencyCode: 'THB' },
          reference: payin.paymentMethodResponse?.reference,
          payee: { billerId: '010753600010286' },
        })
      },
    )

    it.each(named(promptPay))(
      '%s in %s: who pays another amount leaves a case, and no SUCCESS',
      async (_o, _c, example) => {
        const { id, payin } = await create(example)
        expect((await rails.payer('/pay?amount=400', payin)).status).toBe(200)
        const until = Date.now() + SUCCESS_WITHIN_MS
        let open: readonly Json[] = []
        while (open.length === 0 && Date.now() < until) {
          open = (await rails.admin('/admin/cases?status=OPEN')).body.data as unknown as readonly Json[]
          await sleep(50)
        }
        expect(open).toMatchObject([{ reason: 'AMOUNT_DIFFERS' }])
        expect((await rails.shopReads(`/payins/${id}`)).body.process?.status).toBe('PENDING')
      },
    )
  })
})
