/**
 * The rows of runs and their items. A run is prepared with all its items in one commit, by the terms at that time. An
 * operator starts it; the node that holds its lease carries it out. It may be stopped, and resumes where it was.
 *
 *   PREPARED ──start──▶ RUNNING ──▶ DONE
 *       └──────stop──────▶ STOPPED ──start──▶ RUNNING      a broken invariant stops a run automatically
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isUuid } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type CurrencyCode, type Minor, minor } from '@sluice/core/foundation/money.ts'
import { type Database, type RowOf, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { type AuditLine, auditCall } from '../identity/operators/audit.ts'
import { settlementFailed } from '../payments/sql-parts.ts'
import type { SettlementAgreement } from './agreement.ts'
import { type PlannedSettlement, plannedSettlements, type RunFor } from './due.ts'
import { termsOfRow, termsText } from './store.ts'

export const RUN_STATES = ['PREPARED', 'RUNNING', 'STOPPED', 'DONE'] as const
export type RunState = (typeof RUN_STATES)[number]
/** FAILED: a settlement was created and failed later. This state is never stored but read from the settlement. */
export const ITEM_STATES = [
  'WAITING',
  'PAID',
  'FAILED',
  'BELOW_MINIMUM',
  'SETTLED_BEFORE',
  'REFUSED',
] as const
export type ItemState = (typeof ITEM_STATES)[number]

/**
 * In a currency: the number of items, and the amounts to pay and paid. A settlement that failed later counts as not
 * paid.
 */
export interface RunTotal {
  readonly currency: CurrencyCode
  readonly counts: Readonly<Record<ItemState, number>>
  readonly plannedMinor: Minor
  readonly paidMinor: Minor
}

export interface SettlementRun {
  readonly id: string
  readonly state: RunState
  readonly preparedBy: string
  readonly preparedAt: Instant
  readonly startedBy: string | undefined
  readonly startedAt: Instant | undefined
  readonly finishedAt: Instant | undefined
  readonly stoppedWhy: string | undefined
  readonly totals: readonly RunTotal[]
}

export interface SettlementItem {
  readonly runId: string
  readonly merchantId: MerchantCode
  readonly currency: CurrencyCode
  readonly day: string
  readonly cutOff: Instant
  readonly agreement: SettlementAgreement
  /** Account, reserve and minimum have not changed since. */
  readonly isAgreedNow: boolean
  readonly availableMinor: Minor
  readonly heldBackMinor: Minor
  readonly plannedMinor: Minor
  readonly state: ItemState
  readonly id: string | undefined
  /** Set if it is PAID. */
  readonly paidMinor: Minor | undefined
  readonly detail: string | undefined
}

/** The terms that decide the amount and the account. */
const ofMoney = (of: string) =>
  `jsonb_build_array(${of}.terms -> 'payee', ${of}.terms -> 'reserve', ${of}.terms -> 'minimumMinor')`
/** The current state of item `i`. */
const STATE_NOW = `cross join lateral (select case when i.state = 'PAID' and ${settlementFailed('i')} then 'FAILED' else i.state end as state) s`
const TOTALS = `(select coalesce(json_agg(t), '[]'::json) from (
    select i.currency, s.state, count(*)::integer as count, sum(i.planned)::text as planned,
      coalesce(sum(i.paid) filter (where s.state = 'PAID'), 0)::text as paid
    from settlement_item i ${STATE_NOW} where i.run_id = r.id group by i.currency, s.state order by i.currency, s.state) t) as totals`
