/**
 * A refund's whole way through a bank, as a shop, two operators and the bank see it: the payin came on an own account, the bank named
 * who had paid, the money goes back by a bank file, and the bank's own word closes it.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CurrencyCode } from '@sluice/core/foundation/money.ts'
import type { Database } from '@sluice/database/port.ts'
import { truncateAll } from '@sluice/database/truncate.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Json, START, type TestMerchant } from '../../../../../test/harness.ts'
import { openTestDatabase } from '../../../../../test/setup/shared.ts'
import { brokenPromises } from '../../payments/payments.fixture.ts'
import { answer } from '../../processors/bank-file/pain002.fixture.ts'
import {
  PROMPTPAY_BILLER,
  account as receivingAccount,
  register,
} from '../../processors/own-account/own-account.fixture.ts'
import { type BankFileWorld, bankFileWorld } from '../bank-files/bank-files.fixture.ts'

const SAMPLE = readFileSync(
  join(import.meta.dirname, '../../../../../docs/operators/samples/camt.053.001.12.xml'),
  'utf8',
)
const THB = 'THB' as CurrencyCode
const thb = (amount: number) => ({ amount, currencyCode: 'THB' })

let database: Database
let world: BankFileWorld
let shop: TestMerchant
let seed = 0

beforeAll(async () => {
  database = await openTestDatabase(START)
})
beforeEach(async () => {
  await truncateAll(database)
  seed += 1
  world = await bankFileWorld(database, seed)
  await register(world.gateway.app.gateway, receivingAccount('till', { methods: [PROMPTPAY_BILLER] }))
  shop = await world.gateway.merchant({
    products: [
      { code: 'PROMPTPAY', currency: THB, processors: ['test-own-account'] },
      { code: 'BANK_TRANSFER', currency: THB, processors: ['test-bank-file'] },
    ],
  })
})
afterEach(async () => {
  expect(await brokenPromises(database)).toEqual([])
  const { body } = await world.admin('GET', '/admin/invariants')
  expect(body.holds).toBe(true)
  await world.gateway.stop()
})
afterAll(() => database?.close())

const asShop = async (method: string, path: string, body?: unknown) =>
  world.gateway.request(method, path, {
    token: await shop.token(),
    ...(body !== undefined && { body }),
  })
const explained = async (idRefund: string) =>
  (await world.admin('GET', `/admin/payments/${shop.code}/refund/${idRefund}/!explain`)).body
const toShop = async (idRefund: string) => (await asShop('GET', `/refunds/${idRefund}/explanation`)).body
const rows = (list: Json | undefined): readonly Json[] => [...(list as unknown as readonly Json[])]
const upload = (file: string) =>
  world.gateway.request('POST', '/admin/bank-feeds/till/statements', {
    token: world.anna,
    raw: file,
    headers: { 'content-type': 'application/octet-stream' },
  })

interface Booked {
  readonly reference: string
  readonly amount: string
  readonly direction: 'CRDT' | 'DBIT'
  /** The rest of its transaction's details: `Refs` and what follows. */
  readonly details: string
}

/** The bank's statement of one movement, from the sample that operators see. */
function statement(openingText: string, closing: string, { reference, amount, direction, details }: Booked) {
  const [head = '', after = ''] = SAMPLE.split('<Ntry>', 1).concat(SAMPLE.split('</Ntry>').at(-1) ?? '')
  const entry = `<Ntry><Amt Ccy="THB">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><DtTm>${new Date(world.gateway.deps.clock.now()).toISOString()}</DtTm></BookgDt>
    <AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls><TxDtls>${details}</TxDtls></NtryDtls></Ntry>`
  return head.replace('10000.00', openingText).replace('10790.75', closing) + entry + after
}

const SOMCHAI = `<RltdPties><Dbtr><Nm>Somchai Jaidee</Nm></Dbtr><DbtrAcct><Id><Othr><Id>9876543210</Id></Othr></Id></DbtrAcct></RltdPties>
  <RltdAgts><DbtrAgt><FinInstnId><BICFI>KASITHBK</BICFI></FinInstnId></DbtrAgt></RltdAgts>`

