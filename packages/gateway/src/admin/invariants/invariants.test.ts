import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import type { Database } from '@sluice/database/port.ts'
import type { Opened } from '@sluice/database/testing.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestGateway, type TestMerchant, testGateway } from '../../../../../test/harness.ts'
import { allEngines, bothEngines, type MigratedEngine } from '../../../../../test/setup/shared.ts'
import { issueUntil } from '../../billing/issuing.ts'
import { checkInvariants, INVARIANTS } from './invariants.ts'

const TABLES = [
  'payment',
  'event',
  'posting',
  'balance',
  'callback',
  'case_file',
  'attempt',
  'step',
  'merchant_credential',
  'statement',
  'statement_entry',
  'statement_total',
  'settlement_run',
  'settlement_item',
  'claim',
  'payment_link',
  'payment_link_payin',
  'payment_link_paid',
  'merchant_member',
  'approval',
  'audit',
  'operator',
]

const THB = 'THB' as CurrencyCode

let opened: Opened
let database: Database
let gateway: TestGateway
let shop: TestMerchant

const run = (text: string) => database.run({ name: '', text }, [])

const payin = async (id: string, amount: number) =>
  gateway.request('POST', `/payins/${id}`, {
    token: await shop.token(),
    body: {
      paymentRequested: { money: { amount, currencyCode: 'THB' } },
      paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
    },
  })

const payout = async (id: string, amount: number) =>
  gateway.request('POST', `/payouts/${id}`, {
    token: await shop.token(),
    body: {
      paymentRequested: { money: { amount, currencyCode: 'THB' } },
      paymentMethod: {
        paymentMethodCode: 'BANK_TRANSFER',
        account: { accountName: 'Somchai', accountNumber: '1234567890' },
      },
    },
  })

const refund = async (id: string, amount: number) =>
  gateway.request('POST', `/refunds/${id}`, {
    token: await shop.token(),
    body: { idPayin: 'paid', money: { amount, currencyCode: 'THB' }, reason: 'OTHER' },
  })

/** Payments of every outcome, and a copy of their rows to go back to. */
async function prepare(engine: MigratedEngine): Promise<void> {
  opened = await engine.open()
  database = opened.database
  gateway = await testGateway(database)
  shop = await gateway.merchant()
  await gateway.credit(shop, { currency: 'THB' as CurrencyCode, amountMinor: minor(10_000_000n) })
  for (const [id, amount] of Object.entries({
    paid: 500,
    open: 1907,
    refused: 1901,
    late: 1908,
    new: 1911,
  })) {
    expect((await payin(id, amount)).status).toBe(201)
  }
  for (const [id, amount] of Object.entries({ sent: 500, open: 1907, failed: 1902 })) {
    const answer = await payout(id, amount)
    expect(answer.status, answer.text).toBe(201)
  }
  await gateway.advance(10_000)
  for (const [id, amount] of Object.entries({ back: 100, on: 107 })) {
    const answer = await refund(id, amount)
    expect(answer.status, answer.text).toBe(201)
  }
  await gateway.advance(10_000)
  for (const ahead of [1_000, 1])
    await issueUntil(
      gateway.app.gateway,
      { merchantCode: shop.code, currency: THB },
      gateway.deps.clock.now() - ahead,
    )
  expect((await payin('waiting', 1911)).status).toBe(201)
  await gateway.stop()
  // What guards the rows must be out of the way to show that somebody looks behind it.
  await run('alter table balance drop constraint balance_never_negative')
  await run('alter table payment drop constraint payment_test_and_live_never_mix')
  for (const table of TABLES) await run(`create table saved_${table} as table ${table}`)
}

async function restore(): Promise<void> {
  const texts = [
    `truncate ${TABLES.join(', ')}`,
    ...TABLES.map((table) => `insert into ${table} select * from saved_${table}`),
  ]
  await database.batch(texts.map((text) => ({ statement: { name: '', text }, values: [] })))
}

