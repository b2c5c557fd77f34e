/** Runs under bad luck: nodes that die in the middle, answers that are lost, two nodes at once. */
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, minor, ZERO } from '@sluice/core/foundation/money.ts'
import { type FaultPlan, faulty } from '@sluice/database/faulty.ts'
import type { Database } from '@sluice/database/port.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestGateway, testGateway } from '../../../../test/harness.ts'
import { emptyDatabase } from '../admin/admin.fixture.ts'
import { checkInvariants } from '../admin/invariants/invariants.ts'
import { readBalances } from '../payments/balances.ts'
import { SettlementRunner } from './running.ts'
import { findRun, itemsOfRun, moveRun, prepareRun } from './runs.ts'
import { putAgreement } from './store.ts'

const THB = 'THB' as CurrencyCode
const LEASE_MS = 60_000

let database: Database
let node: TestGateway
let fault: FaultPlan = () => ({ kind: 'NONE' })
let broken: TestGateway

beforeAll(async () => {
  database = await emptyDatabase()
  node = await testGateway(database, { started: false })
  broken = await testGateway(
    faulty(database, (operation, count) => fault(operation, count)),
    { started: false, seed: 2 },
  )
})
afterAll(async () => {
  await broken.stop()
  await node.stop()
  await database.close()
})

const runnerOf = ({ app }: TestGateway) =>
  new SettlementRunner({ gateway: app.gateway, brokenInvariants: async () => [] })
const line = (action: string) => ({
  ...{ id: node.deps.randomness.uuidV7(node.deps.clock.now()), at: node.deps.clock.now() },
  ...{ operator: 'vera', action, subject: 'settlement run', detail: {} },
})

/** Merchants with 500 baht each, settled by hand. */
async function merchants(count: number): Promise<readonly MerchantCode[]> {
  const codes: MerchantCode[] = []
  for (let made = 0; made < count; made++) {
    const { code } = await node.merchant()
    await node.credit({ code }, { currency: THB, amountMinor: minor(50_000n) })
    const terms = {
      ...({ schedule: 'MANUAL', weekday: 1, dayOfMonth: 1, cutOff: '17:00' } as const),
      ...{ zone: 'Asia/Bangkok', calendar: 'EVERY_DAY', minimumMinor: ZERO },
      reserve: { basisPoints: 0, days: 0 },
      payee: {
        paymentMethodCode: 'BANK_TRANSFER',
        paymentOperatorCode: '004',
        account: { accountName: 'Shop', accountNumber: '1234567890' },
      },
    }
    const at = node.deps.clock.now()
    await putAgreement(database, { merchantId: code, currency: THB }, terms, at, () => line('terms'))
    codes.push(code)
  }
  return codes
}

async function started(merchantCodes: readonly MerchantCode[]): Promise<string> {
  const context = { database, deps: node.deps }
  const prepared = await prepareRun(context, { type: 'named', merchantCodes }, 'vera', () => line('prepare'))
  if (typeof prepared === 'string') throw new Error(prepared)
  await moveRun(database, prepared.id, { to: 'RUNNING', by: 'vera', at: node.deps.clock.now() }, undefined)
  return prepared.id
}

const statesOf = async (id: string) =>
  (await itemsOfRun(database, id, undefined, undefined, 100)).map(({ state }) => state)
async function reservedOf(code: MerchantCode): Promise<bigint> {
  return (await readBalances(database, code)).get(THB)?.reservedMinor ?? 0n
}
const allHolds = async () => {
  const { checks } = await checkInvariants(database)
  expect(checks.filter(({ holds }) => !holds)).toEqual([])
}

it('whatever operation fails, and however, another node goes on, and each merchant is paid once', async () => {
  const kinds = ['UNAVAILABLE', 'LOST_BEFORE', 'LOST_AFTER'] as const
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 24 }),
      fc.integer({ min: 1, max: 200 }),
      fc.constantFrom(...kinds),
      async (first, length, kind) => {
        const codes = await merchants(3)
        const id = await started(codes)
        let seen = 0
        fault = () => {
          seen += 1
          return { kind: seen >= first && seen < first + length ? kind : 'NONE' }
        }
        const dying = runnerOf(broken)
          .round()
          .catch(() => 'died')
        await broken.advance(20_000)
        await dying
        fault = () => ({ kind: 'NONE' })
        await node.deps.jump(LEASE_MS * 2)
        await runnerOf(node).round()
        expect(await statesOf(id)).toEqual(['PAID', 'PAID', 'PAID'])
        expect((await findRun(database, id))?.state).toBe('DONE')
        for (const code of codes) expect(await reservedOf(code)).toBe(50_000n)
      },
    ),
    { numRuns: 20 },
  )
  await allHolds()
})

it('two nodes that carry out two runs of the same merchants at once pay each of them once', async () => {
  const codes = await merchants(12)
  const ids = [await started(codes), await started(codes)]
  await Promise.all([runnerOf(node).round(), runnerOf(broken).round(), runnerOf(node).round()])
  await runnerOf(node).round()
  const states = (await Promise.all(ids.map(statesOf))).flat()
  const count = (state: string) => states.filter((each) => each === state).length
  expect([count('PAID'), count('SETTLED_BEFORE') + count('BELOW_MINIMUM')]).toEqual([12, 12])
  for (const code of codes) expect(await reservedOf(code)).toBe(50_000n)
  await allHolds()
})
