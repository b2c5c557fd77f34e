/**
 * Whole lives: created over HTTP, paid immediately by the sandbox, posted, the callback delivered to a local receiver,
 * and the attempt stored. A life counts when its attempt is in the database. Compared with the bare driver: the same
 * rows, one transaction for each step, the same deliveries with the same signatures.
 */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import type pg from 'pg'
import { cpuEach, readCpu } from './cpu.ts'
import { newPayment } from './fill.ts'
import { closeFloor, connectFloor, floorCreate, floorDelivered, floorSuccess } from './floor.ts'
import { type Gateway, payinBody } from './gateway.ts'
import { HttpConnection, requestText } from './http.ts'
import { doMany, type Measured, measure, medianOf, type Work } from './load.ts'
import { withClient } from './postgres-server.ts'
import {
  compare,
  onPostgres,
  type Run,
  tell,
  WARM_UP_REQUESTS,
  WARM_UP_SECONDS,
  watched,
  withConnections,
  withGateway,
} from './run.ts'
import { openSink, type Sink } from './sink.ts'

const CONNECTIONS = 64
const SINK_ADDRESSES = 64
/** Lives in progress. Creates wait beyond this, so that the rate is that of complete lives. */
const MAX_IN_PROGRESS = 2_000
const SETTLE_MS = 20_000

export async function lives(run: Run): Promise<void> {
  const { rounds } = run.options
  const ours: Measured[] = []
  const floor: Measured[] = []
  const sink = await openSink(SINK_ADDRESSES)
  try {
    for (let round = 0; round < rounds; round++) {
      await onPostgres(run, async (url, merchants) => {
        await withGateway(
          run,
          { url },
          merchants,
          async (gateway, tokens) => {
            await warmUpLives(run, url, gateway, tokens, sink)
            ours.push(await gatewayLives(run, url, gateway, tokens, sink))
          },
          { sandboxDelayMs: 0 },
        )
        floor.push(await bareLives(run, url, sink))
      })
    }
  } finally {
    await sink.close()
  }
  const [us, bare] = [medianOf(ours), medianOf(floor)]
  const line = { part: 'lives', engine: 'PostgreSQL', connections: CONNECTIONS, rows: 0 } as const
  tell(run, { ...line, what: 'whole lives (percentiles of the create)', measured: us })
  tell(run, { ...line, what: 'bare driver, one transaction a step', measured: bare })
  compare(run, {
    what: 'whole lives ÷ bare driver',
    value: us.perSecond / bare.perSecond,
    target: { atLeast: 1.5 },
  })
}

const attempts = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ count: string }>('select count(*) as count from attempt')
  return Number(rows[0]?.count)
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

interface Creating {
  readonly work: Work
  /** Begun so far. */
  created(): number
}

/** Creates whose callbacks go to the sink; they wait while too many lives are in progress. */
function creating(tokens: readonly string[], sink: Sink, connections: readonly HttpConnection[]): Creating {
  const bodies = sink.hosts.map((_, number) => payinBody(sink.url(number)))
  const before = sink.count()
  let created = 0
  return {
    created: () => created,
    async work(worker) {
      while (created - (sink.count() - before) > MAX_IN_PROGRESS) await pause(1)
      const { merchant, id } = newPayment(tokens.length)
      const body = bodies[merchant % bodies.length]
      created += 1
      const answer = await connections[worker]?.send(
        requestText('POST', `/payins/${id}`, tokens[merchant], body),
      )
      return answer?.status === 201
    },
  }
}

/** Unmeasured whole lives: see `WARM_UP_REQUESTS`. */
export const warmUpLives = (
  run: Run,
  url: string,
  gateway: Gateway,
  tokens: readonly string[],
  sink: Sink,
): Promise<void> =>
  withClient(url, (client) =>
    withConnections(gateway.port, CONNECTIONS, async (connections) => {
      const earlier = await attempts(client)
      const { work, created } = creating(tokens, sink, connections)
      await doMany(CONNECTIONS, WARM_UP_REQUESTS, work)
      await untilAllAreDone(run, client, earlier, created())
    }),
  )