const broken = async () => {
  const { checks } = await checkInvariants(database)
  return checks.filter(({ holds }) => !holds).map(({ name }) => name)
}

const keyOf = (id: string, kind = 'payin') =>
  `(select key from saved_payment where kind = '${kind}' and id = '${id}')`

/** What is done to the rows, and which invariant says so. */
/** Somebody's place in a run. */
const settled = (state: string, id: string): string =>
  `insert into settlement_item (merchant_id, currency, day, run_id, cut_off, terms, available, held_back, planned, state, id, paid)
    values ('SHOP', 'THB', '2026-11-23', '0198d2f0-0000-7000-8000-000000000000', now(), '{}', 100, 0, 100, '${state}', ${id}, 100)`

/** A refund's terms, as of money that was not credited. */
const returning = (excess: object): string =>
  `jsonb_set(request, '{refund,excess}', '${JSON.stringify({ why: 'SECOND', processor: 'p', statusUpdate: 'r', ...excess })}')`

/** A link for one payment, by which the open payin was begun; it has place 1, or none. */
const LINKED = [
  `insert into payment_link (merchant_id, id, key, token_hash, token_sealed, title, currency, amount, uses, is_test, request_hash, created_at)
    select merchant_id, 'few', key, 'h', 'v1.', 'T', 'THB', 100, 1, true, 'h', now() from payment where kind = 'payin' and id = 'open'`,
  `update payment set request = request || '{"link": {"id": "few", "slot": 1, "place": 1}}'::jsonb where kind = 'payin' and id = 'open'`,
  "insert into payment_link_payin select merchant_id, 'few', key from payment where kind = 'payin' and id = 'open'",
]
const placed = (id: string, place: number): string =>
  `insert into claim (owner, scope, value, merchant_id, key, at)
    select 'link:' || merchant_id || '/few', 'payment-link', '${place}', merchant_id, key, now() from payment where kind = 'payin' and id = '${id}'`

