/**
 * A bank's statement with a hundred thousand entries, read from CSV, stored, matched with a hundred thousand open
 * payins of a thousand merchants, and reported, until every payin is SUCCESS with its history, postings and callback.
 * All in this process, on PostgreSQL.
 */
import { loadavg } from 'node:os'
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { Deps } from '@sluice/core/foundation/deps.ts'
import type { CurrencyCode } from '@sluice/core/foundation/money.ts'
import { realClock, realRandomness, realTimers, silentLog } from '@sluice/core/foundation/real-deps.ts'
import { LaneJournal } from '@sluice/gateway/payments/journal.ts'
import { StatusUpdates } from '@sluice/gateway/processing/status-updates.ts'
import type { ReceivingAccount } from '@sluice/gateway/processors/own-account/account.ts'
import { createAccount } from '@sluice/gateway/processors/own-account/store.ts'
import { KNOWN_MAPPINGS } from '@sluice/gateway/reconciliation/csv-mapping.ts'
import type { ParsedEntry } from '@sluice/gateway/reconciliation/entry.ts'
import { Feeds } from '@sluice/gateway/reconciliation/feeds.ts'
import { named } from '@sluice/gateway/reconciliation/naming.ts'
import { readStatement } from '@sluice/gateway/reconciliation/read-file.ts'
import { inParts, insertEntries } from '@sluice/gateway/reconciliation/store.ts'
import { cpuEach, readCpu } from './cpu.ts'
import { settle } from './fill.ts'
import { openDatabase } from './gateway.ts'
import { withClient } from './postgres-server.ts'
import { compare, NOWHERE, onPostgres, type Run, watched } from './run.ts'

const PAYINS = 100_000
/** The most that a file may have. */
const ENTRIES_A_FILE = 50_000
const ACCOUNT = 'bench'

const deps: Deps = {
  clock: realClock,
  timers: realTimers,
  randomness: realRandomness(),
  network: { request: () => Promise.reject(new Error('nothing is sent')) },
  log: silentLog,
}

/** `S` and the number, as long as our references. */
const REFERENCE = `'S' || lpad(n::text, 13, '0')`
const KEY = `(lpad(to_hex(1763700000000 + n / 10), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid`
const SERIES = `(select 'BENCH-' || (1 + n % $2) as merchant_id, 'f-' || n as id, ${KEY} as key, ${REFERENCE} as reference,
  $3::timestamptz as at, n from generate_series(1, $1::int) n) f`
const FILL = [
  `insert into payment (merchant_id, kind, id, key, status, seq, announced, change_id, is_test, currency, amount, fee, vat, method,
      processor, processor_ref, request, request_hash, response, external_changes, callback_url, api_version, created_at, expire_at)
    select merchant_id, 'payin', id, key, 'PENDING', 1, 0, key, true, 'THB', 10000 + n % 1000, 150, 0, 'PROMPTPAY',
      'test-own-account', '${ACCOUNT}/' || reference, '{"accountNumber": "1234567890"}', 'A6xnQhbz4Vx2HuGl4lXwZ5U2I8iziLRFnhP5eNfIRvQ=',
      '{"reference": "S1GZ3QX2K8PLM0V"}', 0, '${NOWHERE}', 2, at, at + interval '1 day' from ${SERIES}`,
  `insert into event (merchant_id, key, seq, change_id, kind, from_status, to_status, announced, reason, actor, at)
    select merchant_id, key, 1, key, 'payin', null, 'PENDING', null, 'accepted', 'merchant', at from ${SERIES}`,
  `insert into step (merchant_id, key, purpose, kind, id, due_at, tries)
    select merchant_id, key, 'expire', 'payin', id, timestamptz '2100-01-01 00:00:00+00', 0 from ${SERIES}`,
  `insert into claim (owner, scope, value, merchant_id, key, at)
    select 'account:${ACCOUNT}', 'reference', reference, merchant_id, key, at from ${SERIES}`,
]

