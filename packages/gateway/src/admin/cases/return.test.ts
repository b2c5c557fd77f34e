/**
 * A case's money goes back to whom it came from, as operators and the bank see it: decided once, sent by a bank file as a payout of the
 * gateway's own, closed by the bank's debit; and a case again where it does not arrive.
 */
import type { Database } from '@sluice/database/port.ts'
import { truncateAll } from '@sluice/database/truncate.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Json, START } from '../../../../../test/harness.ts'
import { openTestDatabase } from '../../../../../test/setup/shared.ts'
import { brokenPromises, postedTo, rowsOf } from '../../payments/payments.fixture.ts'
import { answer } from '../../processors/bank-file/pain002.fixture.ts'
import {
  PROMPTPAY_BILLER,
  account as receivingAccount,
  register,
} from '../../processors/own-account/own-account.fixture.ts'
import { type BankFileWorld, bankFileWorld } from '../bank-files/bank-files.fixture.ts'

const thb = (amount: number) => ({ amount, currencyCode: 'THB' })
const SOMCHAI = { name: 'Somchai Jaidee', accountNumber: '9876543210', bank: 'KASITHBK' }

let database: Database
let world: BankFileWorld
let seed = 0

beforeAll(async () => {
  database = await openTestDatabase(START)
})
beforeEach(async () => {
  await truncateAll(database)
  seed += 1
  world = await bankFileWorld(database, seed)
  await register(world.gateway.app.gateway, receivingAccount('till', { methods: [PROMPTPAY_BILLER] }))
})
afterEach(async () => {
  expect(await brokenPromises(database)).toEqual([])
  const { body } = await world.admin('GET', '/admin/invariants')
  expect(rows(body.checks).filter(({ holds }) => !holds)).toEqual([])
  await world.gateway.stop()
})
afterAll(() => database?.close())

const rows = (list: Json | undefined): readonly Json[] => [...(list as unknown as readonly Json[])]

/** One movement of the till, as its bank tells it. @returns what became of it */
async function booked(reference: string, amount: number, more: object = {}) {
  const entry = { reference, bookedAt: new Date(world.gateway.deps.clock.now()).toISOString(), ...more }
  const body = { data: [{ money: thb(amount), ...entry }] }
  const taken = await world.admin('POST', '/admin/bank-feeds/till/entries', body)
  expect(taken.status, taken.text).toBe(200)
  return rows(taken.body.data).map(({ outcome }) => String(outcome))
}

/** A credit of nobody's. @returns its case */
async function unknownCredit(named: object = { sender: SOMCHAI }): Promise<string> {
  expect(await booked('BR-1', 500, named)).toEqual(['CASE'])
  return newest()
}
const newest = async () => String(rows((await world.admin('GET', '/admin/cases?limit=1')).body.data)[0]?.id)
const shown = async (id: string) => (await world.admin('GET', `/admin/cases/${id}`)).body
const makeRefund = (id: string, body: object = {}) =>
  world.admin('POST', `/admin/cases/${id}/!return`, { by: 'PROCESSOR', ...body }, world.anna)

/** What sends the first part of a case back. */
const sent = async (id: string, part = 1) =>
  (await world.admin('GET', `/admin/payments/~gateway/payout/${id}.${part}`)).body

/** In a file that went to the bank. @returns MsgId, and the reference by which the bank names the transfer */
async function atTheBank() {
  const file = await world.released('bangkok')
  const { text } = await world.admin('GET', `/admin/bank-files/${file}/content`)
  const [messageId = '', reference = ''] = await world.references(file)
  return { messageId, reference, text }
}
const debit = (reference: string, amount: number, bank = 'BR-2') =>
  booked(bank, amount, { direction: 'DEBIT', endToEndId: reference })

/** All that the books hold of an account, in satang. */
const bookOf = async (account: string) => Number(await postedTo(database, account))

