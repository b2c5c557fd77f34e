/**
 * The journal's SQL. Each statement takes many rows, an array for each column (`@sluice/database/row-arrays.ts`), and touches
 * one table. Both databases get the same text. Documents travel as text and become jsonb here.
 *
 * Locks are taken in the order of the keys, and on `claim`, `payment`, `balance` always in this order, so that two
 * batches never deadlock.
 */
import { givenRows, insertRows, insertRowsInOrder, type RowColumns } from '@sluice/database/row-arrays.ts'
import { PAYMENT_COLUMNS, STEP, statement } from './columns.ts'
import { paymentColumn } from './rows.ts'

const EVENT: RowColumns = [
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
const POSTING: RowColumns = [
  ['merchant_id', 'text'],
  ['key', 'uuid'],
  ['seq', 'integer'],
  ['line', 'smallint'],
  ['account', 'text'],
  ['currency', 'text'],
  ['amount', 'bigint'],
  ['at', 'timestamptz'],
]
const CALLBACK: RowColumns = [
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
  ['lease', 'uuid'],
]
const CLAIM: RowColumns = [
  ['owner', 'text'],
  ['scope', 'text'],
  ['value', 'text'],
  ['merchant_id', 'text'],
  ['key', 'uuid'],
  ['at', 'timestamptz'],
  ['source', 'text'],
]
const CLAIM_KEY: RowColumns = CLAIM.slice(0, 3)
const HELD_CLAIM: RowColumns = [...CLAIM_KEY, ['key', 'uuid']]
const CASE: RowColumns = [
  ['merchant_id', 'text'],
  ['key', 'uuid'],
  ['payment_key', 'uuid'],
  ['reason', 'text'],
  ['currency', 'text'],
  ['amount', 'bigint'],
  ['detail', 'text', 'jsonb'],
  ['opened_at', 'timestamptz'],
  ['processor', 'text'],
]
const DECISION: RowColumns = [
  ['merchant_id', 'text'],
  ['case_key', 'uuid'],
  ['part', 'smallint'],
  ['action', 'text'],
  ['currency', 'text'],
  ['amount', 'bigint'],
  ['detail', 'text', 'jsonb'],
  ['operator', 'text'],
  ['at', 'timestamptz'],
]
const PAYMENT_ID: RowColumns = PAYMENT_COLUMNS.slice(0, 3)
const PAYMENT_OF_KEY: RowColumns = [...PAYMENT_ID, ['key', 'uuid']]
const OWNER: RowColumns = [['merchant_id', 'text']]
const OF_KEY: RowColumns = [...OWNER, ['key', 'uuid']]
const OF_TIME: RowColumns = [...OF_KEY, ['at', 'timestamptz']]
const STEP_KEY: RowColumns = [...OF_KEY, ['purpose', 'text']]
const PAID_LINK: RowColumns = [...OWNER, ['link_id', 'text']]
const COMMITTED: RowColumns = [...PAYMENT_OF_KEY, ['change_id', 'uuid']]
const BALANCE: RowColumns = [
  ['merchant_id', 'text'],
  ['currency', 'text'],
  ['account', 'text'],
  ['amount', 'bigint'],
]

/** What any change may alter in a payment's row. */
const STATE: RowColumns = PAYMENT_COLUMNS.filter(([name]) =>
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
/** Who accepted it, and what the acceptance added. */
const ACCEPTANCE: RowColumns = PAYMENT_COLUMNS.filter(([name]) =>
  ['money_required', 'processor', 'processor_ref', 'response'].includes(name),
)

/** How a refund goes on. */
const TERMS: RowColumns = PAYMENT_COLUMNS.filter(([name]) => ['method', 'operator', 'request'].includes(name))

// Round trip 1: claims and locks.

export const takeClaims = statement(
  'take_claims',
  CLAIM,
  `${insertRowsInOrder('claim', CLAIM, 'r.owner, r.scope, r.value', 'on conflict (owner, scope, value) do nothing')} returning owner, scope, value`,
)
export const readClaims = statement(
  'read_claims',
  CLAIM_KEY,
  `select c.owner, c.scope, c.value, c.merchant_id, c.key from ${givenRows(CLAIM_KEY)}
     join claim c on c.owner = r.owner and c.scope = r.scope and c.value = r.value`,
)
export const createPayments = statement(
  'create_payments',
  PAYMENT_COLUMNS,
  `${insertRowsInOrder('payment', PAYMENT_COLUMNS, 'r.merchant_id collate "C", r.kind, r.id collate "C"', 'on conflict (merchant_id, kind, id) do nothing')} returning key`,
)
/** The holders of these IDs: the creates of this batch, or earlier ones. */
export const readCreated = statement(
  'read_created',
  PAYMENT_ID,
  `select p.merchant_id, p.kind, p.id, p.key, p.request_hash from ${givenRows(PAYMENT_ID)}
     join payment p on p.merchant_id = r.merchant_id and p.kind = r.kind and p.id = r.id`,
)
export const lockPayments = statement(
  'lock_payments',
  PAYMENT_ID,
  `select p.merchant_id, p.kind, p.id, p.waiting, ${paymentColumn('p')} from ${givenRows(PAYMENT_ID)}
     join payment p on p.merchant_id = r.merchant_id and p.kind = r.kind and p.id = r.id
     order by p.merchant_id, p.kind, p.id for update of p`,
)
/**
 * All balances of these merchants, also in currencies of no change in the batch: most merchants have one or two.
 * Selecting by the payments' currencies cost 6 µs each; this finds a busy merchant's balances once for a whole batch.
 */
export const lockBalances = statement(
  'lock_balances',
  OWNER,
  `select b.merchant_id, b.currency, b.account, b.amount from ${givenRows(OWNER)}
     join balance b on b.merchant_id = r.merchant_id
     order by b.merchant_id, b.currency, b.account for update of b`,
)
/**
 * Only after a commit with an unknown outcome: which of these changes are in the history. For creates the payment's row
 * shows it.
 */
export const readCommitted = statement(
  'read_committed',
  COMMITTED,
  `select e.change_id from ${givenRows(COMMITTED)}
     left join payment p on p.merchant_id = r.merchant_id and p.kind = r.kind and p.id = r.id
     join event e on e.merchant_id = r.merchant_id and e.key = coalesce(r.key, p.key) and e.change_id = r.change_id`,
)

/**
 * Writes to the log and to no table. If the connection was lost while an earlier attempt waited for the standby, its commit
 * may be on the primary alone, and a transaction that only reads would not wait for the standby. With this write, the
 * attempt that finds the earlier commit waits until the standby has both.
 */
export const writeSomething = statement(
  'write_something',
  [],
  `select pg_logical_emit_message(true, 'sluice', '') is null as nothing`,
)

// Round trip 2: what was decided.

const update = (columns: RowColumns): readonly [columns: RowColumns, text: string] => [
  [...PAYMENT_ID, ...columns],
  `update payment p set ${columns.map(([name]) => `${name} = r.${name}`).join(', ')}
     from ${givenRows([...PAYMENT_ID, ...columns])}
     where p.merchant_id = r.merchant_id and p.kind = r.kind and p.id = r.id`,
]

/**
 * For changes that leave the instructions as they are, nearly all: without reading and writing them the update takes
 * half as long.
 */
export const updatePayments = statement('update_payments', ...update(STATE))
export const acceptPayments = statement('accept_payments', ...update([...ACCEPTANCE, ...STATE]))
export const redirectPayments = statement('redirect_payments', ...update([...TERMS, ...ACCEPTANCE, ...STATE]))
export const erasePayments = statement(
  'erase_payments',
  ...update([...TERMS, ...ACCEPTANCE, ...STATE, ...PAYMENT_COLUMNS.filter(([name]) => name === 'payer')]),
)
export const removePayments = statement(
  'remove_payments',
  PAYMENT_OF_KEY,
  `delete from payment p using ${givenRows(PAYMENT_OF_KEY)}
     where p.merchant_id = r.merchant_id and p.kind = r.kind and p.id = r.id and p.key = r.key`,
)
export const insertEvents = statement('insert_events', EVENT, insertRows('event', EVENT))
export const insertPostings = statement('insert_postings', POSTING, insertRows('posting', POSTING))
export const moveBalances = statement(
  'move_balances',
  BALANCE,
  `update balance b set amount = b.amount + r.amount from ${givenRows(BALANCE)}
     where b.merchant_id = r.merchant_id and b.currency = r.currency and b.account = r.account`,
)
/** Accounts not seen before. A concurrent transaction may open the same one; both amounts are positive. */
export const openBalances = statement(
  'open_balances',
  BALANCE,
  insertRowsInOrder(
    'balance',
    BALANCE,
    'r.merchant_id, r.currency, r.account',
    'on conflict (merchant_id, currency, account) do update set amount = balance.amount + excluded.amount',
  ),
)
/**
 * A transaction that makes a payin a SUCCESS holds its merchant's balances, so no two count for one merchant at the
 * same time.
 */
export const countPaidOfLinks = statement(
  'count_paid_of_links',
  PAID_LINK,
  `insert into payment_link_paid (merchant_id, link_id, paid)
     select merchant_id, link_id, count(*) from ${givenRows(PAID_LINK)}
     group by merchant_id, link_id order by merchant_id, link_id
     on conflict (merchant_id, link_id) do update set paid = payment_link_paid.paid + excluded.paid`,
)
export const insertCallbacks = statement('insert_callbacks', CALLBACK, insertRows('callback', CALLBACK))
/** A newer callback supersedes older ones of the payment that wait for a retry. The receiver reads the present state anyway. */
export const supersedeCallbacks = statement(
  'supersede_callbacks',
  OF_TIME,
  `with older as (
     delete from callback c using ${givenRows(OF_TIME)}
     where c.merchant_id = r.merchant_id and c.key = r.key and c.attempt > 0 and c.lease is null
     returning c.merchant_id, c.key, c.seq, c.attempt, r.at
   )
   insert into attempt (merchant_id, key, seq, attempt, at, outcome)
   select merchant_id, key, seq, attempt + 1, at, 'SUPERSEDED' from older on conflict (merchant_id, key, seq, attempt) do nothing`,
)
export const setSteps = statement(
  'set_steps',
  STEP,
  insertRows(
    'step',
    STEP,
    'on conflict (merchant_id, key, purpose) do update set due_at = excluded.due_at, processor = excluded.processor, lease = null, tries = 0',
  ),
)
export const clearSteps = statement(
  'clear_steps',
  STEP_KEY,
  `delete from step s using ${givenRows(STEP_KEY)}
     where s.merchant_id = r.merchant_id and s.key = r.key and s.purpose = r.purpose`,
)
/** One search for a payment, instead of one for each of its steps. */
export const clearAllSteps = statement(
  'clear_all_steps',
  OF_KEY,
  `delete from step s using ${givenRows(OF_KEY)}
     where s.merchant_id = r.merchant_id and s.key = r.key`,
)
export const openCases = statement('open_cases', CASE, insertRows('case_file', CASE))
export const insertDecisions = statement('insert_decisions', DECISION, insertRows('case_decision', DECISION))
export const closeCases = statement(
  'close_cases',
  OF_TIME,
  `update case_file c set closed_at = r.at from ${givenRows(OF_TIME)}
     where c.merchant_id = r.merchant_id and c.key = r.key`,
)
export const releaseClaims = statement(
  'release_claims',
  HELD_CLAIM,
  `delete from claim c using ${givenRows(HELD_CLAIM)}
     where c.owner = r.owner and c.scope = r.scope and c.value = r.value and c.key = r.key`,
)
