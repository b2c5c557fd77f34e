/**
 * Payins created by a batch that has nothing else: payments and steps in one statement, one trip. Their first events follow from them.
 * Most have no steps that are rows at once, and are an insert and nothing else.
 *
 * Payments travel as an array for each column, not as JSON: that is a fifth of what the whole statement costs PostgreSQL. Of the
 * other statements none carries so wide a row so often. What is the same in all of them does not travel: of 35 columns 26 do.
 */
import type { SqlCall } from '../database/port.ts'
import { names, PAYMENT_COLUMNS, recordset, STEP, selected, statement } from './columns.ts'
import { type RowOut, UNTOUCHED } from './rows.ts'

/** The same in all of them, so that it is neither sent nor read for each. */
const FIXED: Readonly<Record<string, string | number | null>> = { kind: 'payin', seq: 1, ...UNTOUCHED }

/** What is sent, an array for each. */
export const SENT_COLUMNS = PAYMENT_COLUMNS.filter(([name]) => !Object.hasOwn(FIXED, name))
/** A column that is not written is null. */
const WRITTEN = Object.entries(FIXED).filter(([, value]) => value !== null)

const ARRAYS = SENT_COLUMNS.map(([, type], index) => `$${index + 1}::${type}[]`)

const literal = (value: string | number | null): string =>
  typeof value === 'string' ? `'${value}'` : String(value)

/** The rows are inserted in the order of the arrays. */
const INSERT = `insert into payment (${names(SENT_COLUMNS)}, ${WRITTEN.map(([name]) => name).join(', ')})
     select ${selected(SENT_COLUMNS, 'r')}, ${WRITTEN.map(([, value]) => literal(value)).join(', ')}
       from unnest(${ARRAYS.join(', ')}) as r(${names(SENT_COLUMNS)})
       on conflict (merchant_id, kind, id) do nothing`

const CREATE_PAYINS = statement('create_payins', `${INSERT} returning key`)
const CREATE_WITH_STEPS = statement(
  'create_payins_with_steps',
  `with fresh as (
     ${INSERT} returning merchant_id, key
   ), steps as (
     insert into step (${names(STEP)})
     select ${selected(STEP, 'r')} from ${recordset(STEP, `$${ARRAYS.length + 1}`)} join fresh f on f.merchant_id = r.merchant_id and f.key = r.key
   )
   select key from fresh`,
)

/**
 * Gives back the keys of those that were made: the others' IDs were taken.
 *
 * @param payments of payins to which nothing has happened; see `isUntouched`
 */
export function createPayins(payments: readonly RowOut[], steps: readonly RowOut[]): SqlCall {
  // As `createPayments` has it: two batches that meet at several IDs then wait for each other at the first of them.
  const inOrder = payments.toSorted(byName)
  const arrays = SENT_COLUMNS.map(([name]) => arrayText(inOrder.map((row) => row[name])))
  return steps.length === 0
    ? { statement: CREATE_PAYINS, values: arrays }
    : { statement: CREATE_WITH_STEPS, values: [...arrays, JSON.stringify(steps)] }
}

export const createsPayins = ({ statement }: SqlCall): boolean =>
  statement === CREATE_PAYINS || statement === CREATE_WITH_STEPS

/** Merchants' codes and IDs are ASCII: this is the collation "C". Sorting here spares PostgreSQL 1 to 2 µs a payment. */
const byName = (a: RowOut, b: RowOut): number => compare(a.merchant_id, b.merchant_id) || compare(a.id, b.id)

const compare = (a: RowOut[string] = null, b: RowOut[string] = null): number => {
  if (a === b) return 0
  return String(a) < String(b) ? -1 : 1
}

type Values = readonly (RowOut[string] | undefined)[]

/** What JSON writes with a backslash that PostgreSQL would read as the bare letter behind it. */
const OTHER_ESCAPE = /\\[^"\\]/

/**
 * As PostgreSQL reads an array. It quotes as JSON does, but for control characters, of which JSON makes other escapes; `null` is its own too.
 * JSON's writer takes a third of the time of one by one.
 */
function arrayText(values: Values): string {
  const json = JSON.stringify(values)
  return `{${OTHER_ESCAPE.test(json) ? values.map(elementText).join(',') : json.slice(1, -1)}}`
}

const elementText = (value: Values[number]): string =>
  typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : String(value ?? null)