const VIOLATIONS: readonly (readonly [name: string, what: string, ...sql: string[]])[] = [
  [
    'postings-sum-to-zero',
    'a posting is changed',
    `update posting set amount = amount + 1 where account = 'fees' and key = ${keyOf('paid')}`,
  ],
  [
    'postings-have-events',
    'money is posted for nothing',
    `insert into posting select merchant_id, '00000000-0000-7000-8000-000000000001', seq, line, 'suspense', currency, amount, at
     from posting where line <= 2 and key = ${keyOf('paid')} and seq > 0`,
  ],
  [
    'suspense-is-open-cases',
    'a case has another amount than was suspended',
    `insert into case_file (merchant_id, key, reason, currency, amount, detail, opened_at)
     values ('~gateway', '00000000-0000-7000-8000-000000000003', 'UNKNOWN', 'THB', 100, '{}', now())`,
  ],
  [
    'suspense-is-open-cases',
    'a closed case has something left',
    `insert into posting values ('~gateway', '00000000-0000-7000-8000-000000000004', 1, 1, 'suspense', 'THB', 100, now())`,
    `insert into case_file (merchant_id, key, reason, currency, amount, detail, opened_at, closed_at)
     values ('~gateway', '00000000-0000-7000-8000-000000000005', 'UNKNOWN', 'THB', 100, '{}', now(), now())`,
  ],
  [
    'transit-sums-to-zero',
    'money has left somebody and come to nobody',
    `insert into posting values ('~gateway', '00000000-0000-7000-8000-000000000006', 1, 1, 'transit', 'THB', 100, now())`,
  ],
  [
    'balances-equal-postings',
    'a balance is changed',
    `update balance set amount = amount + 1 where account = 'available'`,
  ],
  ['balances-equal-postings', 'a balance is lost', `delete from balance where account = 'available'`],
  [
    'balances-equal-postings',
    'a balance has no postings',
    `insert into balance values ('somebody', 'EUR', 'available', 5)`,
  ],
  [
    'balances-not-negative',
    'a balance is negative',
    `update balance set amount = -1 where account = 'available'`,
  ],
  [
    'reserved-covers-open-payouts',
    'an open payout is forgotten',
    `delete from payment where kind = 'payout' and id = 'open'`,
  ],
  [
    'reserved-covers-open-payouts',
    'something is reserved for nobody',
    `update balance set amount = amount + 5 where account = 'reserved'`,
  ],
  [
    'payins-are-credited-once',
    'a SUCCESS was never credited',
    `delete from posting where key = ${keyOf('paid')}`,
  ],
  [
    'payins-are-credited-once',
    'a SUCCESS was credited twice',
    `insert into posting select merchant_id, key, seq, line + 10, account, currency, amount, at from posting where key = ${keyOf('paid')}`,
  ],
  [
    'payins-are-credited-once',
    'an open payin was credited',
    `insert into posting select merchant_id, ${keyOf('open')}, 1, line, account, currency, amount, at from posting where key = ${keyOf('paid')}`,
  ],
  [
    'payins-are-credited-once',
    'a credit came before the SUCCESS',
    `update posting set seq = 1 where key = ${keyOf('paid')}`,
  ],
  [
    'payouts-are-charged-once',
    'a payout that failed was not given back',
    `delete from posting where key = ${keyOf('failed', 'payout')} and seq > 1`,
  ],
  [
    'payouts-are-charged-once',
    'a payout was delivered without its cost',
    `delete from posting where key = ${keyOf('sent', 'payout')}`,
  ],
  [
    'case-returns-are-decided',
    'a payout of nobody’s sends what nobody has decided',
    `update payment set merchant_id = '~gateway' where key = ${keyOf('sent', 'payout')}`,
  ],
  [
    'refunds-within-their-payin',
    'more was given back than was paid',
    `update payment set amount = 49999 where key = ${keyOf('back', 'refund')}`,
  ],
  [
    'refunds-within-their-payin',
    'two refunds have one number',
    `update payment set request = jsonb_set(request, '{refund,number}', '1') where kind = 'refund'`,
  ],
  [
    'refunds-within-their-payin',
    'more of its fee was given back than it cost',
    `update payment set request = jsonb_set(request, '{refund,feeBackMinor}', '"999999"') where key = ${keyOf('back', 'refund')}`,
  ],
  [
    'refunds-within-their-payin',
    'a refund’s payin was never paid',
    `update payment set status = 'FAILED' where key = ${keyOf('paid')}`,
  ],
  [
    'returns-within-their-movement',
    'more of a payment went back than it brought',
    `update payment set request = ${returning({ spareMinor: '1', number: 1 })} where key = ${keyOf('back', 'refund')}`,
  ],
  [
    'returns-within-their-movement',
    'two returns of a payment have one number',
    `update payment set request = ${returning({ spareMinor: '999999999', number: 1 })} where kind = 'refund'`,
  ],
  [
    'returns-within-their-movement',
    'a return that is said to be a case’s was not decided',
    `update payment set request = ${returning({})} || '{"caseReturn": {"caseKey": "none", "part": 1}}' where key = ${keyOf('back', 'refund')}`,
  ],
  [
    'members-are-people',
    'a place in a team is held by nobody',
    `insert into merchant_member (merchant_id, person, role, joined_at)
      values ('SHOP', '0198d2f0-0000-7000-8000-000000000001', 'OWNER', now())`,
  ],
  [
    'approvals-take-two',
    'who asked has approved it',
    `insert into approval (id, operation, runs, target, parameters, body, sha256, summary, about, role, requested_by, requested_by_name, requested_at, expires_at)
      values ('0198d2f0-0000-7000-8000-000000000002', 'balance.credit', 'r', 't', '{}', '', 'h', 's', '', 'OPERATOR',
        '0198d2f0-0000-7000-8000-000000000003', 'Vera', now(), now() + interval '72 hours')`,
    `insert into audit (id, at, operator, action, subject, detail, approval, approved)
      values ('0198d2f0-0000-7000-8000-000000000004', now(), 'vera', 'approval.approve', 's', '{}', '0198d2f0-0000-7000-8000-000000000002', true)`,
  ],
  [
    'nobody-confirms-themselves',
    'an operator is confirmed by their own name',
    `insert into operator (id, name, role, created_at, confirmed_at, confirmed_by)
      values ('0198d2f0-0000-7000-8000-000000000003', 'Vera', 'ADMIN', now(), now(), 'Vera')`,
  ],
  [
    'history-is-unbroken',
    'an event is missing',
    `delete from event where key = ${keyOf('late')} and seq = 2`,
  ],
  ['open-payins-of-links-hold-a-place', 'a payin of a link for one has none', ...LINKED],
  [
    'payment-links-count-what-is-paid',
    'a link says that one is paid, and none is',
    ...LINKED,
    placed('open', 1),
    "insert into payment_link_paid select merchant_id, id, 1 from payment_link where id = 'few'",
  ],
  [
    'payment-links-are-not-overdrawn',
    'a payin that was refused kept its place',
    ...LINKED,
    placed('open', 1),
    placed('refused', 2),
  ],
  [
    'payment-links-are-not-overdrawn',
    'a place is beyond what the link takes',
    ...LINKED,
    placed('open', 1),
    placed('paid', 2),
  ],
  [
    'settlements-agree-with-their-runs',
    'a run has noted a settlement that there is not',
    settled('PAID', "'THB-2026-11-23'"),
  ],
  [
    'a-day-is-settled-once',
    'two settlements of a day are under way',
    `update payment set kind = 'settlement', status = 'SUCCESS', request = request || '{"settlement": {"runId": "r", "day": "2026-11-23"}}'::jsonb
      where kind = 'payout'`,
  ],
  [
    'finished-runs-wait-for-nobody',
    'a run that is done has left somebody out',
    `insert into settlement_run (id, state, prepared_by, prepared_at) values ('0198d2f0-0000-7000-8000-000000000000', 'DONE', 'vera', now())`,
    settled('WAITING', 'null'),
  ],
  [
    'history-is-unbroken',
    'a status was left that was not there',
    `update event set from_status = 'NEW' where key = ${keyOf('paid')} and to_status = 'SUCCESS'`,
  ],
  [
    'history-is-unbroken',
    'a transition is not in the table',
    `update event set from_status = 'FAILED', to_status = 'PENDING' where key = ${keyOf('refused')} and seq = 2`,
  ],
  [
    'history-leads-to-status',
    'a status has no event',
    `update payment set status = 'FAILED' where id = 'refused'`,
  ],
  [
    'history-leads-to-status',
    'a payment counts wrongly',
    `update payment set seq = seq + 1 where id = 'refused'`,
  ],
  ['history-leads-to-status', 'a payment is lost', `delete from payment where id = 'refused'`],
  ['history-leads-to-status', 'a history is lost', `delete from event where key = ${keyOf('paid')}`],
  [
    'test-and-live-never-mix',
    'a test payment is live',
    `update payment set is_test = false where id = 'paid'`,
  ],
  [
    'test-and-live-never-mix',
    'a live rail serves a test',
    `update payment set processor = 'rail' where id = 'paid'`,
  ],
  [
    'test-and-live-never-mix',
    'test money moves on a live rail',
    `update posting set account = 'clearing:rail' where account like 'clearing:%'`,
  ],
  ['open-payments-are-cared-for', 'a payin never expires', `update payment set waiting = waiting - 'expire'`],
  ['open-payments-are-cared-for', 'nobody asks the processor', `delete from step where purpose = 'accept'`],
  [
    'changes-are-announced',
    'a change is not told',
    `update event set announced = null where key = ${keyOf('late')} and to_status = 'EXPIRED'`,
  ],
  [
    'changes-are-announced',
    'the end of a payout is not told',
    `update event set announced = null where key = ${keyOf('sent', 'payout')}`,
  ],
  [
    'announcements-are-numbered',
    'a number is left out',
    `update event set announced = announced + 1 where key = ${keyOf('late')} and to_status = 'SUCCESS'`,
  ],
  [
    'announcements-are-numbered',
    'a payment counts wrongly',
    `update payment set announced = 9 where id = 'paid'`,
  ],
  ['callbacks-are-kept', 'a callback is lost', 'delete from callback', 'delete from attempt'],
  [
    'secrets-name-their-key',
    'a secret is sealed with a key that was let go of',
    "update merchant_credential set value = 'v2.0123456789abcdef.AAAA' where purpose = 'CALLBACK_SECRET'",
  ],
  [
    'statements-join',
    'a statement opens with something else',
    'update statement set opening_available = opening_available + 1 where number = 2',
  ],
  ['statements-join', 'a statement is missing', 'delete from statement where number = 1'],
  [
    'statements-equal-the-ledger',
    'a posting is changed afterwards',
    `update posting set amount = amount + 1 where account = 'available' and key = ${keyOf('paid')}`,
  ],
  ['statements-equal-the-ledger', 'a total is changed', 'update statement_total set gross = gross + 1'],
  [
    'events-are-in-one-statement',
    'an event is in a statement that there is not',
    'update statement_entry set number = 9 where seq = 1',
  ],
  [
    'events-are-in-one-statement',
    'an event was forgotten',
    `delete from statement_entry where seq = 1 and key = ${keyOf('sent', 'payout')}`,
  ],
  [
    'callbacks-tell-of-changes',
    'a callback tells of nothing',
    `insert into callback select merchant_id, key, 99, kind, id, url, api_version, at, 0, at, null from callback limit 1`,
  ],
]