const account = (at: number): ReceivingAccount => ({
  id: ACCOUNT,
  name: 'Bench',
  kind: 'BANK_ACCOUNT',
  currency: 'THB' as CurrencyCode,
  isTest: true,
  status: 'ACTIVE',
  timeZone: 'Asia/Bangkok',
  methods: [],
  openingHours: [],
  minMinor: undefined,
  maxMinor: undefined,
  dayCount: undefined,
  dayAmountMinor: undefined,
  balances: 'CHECKED',
  createdAt: at,
  updatedAt: at,
})

const audit = (at: number) => ({
  id: deps.randomness.uuidV7(at),
  at,
  operator: 'bench',
  action: 'bank-feed.take',
  subject: ACCOUNT,
  detail: {},
})

/** In a shuffled order: line n pays another payin than number n. */
function csvLine(n: number, day: string): string {
  const payin = 1 + ((n * 7_919) % PAYINS)
  const amount = `${(10_000 + (payin % 1_000)) / 100}`
  return `${day},${amount},Order ${n} REF S${String(payin).padStart(13, '0')} thank you,BR-${n},,,PAYER ${n},,`
}

const HEADS = 'date,amount,text,reference,end-to-end id,utr,sender,sender account,sender bank'

function readAll(day: string): readonly ParsedEntry[] {
  const mapping = KNOWN_MAPPINGS.find(({ name }) => name === 'plain')?.mapping
  const numbers = Array.from({ length: PAYINS }, (_, n) => n)
  return [...inParts(numbers, ENTRIES_A_FILE)].flatMap((part) => {
    const text = [HEADS, ...part.map((n) => csvLine(n, day))].join('\n')
    const terms = { now: Date.parse(day), currency: offered('THB'), balances: 'CHECKED' } as const
    const read = readStatement(Buffer.from(text), { format: 'csv', mapping, terms })
    if (!read.ok) throw new Error(JSON.stringify(read.failure))
    return read.value.entries
  })
}

export async function feed(run: Run): Promise<void> {
  const { merchants } = run.options
  await onPostgres(run, async (url) => {
    const now = realClock.now()
    const at = new Date(now - 3_600_000).toISOString()
    await withClient(url, async (client) => {
      for (const statement of FILL) await client.query(statement, [PAYINS, merchants, at])
      await settle(client)
    })
    const database = await openDatabase({ url })
    try {
      await createAccount(database, account(now), audit(now))
      const journal = new LaneJournal(database, deps, { queueLimit: 10_000 })
      const statusUpdates = new StatusUpdates(database, journal, deps, () => true)
      const feeds = new Feeds({ database, deps, journal, statusUpdates })
      run.say(`feed: load average ${loadavg()[0]?.toFixed(1)} before`)
      const startedAt = performance.now()
      const entries = readAll(new Date(now).toISOString().slice(0, 10))
      const readAt = performance.now()
      const newKey = () => deps.randomness.uuidV7(now)
      for (const part of inParts(entries, ENTRIES_A_FILE)) {
        const mine = named(ACCOUNT, 'csv', part)
        await insertEntries(database, { account: ACCOUNT, entries: mine, at: now, newKey, audit: audit(now) })
      }
      const storedAt = performance.now()
      const before = readCpu(watched(run))
      await feeds.applying.applyDue()
      const { loadUs, postgresUs } = cpuEach(before, readCpu(watched(run)), PAYINS)
      const appliedAt = performance.now()
      const [paid] = await database.run(
        { name: '', text: `select count(*)::int as payins from payment where status = 'SUCCESS'` },
        [],
      )
      if (paid?.payins !== PAYINS) throw new Error(`only ${paid?.payins} of ${PAYINS} payins were paid`)
      const tell = (what: string, fromMs: number, toMs: number, atMost?: number) =>
        compare(run, {
          what,
          value: (toMs - fromMs) / 1_000,
          unit: ' s',
          target: atMost === undefined ? undefined : { atMost },
        })
      run.say(`feed: CPU for each entry ${Math.round(loadUs)} µs, PostgreSQL ${Math.round(postgresUs)} µs`)
      tell('100,000 bank entries read from CSV', startedAt, readAt)
      tell('… stored', readAt, storedAt)
      tell('… matched with 100,000 open payins and all of them paid', storedAt, appliedAt, 30)
    } finally {
      await database.close()
    }
  })
}
