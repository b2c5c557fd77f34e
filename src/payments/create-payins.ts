/**
 * Payins created by a batch that has nothing else: payments and steps in one statement, one trip. Their first events follow from them.
 * Most have no steps that are rows at once, and are an insert and nothing else.
 *
 * Payments travel as an array for each column, not as JSON: that is a fifth of what the whole statement costs PostgreSQL. Of the
 * other statements none carries so wide a row so often.
 */
import type { SqlCall } from '../database/port.ts'
import { names, PAYMENT_COLUMNS, recordset, STEP, selected, statement } from './columns.ts'
import type { RowOut } from './rows.ts'

const ARRAYS = PAYMENT_COLUMNS.map(([, type], index) => `$${index + 1}::${type}[]`)

const INSERT = `insert into payment (${names(PAYMENT_COLUMNS)}) select ${selected(PAYMENT_COLUMNS, 'r')}
       from unnest(${ARRAYS.join(', ')}) as r(${names(PAYMENT_COLUMNS)})
       order by r.merchant_id, r.kind, r.id on conflict (merchant_id, kind, id) do nothing
     returning merchant_id, key`

const CREATE_PAYINS = statement('create_payins', INSERT)
const CREATE_WITH_STEPS = statement(
  'create_payins_with_steps',
  `with fresh as (
     ${INSERT}
   ), steps as (
     insert into step (${names(STEP)})
     select ${selected(STEP, 'r')} from ${recordset(STEP, `$${ARRAYS.length + 1}`)} join fresh f on f.merchant_id = r.merchant_id and f.key = r.key
   )
   select key from fresh`,
)

/** Gives back the keys of those that were made: the others' IDs were taken. */
export function createPayins(payments: readonly RowOut[], steps: readonly RowOut[]): SqlCall {
  const arrays = PAYMENT_COLUMNS.map(([name]) => arrayText(payments.map((row) => row[name])))
  return steps.length === 0
    ? { statement: CREATE_PAYINS, values: arrays }
    : { statement: CREATE_WITH_STEPS, values: [...arrays, JSON.stringify(steps)] }
}

export const createsPayins = ({ statement }: SqlCall): boolean =>
  statement === CREATE_PAYINS || statement === CREATE_WITH_STEPS

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
