/** For tests: payments, changes for the journal, and what must hold of the database whatever was committed. */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import {
  changeId,
  isOutgoing,
  type MerchantCode,
  type MerchantOrderId,
  type OutgoingKind,
  type PaymentKind,
  paymentKey,
} from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, type Money, minor } from '@sluice/core/foundation/money.ts'
import type { SimulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Claim, NewStep } from '@sluice/core/payment/claims.ts'
import { JUST_MADE, type Payment } from '@sluice/core/payment/model.ts'
import { asDescribed, type Database, type Row, type RowOf, type SqlCall } from '@sluice/database/port.ts'
import { funded, payoutReserved } from '../ledger/postings.ts'
import { CASE_ROWS, type CaseFile, rowToCase } from './cases.ts'
import type { Change, Decision } from './change.ts'
import { SENT_COLUMNS } from './create-payins.ts'

export const SHOP = 'SHOP' as MerchantCode
export const THB = 'THB' as CurrencyCode
export const idOf = (text: string) => text as MerchantOrderId
export const thb = (amountMinor: bigint): Money => ({ currency: THB, amountMinor: minor(amountMinor) })

/** Payments and changes as `deps` time and names them. */
export function maker(deps: Pick<Deps, 'clock' | 'randomness'>) {
  const now = () => deps.clock.now()
  const uuid = () => deps.randomness.uuidV7(now())

  const payment = (kind: PaymentKind, id: string, changes: Partial<Payment> = {}): Payment => ({
    merchantId: SHOP,
    kind,
    id: idOf(id),
    key: paymentKey(uuid()),
    isTest: true,
    money: thb(10_000n),
    feeMinor: minor(0n),
    vatMinor: minor(0n),
    method: kind === 'payin' ? 'ONLINE' : 'BANK_TRANSFER',
    operator: undefined,
    processor: 'sandbox',
    request: {},
    requestHash: 'hash',
    callbackUrl: 'http://127.0.0.1:9/callbacks',
    apiVersion: 2,
    createdAt: now(),
    status: 'PENDING',
    ...JUST_MADE,
    expireAt: undefined,
    ...changes,
  })

  const change = (subject: Change['subject'], merchantId: MerchantCode = SHOP): Change => ({
    changeId: changeId(uuid()),
    merchantId,
    at: now(),
    actor: subject.type === 'create' ? 'merchant' : 'gateway',
    claims: [],
    claimKey: undefined,
    subject,
  })

  const created = (made: Payment, steps: readonly NewStep[] = []): Change =>
    change(
      {
        type: 'create',
        payment: made,
        reason: 'accepted',
        postings: isOutgoing(made.kind) ? payoutReserved(made.money, made) : [],
        steps,
      },
      made.merchantId,
    )

  return {
    uuid,
    payment,
    created,
    payin: (id: string, changes?: Partial<Payment>) => created(payment('payin', id, changes)),
    payout: (id: string, amountMinor: bigint, changes?: Partial<Payment>) =>
      created(payment('payout', id, { money: thb(amountMinor), ...changes })),
    outgoing: (kind: OutgoingKind, id: string, amountMinor: bigint, changes?: Partial<Payment>) =>
      created(payment(kind, id, { money: thb(amountMinor), ...changes })),
    moved: (kind: PaymentKind, id: string, decide: (payment: Payment) => Decision): Change =>
      change({ type: 'move', kind, id: idOf(id), decide }),
    credited: (amountMinor: bigint, reference?: string): Change => {
      const key = paymentKey(uuid())
      const claims: Claim[] =
        reference === undefined ? [] : [{ owner: SHOP, scope: 'funding', value: reference }]
      return {
        ...change({ type: 'fund', key, reason: 'credit', postings: funded(thb(amountMinor)), cases: [] }),
        claims,
        claimKey: claims.length === 0 ? undefined : key,
      }
    },
  }
}

/** The same database, and a promise for when it is at rest: simulated time must not pass while it works. */
export function tracked(database: Database): { database: Database; settled: () => Promise<void> } {
  let inProgress = 0
  const count = async <Value>(work: Promise<Value>): Promise<Value> => {
    inProgress += 1
    try {
      return await work
    } finally {
      inProgress -= 1
    }
  }
  return {
    database: {
      engine: database.engine,
      writeSlots: database.writeSlots,
      run: (statement, values) => count(database.run(statement, values)),
      batch: (calls) => count(database.batch(calls)),
      transact: (reads, decide) => count(database.transact(reads, decide)),
      ping: (timeoutMs) => database.ping(timeoutMs),
      close: () => database.close(),
    },
    // What has come to its end may lead to the next: a turn of the event loop shows.
    settled: async () => {
      do await new Promise((resolve) => setImmediate(resolve))
      while (inProgress > 0)
    },
  }
}

/** Lets simulated time pass until `work` is done: for what pauses before it tries again. */
export async function whileTimePasses<Value>(deps: SimulatedDeps, work: Promise<Value>): Promise<Value> {
  let done = false
  const finished = work.finally(() => {
    done = true
  })
  finished.catch(() => undefined)
  while (!done) await deps.advance(50)
  return finished
}

/**
 * Stops what works in the background, and waits until its last work has ended: what is still under way meets the next test, which
 * empties the tables below it.
 */
