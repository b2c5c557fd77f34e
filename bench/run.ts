/** What all parts of a run share. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Watched } from './cpu.ts'
import { newPayment } from './fill.ts'
import {
  type BenchMerchant,
  type Gateway,
  type GatewaySettings,
  makeMerchants,
  type Place,
  payinBody,
  startGateway,
  tokensFor,
} from './gateway.ts'
import { type HttpConnection, openConnections, requestText } from './http.ts'
import { doMany, type Measured, measure } from './load.ts'
import type { BenchOptions } from './options.ts'
import type { BenchPostgres } from './postgres-server.ts'
import type { Line, Ratio, Results } from './results.ts'

export interface Run {
  readonly options: BenchOptions
  readonly postgres: BenchPostgres
  readonly results: Results
  say(text: string): void
}

/** The processes whose CPU time a measurement reads. */
export const watched = (run: Run, gateway?: Pick<Gateway, 'pid'>): Watched => ({
  server: gateway?.pid,
  postgres: run.postgres.pid,
})

/** Nothing listens there. Nothing is sent there either, if the sandbox's payer does not come before the end. */
export const NOWHERE = 'http://127.0.0.1:9/callbacks'

/** For each measurement: connections are opened and caches filled. */
export const WARM_UP_SECONDS = 2
/**
 * Requests of each kind before a server's first measurement, so that V8 has compiled hot code and its threads do little
 * more than collect garbage. Counted rather than timed, because a slow machine would otherwise still be compiling. See
 * `README.md`.
 */
export const WARM_UP_REQUESTS = 40_000
const WARM_UP_WORKERS = 64

const cpuText = ({ serverUs, postgresUs, loadUs }: Measured['cpu']): string =>
  [serverUs, postgresUs, loadUs].map((each) => (Number.isNaN(each) ? '-' : Math.round(each))).join(' + ')

/** Adds a line to the results and prints it. */
export function tell({ results, say }: Run, line: Line): void {
  results.lines.push(line)
  const { part, what, engine, connections, measured } = line
  const { perSecond, p50Ms, p99Ms, failures } = measured
  say(
    `${part}: ${what}, ${engine}, ${connections} connections: ${Math.round(perSecond)}/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms, CPU ${cpuText(measured.cpu)} µs${failures > 0 ? `, ${failures} FAILED` : ''}`,
  )
}

export function compare({ results, say }: Run, ratio: Ratio): void {
  results.ratios.push(ratio)
  say(`  ${ratio.what}: ${ratio.value.toFixed(2)}${ratio.unit ?? ''}`)
}

export async function inFolder<Outcome>(
  { options }: Run,
  work: (folder: string) => Promise<Outcome>,
): Promise<Outcome> {
  const folder = await mkdtemp(join(options.folder ?? tmpdir(), 'sluice-bench-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs on a new database with its merchants, dropped afterwards. */
export async function onPostgres<Outcome>(
  run: Run,
  work: (url: string, merchants: readonly BenchMerchant[]) => Promise<Outcome>,
  merchants = run.options.merchants,
): Promise<Outcome> {
  const url = await run.postgres.newDatabase()
  try {
    return await work(url, await makeMerchants({ url }, merchants))
  } finally {
    await run.postgres.dropDatabase(url)
  }
}

/** Runs with a server on this database and a token for each merchant, stopped afterwards. */
export async function withGateway<Outcome>(
  run: Run,
  place: Place,
  merchants: readonly BenchMerchant[],
  work: (gateway: Gateway, tokens: readonly string[]) => Promise<Outcome>,
  settings: Partial<GatewaySettings> = {},
): Promise<Outcome> {
  return inFolder(run, async (folder) => {
    const gateway = await startGateway(place, { folder, profile: run.options.profile, ...settings })
    try {
      return await work(gateway, await tokensFor(gateway.port, merchants))
    } finally {
      await gateway.stop()
    }
  })
}

export async function withConnections<Outcome>(
  port: number,
  count: number,
  work: (connections: readonly HttpConnection[]) => Promise<Outcome>,
): Promise<Outcome> {
  const connections = await openConnections(port, count)
  try {
    return await work(connections)
  } finally {
    for (const connection of connections) connection.close()
  }
}

/** Duration and rate, if they differ from the options and from full speed. */
export interface Pace {
  readonly seconds?: number
  readonly perSecond?: number
}

/** An unmeasured number of requests: see `WARM_UP_REQUESTS`. @param next the next request to send */
export const warmUpBy = (
  { port }: Pick<Gateway, 'port'>,
  status: number,
  next: () => string,
): Promise<void> =>
  withConnections(port, WARM_UP_WORKERS, (connections) =>
    doMany(WARM_UP_WORKERS, WARM_UP_REQUESTS, async (worker) => {
      const answer = await connections[worker]?.send(next())
      return answer?.status === status
    }),
  )

/** @param next the next request to send */
export const measureRequests = (
  run: Run,
  gateway: Pick<Gateway, 'pid' | 'port'>,
  workers: number,
  status: number,
  next: () => string,
  { seconds = run.options.seconds, perSecond }: Pace = {},
): Promise<Measured> =>
  withConnections(gateway.port, workers, (connections) =>
    measure(
      { workers, seconds, perSecond, warmUpSeconds: WARM_UP_SECONDS, watched: watched(run, gateway) },
      async (worker) => {
        const answer = await connections[worker]?.send(next())
        return answer?.status === status
      },
    ),
  )

const BODY = payinBody(NOWHERE)

/** Of each merchant in turn. */
const nextCreate = (tokens: readonly string[]) => () => {
  const { merchant, id } = newPayment(tokens.length)
  return requestText('POST', `/payins/${id}`, tokens[merchant], BODY)
}

/** Committed creates. */
export const measureCreates = (
  run: Run,
  gateway: Gateway,
  tokens: readonly string[],
  workers: number,
  pace: Pace = {},
): Promise<Measured> => measureRequests(run, gateway, workers, 201, nextCreate(tokens), pace)

/** At 64 connections, whatever is measured afterwards: with one it would take minutes. */
export const warmUpCreates = (gateway: Pick<Gateway, 'port'>, tokens: readonly string[]): Promise<void> =>
  warmUpBy(gateway, 201, nextCreate(tokens))
