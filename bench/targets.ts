/**
 * The targets of a create, a read and a whole life in one run, each as a ratio to something measured in turn with it,
 * so that the numbers depend on the machine as little as possible. `npm run bench -- --parts targets` takes about seven
 * minutes.
 *
 * A ratio is made of the two sides of one round, a few seconds apart, and the median over the rounds is reported: a
 * machine that is slow for a minute slows both. The cost of a request is measured on a gateway of one process. The rate
 * compared with pgbench, which has many processes, is measured on a gateway with as many processes as it starts by
 * default on these cores. Before each side that writes, the database comes to rest. Otherwise autovacuum's work for two
 * hundred thousand bare inserts could run during creates and count as theirs.
 */
import { randomBytes } from 'node:crypto'
import { readConfig } from '@sluice/gateway/server/config.ts'
import { measureFloor } from './creates.ts'
import { fill, newPayment, settle } from './fill.ts'
import {
  closeFloor,
  connectFloor,
  floorCreateOneRoundTrip,
  floorInsertMany,
  INSERTED_AT_ONCE,
} from './floor.ts'
import type { Gateway } from './gateway.ts'
import { requestText } from './http.ts'
import { gatewayLives, warmUpLives } from './lives.ts'
import { type Measured, measure, median, medianOf } from './load.ts'
import { measurePgbench } from './pgbench.ts'
import { withClient } from './postgres-server.ts'
import { readsOf } from './reads.ts'
import {
  compare,
  measureCreates,
  measureRequests,
  NOWHERE,
  onPostgres,
  type Run,
  tell,
  WARM_UP_SECONDS,
  warmUpBy,
  warmUpCreates,
  watched,
  withGateway,
} from './run.ts'
import { openSink } from './sink.ts'

const CONNECTIONS = 64
/** As many as the gateway's batches in progress. */
const BARE_CONNECTIONS = 2
const READ_ROWS = 200_000
const HEALTH = requestText('GET', '/health/live')

/** What is measured, each in turn in every round. */
const WHAT = {
  creates: { what: 'POST /payins/{id}', connections: CONNECTIONS },
  started: { what: 'POST /payins/{id} beside pgbench, processes', connections: CONNECTIONS },
  one: { what: 'POST /payins/{id} beside pgbench, processes: 1', connections: CONNECTIONS },
  pgbench: { what: 'pgbench, two rows (mean)', connections: CONNECTIONS },
  health: { what: 'GET /health/live', connections: CONNECTIONS },
  bare: { what: `bare insert of ${INSERTED_AT_ONCE} payments, each`, connections: BARE_CONNECTIONS },
  alone: { what: 'POST /payins/{id}', connections: 1 },
  roundTrip: { what: 'bare driver, the same rows in one trip', connections: 1 },
  reads: { what: 'GET /payins/{id}', connections: CONNECTIONS },
  healthBesideReads: { what: 'GET /health/live, beside the reads', connections: CONNECTIONS },
  lives: { what: 'whole lives (percentiles of the create)', connections: CONNECTIONS },
} as const
type Name = keyof typeof WHAT

export async function targets(run: Run): Promise<void> {
  const rounds = new Map<Name, Measured[]>()
  const keep = async (name: Name, measuring: Promise<Measured>): Promise<void> => {
    const measured = await measuring
    rounds.set(name, [...(rounds.get(name) ?? []), measured])
  }
  const processes = await besidePgbench(run, keep)
  await ofCreates(run, keep)
  await ofLives(run, keep)
  for (const [name, measured] of rounds) {
    const rows = name === 'reads' || name === 'healthBesideReads' ? READ_ROWS : 0
    const { what, connections } = WHAT[name]
    const said = name === 'started' ? `${what}: ${processes}` : what
    const side = { part: 'targets', engine: 'PostgreSQL', rows, what: said, connections } as const
    tell(run, { ...side, measured: medianOf(measured) })
  }
  compareAll(run, processes, (name) => rounds.get(name) ?? [])
}

type Keep = (name: Name, measuring: Promise<Measured>) => Promise<void>

/** An empty variable is an unset one. */
const AS_IT_STARTS = { environment: { SLUICE_PROCESSES: '' } }

/** How many processes a gateway starts by default on the cores available here. */
function usualProcesses(url: string): number {
  const config = readConfig({ DATABASE_URL: url, SLUICE_MASTER_KEY: randomBytes(32).toString('base64') })
  if (!config.ok) throw new Error('a gateway does not start by these settings')
  return config.value.processes
}

/** @returns the number of processes of the gateway that is compared with pgbench */
const besidePgbench = (run: Run, keep: Keep): Promise<number> =>
  onPostgres(run, (url, merchants) =>
    withGateway(
      run,
      { url },
      merchants,
      (started, tokens) =>
        withGateway(run, { url }, merchants, async (one) => {
          const { pgbench } = run.postgres
          for (const gateway of [started, one]) await warmUpCreates(gateway, tokens)
          for (let round = 0; pgbench !== undefined && round < run.options.rounds; round++) {
            run.say(`targets: beside pgbench, round ${round + 1} of ${run.options.rounds}`)
            const atRest = () => withClient(url, settle)
            await atRest()
            await keep('pgbench', measurePgbench(run, pgbench, url))
            await atRest()
            await keep('started', measureCreates(run, started, tokens, CONNECTIONS))
            await atRest()
            await keep('one', measureCreates(run, one, tokens, CONNECTIONS))
          }
          return usualProcesses(url)
        }),
      AS_IT_STARTS,
    ),
  )

