/** `sluice settlements …` as an operator uses it: terms, a look, a run that is asked for before it pays, and what became of it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { ADMIN, type AdminGateway, adminGateway } from '@sluice/gateway/admin/admin.fixture.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestMerchant } from '../harness.ts'
import { temporaryFolder } from '../processes/gateway.ts'
import { sluiceBeside } from './in-process.ts'

const PAYEE = {
  paymentMethodCode: 'BANK_TRANSFER',
  paymentOperatorCode: '004',
  account: { accountName: 'Shop Co.', accountNumber: '1234567890' },
}
const folder = temporaryFolder()
let gateway: AdminGateway
let shop: TestMerchant

beforeAll(async () => {
  gateway = await adminGateway()
  shop = await gateway.merchant({
    products: [{ code: 'BANK_TRANSFER', currency: 'THB', fee: { percent: '0', fixed: '0' }, vatRate: '0' }],
  })
  // The sandbox's bank says no to what ends in 902.
  await gateway.credit(shop, { currency: 'THB' as CurrencyCode, amountMinor: minor(90_200n) })
})
afterAll(async () => {
  await gateway.close()
  folder.remove()
})

const settlements = (...args: readonly string[]) =>
  sluiceBeside(gateway, folder.path, ['settlements', ...args], ADMIN)
const fileOf = (name: string, content: object): string => {
  const file = join(folder.path, name)
  writeFileSync(file, JSON.stringify(content))
  return file
}
const idIn = (text: string) => /^id\s+(\S+)$/m.exec(text)?.[1] ?? ''

/** @returns what the command said when it had put the shop's terms */
async function keepTerms() {
  const calendar = fileOf('calendar.json', { closedWeekdays: [0, 6], holidays: ['2027-04-13'] })
  expect((await settlements('set-calendar', 'TH', calendar)).code).toBe(0)
  const terms = { schedule: 'MANUAL', cutOff: '17:00', zone: 'Asia/Bangkok', calendar: 'TH', payee: PAYEE }
  return settlements('set-terms', 'THB', fileOf('terms.json', terms), '--merchant', shop.code)
}

it('keeps calendars and terms, and shows them', async () => {
  const put = await keepTerms()
  expect((await settlements('calendars')).stdout).toMatch(/^TH\s+Sun Sat\s+1\s/m)
  expect(put).toMatchObject({ code: 0, stdout: expect.stringMatching(/^calendar\s+TH$/m) })
  const shown = await settlements('terms', '--merchant', shop.code)
  expect(shown.stdout).toMatch(/^THB\s+MANUAL\s+17:00\s+Asia\/Bangkok\s+TH\s.*1234567890$/m)
})

it('says what a run would pay, prepares it, and pays only when that was confirmed; what failed is said', async () => {
  expect((await keepTerms()).code).toBe(0)
  const named = ['--merchants', shop.code]
  const looked = await settlements('preview', ...named)
  expect(looked.stdout).toContain('1 due, 1 of them reach their minimum')
  const id = idIn((await settlements('prepare', ...named)).stdout)
  expect((await settlements('list')).stdout).toMatch(new RegExp(`^${id}\\s+PREPARED\\s`, 'm'))

  const unasked = await settlements('start', id)
  expect(unasked).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
  expect((await settlements('results', id)).stdout).toMatch(new RegExp(`^${shop.code}\\s.*WAITING`, 'm'))
  const stopped = await settlements('stop', id, '--note', 'the bank is closed')
  expect(stopped.stdout).toMatch(/^stoppedWhy\s+bootstrap: the bank is closed$/m)

  expect((await settlements('start', id, '--yes')).stdout).toMatch(/^state\s+RUNNING$/m)
  await gateway.advance(2_000)
  expect((await settlements('results', id)).stdout).toMatch(/\sPAID\s+THB-2026-11-2\d\s+902.00 THB\s+PENDING/)
  await gateway.advance(12_000)
  const failed = await settlements('results', id)
  expect(failed.stdout).toMatch(/\sFAILED\s+THB-2026-11-2\d\s+-\s+(FAILED|REFUSED)/)
  expect((await settlements('show', id)).stdout).toMatch(/^902.00 THB\s+0.00 THB\s+0\s+0\s+1\s/m)
})

it('says what is wrong', async () => {
  expect(await settlements('show', 'nothing')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('settlement run'),
  })
  const noOne = await settlements('prepare')
  expect(noOne).toMatchObject({ code: 1, stderr: expect.stringContaining('No period is due') })
})