describe('the return of a case by a bank file', () => {
  it('goes to the account that the bank named as the sender, and the bank’s debit closes it', async () => {
    const id = await unknownCredit()
    const decided = await makeRefund(id, { note: 'nobody knows him' })
    expect(decided.status, decided.text).toBe(200)
    expect(rows(decided.body.decisions)).toMatchObject([
      { action: 'return', money: thb(500), detail: { by: 'PROCESSOR', kind: 'payout', id: `${id}.1` } },
    ])
    expect([await bookOf('suspense'), await bookOf('reserved')]).toEqual([0, 500_00])
    expect(await sent(id)).toMatchObject({ status: 'PENDING', processor: 'test-bank-file', money: thb(500) })

    const { reference, text } = await atTheBank()
    expect(text).toContain('9876543210')
    expect(text).toContain('<Nm>Somchai Jaidee</Nm>')
    expect(await debit(reference, 500)).toEqual(['DELIVERED'])
    expect(await sent(id)).toMatchObject({ status: 'SUCCESS', callbacks: [] })
    expect([await bookOf('reserved'), await bookOf('clearing:test-bank-file')]).toEqual([0, 500_00])
    const { closedAt, payments } = await shown(id)
    expect(closedAt).toBeDefined()
    expect(rows(payments)).toMatchObject([{ merchantCode: '~gateway', status: 'SUCCESS', why: ['RETURN'] }])
  })

  it('of a merchant’s case passes between the books, and touches no balance of the merchant’s', async () => {
    const { code } = world.shop
    const before = (await world.admin('GET', `/admin/balances/${code}`)).body
    const shop = await world.gateway.merchant({
      products: [{ code: 'PROMPTPAY', currency: 'THB' as never, processors: ['test-own-account'] }],
    })
    const made = await world.gateway.request('POST', '/payins/order-1', {
      token: await shop.token(),
      body: {
        paymentRequested: { money: thb(500) },
        paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '9876543210' } },
      },
    })
    expect(made.status, made.text).toBe(201)
    const remittance = `Order ${made.body.paymentMethodResponse?.reference}`
    expect(await booked('BR-1', 700, { remittance, sender: SOMCHAI })).toEqual(['CASE'])
    const id = await newest()
    expect(await shown(id)).toMatchObject({ merchantCode: shop.code, reason: 'AMOUNT_DIFFERS' })
    expect((await makeRefund(id, { money: thb(200) })).status).toBe(200)
    expect((await makeRefund(id, { part: 1 })).body.code).toBe('CASE_SETTLED')
    const assigned = { merchantCode: shop.code, idPayin: 'order-1' }
    expect((await world.admin('POST', `/admin/cases/${id}/!assign`, assigned)).status).toBe(200)
    const { reference } = await atTheBank()
    expect(await debit(reference, 200)).toEqual(['DELIVERED'])
    expect(await sent(id)).toMatchObject({ status: 'SUCCESS', money: thb(200) })
    expect((await world.admin('GET', `/admin/balances/${code}`)).body).toEqual(before)
  })

  it('that the bank rejects is a case again, which can be returned once more', async () => {
    const id = await unknownCredit()
    await makeRefund(id)
    const { messageId } = await atTheBank()
    await world.answered(answer({ original: messageId, group: 'RJCT', reason: 'AC04' }))
    expect(await sent(id)).toMatchObject({ status: 'FAILED' })
    const again = await newest()
    expect(again).not.toBe(id)
    expect(await shown(again)).toMatchObject({
      reason: 'RETURN_FAILED',
      merchantCode: '~gateway',
      left: thb(500),
      processor: 'test-own-account',
      entry: { reference: 'BR-1' },
    })
    expect([await bookOf('suspense'), await bookOf('reserved')]).toEqual([500_00, 0])
    expect((await makeRefund(again)).status).toBe(200)
    const { reference } = await atTheBank()
    expect(await debit(reference, 500)).toEqual(['DELIVERED'])
    expect(await sent(again)).toMatchObject({ status: 'SUCCESS' })
  })

  it('is taken back while no file with it was released, and then is a case again', async () => {
    const id = await unknownCredit()
    await makeRefund(id)
    const cancelled = await world.admin('POST', `/admin/payments/~gateway/payout/${id}.1/!cancel`)
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'REFUSED', cancellation: 'CANCELLED' } })
    expect(await shown(await newest())).toMatchObject({ reason: 'RETURN_FAILED', left: thb(500) })
  })

  it('is closed by no debit of another amount or without its reference, and a second debit is money that is missing', async () => {
    const id = await unknownCredit()
    await makeRefund(id)
    const { reference } = await atTheBank()
    expect(await debit('SOMETHING-ELSE', 500, 'BR-2')).toEqual(['IGNORED'])
    expect(await debit(reference, 499, 'BR-3')).toEqual(['CASE'])
    expect(await sent(id)).toMatchObject({ status: 'PENDING' })
    expect(await debit(reference, 500, 'BR-4')).toEqual(['DELIVERED'])
    expect(await sent(id)).toMatchObject({ status: 'SUCCESS' })
    expect(await debit(reference, 500, 'BR-5')).toEqual(['CASE'])
    expect((await world.cases()).map(({ reason, money }) => [reason, money]).slice(1)).toEqual([
      ['PAYOUT_AMOUNT_DIFFERS', thb(-499)],
      ['PAYOUT_DEBITED_TWICE', thb(-500)],
    ])
  })

  it('that the bank gives back after its debit is a case that says so', async () => {
    const id = await unknownCredit()
    await makeRefund(id)
    const { reference } = await atTheBank()
    await debit(reference, 500)
    expect(await booked('BR-3', 500, { endToEndId: reference, sender: SOMCHAI })).toEqual(['RETURNED'])
    const back = await newest()
    expect(await shown(back)).toMatchObject({ reason: 'RETURNED_AFTER_SUCCESS', left: thb(500) })
    // Who sent that is our own bank.
    expect((await makeRefund(back)).body.code).toBe('INVALID_STATE')
  })

  it('is decided once, whoever asks at the same moment', async () => {
    const id = await unknownCredit()
    const answers = await Promise.all([makeRefund(id), makeRefund(id), makeRefund(id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await rowsOf(database, "select id from payment where merchant_id = '~gateway'")).toHaveLength(1)
  })

  it('waits for a second operator, who approves what was asked', async () => {
    await world.admin('PUT', '/admin/approval-policy', { data: [] })
    const id = await unknownCredit()
    const requested = await makeRefund(id)
    expect(requested).toMatchObject({ status: 202, body: { approval: { operation: 'case.return' } } })
    expect(requested.body.approval?.summary).toContain('Send it to the sender named by the bank 500.00 THB')
    expect(await sent(id)).toMatchObject({ code: 'NOT_FOUND' })
    const path = `/admin/approvals/${requested.body.approval?.id}/!approve`
    expect((await world.admin('POST', path, undefined, world.anna)).status).toBe(403)
    expect((await world.admin('POST', path, undefined, world.ben)).status).toBe(200)
    expect(await sent(id)).toMatchObject({ status: 'PENDING' })
  })

  it('is explained', async () => {
    const id = await unknownCredit()
    await makeRefund(id)
    const path = `/admin/payments/~gateway/payout/${id}.1/!explain`
    expect(await world.admin('GET', path)).toMatchObject({ status: 200, body: { waitingFor: 'OPERATOR' } })
  })
})

describe('no money is sent back by itself', () => {
  it.each([
    ['nobody', {}],
    ['a masked account', { sender: { ...SOMCHAI, accountNumber: 'XXX-X-X3210' } }],
  ])('where the statement names %s', async (_, named) => {
    const id = await unknownCredit(named)
    const refused = await makeRefund(id)
    expect(refused).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect(refused.body.detail).toContain("does not show the sender's full account")
    expect(await shown(id)).toMatchObject({ left: thb(500) })
  })

  it('of a credit that the bank took back: that money is missing', async () => {
    expect(await booked('BR-2', 500, { direction: 'DEBIT', reversal: true, sender: SOMCHAI })).toEqual([
      'CASE',
    ])
    expect((await makeRefund(await newest())).body.code).toBe('INVALID_STATE')
  })

  it('beyond what is left, or with a reference of a transfer that somebody has made', async () => {
    const id = await unknownCredit()
    expect((await makeRefund(id, { money: thb(501) })).status).toBe(400)
    expect((await makeRefund(id, { reference: 'x' })).status).toBe(400)
    expect((await makeRefund(id, { by: 'NOTED' })).status).toBe(400)
    expect((await makeRefund(id, { by: 'NOTED', reference: 'x' })).status).toBe(200)
  })
})
