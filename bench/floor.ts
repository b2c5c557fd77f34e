/**
 * The lower bound for the database: the same rows as the gateway's, written with nothing but the `pg` driver. One
 * transaction for each step of a payment, one statement for each table, all prepared by name and awaited, on as many
 * connections as the gateway has callers. `one trip` is the best possible: the create as a single statement.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { FilledPayment } from './fill.ts'

export const CREATED_COLUMNS = `merchant_id, kind, id, key, status, seq, announced, change_id, is_test, currency, amount, fee, vat, method,
  processor, processor_ref, processor_status, request, request_hash, response, external_changes, callback_url, api_version, created_at, expire_at, wakes_at, waiting`
/** `createdValues` are its parameters. */
export const CREATED_VALUES = `$1, 'payin', $2, $3, 'PENDING', 1, 0, $4, true, 'THB', 10000, 150, 0, 'PROMPTPAY',
  'sandbox', $5, 'ACCEPTED', $6, $7, $8, 0, $9, 2, $10, $11, $11, $12`
const EVENT = `insert into event (merchant_id, key, seq, change_id, kind, from_status, to_status, announced, reason, actor, at)`

const INSERT_PAYMENT = {
  name: 'payment',
  text: `insert into payment (${CREATED_COLUMNS}) values (${CREATED_VALUES}) on conflict (merchant_id, kind, id) do nothing`,
}

const REQUEST = JSON.stringify({ accountNumber: '1234567890', returnUrl: 'https://shop.example/thanks' })
export const RESPONSE = {
  reference: 'S1GZ3QX2K8PLM0V',
  account: {
    accountName: 'TEST DO NOT PAY',
    accountNumber: '0000000000',
    bankCode: 'TEST',
    bankName: 'Test Bank',
  },
  qrCode: '00020101021229370016A000000677010111011300660000000005802TH530376454061000.006304ABCD',
  paymentInstructionList: [],
}

export const connectFloor = (url: string, connections: number): Promise<pg.Client[]> =>
  Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return client
    }),
  )

export const closeFloor = async (clients: readonly pg.Client[]): Promise<void> => {
  await Promise.all(clients.map((client) => client.end()))
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN')
  await work()
  await client.query('COMMIT')
}

export const createdValues = (
  made: FilledPayment,
  callbackUrl: string,
  now: Date,
  expireAt: Date,
): unknown[] => [
  made.merchantId,
  made.id,
  made.key,
  randomUUID(),
  `sandbox-${made.key}`,
  REQUEST,
  'A6xnQhbz4Vx2HuGl4lXwZ5U2I8iziLRFnhP5eNfIRvQ=',
  JSON.stringify(RESPONSE),
  callbackUrl,
  now,
  expireAt,
  JSON.stringify({ expire: expireAt, sandbox: expireAt }),
]

const HOUR_MS = 3_600_000

/** A create: its steps are in its own row, so it is one insert in one transaction. */
export async function floorCreate(
  client: pg.Client,
  made: FilledPayment,
  callbackUrl: string,
): Promise<void> {
  const now = new Date()
  const expireAt = new Date(now.getTime() + HOUR_MS)
  await inTransaction(client, async () => {
    await client.query(INSERT_PAYMENT, createdValues(made, callbackUrl, now, expireAt))
  })
}

/** A create in one statement. */
export async function floorCreateOneRoundTrip(
  client: pg.Client,
  made: FilledPayment,
  callbackUrl: string,
): Promise<void> {
  const now = new Date()
  await client.query(INSERT_PAYMENT, createdValues(made, callbackUrl, now, new Date(now.getTime() + HOUR_MS)))
}

export const INSERTED_AT_ONCE = 50
const PARAMETERS = 12

const INSERT_MANY = {
  name: 'payments',
  text: `insert into payment (${CREATED_COLUMNS}) values ${Array.from(
    { length: INSERTED_AT_ONCE },
    (_, row) =>
      `(${CREATED_VALUES.replace(/\$(\d+)/g, (_parameter, at) => `$${row * PARAMETERS + Number(at)}`)})`,
  ).join(', ')}`,
}

