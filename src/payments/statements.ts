/**
 * The journal's SQL. Each statement takes one JSON array of rows and touches one table: many changes travel in one
 * parameter, and both databases get the very same text. Documents travel as text inside it and become jsonb here:
 * half of what nested JSON costs. Only what is written most has arrays instead, in binary (`create-payins.ts`).
 *
 * Locks are taken in the order of the keys, and `claim`, `payment`, `balance` always in this order, so that two
 * batches never wait for each other in a ring.
 */
import {
  DOCUMENTS,
  insert,
  type JournalColumns,
  PAYMENT_COLUMNS,
  recordset,
  STEP,
  statement,
} from './columns.ts'
import { paymentColumn } from './rows.ts'

const EVENT: JournalColumns = [
  ['merchant_id', 'text'],
  ['key', 'uuid'],
  ['seq', 'integer'],
  ['change_id', 'uuid'],
  ['kind', 'text'],
  ['from_status', 'text'],
  ['to_status', 'text'],
  ['announced', 'integer'],
  ['reason', 'text'],
  ['actor', 'text'],
  ['at', 'timestamptz'],
]
const POSTING: JournalColumns = [
  ['merchant_id', 'text'],
  ['key', 'uuid'],
  ['seq', 'integer'],
  ['line', 'smallint'],
  ['account', 'text'],
  ['currency', 'text'],
  ['amount', 'bigint'],
  ['at', 'timestamptz'],
]
const CALLBACK: JournalColumns = [
  ['merchant_id', 'text'],
  ['key', 'uuid'],
  ['seq', 'integer'],
  ['kind', 'text'],
  ['id', 'text'],
  ['url', 'text'],
  ['api_version', 'smallint'],
  ['at', 'timestamptz'],
  ['attempt', 'smallint'],
  ['next_at', 'timestamptz'],
]
const CLAIM: JournalColumns = [
  ['owner', 'text'],
  ['scope', 'text'],
  ['value', 'text'],
  ['merchant_id', 'text'],
  ['key', 'uuid'],
  ['at', 'timestamptz'],
  ['source', 'text'],
]
const CLAIM_KEY: JournalColumns = CLAIM.slice(0, 3)
const CASE: JournalColumns = [
  ['merchant_id', 'text'],
  ['key', 'uuid'],
  ['payment_key', 'uuid'],
  ['reason', 'text'],
  ['currency', 'text'],
  ['amount', 'bigint'],
  ['detail', 'text'],
  ['opened_at', 'timestamptz'],
  ['processor', 'text'],
]
const DECISION: JournalColumns = [
  ['merchant_id', 'text'],
  ['case_key', 'uuid'],
  ['part', 'smallint'],
  ['action', 'text'],
  ['currency', 'text'],
  ['amount', 'bigint'],
  ['detail', 'text'],
  ['operator', 'text'],
  ['at', 'timestamptz'],
]
const PAYMENT_ID: JournalColumns = PAYMENT_COLUMNS.slice(0, 3)
const BALANCE: JournalColumns = [
  ['merchant_id', 'text'],
  ['currency', 'text'],
  ['account', 'text'],
  ['amount', 'bigint'],
]

/** What any change may alter in a payment's row. */
const STATE: JournalColumns = PAYMENT_COLUMNS.filter(([name]) =>
  [
    'status',
    'seq',
    'announced',
    'change_id',
    'processor_status',
    'payer_account',
    'external_reference',
    'external_changes',
    'confirmation',
    'expire_at',
    'processed_at',
    'failure_reason',
    'waiting',
  ].includes(name),
)
/** Who took it on, and what that made known. */
const ACCEPTANCE: JournalColumns = PAYMENT_COLUMNS.filter(([name]) =>
  ['money_required', 'processor', 'processor_ref', 'response'].includes(name),
)

/** How a refund goes on. */
const TERMS: JournalColumns = PAYMENT_COLUMNS.filter(([name]) =>
  ['method', 'operator', 'request'].includes(name),
)

// Trip 1: claims and locks.

export const takeClaims = statement(
  'take_claims',
  `${insert('claim', CLAIM, 'order by r.owner, r.scope, r.value on conflict (owner, scope, value) do nothing')} returning owner, scope, value`,
)
export const readClaims = statement(
  'read_claims',
  `select c.owner, c.scope, c.value, c.merchant_id, c.key from ${recordset(CLAIM_KEY)}
     join claim c on c.owner = r.owner and c.scope = r.scope and c.value = r.value`,
)
export const createPayments = statement(
  'create_payments',
  `${insert('payment', PAYMENT_COLUMNS, 'order by r.merchant_id collate "C", r.kind, r.id collate "C" on conflict (merchant_id, kind, id) do nothing')} returning key`,
)
/** Who holds these IDs: the creates of this batch, or somebody before them. */
export const readCreated = statement(
  'read_created',
  `select p.merchant_id, p.kind, p.id, p.key, p.request_hash from ${recordset(PAYMENT_ID)}
     join payment p on p.merchant_id = r.merchant_id and p.kind = r.kind and p.id = r.id`,
)
export const lockPayments = statement(
  'lock_payments',
  `select p.merchant_id, p.kind, p.id, p.waiting, ${paymentColumn('p')} from ${recordset(PAYMENT_ID)}
     join payment p on p.merchant_id = r.merchant_id and p.kind = r.kind and p.id = r.id
     order by p.merchant_id, p.kind, p.id for update of p`,
)
/**
 * All balances of these merchants, also in currencies that no change of the batch is of: most merchants have one or two. To ask the
 * payments for their currencies cost 6 µs each; now a hot merchant's balances are found once for a whole batch.
 */