export async function stopAll(
  deps: SimulatedDeps,
  workers: readonly { stop(): Promise<void> }[],
): Promise<void> {
  await whileTimePasses(deps, Promise.all(workers.map((each) => each.stop())))
}

const TABLES = [
  'payment',
  'event',
  'posting',
  'balance',
  'claim',
  'case_file',
  'callback',
  'attempt',
  'step',
  'status_update',
  'woken',
]

/** Empties the journal's tables: of a few rows much faster than TRUNCATE, which makes every file and index anew. */
export async function emptyJournal(database: Database): Promise<void> {
  await database.batch(
    TABLES.map((table) => ({
      statement: { name: `empty_${table}`, text: `delete from ${table}` },
      values: [],
    })),
  )
}

/** What a call of `create-payins.ts` shall make: it carries an array for each column, or of one payin a value. */
export function createdBy({ values }: SqlCall): readonly { merchantId: string; key: string }[] {
  const column = (name: string): readonly string[] => {
    const value = values[SENT_COLUMNS.findIndex(([each]) => each === name)]
    if (typeof value === 'object' && value !== null)
      return 'elements' in value ? value.elements.map(String) : []
    return value === undefined ? [] : [String(value)]
  }
  const keys = column('key')
  return column('merchant_id').map((merchantId, index) => ({ merchantId, key: keys[index] ?? '' }))
}

/** Rows of an unnamed query, for a test to look at. */
export const rowsOf = (database: Database, text: string): Promise<readonly Row[]> =>
  database.run({ name: '', text }, [])

/** The amount of an account of SHOP in THB; 0 where it was never posted. */
export async function balanceOf(database: Database, account = 'available'): Promise<bigint> {
  const [row] = await rowsOf(
    database,
    `select amount from balance where merchant_id = 'SHOP' and currency = 'THB' and account = '${account}'`,
  )
  return (row?.amount ?? 0n) as bigint
}

/** The sum of all postings to an account, of every merchant or of one, in THB's units whatever their currency. */
export async function postedTo(
  database: Database,
  account: string,
  merchantId: MerchantCode | undefined = undefined,
): Promise<bigint> {
  const statement = {
    name: '',
    text: `select coalesce(sum(amount), 0)::bigint as sum from posting
      where account = $1 and ($2::text is null or merchant_id = $2)`,
  }
  const [row] = await database.run(statement, [account, merchantId ?? null])
  return row?.sum as bigint
}

/** All cases, oldest first, as their room reads them. */
export const casesIn = async (database: Database): Promise<readonly CaseFile[]> =>
  asDescribed<readonly RowOf<'case_one'>[]>(await rowsOf(database, `${CASE_ROWS} order by c.key`)).map(
    rowToCase,
  )

/** What must always hold; each query finds the rows that break it. */
const BROKEN: Readonly<Record<string, string>> = {
  'the postings of an event sum to zero':
    'select merchant_id, key, seq from posting group by merchant_id, key, seq, currency having sum(amount) <> 0',
  'a balance is the sum of its postings': `select b.merchant_id from balance b
     where b.amount <> (select coalesce(sum(p.amount), 0) from posting p
       where p.merchant_id = b.merchant_id and p.currency = b.currency and p.account = b.account)`,
  'postings to the merchant have a balance': `select 1 as x from posting p where p.account in ('available', 'reserved')
     and not exists (select 1 from balance b where b.merchant_id = p.merchant_id and b.currency = p.currency
       and b.account = p.account)
     group by p.merchant_id, p.currency, p.account having sum(p.amount) <> 0`,
  'no balance is below zero': 'select merchant_id from balance where amount < 0',
  'the history of a payment has no gap': `select p.id from payment p where p.seq <>
     (select count(*) from history e where e.merchant_id = p.merchant_id and e.key = p.key)`,
  'the last event is the status': `select p.id from payment p join history e
     on e.merchant_id = p.merchant_id and e.key = p.key and e.seq = p.seq where e.to_status <> p.status`,
  'postings hang on an event': `select 1 as x from posting p where not exists
     (select 1 from history e where e.merchant_id = p.merchant_id and e.key = p.key and e.seq = p.seq)`,
  'an event hangs on a payment': `select 1 as x from history e where e.kind <> 'funding' and not exists
     (select 1 from payment p where p.merchant_id = e.merchant_id and p.key = e.key)`,
  'announcements count without gaps': `select p.id from payment p where p.announced <>
     (select count(e.announced) from history e where e.merchant_id = p.merchant_id and e.key = p.key)`,
  'what is reserved is what payouts under way cost': `select b.merchant_id from balance b where b.account = 'reserved'
     and b.amount <> (select coalesce(sum(p.amount + p.fee + p.vat), 0) from payment p where p.merchant_id = b.merchant_id
       and p.currency = b.currency and p.kind <> 'payin' and p.status in ('NEW', 'PENDING', 'AWAITING_PAYEE'))`,
}

/** The names of the promises that the database breaks. */
export async function brokenPromises(database: Database): Promise<readonly string[]> {
  const broken: string[] = []
  for (const [promise, text] of Object.entries(BROKEN)) {
    if ((await rowsOf(database, text)).length > 0) broken.push(promise)
  }
  return broken
}
