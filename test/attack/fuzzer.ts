/**
 * The fuzz run: rounds of requests to every described operation. Each answer must be no 5xx, arrive within a second and fit the
 * description; the log must contain no error, and no memory may leak.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { checkInvariants } from '@sluice/gateway/admin/invariants/invariants.ts'
import type { Answer } from '../harness.ts'
import { crowding } from '../setup/processor-time.ts'
import { diceOf } from '../simulation/dice.ts'
import { judgeBy, type Operation, operationsOf } from './description.ts'
import { type Attack, attacker, type Mood } from './requests.ts'
import { openWorld, type Pools, type World } from './world.ts'

/** The longest time for an answer if the processor is otherwise idle. */
const SLOW_MS = 1_000
/** After this time the request counts as hanging. */
const HANGS_MS = 120_000
/** In each round every operation gets one valid request, one without a token, and then this many of any kind. */
const TIMES_OF_EACH_OPERATION = 3
/** Counted in requests. */
const TIME_PASSES_AFTER = 60
/**
 * The longest time that passes awake; for the rest of a longer time the machine sleeps, because workers would otherwise look for due work
 * each second.
 */
const LONGEST_AWAKE_MS = 5_000
const SLEEPS_MS = 30_000
const AWAKE_MS = 1_001
const MAX_POOL = 200

export interface Finding {
  readonly what: string
  readonly request: string
}

export interface FuzzReport {
  readonly requests: number
  /** Number of answers by status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Operations that were requested, with their statuses. */
  readonly operations: ReadonlyMap<string, ReadonlySet<number>>
  readonly findings: readonly Finding[]
  /** After each round, with all garbage collected. */
  readonly heapBytes: readonly number[]
  readonly slowestMs: number
  readonly slowest: string
  /** Invariants that do not hold afterwards. */
  readonly broken: readonly string[]
}

export interface FuzzOptions {
  readonly seed: number
  /**
   * Each round requests every operation a few times. Rounds are counted, not timed: the coverage must not depend on the speed of the
   * machine.
   */
  readonly rounds: number
  readonly image?: Uint8Array<ArrayBuffer>
  readonly onRound?: (round: number, report: FuzzReport) => void
}

export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const world = await openWorld(options.seed, options.image)
  try {
    return await attack(world, options)
  } finally {
    await world.close()
  }
}

async function attack(world: World, { seed, rounds, onRound }: FuzzOptions) {
  const dice = diceOf(seed, 1)
  const pools: Pools = {
    payins: [],
    payouts: [],
    referenced: [],
    operators: [],
    credentials: [],
    connectors: [],
    connectorSecrets: [],
  }
  const next = attacker(world, dice, pools)
  const judge = judgeBy(world.document)
  const operations = operationsOf(world.document)
  const requested = new Map<string, Set<number>>()
  const statuses: Record<string, number> = {}
  const findings: Finding[] = []
  const heapBytes: number[] = []
  const report = {
    requests: 0,
    statuses,
    operations: requested,
    findings,
    heapBytes,
    slowestMs: 0,
    slowest: '',
    broken: [] as string[],
  }
  let sinceTimePassed = 0
  const ask = async (operation: Operation, mood: Mood): Promise<void> => {
    const request = await next(operation, mood)
    const { answer, ms } = await timed(world, request)
    const say = (what: string) => findings.push({ what, request: describe(request) })
    report.requests += 1
    if (ms > report.slowestMs) Object.assign(report, { slowestMs: ms, slowest: describe(request) })
    if (answer === undefined) {
      say(`hangs: no answer in ${HANGS_MS} ms`)
      return
    }
    if (ms > SLOW_MS) say(`takes ${Math.round(ms)} ms`)
    const fault = judge.fault(operation, answer, request.strictness)
    if (fault !== undefined) say(fault)
    for (const { level, fields, message } of world.gateway.deps.logged.splice(0)) {
      if (level === 'error') say(`logs ${message} ${JSON.stringify(fields)}`)
    }
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    requested.set(operation.name, (requested.get(operation.name) ?? new Set()).add(answer.status))
    keep(pools, request, answer)
    sinceTimePassed = (sinceTimePassed + 1) % TIME_PASSES_AFTER
    if (sinceTimePassed === 0) await letPass(world, dice.one([1_001, 1_001, 1_001, 5_000, 120_000]))
  }
  for (let round = 0; round < rounds; round++) {
    for (const operation of operations) {
      await ask(operation, 'right')
      await ask(operation, 'of a stranger')
    }
    for (let time = 0; time < TIMES_OF_EACH_OPERATION; time++) {
      for (const operation of operations) await ask(operation, 'any')
    }
    world.gateway.deps.sent.splice(0)
    heapBytes.push(heapAfterGc())
    onRound?.(round, report)
  }
  const { checks } = await checkInvariants(world.database)
  report.broken.push(...checks.filter(({ holds }) => !holds).map(({ name, detail }) => `${name}: ${detail}`))
  return report
}