const LOCK = sqlStatement({
  name: 'settlement_run_lock',
  text: 'lock table settlement_run in share row exclusive mode',
})
const NEWEST = sqlStatement({
  name: 'settlement_run_newest',
  text: 'select id from settlement_run order by id desc limit 1',
})
const INSERT = sqlStatement({
  name: 'settlement_run_insert',
  text: `insert into settlement_run (id, state, prepared_by, prepared_at, finished_at) values ($1, $2, $3, $4, $5)`,
})
const INSERT_ITEMS = sqlStatement({
  name: 'settlement_item_insert',
  text: `insert into settlement_item (merchant_id, currency, day, run_id, cut_off, terms, available, held_back, planned, state)
    select merchant_id, currency, day, run_id, cut_off, terms::jsonb, available, held_back, planned, state
    from json_to_recordset($1::json) as r(merchant_id text, currency text, day text, run_id uuid, cut_off timestamptz, terms text,
      available bigint, held_back bigint, planned bigint, state text)`,
})
const ONE = sqlStatement({
  name: 'settlement_run_one',
  text: `select r.*, ${TOTALS} from settlement_run r where r.id = $1`,
})
const PAGE = sqlStatement({
  name: 'settlement_run_page',
  text: `select r.*, ${TOTALS} from settlement_run r where ($1::text is null or r.state = $1) and ($2::uuid is null or r.id < $2)
    order by r.id desc limit $3`,
})
const ITEMS = sqlStatement({
  name: 'settlement_item_page',
  text: `select i.*, s.state as state_now, exists (select from settlement_terms t
      where t.merchant_id = i.merchant_id and t.currency = i.currency and ${ofMoney('t')} = ${ofMoney('i')}) as agreed_now
    from settlement_item i ${STATE_NOW}
    where i.run_id = $1 and ($2::text is null or s.state = $2)
      and (i.merchant_id, i.currency) > ($3, $4) order by i.merchant_id, i.currency limit $5`,
})
const LOCKED = sqlStatement({
  name: 'settlement_run_locked',
  text: 'select id, state, started_at from settlement_run where id = $1 for update',
})
const MOVE = sqlStatement({
  name: 'settlement_run_move',
  text: `update settlement_run set state = $2, started_by = coalesce($3, started_by), started_at = coalesce($4, started_at),
      stopped_why = $5, lease = null, leased_until = null where id = $1`,
})

const ITEMS_A_STATEMENT = 2_000

export interface Preparing {
  readonly database: Database
  readonly deps: Pick<Deps, 'clock' | 'randomness'>
}

/**
 * Prepares a run for all that are due or that are named. If two prepare at the same time, one waits and then checks
 * again.
 * @returns its ID; `NOBODY`: there is nobody to settle; `RACED`: another run was prepared meanwhile
 */
export async function prepareRun(
  { database, deps }: Preparing,
  wanted: RunFor,
  by: string,
  audit: (runId: string) => AuditLine,
): Promise<{ readonly id: string } | 'NOBODY' | 'RACED'> {
  const [before] = await database.run(NEWEST, [])
  const at = deps.clock.now()
  const planned = await plannedSettlements(database, wanted, at)
  if (planned.length === 0) return 'NOBODY'
  const id = deps.randomness.uuidV7(at)
  const isOver = planned.every(({ isEnough }) => !isEnough)
  const run = [id, isOver ? 'DONE' : 'PREPARED', by, isoTime(at), isOver ? isoTime(at) : null]
  const items = planned.map((each) => itemRow(id, each))
  const calls: SqlCall[] = [{ statement: INSERT, values: run }]
  for (let from = 0; from < items.length; from += ITEMS_A_STATEMENT) {
    const some = items.slice(from, from + ITEMS_A_STATEMENT)
    calls.push({ statement: INSERT_ITEMS, values: [JSON.stringify(some)] })
  }
  const reads = [
    { statement: LOCK, values: [] },
    { statement: NEWEST, values: [] },
  ] as const
  return database.transact<{ readonly id: string } | 'RACED', typeof reads>(reads, ([, newest]) =>
    newest?.[0]?.id === before?.id
      ? { calls: [...calls, auditCall(audit(id))], outcome: { id } }
      : { calls: [], outcome: 'RACED' },
  )
}

const itemRow = (runId: string, { agreement, day, cutOff, ...sums }: PlannedSettlement) => {
  const { merchantId, currency, version: _version, ...terms } = agreement
  return {
    merchant_id: merchantId,
    currency,
    day,
    run_id: runId,
    cut_off: isoTime(cutOff),
    terms: termsText(terms),
    available: sums.availableMinor.toString(),
    held_back: sums.heldBackMinor.toString(),
    planned: sums.plannedMinor.toString(),
    state: sums.isEnough ? 'WAITING' : 'BELOW_MINIMUM',
  }
}

/**
 * Identifies the run's current state and start, so that an approval request made before a start does not apply after
 * it.
 */
export const revisionOf = ({ state, startedAt }: Pick<SettlementRun, 'state' | 'startedAt'>): string =>
  startedAt === undefined ? state : `${state} ${isoTime(startedAt)}`

export type RunAction =
  | { readonly to: 'RUNNING'; readonly by: string; readonly at: Instant }
  | { readonly to: 'STOPPED'; readonly why: string }

/**
 * @param inspect checks the run (`revisionOf`) within the transaction; if it throws, nothing is changed
 * @returns the state that forbids the change, if one does
 */
