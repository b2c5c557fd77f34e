/**
 * Receiving accounts in the database: read, created and changed. Every change is one transaction with its line in the
 * audit log. Has no rules about what a good account is: those are checked before.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Minor, minor } from '@sluice/core/foundation/money.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { changeAndNote } from '@sluice/database/noted.ts'
import {
  type Database,
  type RowOf,
  type SqlCall,
  sqlStatement,
  type WriteDecision,
} from '@sluice/database/port.ts'
import { type AuditLine, auditCall } from '../../identity/operators/audit.ts'
import type { BankConnection } from '../../identity/operators/bank-connection.ts'
import { isOneMerchant } from '../../merchants/store.ts'
import { stillShownCall, stillShownIn } from '../../payments/account-payins.ts'
import {
  type AccountKind,
  type BalanceRule,
  claimOwner,
  isAccountId,
  type MerchantShare,
  type OpeningHours,
  type ReceivingAccount,
  type ServedMethod,
  type StillShown,
} from './account.ts'

const ALL = sqlStatement({
  name: 'receiving_account_all',
  text: 'select * from receiving_account order by id',
})
/**
 * Includes whether there is at most one merchant, because each node needs both every second. Without accounts, it
 * returns a row without one.
 */
const ALL_FOR_ROUTING = sqlStatement({
  name: 'receiving_account_all_for_routing',
  text: `select w.is_one_test, w.is_one_live, a.* from
      (select ${isOneMerchant(true)} as is_one_test, ${isOneMerchant(false)} as is_one_live) w
      left join receiving_account a on true order by a.id`,
})
const ONE = sqlStatement({
  name: 'receiving_account_one',
  text: 'select * from receiving_account where id = $1',
})
const LOCK = sqlStatement({
  name: 'receiving_account_lock',
  text: 'select * from receiving_account where id = $1 for update',
})
const INSERT = sqlStatement({
  name: 'receiving_account_insert',
  text: `insert into receiving_account (id, name, kind, currency, is_test, status, time_zone, methods, opening_hours,
      min_amount, max_amount, day_count, day_amount, merchant_share, balances, bank_connection, created_at, updated_at, version)
    values ($1, $2, $3, $4, $5, $6, $7, $8::text::jsonb, $9::text::jsonb, $10, $11, $12, $13, $14, $15, $16::text::jsonb, $17, $18, 1)
    on conflict (id) do nothing returning id`,
})
const UPDATE = sqlStatement({
  name: 'receiving_account_update',
  text: `update receiving_account set name = $2, kind = $3, status = $4, time_zone = $5, methods = $6::text::jsonb,
      opening_hours = $7::text::jsonb, min_amount = $8, max_amount = $9, day_count = $10, day_amount = $11,
      merchant_share = $12, balances = $13, bank_connection = $14::text::jsonb, updated_at = $15, version = version + 1 where id = $1`,
})

/** The hold period of an amount (`payments/plans.ts`); and longer than the longest expiry in the catalogue. */
const PAUSE_MS = 72 * 3_600_000
const OPEN_AT_MOST_MS = 8 * 24 * 3_600_000

const minorOf = (value: bigint | null): Minor | undefined => (value === null ? undefined : minor(value))