/** Only the rows of fifty payments: the least possible work for PostgreSQL. */
export async function floorInsertMany(
  client: pg.Client,
  made: readonly FilledPayment[],
  callbackUrl: string,
): Promise<void> {
  const now = new Date()
  const expireAt = new Date(now.getTime() + HOUR_MS)
  await client.query(
    INSERT_MANY,
    made.flatMap((payment) => createdValues(payment, callbackUrl, now, expireAt)),
  )
}

const CLAIM = {
  name: 'claim',
  text: `insert into claim (owner, scope, value, merchant_id, key, at) values ($1, 'confirmation', $2, $1, $3, $4)
    on conflict (owner, scope, value) do nothing`,
}
const LOCK = {
  name: 'lock',
  text: `select * from payment where merchant_id = $1 and kind = 'payin' and id = $2 for update`,
}
const SUCCEED = {
  name: 'succeed',
  text: `update payment set status = 'SUCCESS', seq = 2, announced = 1, change_id = $3, confirmation = $4, payer_account = $5,
    processed_at = $6 where merchant_id = $1 and kind = 'payin' and id = $2`,
}
const SUCCESS_EVENT = {
  name: 'success_event',
  text: `${EVENT} values ($1, $2, 2, $3, 'payin', 'PENDING', 'SUCCESS', 1, 'paid', 'processor:sandbox', $4)`,
}
const POSTINGS = {
  name: 'postings',
  text: `insert into posting (merchant_id, key, seq, line, account, currency, amount, at) values
    ($1, $2, 2, 1, 'clearing:sandbox', 'THB', -10000, $3), ($1, $2, 2, 2, 'available', 'THB', 9850, $3),
    ($1, $2, 2, 3, 'fees', 'THB', 150, $3)`,
}
const BALANCE = {
  name: 'balance',
  text: `insert into balance (merchant_id, currency, account, amount) values ($1, 'THB', 'available', 9850)
    on conflict (merchant_id, currency, account) do update set amount = balance.amount + excluded.amount`,
}
const CALLBACK = {
  name: 'callback',
  text: `insert into callback (merchant_id, key, seq, kind, id, url, api_version, at, attempt, next_at, lease)
    values ($1, $2, 1, 'payin', $3, $4, 2, $5, 0, $6, $7)`,
}
const CLEAR_STEPS = { name: 'clear_steps', text: 'delete from step where merchant_id = $1 and key = $2' }
const PAYER = JSON.stringify({ accountName: 'TEST DO NOT PAY', accountNumber: '1234567890' })
const LEASE_MS = 60_000

/**
 * The step to SUCCESS with its postings, balance and callback. The callback is written as claimed, which saves a
 * statement.
 */
export async function floorSuccess(
  client: pg.Client,
  payment: FilledPayment,
  callbackUrl: string,
): Promise<void> {
  const { merchantId, id, key } = payment
  const now = new Date()
  await inTransaction(client, async () => {
    await client.query(CLAIM, [merchantId, `sandbox:sandbox-${key}`, key, now])
    await client.query(LOCK, [merchantId, id])
    await client.query(SUCCEED, [merchantId, id, randomUUID(), `sandbox-${key}`, PAYER, now])
    await client.query(SUCCESS_EVENT, [merchantId, key, randomUUID(), now])
    await client.query(POSTINGS, [merchantId, key, now])
    await client.query(CLEAR_STEPS, [merchantId, key])
    await client.query(CALLBACK, [
      ...[merchantId, key, id, callbackUrl, now],
      ...[new Date(now.getTime() + LEASE_MS), randomUUID()],
    ])
    // Last, to lock a hot merchant's row as briefly as possible.
    await client.query(BALANCE, [merchantId])
  })
}

const ATTEMPT = {
  name: 'attempt',
  text: `insert into attempt (merchant_id, key, seq, attempt, at, outcome, status, duration_ms, answer)
    values ($1, $2, 1, 1, $3, 'DELIVERED', $4, 1, $5)`,
}
const DELIVERED = {
  name: 'delivered',
  text: 'delete from callback where merchant_id = $1 and key = $2 and seq = 1',
}

/** Stores the attempt and deletes the callback. */
export async function floorDelivered(
  client: pg.Client,
  payment: FilledPayment,
  status: number,
): Promise<void> {
  const { merchantId, key } = payment
  await inTransaction(client, async () => {
    await client.query(ATTEMPT, [merchantId, key, new Date(), status, ''])
    await client.query(DELIVERED, [merchantId, key])
  })
}
