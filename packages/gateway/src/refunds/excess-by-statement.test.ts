/**
 * From a line of the bank's statement to the money on its way back, and to the debit that ends it: what a product's policies do in one
 * gateway, by the doors that a bank, a shop and operators have.
 */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { MigratableDatabase } from '@sluice/database/migrate.ts'
import { truncateAll } from '@sluice/database/truncate.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Json, START, type TestMerchant } from '../../../../test/harness.ts'
import { openTestDatabase } from '../../../../test/setup/shared.ts'
import { type BankFileWorld, bankFileWorld } from '../admin/bank-files/bank-files.fixture.ts'
import { brokenPromises } from '../payments/payments.fixture.ts'
import {
  PROMPTPAY_BILLER,
  account as receivingAccount,
  register,
} from '../processors/own-account/own-account.fixture.ts'
import { CALLBACKS } from './refunds.fixture.ts'

const HOUR_MS = 3_600_000
const MALEE = { name: 'MALEE SENDER', account: '9876543210', bic: 'KASITHBK' }
const thb = (amount: number) => ({ amount, currencyCode: 'THB' })

let database: MigratableDatabase
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
  const { gateway } = world
  await register(gateway.app.gateway, receivingAccount('till', { methods: [PROMPTPAY_BILLER] }))
  const currency = offered('THB').code
  const free = { currency, fee: { percent: '0', fixed: '0' }, vatRate: '0' }
  const back = { late: 'REFUND', overpaid: 'CREDIT_ORDER_AND_REFUND_EXCESS', second: 'REFUND' } as const
  shop = await gateway.merchant({
    products: [
      { code: 'PROMPTPAY', ...free, ...back, processors: ['test-own-account'] },
      { code: 'BANK_TRANSFER', ...free, processors: ['test-bank-file'] },
    ],
  })
})
afterEach(async () => {
  expect(await brokenPromises(database)).toEqual([])
  const { body } = await world.admin('GET', '/admin/invariants')
  expect(rows(body.checks).filter(({ holds }) => !holds)).toEqual([])
  await world.gateway.stop()
})
afterAll(() => database?.close())

const rows = (list: Json | undefined): readonly Json[] => [...(list as unknown as readonly Json[])]
const read = async (path: string) =>
  (await world.gateway.request('GET', path, { token: await shop.token() })).body

/** @returns what its payer writes into the transfer */
async function ordered(id: string): Promise<string> {
  const made = await world.gateway.request('POST', `/payins/${id}`, {
    token: await shop.token(),
    body: {
      paymentRequested: { money: thb(500) },
      // Whoever typed this need not be who pays.
      paymentMethod: {
        paymentMethodCode: 'PROMPTPAY',
        account: { accountNumber: '5550001111', accountName: 'Thief' },
      },
      callbackUrl: CALLBACKS,
    },
  })
  expect(made.status, made.text).toBe(201)
  return String(made.body.paymentMethodResponse?.reference)
}

interface Line {
  readonly amount: number
  readonly reference: string
  readonly side?: 'CRDT' | 'DBIT'
  readonly words?: string
  readonly endToEndId?: string
}

/** One line, as the bank's notification has it. @returns what became of it */
async function reported({ amount, reference, side = 'CRDT', words, endToEndId = 'NOTPROVIDED' }: Line) {
  const day = new Date(world.gateway.deps.clock.now()).toISOString()
  const payer = `<RltdPties><Dbtr><Pty><Nm>${MALEE.name}</Nm></Pty></Dbtr><DbtrAcct><Id><Othr><Id>${MALEE.account}</Id></Othr></Id></DbtrAcct></RltdPties><RltdAgts><DbtrAgt><FinInstnId><BICFI>${MALEE.bic}</BICFI></FinInstnId></DbtrAgt></RltdAgts>`
  const text = words === undefined ? '' : `<RmtInf><Ustrd>${words}</Ustrd></RmtInf>`
  const details = `<NtryDtls><TxDtls><Refs><AcctSvcrRef>${reference}</AcctSvcrRef><EndToEndId>${endToEndId}</EndToEndId></Refs><Amt Ccy="THB">${amount}.00</Amt><CdtDbtInd>${side}</CdtDbtInd>${side === 'CRDT' ? payer : ''}${text}</TxDtls></NtryDtls>`
  const entry = `<Ntry><Amt Ccy="THB">${amount}.00</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><DtTm>${day}</DtTm></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef>${details}</Ntry>`
  const file = `<Document><BkToCstmrDbtCdtNtfctn><Ntfctn>${entry}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`
  const taken = await world.gateway.request('POST', '/admin/bank-feeds/till/statements', {
    token: world.anna,
    raw: file,
    headers: { 'content-type': 'application/octet-stream' },
  })
  expect(taken.status, taken.text).toBe(200)
  return rows(taken.body.data).map(({ outcome }) => String(outcome))
}