describe.each(bothEngines)('the invariants on $name', (engine) => {
  beforeAll(() => prepare(engine))
  afterEach(restore)
  afterAll(() => opened.close())

  it('hold for payments of every outcome', async () => {
    expect(await checkInvariants(database)).toMatchObject({ holds: true })
  })

  it.each(VIOLATIONS)('%s: says so when %s', async (name, _what, ...sql) => {
    for (const text of sql) await run(text)
    expect(await broken()).toContain(name)
  })

  it('each have a violation that proves it', () => {
    expect(new Set(VIOLATIONS.map(([name]) => name))).toEqual(new Set(INVARIANTS.map(({ name }) => name)))
  })

  it('name what breaks them, and how often', async () => {
    await run(`delete from step`)
    await run(`update payment set waiting = null`)
    const { holds, checks } = await checkInvariants(database)
    expect(holds).toBe(false)
    const check = checks.find(({ name }) => name === 'open-payments-are-cared-for')
    expect(check?.detail).toMatch(/^broken \d+ times: .*TEST-\d+ payin open: PENDING without the step expire/)
  })
})

// In memory and on disk the engine is the same; one without a thread of its own would let nothing else happen while it is asked.
const BESIDE = allEngines.filter(({ name }) => name !== 'PGlite on disk')

describe.each(BESIDE)('the invariants on $name, while payments are being made', (engine) => {
  afterEach(async () => {
    await gateway.stop()
    await opened.close()
  })

  it('hold at every moment, for all checks see one snapshot', async () => {
    opened = await engine.open()
    database = opened.database
    gateway = await testGateway(database)
    shop = await gateway.merchant()
    await gateway.credit(shop, { currency: 'THB' as CurrencyCode, amountMinor: minor(10_000_000n) })
    let made = false
    const making = (async () => {
      for (let round = 0; round < 3; round++) {
        const creates = [500, 1901, 1902, 1906, 1908, 1909].flatMap((amount) => [
          payin(`${round}-${amount}`, amount),
          payout(`${round}-${amount}`, amount),
        ])
        await Promise.all(creates)
        await gateway.advance(1_500)
      }
    })().finally(() => {
      made = true
    })
    const broken: unknown[] = []
    while (!made) {
      const { checks } = await checkInvariants(database)
      broken.push(...checks.filter(({ holds }) => !holds))
    }
    await making
    expect(broken).toEqual([])
  })
})
