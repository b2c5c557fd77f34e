/**
 * The least that could answer a create and a read on this stack: fastify with its own JSON, the bare driver, and all
 * requests of one turn in one statement. No token, rate limit, rules, instructions, log or metrics; the same bytes in
 * and out, and the same row. No server of ours can cost less. `floor-http.ts` starts it and measures it beside the
 * gateway.
 */
import { randomUUID } from 'node:crypto'
import { realClock, realRandomness } from '@sluice/core/foundation/real-deps.ts'
import { GatheredLookups } from '@sluice/database/gathered.ts'
import { COMMON_HEADERS } from '@sluice/gateway/http/security-headers.ts'
import { paymentColumn } from '@sluice/gateway/payments/rows.ts'
import Fastify from 'fastify'
import pg from 'pg'
import { CREATED_COLUMNS, CREATED_VALUES, createdValues, RESPONSE } from './floor.ts'
import { NOWHERE } from './run.ts'

const SENT = ['text', 'text', 'uuid', 'uuid', 'text', 'text', 'text', 'text', 'text'] as const
const TIMES = ['timestamptz', 'timestamptz', 'text'] as const
const TYPES = [...SENT, ...TIMES]
const DOCUMENTS = [6, 8, 12]

/** `$3` of a single insert is the third column of the arrays. */
const ofArrays = CREATED_VALUES.replace(/\$(\d+)/g, (_, number) =>
  DOCUMENTS.includes(Number(number)) ? `r.c${number}::jsonb` : `r.c${number}`,
)
const CREATE = {
  name: 'create',
  text: `insert into payment (${CREATED_COLUMNS}) select ${ofArrays} from unnest(${TYPES.map((type, at) => `$${at + 1}::${type}[]`).join(', ')})
    as r(${TYPES.map((_, at) => `c${at + 1}`).join(', ')}) on conflict (merchant_id, kind, id) do nothing returning key`,
}
const READ = {
  name: 'read',
  text: `select ${paymentColumn('p')} from unnest($1::text[], $2::text[]) with ordinality as r(merchant_id, id, place)
    cross join lateral (select * from payment p where p.merchant_id = r.merchant_id and p.kind = 'payin' and p.id = r.id offset 0) p
    order by r.place`,
}

const clients = await Promise.all(
  Array.from({ length: 2 }, async () => {
    const client = new pg.Client({ connectionString: process.env.DATABASE_URL ?? '' })
    await client.connect()
    await client.query(
      'set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set jit = off',
    )
    return client
  }),
)
const idle = [...clients]
/** Never more in parallel than there are connections. */
async function query(
  statement: { readonly name: string; readonly text: string },
  values: readonly unknown[],
) {
  const client = idle.pop()
  if (client === undefined) throw new Error('two statements at once')
  try {
    return (await client.query<Record<string, unknown>>({ ...statement, values: [...values] })).rows
  } finally {
    idle.push(client)
  }
}

interface Named {
  readonly merchantId: string
  readonly id: string
}

const AT_ONCE = { concurrency: 2, atMost: 200 }
const HOUR_MS = 3_600_000
const randomness = realRandomness()

const creates = new GatheredLookups(async (requested: readonly Named[]) => {
  const now = new Date(realClock.now())
  const rows = requested.map((each) =>
    createdValues(
      { ...each, key: randomness.uuidV7(now.getTime()) },
      NOWHERE,
      now,
      new Date(now.getTime() + HOUR_MS),
    ),
  )
  await query(
    CREATE,
    TYPES.map((_, at) => rows.map((row) => row[at])),
  )
  return rows.map((row) => row[2])
}, AT_ONCE)

const reads = new GatheredLookups((requested: readonly Named[]) => {
  const columns = [requested.map(({ merchantId }) => merchantId), requested.map(({ id }) => id)]
  return query(READ, columns)
}, AT_ONCE)

/** As long and as nested as the gateway's answer. */
const answerOf = (id: string, at: string) => ({
  paymentRequested: { money: { amount: 100, currencyCode: 'THB' } },
  process: { status: 'PENDING', createdAt: at, expireAt: at, isTest: true, processorStatus: 'ACCEPTED' },
  fee: { amount: 1.5, currencyCode: 'THB' },
  sandboxUrl: `http://127.0.0.1:8080/sandbox/#${id}.A6xnQhbz4Vx2HuGl4lXwZ5U2I8iziLRFnhP5eNfIRvQ`,
  paymentMethodResponse: {
    idPayin: id,
    paymentMethodCode: 'PROMPTPAY',
    money: { amount: 100, currencyCode: 'THB' },
    expireAt: at,
    returnUrl: 'https://shop.example/thanks',
    ...RESPONSE,
  },
})

const HEADERS = {
  ...COMMON_HEADERS,
  'x-request-id': randomUUID(),
  'ratelimit-policy': '"default";q=2000;w=1',
  ratelimit: '"default";r=1999;t=1',
}
const app = Fastify({ logger: false })
app.get('/health/live', async (_request, reply) => {
  reply.headers(HEADERS)
  return { status: 'ok' }
})
app.post<{ Params: { id: string } }>('/payins/:id', async (request, reply) => {
  await creates.find({ merchantId: merchantOf(request.headers), id: request.params.id })
  reply.code(201).headers(HEADERS).header('location', `/payins/${request.params.id}`)
  return answerOf(request.params.id, new Date().toISOString())
})
app.get<{ Params: { id: string } }>('/payins/:id', async (request, reply) => {
  const row = await reads.find({ merchantId: merchantOf(request.headers), id: request.params.id })
  if (!row) throw new Error('every payin asked for is there')
  reply.headers(HEADERS)
  return answerOf(request.params.id, new Date().toISOString())
})

/** Sent in place of the token, which is not verified. */
const merchantOf = ({ authorization = '' }: { readonly authorization?: string | undefined }): string =>
  authorization.slice(authorization.lastIndexOf('.') + 1)

const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.(Number(new URL(address).port))
process.once('SIGTERM', () => process.exit())