/** A payin of 500 that the bank's statement paid. @returns its ID */
async function paid(id: string): Promise<string> {
  const made = await asShop('POST', `/payins/${id}`, {
    paymentRequested: { money: thb(500) },
    paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '9876543210' } },
  })
  expect(made.status, made.text).toBe(201)
  const reference = String(made.body.paymentMethodResponse?.reference)
  const details = `${SOMCHAI}<RmtInf><Ustrd>Order ${reference}</Ustrd></RmtInf>`
  const taken = await upload(
    statement('10000.00', '10500.00', { reference: 'BR-1', amount: '500.00', direction: 'CRDT', details }),
  )
  expect(taken.body.summary?.outcomes, taken.text).toEqual({ PAID: 1 })
  return id
}

/** All of it, in a released file that went to the bank. @returns MsgId and the reference of the refund */
async function sentByBank(idRefund: string, idPayin: string) {
  const made = await asShop('POST', `/refunds/${idRefund}`, {
    idPayin,
    reason: 'REQUESTED_BY_CUSTOMER',
    money: thb(450),
  })
  expect([made.status, made.body.route, made.body.process?.status], made.text).toEqual([
    201,
    'PAYOUT',
    'PENDING',
  ])
  expect(await explained(idRefund)).toMatchObject({
    waitingFor: 'OPERATOR',
    next: { operation: 'PREPARE_FILE' },
  })
  const file = await world.prepare('bangkok')
  const release = (token: string) => world.admin('POST', `/admin/bank-files/${file}/!release`, {}, token)
  expect((await release(world.anna)).status).toBe(403)
  expect(await explained(idRefund)).toMatchObject({ next: { operation: 'RELEASE_FILE' } })
  expect((await release(world.ben)).status).toBe(200)
  const { text } = await world.admin('GET', `/admin/bank-files/${file}/content`)
  expect(text).toContain('9876543210')
  expect(text).toContain('<Nm>Somchai Jaidee</Nm>')
  expect(text).toContain('<BICFI>KASITHBK</BICFI>')
  expect(text).toContain('450.00')
  expect(await explained(idRefund)).toMatchObject({
    waitingFor: 'BANK',
    next: { operation: 'BANK_CONFIRMS' },
  })
  const [messageId = '', reference = ''] = await world.references(file)
  return { messageId, reference }
}

const debit = (reference: string) =>
  statement('10500.00', '10050.00', {
    reference: 'BR-2',
    amount: '450.00',
    direction: 'DBIT',
    details: `<Refs><EndToEndId>${reference}</EndToEndId></Refs>`,
  })