export const lockBalances = statement(
  'lock_balances',
  `select b.merchant_id, b.currency, b.account, b.amount from json_to_recordset($1::json) as r(merchant_id text)
     join balance b on b.merchant_id = r.merchant_id
     order by b.merchant_id, b.currency, b.account for update of b`,
)
/** Only after a commit of unknown fate: which of these changes are in the history. Of creates the payment's row says it. */
export const readCommitted = statement(
  'read_committed',
  `select e.change_id from json_to_recordset($1::json) as r(merchant_id text, kind text, id text, key uuid, change_id uuid)
     left join payment p on p.merchant_id = r.merchant_id and p.kind = r.kind and p.id = r.id
     join event e on e.merchant_id = r.merchant_id and e.key = coalesce(r.key, p.key) and e.change_id = r.change_id`,
)

/**
 * Writes to the log and to no table. A transaction that only reads waits for no standby at its commit; and what an earlier
 * try has committed may be on the primary alone, where a connection was lost while it waited for the standby. With this,
 * the commit of the try that finds it there waits until the standby has both.
 */
export const writeSomething = statement(
  'write_something',
  `select pg_logical_emit_message(true, 'sluice', '') is null as nothing`,
)

// Trip 2: what was decided.

const update = (columns: JournalColumns) =>
  `update payment p set ${columns.map(([name]) => `${name} = r.${name}${DOCUMENTS.has(name) ? '::jsonb' : ''}`).join(', ')}
     from ${recordset([...PAYMENT_ID, ...columns])}
     where p.merchant_id = r.merchant_id and p.kind = r.kind and p.id = r.id`

/** Of changes that leave the instructions as they are, nearly all: without reading and writing them the update takes half as long. */
export const updatePayments = statement('update_payments', update(STATE))
export const acceptPayments = statement('accept_payments', update([...ACCEPTANCE, ...STATE]))
export const redirectPayments = statement('redirect_payments', update([...TERMS, ...ACCEPTANCE, ...STATE]))
export const removePayments = statement(
  'remove_payments',
  `delete from payment p using ${recordset([...PAYMENT_ID, ['key', 'uuid']])}
     where p.merchant_id = r.merchant_id and p.kind = r.kind and p.id = r.id and p.key = r.key`,
)
export const insertEvents = statement('insert_events', insert('event', EVENT))
export const insertPostings = statement('insert_postings', insert('posting', POSTING))
export const moveBalances = statement(
  'move_balances',
  `update balance b set amount = b.amount + r.amount from ${recordset(BALANCE)}
     where b.merchant_id = r.merchant_id and b.currency = r.currency and b.account = r.account`,
)
/** Accounts not seen before. Somebody else may open the same one meanwhile; both amounts are positive. */
export const openBalances = statement(
  'open_balances',
  insert(
    'balance',
    BALANCE,
    'order by r.merchant_id, r.currency, r.account on conflict (merchant_id, currency, account) do update set amount = balance.amount + excluded.amount',
  ),
)
/** Whoever makes a payin a SUCCESS holds its merchant's balances, so no two transactions count for one merchant at the same time. */
export const countPaidOfLinks = statement(
  'count_paid_of_links',
  `insert into payment_link_paid (merchant_id, link_id, paid)
     select merchant_id, link_id, count(*) from json_to_recordset($1::json) as r(merchant_id text, link_id text)
     group by merchant_id, link_id order by merchant_id, link_id
     on conflict (merchant_id, link_id) do update set paid = payment_link_paid.paid + excluded.paid`,
)
export const insertCallbacks = statement('insert_callbacks', insert('callback', CALLBACK))
/** Older callbacks of the payment that wait for a retry give way to the newer one; the receiver reads the state anyway. */
export const supersedeCallbacks = statement(
  'supersede_callbacks',
  `with older as (
     delete from callback c using json_to_recordset($1::json) as r(merchant_id text, key uuid, at timestamptz)
     where c.merchant_id = r.merchant_id and c.key = r.key and c.attempt > 0 and c.lease is null
     returning c.merchant_id, c.key, c.seq, c.attempt, r.at
   )
   insert into attempt (merchant_id, key, seq, attempt, at, outcome)
   select merchant_id, key, seq, attempt + 1, at, 'SUPERSEDED' from older on conflict (merchant_id, key, seq, attempt) do nothing`,
)
export const setSteps = statement(
  'set_steps',
  insert(
    'step',
    STEP,
    'on conflict (merchant_id, key, purpose) do update set due_at = excluded.due_at, processor = excluded.processor, lease = null, tries = 0',
  ),
)
export const clearSteps = statement(
  'clear_steps',
  `delete from step s using json_to_recordset($1::json) as r(merchant_id text, key uuid, purpose text)
     where s.merchant_id = r.merchant_id and s.key = r.key and s.purpose = r.purpose`,
)
/** One search for a payment, where each of its steps would take one. */
export const clearAllSteps = statement(
  'clear_all_steps',
  `delete from step s using json_to_recordset($1::json) as r(merchant_id text, key uuid)
     where s.merchant_id = r.merchant_id and s.key = r.key`,
)
export const openCases = statement('open_cases', insert('case_file', CASE))
export const insertDecisions = statement('insert_decisions', insert('case_decision', DECISION))
export const closeCases = statement(
  'close_cases',
  `update case_file c set closed_at = r.at from json_to_recordset($1::json) as r(merchant_id text, key uuid, at timestamptz)
     where c.merchant_id = r.merchant_id and c.key = r.key`,
)
export const releaseClaims = statement(
  'release_claims',
  `delete from claim c using ${recordset([...CLAIM_KEY, ['key', 'uuid']])}
     where c.owner = r.owner and c.scope = r.scope and c.value = r.value and c.key = r.key`,
)