function rowToAccount(row: RowOf<'receiving_account_one'>): ReceivingAccount {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind as AccountKind,
    currency: row.currency,
    isTest: row.is_test,
    status: row.status,
    timeZone: row.time_zone,
    methods: row.methods as readonly ServedMethod[],
    openingHours: row.opening_hours as readonly OpeningHours[],
    minMinor: minorOf(row.min_amount),
    maxMinor: minorOf(row.max_amount),
    dayCount: row.day_count ?? undefined,
    dayAmountMinor: minorOf(row.day_amount),
    ...(row.merchant_share !== null && { merchantShare: row.merchant_share as MerchantShare }),
    balances: row.balances as BalanceRule,
    ...(row.bank_connection !== null && { bankConnection: row.bank_connection as BankConnection }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** All of them, paused ones too, by id. */
export const readAccounts = async (database: Database): Promise<readonly ReceivingAccount[]> =>
  (await database.run(ALL, [])).map(rowToAccount)

export interface AccountsForRouting {
  readonly accounts: readonly ReceivingAccount[]
  /** Whether there is at most one active merchant among the test merchants, or among the live ones. */
  readonly hasOneMerchant: (isTest: boolean) => boolean
}

/** If there is no account, the one row has none. */
const isAccount = (
  row: RowOf<'receiving_account_all_for_routing'>,
): row is RowOf<'receiving_account_all_for_routing'> & RowOf<'receiving_account_one'> => row.id !== null

/** As `readAccounts`, with what each one's share follows from. */
export async function readForRouting(database: Database): Promise<AccountsForRouting> {
  const rows = await database.run(ALL_FOR_ROUTING, [])
  return {
    accounts: rows.filter(isAccount).map(rowToAccount),
    hasOneMerchant: (isTest) => rows.some((row) => row[isTest ? 'is_one_test' : 'is_one_live'] === true),
  }
}

/** As it is now, paused or not. @param id any text */
export async function findAccount(database: Database, id: string): Promise<ReceivingAccount | undefined> {
  if (!isAccountId(id)) return undefined
  const [row] = await database.run(ONE, [id])
  return row && rowToAccount(row)
}

export async function createAccount(
  database: Database,
  account: ReceivingAccount,
  audit: AuditLine,
): Promise<Result<undefined, 'ALREADY_EXISTS'>> {
  const { id, name, kind, currency, isTest, ...rest } = account
  const changeable = [
    rest.status,
    rest.timeZone,
    ...documentsOf(account),
    ...limitsOf(account),
    rest.balances,
    connectionOf(account),
  ]
  const values = [id, name, kind, currency, isTest, ...changeable, isoTime(rest.createdAt)]
  const insert: SqlCall = { statement: INSERT, values: [...values, isoTime(rest.updatedAt)] }
  const isNew = await changeAndNote(database, insert, auditCall(audit))
  return isNew ? succeed(undefined) : fail('ALREADY_EXISTS')
}

export interface AccountChange {
  /** Any text. */
  readonly id: string
  readonly audit: AuditLine
  readonly changesMethods: boolean
}

/**
 * Changes an account under its lock. `decide` gets it and returns the changed one, or refuses. Id, currency and test or
 * live never change. Only if its methods are to change, `decide` also gets what payers were shown, because that reads
 * all payins of some days.
 */
export function changeAccount<Refusal>(
  database: Database,
  { id, audit, changesMethods }: AccountChange,
  decide: (account: ReceivingAccount, shown: StillShown) => Result<ReceivingAccount, Refusal>,
): Promise<Result<ReceivingAccount, Refusal | 'NOT_FOUND'>> {
  if (!isAccountId(id)) return Promise.resolve(fail('NOT_FOUND'))
  return database.transact(
    [
      { statement: LOCK, values: [id] },
      ...(changesMethods
        ? [stillShownCall(claimOwner(id), audit.at - OPEN_AT_MOST_MS - PAUSE_MS, audit.at - PAUSE_MS)]
        : []),
    ],
    ([rows, shown]): WriteDecision<Result<ReceivingAccount, Refusal | 'NOT_FOUND'>> => {
      const row = rows?.[0]
      if (!row) return { calls: [], outcome: fail('NOT_FOUND') }
      const decided = decide(rowToAccount(row), stillShownIn(shown))
      if (!decided.ok) return { calls: [], outcome: decided }
      return { calls: [updateCall(decided.value), auditCall(audit)], outcome: decided }
    },
  )
}

/** SQL: whether an account is for tests. @param id as SQL */
export const isTestAccount = (id: string): string =>
  `(select is_test from receiving_account where id = ${id})`

const PAUSE = sqlStatement({
  name: 'receiving_account_pause_by_amount',
  text: `update receiving_account set status = 'PAUSED', version = version + 1, updated_at = $1
    where status = 'ACTIVE' and methods @> '[{"recognisedBy": "amount"}]'::jsonb returning id`,
})

/** Pauses the accounts that recognise anything by its amount. @returns which were paused by this, by id */
export async function pauseByAmount(database: Database, at: Instant): Promise<readonly string[]> {
  return (await database.run(PAUSE, [isoTime(at)])).map(({ id }) => String(id)).sort()
}

const updateCall = (account: ReceivingAccount): SqlCall => ({
  statement: UPDATE,
  values: [
    account.id,
    account.name,
    account.kind,
    account.status,
    account.timeZone,
    ...documentsOf(account),
    ...limitsOf(account),
    account.balances,
    connectionOf(account),
    isoTime(account.updatedAt),
  ],
})

const connectionOf = ({ bankConnection }: ReceivingAccount): string | null =>
  bankConnection ? JSON.stringify({ id: bankConnection.id, name: bankConnection.name }) : null

const documentsOf = ({ methods, openingHours }: ReceivingAccount) => [
  JSON.stringify(methods),
  JSON.stringify(openingHours),
]

const limitsOf = ({ minMinor, maxMinor, dayCount, dayAmountMinor, merchantShare }: ReceivingAccount) => [
  minMinor ?? null,
  maxMinor ?? null,
  dayCount ?? null,
  dayAmountMinor ?? null,
  merchantShare ?? null,
]