export async function moveRun(
  database: Database,
  id: string,
  operation: RunAction,
  audit: AuditLine | undefined,
  inspect: (revision: string) => void = () => {},
): Promise<'DONE' | 'NOT_FOUND' | { readonly state: RunState }> {
  if (!isUuid(id)) return 'NOT_FOUND'
  const reads = [{ statement: LOCKED, values: [id] }] as const
  return database.transact<'DONE' | 'NOT_FOUND' | { readonly state: RunState }, typeof reads>(
    reads,
    ([found]) => {
      const row = found?.[0]
      if (!row) return { calls: [], outcome: 'NOT_FOUND' }
      const state = row.state
      if (state === operation.to || state === 'DONE') return { calls: [], outcome: { state } }
      inspect(revisionOf({ state, startedAt: row.started_at ?? undefined }))
      const values =
        operation.to === 'RUNNING'
          ? [id, operation.to, operation.by, isoTime(operation.at), null]
          : [id, operation.to, null, null, operation.why.slice(0, 500)]
      const calls = [{ statement: MOVE, values }, ...(audit ? [auditCall(audit)] : [])]
      return { calls, outcome: 'DONE' }
    },
  )
}

export async function findRun(database: Database, id: string): Promise<SettlementRun | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await database.run(ONE, [id])
  return row && runOfRow(row)
}

/** Newest first. */
export const pageOfRuns = async (
  database: Database,
  state: RunState | undefined,
  after: string | undefined,
  limit: number,
): Promise<readonly SettlementRun[]> =>
  (await database.run(PAGE, [state ?? null, after ?? null, limit])).map(runOfRow)

/** Sorted by merchant and currency. @param after the last item of the page before */
export const itemsOfRun = async (
  database: Database,
  runId: string,
  state: ItemState | undefined,
  after: Pick<SettlementItem, 'merchantId' | 'currency'> | undefined,
  limit: number,
): Promise<readonly SettlementItem[]> => {
  const values = [runId, state ?? null, after?.merchantId ?? '', after?.currency ?? '', limit]
  return (await database.run(ITEMS, values)).map(itemOfRow)
}

function itemOfRow(row: RowOf<'settlement_item_page'>): SettlementItem {
  const state = row.state_now as ItemState
  return {
    runId: row.run_id,
    merchantId: row.merchant_id,
    currency: row.currency,
    day: row.day,
    cutOff: row.cut_off,
    agreement: termsOfRow(row),
    isAgreedNow: row.agreed_now === true,
    availableMinor: minor(BigInt(row.available)),
    heldBackMinor: minor(BigInt(row.held_back)),
    plannedMinor: minor(BigInt(row.planned)),
    state,
    id: row.id ?? undefined,
    paidMinor: state === 'PAID' ? minor(BigInt(row.paid as bigint)) : undefined,
    detail: row.detail ?? undefined,
  }
}

interface StoredTotal {
  readonly currency: CurrencyCode
  readonly state: ItemState
  readonly count: number
  readonly planned: string
  readonly paid: string
}

function runOfRow(row: RowOf<'settlement_run_one'>): SettlementRun {
  const byCurrency = Map.groupBy(row.totals as readonly StoredTotal[], ({ currency }) => currency)
  return {
    id: row.id,
    state: row.state,
    preparedBy: row.prepared_by,
    preparedAt: row.prepared_at,
    startedBy: row.started_by ?? undefined,
    startedAt: row.started_at ?? undefined,
    finishedAt: row.finished_at ?? undefined,
    stoppedWhy: row.stopped_why ?? undefined,
    totals: [...byCurrency].map(([currency, lines]) => totalOf(currency, lines)),
  }
}

function totalOf(currency: CurrencyCode, lines: readonly StoredTotal[]): RunTotal {
  const count = (state: ItemState): number => lines.find((line) => line.state === state)?.count ?? 0
  const sum = (of: readonly string[]): Minor => minor(of.reduce((all, text) => all + BigInt(text), 0n))
  const isToBePaid = ({ state }: StoredTotal): boolean => state !== 'BELOW_MINIMUM'
  return {
    currency,
    counts: {
      WAITING: count('WAITING'),
      PAID: count('PAID'),
      FAILED: count('FAILED'),
      BELOW_MINIMUM: count('BELOW_MINIMUM'),
      SETTLED_BEFORE: count('SETTLED_BEFORE'),
      REFUSED: count('REFUSED'),
    },
    plannedMinor: sum(lines.filter(isToBePaid).map(({ planned }) => planned)),
    paidMinor: sum(lines.map(({ paid }) => paid)),
  }
}
