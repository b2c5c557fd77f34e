import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { type Database, DatabaseFailure } from '@sluice/database/port.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { START, type TestGateway, type TestMerchant, testGateway } from '../../../../test/harness.ts'
import { openTestDatabase } from '../../../../test/setup/shared.ts'
import { account, PROMPTPAY_BILLER, register } from '../processors/own-account/own-account.fixture.ts'
import { Applying, type ApplyingContext } from './applying.ts'
import type { ParsedEntry } from './entry.ts'
import { named } from './naming.ts'
import { insertEntries } from './store.ts'

let database: Database
let gateway: TestGateway
let shop: TestMerchant

beforeAll(async () => {
  database = await openTestDatabase(START)
  gateway = await testGateway(database, { started: false })
  const products = [{ code: 'PROMPTPAY', currency: 'THB', processors: ['test-own-account'] }]
  shop = await gateway.merchant({ products })
  await register(gateway.app.gateway, account('biller', { methods: [PROMPTPAY_BILLER] }))
})
afterAll(async () => {
  await gateway.stop()
  await database.close()
})

async function create(id: string): Promise<string> {
  const answer = await gateway.request('POST', `/payins/${id}`, {
    token: await shop.token(),
    body: {
      paymentRequested: { money: { amount: 500, currencyCode: 'THB' } },
      paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '9876543210' } },
    },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return String(answer.body.paymentMethodResponse?.reference)
}

const entry = (reference: string, remittance: string, amountMinor = 50_000n): ParsedEntry => ({
  reference,
  bookedAt: gateway.deps.clock.now(),
  bookedPrecision: 'time',
  valueDate: undefined,
  direction: 'credit',
  reversal: false,
  money: { currency: 'THB' as CurrencyCode, amountMinor: minor(amountMinor) },
  remittance,
  endToEndId: undefined,
  utr: undefined,
  sender: undefined,
  raw: '',
})

async function store(entries: readonly ParsedEntry[]): Promise<void> {
  const at = gateway.deps.clock.now()
  const newKey = () => gateway.deps.randomness.uuidV7(at)
  const audit = { id: newKey(), at, operator: 'test', action: 'test', subject: 'biller', detail: {} }
  await insertEntries(database, {
    account: 'biller',
    entries: named('biller', 'json', entries),
    at,
    newKey,
    audit,
  })
}

const context = (): ApplyingContext => ({
  database,
  deps: gateway.deps,
  journal: gateway.app.journal,
  statusUpdates: gateway.app.statusUpdates,
  processorOf: () => Promise.resolve('test-own-account'),
  zoneOffsetMs: () => Promise.resolve(7 * 3_600_000),
})

/** A node that is gone before or after its n-th word with the database, the reports or the journal, and says nothing more. */
function dying(healthy: ApplyingContext, lastsFor: number, heard: boolean) {
  let calls = 0
  const gone = () => new DatabaseFailure('UNKNOWN_FATE', 'this node is gone')
  const word = async <Answer>(operation: () => Promise<Answer>): Promise<Answer> => {
    calls += 1
    if (calls > lastsFor && !(heard && calls === lastsFor + 1)) throw gone()
    const answer = await operation()
    if (calls > lastsFor) throw gone()
    return answer
  }
  const { database: db, statusUpdates, journal } = healthy
  const commit: typeof journal.commit = (change) => word(() => journal.commit(change))
  const dead: ApplyingContext = {
    ...healthy,
    database: {
      ...db,
      engine: db.engine,
      writeSlots: db.writeSlots,
      run: (statement, values) => word(() => db.run(statement, values)),
      batch: (each) => word(() => db.batch(each)),
      transact: (reads, decide) => word(() => db.transact(reads, decide)),
      ping: (timeoutMs) => db.ping(timeoutMs),
      close: () => Promise.resolve(),
    },
    statusUpdates: { take: (statusUpdate) => word(() => statusUpdates.take(statusUpdate)) },
    journal: Object.assign(Object.create(journal) as typeof journal, { commit }),
  }
  return { dead, calls: () => calls }
}

const outcomes = async (prefix: string) =>
  (
    await database.run(
      {
        name: '',
        text: `select e.reference, coalesce(w.state, 'APPLIED') as state, outcome from bank_entry e
          left join bank_entry_work w on w.account = e.account and w.reference = e.reference
          where e.reference like $1 || '%' order by e.reference`,
      },
      [prefix],
    )
  ).map((row) => `${row.reference} ${row.state} ${row.outcome}`)

const casesAbout = async (prefix: string) =>
  (
    await database.run(
      {
        name: '',
        text: `select reason from case_file where detail->>'statusUpdate' like 'biller:' || $1 || '%'
          or detail->'entry'->>'reference' like $1 || '%' order by reason`,
      },
      [prefix],
    )
  ).map((row) => row.reason)

describe('a node that dies at any word', () => {
  it.each([true, false])(
    'leaves all to the next one, and nothing counts twice (answer lost: %s)',
    async (heard) => {
      for (let lastsFor = 0; ; lastsFor += 1) {
        const prefix = `C${heard ? 'h' : 'n'}${lastsFor}-`
        const reference = await create(`p-${prefix}`)
        await store([
          entry(`${prefix}1`, reference),
          entry(`${prefix}2`, reference),
          entry(`${prefix}3`, reference, 40_000n),
          entry(`${prefix}4`, 'nothing known'),
        ])
        const { dead, calls } = dying(context(), lastsFor, heard)
        const first = new Applying(dead)
        await first.applyDue().catch(() => undefined)
        await gateway.deps.jump(61_000)
        const second = new Applying(context())
        await second.applyDue()
        expect(await outcomes(prefix)).toEqual([
          `${prefix}1 APPLIED PAID`,
          `${prefix}2 APPLIED CASE`,
          `${prefix}3 APPLIED CASE`,
          `${prefix}4 APPLIED CASE`,
        ])
        expect(await casesAbout(prefix)).toEqual(['SECOND_PAYMENT', 'SECOND_PAYMENT', 'UNKNOWN_CREDIT'])
        if (calls() <= lastsFor) break
      }
    },
  )
})

it('two nodes at the same entries share them', async () => {
  const references = await Promise.all(Array.from({ length: 20 }, (_, n) => create(`two-${n}`)))
  await store(references.map((reference, n) => entry(`T-${n}`, reference)))
  await Promise.all([new Applying(context()).applyDue(), new Applying(context()).applyDue()])
  expect((await outcomes('T-')).filter((each) => each.endsWith('APPLIED PAID'))).toHaveLength(20)
  expect(await casesAbout('T-')).toEqual([])
})

it('a slow node whose lease has run out does not decide any more', async () => {
  const reference = await create('slow')
  await store([entry('S-1', reference)])
  const slow = new Applying({
    ...context(),
    // While it asks, its lease runs out and another node does the work.
    zoneOffsetMs: async () => {
      await gateway.deps.jump(61_000)
      await new Applying(context()).applyDue()
      return undefined
    },
  })
  await slow.applyDue()
  expect(await outcomes('S-')).toEqual(['S-1 APPLIED PAID'])
  expect(await casesAbout('S-')).toEqual([])
})
