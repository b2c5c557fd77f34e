/** Fills tables by SQL: closed payins with their history, as after some months, or open ones to be moved. */
import { createHash, randomUUID } from 'node:crypto'
import { realRandomness } from '@sluice/core/foundation/real-deps.ts'
import type pg from 'pg'
import { goOn } from './stopping.ts'

/** A table and the function that fills it. */
export interface Filled {
  readonly table: string
  fill(client: pg.Client): Promise<void>
}

export interface FilledPayment {
  readonly merchantId: string
  readonly id: string
  readonly key: string
}

/** SQL expressions for the rows of a payment, by its number `n`. */
export interface Shape {
  readonly merchant: string
  /** Creation time in milliseconds since 1970. */
  readonly atMs: string
  readonly kind: string
  readonly status: string
  /** Its payer data. */
  readonly request: string
}

const USUAL: Shape = {
  merchant: `'BENCH-' || (1 + n % $3)`,
  atMs: '1750000000000 + n * 0.1',
  kind: `'payin'`,
  status: `'SUCCESS'`,
  request: `'{"accountNumber": "1234567890", "returnUrl": "https://shop.example/thanks"}'`,
}

/** Keys are time-ordered like the gateway's; IDs are not, like those of many shops. */
const KEY = `(lpad(to_hex(floor(at_ms)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid`
const ID = `'f-' || substr(md5('id' || n), 1, 16)`
/** Behind an optimisation fence, so that each is computed once. */
export const series = (
  shape: Shape,
): string => `(select ${shape.merchant} as merchant_id, ${shape.kind} as kind,
    ${shape.status} as status, ${ID} as id, ${KEY} as key, to_timestamp(at_ms / 1000.0) as at, n
  from (select n, ${shape.atMs} as at_ms from generate_series($1::bigint, $2::bigint) n offset 0) n offset 0) f`

const payments = (
  shape: Shape,
): string => `insert into payment (merchant_id, kind, id, key, status, seq, announced, change_id, is_test, currency, amount, fee,
    vat, method, processor, processor_ref, processor_status, request, request_hash, response, external_changes, confirmation,
    callback_url, api_version, created_at, expire_at, processed_at)
  select merchant_id, kind, id, key, status, case status when 'PENDING' then 1 else 2 end, case status when 'PENDING' then 0 else 1 end,
    key, true, 'THB', 10000, 150, 0, case kind when 'payin' then 'PROMPTPAY' else 'BANK_TRANSFER' end, 'sandbox', 'sandbox-' || key, 'ACCEPTED', ${shape.request}::jsonb,
    'A6xnQhbz4Vx2HuGl4lXwZ5U2I8iziLRFnhP5eNfIRvQ=',
    '{"reference": "S1GZ3QX2K8PLM0V", "account": {"accountName": "TEST DO NOT PAY", "accountNumber": "0000000000", "bankCode": "TEST", "bankName": "Test Bank"}}',
    0, case status when 'SUCCESS' then 'sandbox-' || key end, $4, 2, at, at + interval '1 hour', case status when 'SUCCESS' then at + interval '3 seconds' end
  from ${series(shape)}`
const ended = (
  shape: Shape,
): string => `insert into event (merchant_id, key, seq, change_id, kind, from_status, to_status, announced, reason, actor, at)
  select merchant_id, key, 2, key, kind, 'PENDING', status, 1, 'ended', 'processor:sandbox', at + interval '3 seconds' from ${series(shape)}`
const postings = (
  shape: Shape,
): string => `insert into posting (merchant_id, key, seq, line, account, currency, amount, at)
  select merchant_id, key, 2, line, account, 'THB', amount, at + interval '3 seconds' from ${series(shape)},
    (values (1, 'clearing:sandbox', -10000), (2, 'available', 9850), (3, 'fees', 150)) as l(line, account, amount)
  where status = 'SUCCESS' and kind = 'payin'`
const attempts = (
  shape: Shape,
): string => `insert into attempt (merchant_id, key, seq, attempt, at, outcome, status, duration_ms, answer)
  select merchant_id, key, 1, 1, at + interval '3 seconds', 'DELIVERED', 200, 5, '' from ${series(shape)}`