/** Creates and reads and what both are compared with, of one server on one database. */
async function ofCreates(run: Run, keep: Keep): Promise<void> {
  const { rounds, merchants: of } = run.options
  await onPostgres(run, (url, merchants) =>
    withGateway(run, { url }, merchants, async (gateway, tokens) => {
      await warmUpCreates(gateway, tokens)
      await warmUpBy(gateway, 200, () => HEALTH)
      const atRest = () => withClient(url, settle)
      for (let round = 0; round < rounds; round++) {
        run.say(`targets: round ${round + 1} of ${rounds}`)
        await atRest()
        await keep('creates', measureCreates(run, gateway, tokens, CONNECTIONS))
        await keep('health', measureHealth(run, gateway))
        await atRest()
        await keep('bare', measureInserts(run, url))
        await atRest()
        await keep('alone', measureCreates(run, gateway, tokens, 1))
        await keep('roundTrip', measureFloor(run, url, 1, floorCreateOneRoundTrip))
      }
      await withClient(url, async (client) => {
        await fill(client, { from: 1, to: READ_ROWS, merchants: of, status: 'SUCCESS', callbackUrl: NOWHERE })
        await settle(client)
      })
      const read = readsOf(READ_ROWS, of)
      const nextRead = () => read((merchant) => tokens[merchant])
      await warmUpBy(gateway, 200, nextRead)
      for (let round = 0; round < rounds; round++) {
        await keep('reads', measureRequests(run, gateway, CONNECTIONS, 200, nextRead))
        await keep('healthBesideReads', measureHealth(run, gateway))
      }
    }),
  )
}

const measureHealth = (run: Run, gateway: Gateway): Promise<Measured> =>
  measureRequests(run, gateway, CONNECTIONS, 200, () => HEALTH)

/** For each payment, not for each statement. */
async function measureInserts(run: Run, url: string): Promise<Measured> {
  const { merchants, seconds } = run.options
  const clients = await connectFloor(url, BARE_CONNECTIONS)
  try {
    const measured = await measure(
      { workers: BARE_CONNECTIONS, seconds, warmUpSeconds: WARM_UP_SECONDS, watched: watched(run) },
      async (worker) => {
        const client = clients[worker]
        const made = Array.from({ length: INSERTED_AT_ONCE }, () => newPayment(merchants))
        if (client) await floorInsertMany(client, made, NOWHERE)
        return client !== undefined
      },
    )
    const { serverUs, postgresUs, loadUs } = measured.cpu
    return {
      ...measured,
      perSecond: measured.perSecond * INSERTED_AT_ONCE,
      cpu: {
        serverUs,
        postgresUs: postgresUs / INSERTED_AT_ONCE,
        loadUs: loadUs / INSERTED_AT_ONCE,
      },
    }
  } finally {
    await closeFloor(clients)
  }
}

/** Needs another server, because the sandbox's payer comes immediately. */
async function ofLives(run: Run, keep: Keep): Promise<void> {
  const sink = await openSink(CONNECTIONS)
  try {
    await onPostgres(run, (url, merchants) =>
      withGateway(
        run,
        { url },
        merchants,
        async (gateway, tokens) => {
          await warmUpLives(run, url, gateway, tokens, sink)
          for (let round = 0; round < run.options.rounds; round++) {
            await keep('lives', gatewayLives(run, url, gateway, tokens, sink))
          }
        },
        { sandboxDelayMs: 0 },
      ),
    )
  } finally {
    await sink.close()
  }
}

function compareAll(run: Run, processes: number, of: (name: Name) => readonly Measured[]): void {
  /** The median of the rounds' ratios. */
  const ratio = (one: Name, other: Name, total: (measured: Measured) => number): number =>
    median(of(one).map((measured, round) => total(measured) / reportingOf(of(other)[round], total)))
  const perSecond = (measured: Measured) => measured.perSecond
  const serverUs = ({ cpu }: Measured) => cpu.serverUs
  const postgresUs = ({ cpu }: Measured) => cpu.postgresUs
  if (run.postgres.pgbench !== undefined) {
    compare(run, {
      what: `creates at 64 ÷ pgbench, two rows; processes: ${processes}`,
      value: ratio('started', 'pgbench', perSecond),
      target: { atLeast: 1.2 },
    })
    compare(run, {
      what: 'creates at 64 ÷ pgbench, two rows; one process',
      value: ratio('one', 'pgbench', perSecond),
      target: undefined,
    })
  }
  compare(run, {
    what: "server's CPU: a create ÷ /health/live",
    value: ratio('creates', 'health', serverUs),
    target: { atMost: 2.5 },
  })
  compare(run, {
    what: "PostgreSQL's CPU: a create in batches ÷ a bare insert of its payment in batches of 50",
    value: ratio('creates', 'bare', postgresUs),
    target: { atMost: 1.5 },
  })
  compare(run, {
    what: 'creates at 1 connection ÷ bare driver, the same rows in one trip',
    value: ratio('alone', 'roundTrip', perSecond),
    target: { atLeast: 0.6 },
  })
  compare(run, {
    what: 'reads ÷ /health/live at 64',
    value: ratio('reads', 'healthBesideReads', perSecond),
    target: { atLeast: 0.55 },
  })
  compare(run, {
    what: "server's CPU: a whole life",
    value: median(of('lives').map(serverUs)),
    target: { atMost: 300 },
    unit: ' µs',
  })
}

const reportingOf = (measured: Measured | undefined, total: (measured: Measured) => number): number =>
  measured === undefined ? Number.NaN : total(measured)