/**
 * The rate is of the window alone. The CPU is of all lives from the first create to the last attempt, so that none is
 * counted in part.
 */
export async function gatewayLives(
  run: Run,
  url: string,
  gateway: Gateway,
  tokens: readonly string[],
  sink: Sink,
): Promise<Measured> {
  const cpuBefore = readCpu(watched(run, gateway))
  return withClient(url, (client) =>
    withConnections(gateway.port, CONNECTIONS, async (connections) => {
      const earlier = await attempts(client)
      const { work, created } = creating(tokens, sink, connections)
      const window = countInWindow(client, run.options.seconds)
      const measured = await measure(
        {
          workers: CONNECTIONS,
          seconds: run.options.seconds,
          warmUpSeconds: WARM_UP_SECONDS,
          watched: watched(run, gateway),
        },
        work,
      )
      const perSecond = await window
      await untilAllAreDone(run, client, earlier, created())
      const cpu = cpuEach(cpuBefore, readCpu(watched(run, gateway)), created())
      return { ...measured, perSecond, cpu }
    }),
  )
}

/** Attempts recorded per second between the end of the warm-up and the end of the measurement. */
async function countInWindow(client: pg.Client, seconds: number): Promise<number> {
  await pause(WARM_UP_SECONDS * 1_000)
  const [from, before] = [performance.now(), await attempts(client)]
  await pause(seconds * 1_000)
  const [to, after] = [performance.now(), await attempts(client)]
  return (after - before) / ((to - from) / 1_000)
}

async function untilAllAreDone(run: Run, client: pg.Client, earlier: number, created: number): Promise<void> {
  const deadline = performance.now() + SETTLE_MS
  let done = (await attempts(client)) - earlier
  while (done < created && performance.now() < deadline) {
    await pause(100)
    done = (await attempts(client)) - earlier
  }
  if (done !== created) run.say(`lives: ${created} created, but ${done} delivered: SOMETHING IS LOST`)
}

const SECRET = Buffer.alloc(32, 5)
const { privateKey } = generateKeyPairSync('ed25519')

/** Signed like the gateway's: HMAC and Ed25519. */
function callbackText(path: string, key: string, id: string, merchantCode: string): string {
  const body = JSON.stringify({
    type: 'payin.status_changed',
    timestamp: new Date().toISOString(),
    data: { idPayin: id, merchantCode, sequence: 1 },
  })
  const seconds = String(Math.floor(Date.now() / 1_000))
  const signed = Buffer.from(`${key}-1.${seconds}.${body}`)
  const hmac = createHmac('sha256', SECRET).update(signed).digest('base64')
  const ed25519 = sign(null, signed, privateKey).toString('base64')
  return [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `webhook-id: ${key}-1`,
    `webhook-timestamp: ${seconds}`,
    `webhook-signature: v1,${hmac} v1a,${ed25519}`,
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}

async function bareLives(run: Run, url: string, sink: Sink): Promise<Measured> {
  const clients = await connectFloor(url, CONNECTIONS)
  const deliveries = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, worker) => {
      const to = sink.hosts[worker % sink.hosts.length]
      if (!to) throw new Error('a sink has addresses')
      return HttpConnection.open(to.port, to.host)
    }),
  )
  try {
    return await measure(
      {
        workers: CONNECTIONS,
        seconds: run.options.seconds,
        warmUpSeconds: WARM_UP_SECONDS,
        watched: watched(run),
      },
      async (worker) => {
        const [client, delivery] = [clients[worker], deliveries[worker]]
        if (!client || !delivery) return false
        const payment = newPayment(run.options.merchants)
        const { key, id, merchantId } = payment
        await floorCreate(client, payment, sink.url(worker))
        await floorSuccess(client, payment, sink.url(worker))
        const { status } = await delivery.send(callbackText('/callbacks', key, id, merchantId))
        await floorDelivered(client, payment, status)
        return status === 200
      },
    )
  } finally {
    for (const delivery of deliveries) delivery.close()
    await closeFloor(clients)
  }
}
