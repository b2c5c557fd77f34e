/**
 * Payins created by a batch that has nothing else: payments and steps in one statement, one round trip. Their first
 * events follow from their rows. Most have no steps that need rows immediately, and are a plain insert.
 *
 * Payments are sent as one binary array for each column. Values that are the same in all of them are not sent: of 35
 * columns 26 are. The arrays are unnested side by side in the select list; in the `from` clause each would first be
 * copied.
 *
 * A single payin is an insert of plain values: unnesting 26 arrays costs PostgreSQL a quarter of it, and this process
 * even more.
 *
 * There are two statements. `insertPayins` fails as a whole if one ID is taken. `createPayins` skips those, and returns
 * which were created. That costs PostgreSQL a tenth of the whole create: it looks for each ID first, and writes a
 * second record to its log.
 */
import type { ArrayOf } from '@sluice/database/binary-array.ts'
import { type SqlCall, type SqlStatement, sqlStatement } from '@sluice/database/port.ts'
import { arraysOf, names, type RowColumns, type RowOut } from '@sluice/database/row-arrays.ts'
import { PAYMENT_COLUMNS, STEP } from './columns.ts'
import { UNTOUCHED } from './rows.ts'

/** The same in all of them, so it is neither sent nor read for each. */
const FIXED: Readonly<Record<string, string | number | null>> = { kind: 'payin', seq: 1, ...UNTOUCHED }

/** What is sent, one array each. */
export const SENT_COLUMNS = PAYMENT_COLUMNS.filter(([name]) => !Object.hasOwn(FIXED, name))
/** A column that is not written is null. */
const WRITTEN = Object.entries(FIXED).filter(([, value]) => value !== null)

/** @param before how many parameters come before these */
const unnested = (columns: RowColumns, before = 0): readonly string[] =>
  columns.map(
    ([name, type, is], index) =>
      `unnest($${before + index + 1}::${type}[])${is === undefined ? '' : `::${is}`} as ${name}`,
  )

const literal = (value: string | number | null): string =>
  typeof value === 'string' ? `'${value}'` : String(value)
const SAME = WRITTEN.map(([, value]) => literal(value))

const INTO = `insert into payment (${names(SENT_COLUMNS)}, ${WRITTEN.map(([name]) => name).join(', ')})`
/** The rows are inserted in the order of the arrays. */
const INSERT = `${INTO}
     select ${[...unnested(SENT_COLUMNS), ...SAME].join(', ')}`
const PLAIN = SENT_COLUMNS.map(([, type, is = type], index) => `$${index + 1}::${is}`)
const STEPS = `select ${unnested(STEP, SENT_COLUMNS.length).join(', ')}`
const PASSING_BY = 'on conflict (merchant_id, kind, id) do nothing'

const statement = <const Name extends string>(name: Name, text: string): SqlStatement<`journal_${Name}`> =>
  sqlStatement({ name: `journal_${name}`, whose: 'part', text })

const INSERT_PAYIN: SqlStatement = {
  ...statement('insert_payin', `${INTO} values (${[...PLAIN, ...SAME].join(', ')})`),
  returnsNothing: true,
}
const INSERT_PAYINS = statement('insert_payins', INSERT)
const INSERT_WITH_STEPS = statement(
  'insert_payins_with_steps',
  `with fresh as (${INSERT}) insert into step (${names(STEP)}) ${STEPS}`,
)
const CREATE_PAYINS = statement('create_payins', `${INSERT} ${PASSING_BY} returning key`)
const CREATE_WITH_STEPS = statement(
  'create_payins_with_steps',
  `with fresh as (
     ${INSERT} ${PASSING_BY} returning merchant_id, key
   ), steps as (
     insert into step (${names(STEP)})
     select r.* from (${STEPS}) r join fresh f on f.merchant_id = r.merchant_id and f.key = r.key
   )
   select key from fresh`,
)

/**
 * All of them or none: CONSTRAINT if an ID is taken.
 *
 * @param payments of payins to which nothing has happened; see `isUntouched`
 */
export function insertPayins(payments: readonly RowOut[], steps: readonly RowOut[]): SqlCall {
  const [first] = payments
  if (first && payments.length === 1 && steps.length === 0) return insertPayin(first)
  return {
    statement: steps.length === 0 ? INSERT_PAYINS : INSERT_WITH_STEPS,
    values: valuesOf(payments, steps),
  }
}

const insertPayin = (payment: RowOut): SqlCall => ({
  statement: INSERT_PAYIN,
  values: SENT_COLUMNS.map(([name]) => payment[name] ?? null),
})

/** Returns the keys of those that were created; the IDs of the others were taken. Otherwise as `insertPayins`. */
export const createPayins = (payments: readonly RowOut[], steps: readonly RowOut[]): SqlCall => ({
  statement: steps.length === 0 ? CREATE_PAYINS : CREATE_WITH_STEPS,
  values: valuesOf(payments, steps),
})

const STATEMENTS = [INSERT_PAYIN, INSERT_PAYINS, INSERT_WITH_STEPS, CREATE_PAYINS, CREATE_WITH_STEPS]
export const createsPayins = ({ statement }: SqlCall): boolean => STATEMENTS.includes(statement)

function valuesOf(payments: readonly RowOut[], steps: readonly RowOut[]): readonly ArrayOf[] {
  // Sorted as in `createPayments`: two batches that share several IDs then wait for each other at the first of them.
  const arrays = arraysOf(SENT_COLUMNS, payments.toSorted(byName))
  return steps.length === 0 ? arrays : [...arrays, ...arraysOf(STEP, steps)]
}

/** Merchants' codes and IDs are ASCII: this is the collation "C". Sorting here saves PostgreSQL 1 to 2 µs a payment. */
const byName = (a: RowOut, b: RowOut): number => compare(a.merchant_id, b.merchant_id) || compare(a.id, b.id)

const compare = (a: RowOut[string] = null, b: RowOut[string] = null): number => {
  if (a === b) return 0
  return String(a) < String(b) ? -1 : 1
}