const steps = (shape: Shape): string => `insert into step (merchant_id, key, purpose, kind, id, due_at, tries)
  select merchant_id, key, purpose, 'payin', id, timestamptz '2100-01-01 00:00:00+00', 0
  from ${series(shape)}, (values ('expire'), ('sandbox')) as p(purpose)`

/** Rows in a statement, so that its memory and transaction stay small. */
const CHUNK = 250_000

export interface Payins {
  /** Numbers of the payins, from 1. */
  readonly from: number
  readonly to: number
  readonly merchants: number
  /** The status of all of them, unless the shape says otherwise. */
  readonly status: 'SUCCESS' | 'PENDING'
  readonly callbackUrl: string
  /** If they are not all alike. */
  readonly shape?: Partial<Shape>
}

const HISTORY = {
  SUCCESS: { event: ended, posting: postings, attempt: attempts },
  PENDING: { step: steps },
} as const

const shapeOf = ({ status, shape }: Payins): Shape => ({ ...USUAL, status: `'${status}'`, ...shape })

/** Writes the payins with all their rows, in complete batches. */
export async function fill(client: pg.Client, payins: Payins): Promise<void> {
  for (const part of inChunks(payins)) {
    await client.query('begin')
    await insertPayments(client, part)
    for (const statement of Object.values(HISTORY[part.status])) await insert(client, statement, part)
    await client.query('commit')
  }
}

/** Each of its tables separately, for `onFilled`. */
export const tablesOf = (payins: Payins): readonly Filled[] => [
  filledBy('payment', payins, insertPayments),
  ...Object.entries(HISTORY[payins.status]).map(([table, statement]) =>
    filledBy(table, payins, (client, part) => insert(client, statement, part)),
  ),
]

export const filledBy = (
  table: string,
  payins: Payins,
  insertInto: (client: pg.Client, part: Payins) => Promise<unknown>,
): Filled => ({
  table,
  async fill(client) {
    for (const part of inChunks(payins)) await insertInto(client, part)
  },
})

/** @param statement made from the first and last number and the number of merchants */
export const insert = (client: pg.Client, statement: (shape: Shape) => string, payins: Payins) =>
  client.query(statement(shapeOf(payins)), [payins.from, payins.to, payins.merchants])

const insertPayments = (client: pg.Client, payins: Payins) => {
  const { from, to, merchants, callbackUrl } = payins
  return client.query(payments(shapeOf(payins)), [from, to, merchants, callbackUrl])
}

function* inChunks(payins: Payins): Generator<Payins> {
  const { from, to } = payins
  for (let first = from; first <= to; first += CHUNK) {
    goOn()
    yield { ...payins, from: first, to: Math.min(to, first + CHUNK - 1) }
  }
}

/** What autovacuum would have done by then. */
export const settle = async (client: pg.Client): Promise<void> => {
  await client.query('vacuum analyze')
  await client.query('checkpoint')
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** The payin with this number, as the SQL above makes it. */
export function filledPayment(number: number, merchants: number): FilledPayment {
  const digest = md5(String(number))
  const time = (1_750_000_000_000 + Math.floor(number / 10)).toString(16).padStart(12, '0')
  const hex = `${time}7${digest.slice(0, 3)}8${digest.slice(3, 18)}`
  return {
    merchantId: `BENCH-${1 + (number % merchants)}`,
    id: `f-${md5(`id${number}`).slice(0, 16)}`,
    key: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  }
}

let made = 0
const RUN = randomUUID().slice(0, 8)
const randomness = realRandomness()

/** A payin that does not exist yet, of each merchant in turn. */
export function newPayment(merchants: number): FilledPayment & { readonly merchant: number } {
  made += 1
  const merchant = made % merchants
  const id = `${md5(`${RUN}${made}`).slice(0, 16)}-${made}`
  return { merchant, merchantId: `BENCH-${1 + merchant}`, id, key: randomness.uuidV7(Date.now()) }
}