describe('a refund to whom the bank named as the payer', () => {
  it('goes out by bank file, is released by a second operator, is closed by the statement’s debit, and the merchant’s statement adds up', async () => {
    const idPayin = await paid('order-1')
    const { messageId, reference } = await sentByBank('back-1', idPayin)
    const taken = await upload(debit(reference))
    expect(taken.body.summary?.outcomes, taken.text).toEqual({ DELIVERED: 1 })
    await world.gateway.advance(5_000)
    expect((await asShop('GET', '/refunds/back-1')).body).toMatchObject({ process: { status: 'SUCCESS' } })
    expect((await asShop('GET', `/payins/${idPayin}`)).body).toMatchObject({
      refunds: { refunded: thb(450), refundable: thb(50) },
    })

    const story = await explained('back-1')
    expect(story).toMatchObject({ status: 'SUCCESS', waitingFor: 'NOBODY' })
    expect(story.summary).toBe('450.00 THB was refunded to the payer.')
    const reported = JSON.stringify(story.sentences)
    expect(reported).toContain(`anna added it to bank file ${messageId}.`)
    expect(reported).toContain(`ben released bank file ${messageId}.`)
    expect(reported).toContain(
      "The statement of till shows the debit of 450.00 THB under the bank's reference BR-2.",
    )
    const own = await toShop('back-1')
    expect(own).toMatchObject({ status: 'SUCCESS', summary: story.summary })
    expect(JSON.stringify(own)).not.toMatch(/anna|ben\b|till|BR-2|bank-file|Somchai|"ref"/)
    expect(JSON.stringify(own)).toContain("It was found in the bank's statement.")

    const issued = await world.admin('POST', '/admin/statements', {
      merchantCode: shop.code,
      currencyCode: 'THB',
    })
    expect(issued.status, issued.text).toBe(201)
    const { body } = await asShop('GET', `/statements/${issued.body.idStatement}`)
    const lines = rows(body.lines)
    const satang = (value: unknown) => Math.round(Number(value) * 100)
    const net = lines.reduce((sum, line) => sum + satang(line.net), 0)
    expect(lines.filter(({ id }) => String(id) === 'back-1').map(({ gross }) => Number(gross))).toEqual([
      0, -450,
    ])
    expect(satang(body.opening?.total?.amount) + net).toBe(satang(body.closing?.total?.amount))
    const { body: has } = await asShop('GET', '/balances')
    const [thai] = rows(has.data).filter(({ currencyCode }) => String(currencyCode) === 'THB')
    expect(satang(body.closing?.total?.amount)).toBe(satang(thai?.available?.amount))
  })

  it('is closed by the bank’s answer, and the debit that follows changes nothing', async () => {
    const { messageId, reference } = await sentByBank('back-1', await paid('order-1'))
    const read = await world.answered(answer({ original: messageId, group: 'ACSC' }))
    expect(read.status, read.text).toBe(200)
    const closed = (await asShop('GET', '/refunds/back-1')).body
    expect(closed).toMatchObject({ process: { status: 'SUCCESS' } })
    expect((await upload(debit(reference))).body.summary?.outcomes).toEqual({ DELIVERED: 1 })
    expect((await asShop('GET', '/refunds/back-1')).body).toEqual(closed)
    expect(await world.cases()).toEqual([])
  })

  it('that the bank rejects has failed for the bank’s reason, and another one can go to whom the merchant names', async () => {
    const idPayin = await paid('order-1')
    const { messageId } = await sentByBank('back-1', idPayin)
    await world.answered(answer({ original: messageId, group: 'RJCT', reason: 'AC04' }))
    const { body } = await asShop('GET', '/refunds/back-1')
    expect([body.process?.status, body.failureReasonCode]).toEqual(['FAILED', 'ACCOUNT_INVALID'])
    const account = { accountName: 'Somchai Jaidee', accountNumber: '5554443332', bankCode: '014' }
    const again = await asShop('POST', '/refunds/back-2', {
      idPayin,
      money: thb(450),
      reason: 'REQUESTED_BY_CUSTOMER',
      payee: { paymentMethodCode: 'BANK_TRANSFER', account },
    })
    expect([again.status, again.body.money, again.body.route]).toEqual([201, thb(450), 'PAYOUT'])
  })

  it('that comes back later is a case that says so, and the refund stays what it was told as', async () => {
    const { reference } = await sentByBank('back-1', await paid('order-1'))
    await upload(debit(reference))
    const details = `<Refs><EndToEndId>${reference}</EndToEndId></Refs><RmtInf><Ustrd>returned: account closed</Ustrd></RmtInf>`
    const back = await upload(
      statement('10050.00', '10500.00', { reference: 'BR-3', amount: '450.00', direction: 'CRDT', details }),
    )
    expect(back.body.summary?.outcomes, back.text).toEqual({ RETURNED: 1 })
    expect((await world.cases()).map(({ reason, money }) => [reason, money])).toEqual([
      ['RETURNED_AFTER_SUCCESS', thb(450)],
    ])
    expect((await asShop('GET', '/refunds/back-1')).body).toMatchObject({ process: { status: 'SUCCESS' } })
    expect(await explained('back-1')).toMatchObject({
      waitingFor: 'OPERATOR',
      next: { operation: 'SETTLE_CASE' },
    })
    expect((await toShop('back-1')).summary).toContain('The money was returned.')
  })
})