/** A slow request is repeated once: only if it is slow again is it the gateway's fault and not the machine's. */
async function timed(world: World, request: Attack): Promise<{ answer: Answer | undefined; ms: number }> {
  const first = await once(world, request)
  if (first.ms <= SLOW_MS || first.answer === undefined) return first
  const second = await once(world, request)
  return { ...first, ms: Math.min(first.ms, second.ms) }
}

async function letPass({ gateway }: World, ms: number): Promise<void> {
  if (ms <= LONGEST_AWAKE_MS) return gateway.advance(ms)
  const until = gateway.deps.clock.now() + ms
  while (gateway.deps.clock.now() < until) {
    await gateway.deps.jump(SLEEPS_MS - AWAKE_MS)
    await gateway.advance(AWAKE_MS)
  }
}

let addresses = 0

async function once(world: World, request: Attack): Promise<{ answer: Answer | undefined; ms: number }> {
  const startedAt = performance.now()
  addresses = (addresses + 1) % 65_536
  const injected = world.gateway.app.server.inject({
    method: request.method as 'GET',
    url: request.url,
    headers: request.headers,
    // A different address each time, so that failed attempts of one do not lock out the next.
    remoteAddress: `198.18.${addresses >> 8}.${addresses & 255}`,
    ...(request.payload !== undefined && { payload: request.payload }),
  })
  let timer: NodeJS.Timeout | undefined
  const hangs = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), HANGS_MS)
  })
  const given = await Promise.race([injected, hangs])
  clearTimeout(timer)
  const ms = (performance.now() - startedAt) / crowding()
  if (given === undefined) return { answer: undefined, ms }
  const isJson = given.body !== '' && String(given.headers['content-type']).includes('json')
  const answer: Answer = {
    status: given.statusCode,
    headers: given.headers,
    text: given.body,
    body: isJson ? JSON.parse(given.body) : undefined,
  }
  return { answer, ms }
}

function keep(pools: Pools, { operation, made, url }: Attack, { status, body }: Answer): void {
  if (status !== 201) return
  for (const [pool, id] of Object.entries(made)) pools[pool as keyof Pools].push(id)
  if (operation.path === '/admin/operators') pools.operators.push(String(body.id))
  if (operation.path === '/admin/connectors') pools.connectors.push(String(body.name))
  if (operation.path === '/admin/connectors/{name}/secrets') {
    pools.connectorSecrets.push(`${url.split('/')[3]}/${body.id}`)
    return
  }
  const [of] = /(?:keys|callback-secrets|secrets)$/.exec(operation.path) ?? []
  if (of !== undefined) pools.credentials.push(`${of}/${body.id}`)
  for (const pool of Object.values(pools)) if (pool.length > MAX_POOL) pool.shift()
}

const SHOWN = 400

/** Enough of a request to identify it, without tokens. */
function describe({ method, url, headers, payload }: Attack): string {
  const { authorization, ...shown } = headers
  const reported = {
    ...shown,
    ...(authorization !== undefined && { authorization: authorization.slice(0, 20) }),
  }
  const body = payload === undefined ? '' : JSON.stringify(payload.toString().slice(0, SHOWN))
  return `${method} ${url.slice(0, SHOWN)} ${JSON.stringify(reported).slice(0, SHOWN)} ${body}`
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function heapAfterGc(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
