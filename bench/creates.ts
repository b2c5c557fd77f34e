/**
 * Creates: `POST /payins/{id}` answered 201, compared with the bare driver writing the same rows to the same database.
 */
import type pg from 'pg'
import { type FilledPayment, newPayment } from './fill.ts'
import { closeFloor, connectFloor, floorCreate, floorCreateOneRoundTrip } from './floor.ts'
import { makeMerchants } from './gateway.ts'
import { type Measured, measure, medianOf } from './load.ts'
import { measurePgbench, PGBENCH_CONNECTIONS } from './pgbench.ts'
import {
  compare,
  inFolder,
  measureCreates,
  NOWHERE,
  onPostgres,
  type Run,
  tell,
  WARM_UP_SECONDS,
  warmUpCreates,
  watched,
  withGateway,
} from './run.ts'

type FloorCreate = (client: pg.Client, made: FilledPayment, callbackUrl: string) => Promise<void>

export async function measureFloor(
  run: Run,
  url: string,
  workers: number,
  create: FloorCreate,
): Promise<Measured> {
  const clients = await connectFloor(url, workers)
  try {
    return await measure(
      { workers, seconds: run.options.seconds, warmUpSeconds: WARM_UP_SECONDS, watched: watched(run) },
      async (worker) => {
        const client = clients[worker]
        if (!client) return false
        await create(client, newPayment(run.options.merchants), NOWHERE)
        return true
      },
    )
  } finally {
    await closeFloor(clients)
  }
}

export async function creates(run: Run): Promise<void> {
  const { connections, rounds } = run.options
  const base = { part: 'creates', engine: 'PostgreSQL', rows: 0 } as const
  await onPostgres(run, async (url, merchants) => {
    await withGateway(run, { url }, merchants, async (gateway, tokens) => {
      await warmUpCreates(gateway, tokens)
      for (const count of connections) {
        const ours: Measured[] = []
        const plain: Measured[] = []
        const oneRoundTrip: Measured[] = []
        for (let round = 0; round < rounds; round++) {
          ours.push(await measureCreates(run, gateway, tokens, count))
          plain.push(await measureFloor(run, url, count, floorCreate))
          oneRoundTrip.push(await measureFloor(run, url, count, floorCreateOneRoundTrip))
        }
        const [us, floor, best] = [medianOf(ours), medianOf(plain), medianOf(oneRoundTrip)]
        tell(run, { ...base, what: 'POST /payins/{id}', connections: count, measured: us })
        tell(run, { ...base, what: 'floor: bare driver', connections: count, measured: floor })
        tell(run, { ...base, what: 'floor in one trip', connections: count, measured: best })
        const target = count === 64 ? { atLeast: 1.5 } : undefined
        compare(run, { what: `creates ÷ floor at ${count}`, value: us.perSecond / floor.perSecond, target })
        compare(run, {
          what: `creates ÷ floor in one trip at ${count}`,
          value: us.perSecond / best.perSecond,
          target: undefined,
        })
        if (count === 1) {
          compare(run, {
            what: 'creates at 1 connection, p50',
            value: us.p50Ms,
            target: { atMost: 1 },
            unit: ' ms',
          })
        }
        if (count === 64) {
          compare(run, {
            what: 'creates at 64, p99 ÷ p50',
            value: us.p99Ms / us.p50Ms,
            target: { atMost: 6 },
          })
        }
      }
    })
    const { pgbench } = run.postgres
    if (pgbench === undefined) return
    const measured = await measurePgbench(run, pgbench, url)
    tell(run, { ...base, what: 'pgbench, two rows (mean)', connections: PGBENCH_CONNECTIONS, measured })
  })
}

/** The same on the embedded database, without a comparison. */
export async function embeddedCreates(run: Run): Promise<void> {
  await inFolder(run, async (folder) => {
    const merchants = await makeMerchants({ folder }, run.options.merchants)
    await withGateway(
      run,
      { folder },
      merchants,
      async (gateway, tokens) => {
        await warmUpCreates(gateway, tokens)
        for (const connections of run.options.connections) {
          const measured = await measureCreates(run, gateway, tokens, connections)
          tell(run, {
            part: 'creates',
            what: 'POST /payins/{id}',
            engine: 'embedded',
            connections,
            rows: 0,
            measured,
          })
        }
      },
      { folder },
    )
  })
}