/** The one refund that there is. */
async function refund(): Promise<Json> {
  const [only, ...more] = rows((await read('/refunds')).data)
  expect(more).toEqual([])
  return only ?? {}
}

/** It goes out in the next file, to whom the bank has named, and the bank's debit ends it. */
async function arrives(amount: number): Promise<void> {
  await world.gateway.advance(2_000)
  expect(await refund()).toMatchObject({
    route: 'PAYOUT',
    money: thb(amount),
    process: { status: 'PENDING' },
  })
  const file = await world.released('bangkok')
  const { text } = await world.admin('GET', `/admin/bank-files/${file}/content`)
  expect(text).toContain(MALEE.account)
  expect(text).not.toContain('5550001111')
  const [, endToEndId = ''] = await world.references(file)
  const debit = { amount, reference: `OUT-${endToEndId}`, side: 'DBIT', endToEndId } as const
  expect(await reported(debit)).toEqual(['DELIVERED'])
  expect(await refund()).toMatchObject({ process: { status: 'SUCCESS' } })
}

const available = async () => rows((await read('/balances')).data)[0]?.available?.amount

it('what came beyond an order is on its way back to its sender, and the order is credited', async () => {
  const words = `Order ${await ordered('order-1')}`
  expect(await reported({ amount: 700, reference: 'IN-1', words })).toEqual(['PAID'])
  expect((await read('/payins/order-1')).process).toMatchObject({ status: 'SUCCESS' })
  expect(await available()).toBe(500)
  // The same line again, in the next statement.
  expect(await reported({ amount: 700, reference: 'IN-1', words })).toEqual(['PAID'])
  await arrives(200)
  expect(await available()).toBe(500)
})

it('what came once more is on its way back to its sender', async () => {
  const words = `Order ${await ordered('order-1')}`
  expect(await reported({ amount: 500, reference: 'IN-1', words })).toEqual(['PAID'])
  expect(await reported({ amount: 500, reference: 'IN-2', words })).toEqual(['SENT_BACK'])
  await arrives(500)
  expect(await available()).toBe(500)
})

it('what another kind of file tells of the same money is a case, and leaves no second time', async () => {
  const reference = await ordered('order-1')
  expect(await reported({ amount: 500, reference: 'IN-1', words: `Order ${reference}` })).toEqual(['PAID'])
  const day = new Date(world.gateway.deps.clock.now()).toISOString().slice(0, 10)
  const sender = { name: MALEE.name, accountNumber: MALEE.account, bank: MALEE.bic }
  const line = { bookedAt: day, money: thb(500), remittance: `TRF FROM MALEE ${reference}`, sender }
  const outcomesOf = async (lines: readonly object[]) => {
    await world.gateway.deps.jump(60_000)
    const taken = await world.gateway.request('POST', '/admin/bank-feeds/till/entries', {
      token: world.anna,
      body: { data: lines },
    })
    expect(taken.status, taken.text).toBe(200)
    return rows(taken.body.data).map(({ outcome }) => String(outcome))
  }
  expect(await outcomesOf([line])).toEqual(['CASE'])
  // Worded anew, without a name of the bank's.
  expect(await outcomesOf([{ ...line, remittance: `${reference} TRANSFER` }])).toEqual(['CASE'])
  // Of another sender it is another payment.
  const other = {
    ...line,
    reference: 'J-1',
    sender: { ...sender, name: 'SOMCHAI', accountNumber: '1112223334' },
  }
  expect(await outcomesOf([other])).toEqual(['SENT_BACK'])
})

it('what came too late is on its way back to its sender, and the shop does not ship', async () => {
  const words = `Order ${await ordered('order-1')}`
  await world.gateway.deps.jump(30 * HOUR_MS)
  await world.gateway.advance(5_000)
  expect(await reported({ amount: 500, reference: 'IN-1', words })).toEqual(['SENT_BACK'])
  expect((await read('/payins/order-1')).process).toMatchObject({ status: 'EXPIRED' })
  await arrives(500)
  expect(Number((await available()) ?? 0)).toBe(0)
})
