/** The whole story of a payment out of its rows, told to the operator and to its merchant. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { thb } from '../../../../../test/api/api.fixture.ts'
import { thb as thbMoney } from '../../payments/payments.fixture.ts'
import {
  PROMPTPAY_BILLER,
  account as receivingAccount,
  register,
} from '../../processors/own-account/own-account.fixture.ts'
import { emptyDatabase } from '../admin.fixture.ts'
import { type BankFileWorld, bankFileWorld } from '../bank-files/bank-files.fixture.ts'

let world: BankFileWorld
let close: () => Promise<void>

beforeAll(async () => {
  const database = await emptyDatabase()
  world = await bankFileWorld(database)
  close = async () => {
    await world.gateway.stop()
    await database.close()
  }
  await register(world.gateway.app.gateway, receivingAccount('till', { methods: [PROMPTPAY_BILLER] }))
})
afterAll(() => close?.())

const explained = async (kind: string, id: string) =>
  (await world.admin('GET', `/admin/payments/${world.shop.code}/${kind}/${id}/!explain`)).body
const toMerchant = async (kind: string, id: string) => {
  const token = await world.shop.token()
  return (await world.gateway.request('GET', `/${kind}s/${id}/explanation`, { token })).body
}

it('a payout went out by bank file, was released by a second operator, arrived in the statement and closed itself', async () => {
  const id = await world.payout()
  expect(await explained('payout', id)).toMatchObject({
    waitingFor: 'OPERATOR',
    next: { operation: 'PREPARE_FILE' },
  })
  const file = await world.prepare('bangkok')
  expect(await explained('payout', id)).toMatchObject({ next: { operation: 'RELEASE_FILE' } })
  await world.admin('POST', `/admin/bank-files/${file}/!release`, {}, world.ben)
  expect(await explained('payout', id)).toMatchObject({ next: { operation: 'SUBMIT_FILE_TO_BANK' } })
  await world.admin('GET', `/admin/bank-files/${file}/content`)
  expect(await explained('payout', id)).toMatchObject({
    waitingFor: 'BANK',
    next: { operation: 'BANK_CONFIRMS' },
  })
  expect(await toMerchant('payout', id)).toMatchObject({ status: 'PENDING', waitingFor: 'BANK' })

  const [, reference = ''] = await world.references(file)
  const data = [
    {
      ...{ reference: 'b-417', direction: 'DEBIT', money: { amount: 100.5, currencyCode: 'THB' } },
      bookedAt: new Date(world.gateway.deps.clock.now()).toISOString(),
      endToEndId: reference,
    },
  ]
  expect((await world.admin('POST', '/admin/bank-feeds/till/entries', { data })).status).toBe(200)
  await world.gateway.advance(5_000)

  const { body } = await world.admin('GET', `/admin/bank-files/${file}`)
  const reported = await explained('payout', id)
  expect(reported).toMatchObject({ status: 'SUCCESS', waitingFor: 'NOBODY' })
  expect(reported.next).toBeUndefined()
  expect(reported.evidence).toContainEqual(expect.objectContaining({ type: 'BANK_ENTRY', ref: 'till:b-417' }))
  const story = JSON.stringify(reported.sentences)
  expect(story).toContain(`anna added it to bank file ${body.messageId}.`)
  expect(story).toContain(`ben released bank file ${body.messageId}.`)
  expect(story).toContain(
    "The statement of till shows the debit of 100.50 THB under the bank's reference b-417.",
  )

  const own = await toMerchant('payout', id)
  expect(own).toMatchObject({ status: 'SUCCESS', summary: '100.50 THB reached the payee.' })
  expect(JSON.stringify(own)).not.toMatch(/anna|ben\b|till|b-417|bank-file|"ref"/)
  expect(JSON.stringify(own)).toContain("It was found in the bank's statement.")
})

it('an open payin waits for its payer; nobody else’s, and none that there is not, is explained', async () => {
  const gateway = world.gateway
  const shop = await gateway.merchant()
  const token = await shop.token()
  const made = await gateway.request('POST', '/payins/waits', { token, body: thb(907) })
  expect(made.status).toBe(201)
  const own = await gateway.request('GET', '/payins/waits/explanation', { token })
  expect(own.body).toMatchObject({ waitingFor: 'PAYER', next: { operation: 'PAY' } })
  const stranger = await (await gateway.merchant()).token()
  const requested = await gateway.request('GET', '/payins/waits/explanation', { token: stranger })
  expect(requested.status).toBe(404)
  const absent = await world.admin('GET', `/admin/payments/${shop.code}/payin/absent/!explain`)
  expect(absent.status).toBe(404)
  const oneAction = { action: 'PAYIN_INFO', idPayment: 'waits', validitySecs: 600 }
  const { body } = await gateway.tokenFor(shop, '/auth-tokens-by-action', oneAction)
  const payers = { token: String(body.token) }
  expect((await gateway.request('GET', '/payins/waits', payers)).status).toBe(200)
  expect((await gateway.request('GET', '/payins/waits/explanation', payers)).status).toBe(403)
})

it('a refund is explained to its merchant as payins and payouts are', async () => {
  const { gateway } = world
  const shop = await gateway.merchant()
  await gateway.credit(shop, thbMoney(100_000n))
  const token = await shop.token()
  expect((await gateway.request('POST', '/payins/gives-back', { token, body: thb(500) })).status).toBe(201)
  await gateway.advance(10_000)
  const body = { idPayin: 'gives-back', reason: 'REQUESTED_BY_CUSTOMER', callbackUrl: 'http://127.0.0.1:9/' }
  const made = await gateway.request('POST', '/refunds/back-1', { token, body })
  expect(made.status, made.text).toBe(201)
  const own = await gateway.request('GET', '/refunds/back-1/explanation', { token })
  expect(own.body).toMatchObject({ kind: 'refund', id: 'back-1', status: made.body.process?.status })
  expect(own.body.sentences).toContain(own.body.summary)
  const operators = await world.admin('GET', `/admin/payments/${shop.code}/refund/back-1/!explain`)
  expect(operators.body).toMatchObject({ kind: 'refund', waitingFor: own.body.waitingFor })
})
