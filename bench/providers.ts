/**
 * An account with a provider that fails, beside two that work, one of them at the same provider. Measures creates,
 * notifications and status inquiries of the two while the third's calls hang, are slow or get garbage for a minute and
 * its provider sends notifications all the time, and in the minutes before and after. All in one run on one server.
 *
 * Also measures the cost of a payment there, compared with a sandbox payment at the same rate, without the gateway's
 * idle load. Callbacks go to a working receiver, because a dead one would get retries of every payment.
 */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { PIX_SETTINGS } from '@sluice/providers/pix/pix.fixture.ts'
import type { Customer, Health, Reported, Requested, Seen } from './banks.ts'
import { CUSTOMERS } from './banks.ts'
import { type CpuEach, cpuEach, readCpu } from './cpu.ts'
import { newPayment } from './fill.ts'
import { type BenchMerchant, type Gateway, payinBody } from './gateway.ts'
import { HttpConnection, requestText } from './http.ts'
import { type Measured, percentiles } from './load.ts'
import { compare, measureRequests, onPostgres, type Run, tell, watched, withGateway } from './run.ts'
import { openSink, type Sink } from './sink.ts'

const ADMIN_TOKEN = 'bench-admin-token-of-32-characters-or-more'
/** For each account. */
const CREATES_A_SECOND = 10
/** A create at a hanging provider waits ten seconds. */
const CONNECTIONS: Readonly<Record<Customer, number>> = { ill: 120, neighbour: 32, other: 32 }
const SECONDS = 60
/** Long enough that status inquiries are due at their usual rate. */
const BEFORE_SECONDS = 65
const TARGET = { atMost: 1.2 }
/** As long as the simulated banks' payers. */
const SANDBOX_PAYS_AFTER_MS = 300
const IDLE_SECONDS = 30
/**
 * By this time after the last create everything is over, and by this time after the start the program has warmed up.
 */
const SETTLE_SECONDS = 5
const COST_TARGET = { atMost: 2 }
/** The accounts shown: those that work. */
const WELL = ['neighbour', 'other'] as const

export async function providers(run: Run): Promise<void> {
  const banks = await startBanks()
  const sink = await openSink(CUSTOMERS.length)
  const environment = { SLUICE_ADMIN_TOKEN: ADMIN_TOKEN }
  try {
    await onPostgres(
      run,
      (url, merchants) =>
        withGateway(
          run,
          { url },
          merchants,
          async (gateway, tokens) => {
            const world = { gateway, tokens, banks, sink }
            await prepare(gateway, banks.urls, merchants)
            await besideIll(run, world, await bySandbox(run, world))
          },
          { environment, sandboxDelayMs: SANDBOX_PAYS_AFTER_MS },
        ),
      CUSTOMERS.length + 1,
    )
  } finally {
    banks.stop()
    await sink.close()
  }
}

interface Banks {
  readonly urls: Readonly<Record<Customer, string>>
  be(health: Health): void
  begin(): void
  statusUpdate(): Promise<Readonly<Record<Customer, Seen>>>
  stop(): void
}

async function startBanks(): Promise<Banks> {
  const child = fork(join(import.meta.dirname, 'banks.ts'))
  const next = (): Promise<Reported> =>
    new Promise((resolve) => child.once('message', (reported: Reported) => resolve(reported)))
  const say = (requested: Requested): void => void child.send(requested)
  const said = await next()
  if (!('ports' in said)) throw new Error('first it says where it is')
  const [shared, other] = said.ports
  return {
    urls: {
      ill: `http://127.0.0.1:${shared}/ill`,
      neighbour: `http://127.0.0.1:${shared}/neighbour`,
      other: `http://127.0.0.1:${other}/other`,
    },
    be: (health) => say({ health }),
    begin: () => say('begin'),
    async statusUpdate() {
      say('report')
      const reported = await next()
      if ('ports' in reported) throw new Error('it has said where it is')
      return reported
    },
    stop: () => void child.kill(),
  }
}

const accountOf = (customer: Customer): string => `test-native-${customer}`

interface World {
  readonly gateway: Gateway
  /** One for each customer, and one of a sandbox merchant. */
  readonly tokens: readonly string[]
  readonly banks: Banks
  readonly sink: Sink
}

/** Creates an account with notifications for each, and a merchant whose payins go only there. */
async function prepare(
  { port }: Gateway,
  urls: Banks['urls'],
  merchants: readonly BenchMerchant[],
): Promise<void> {
  const connection = await HttpConnection.open(port)
  const admin = async (method: string, path: string, body: object): Promise<void> => {
    const answer = await connection.send(requestText(method, path, ADMIN_TOKEN, JSON.stringify(body)))
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`)
  }
  for (const [index, customer] of CUSTOMERS.entries()) {
    const settings = { ...PIX_SETTINGS, profile: 'bacen', baseUrl: urls[customer] }
    await admin('POST', '/admin/providers', { name: customer, provider: 'pix', isTest: true, settings })
    await admin('POST', `/admin/providers/${accountOf(customer)}/!subscribe`, {})
    const paymentMethods = [{ code: 'PIXQR', currency: 'BRL', processors: [accountOf(customer)] }]
    await admin('PATCH', `/admin/merchants/${merchants[index]?.code}`, { paymentMethods })
  }
  connection.close()
}

const pixBody = (callbackUrl: string): string =>
  JSON.stringify({
    paymentRequested: { money: { amount: 20.5, currencyCode: 'BRL' } },
    paymentMethod: { paymentMethodCode: 'PIXQR' },
    callbackUrl,
  })

const pause = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1_000))

/** What a processor costs, in µs. */
interface Cost {
  /** In a second without any request to the gateway. */
  readonly idle: CpuEach
  /** For a sandbox payment from its create to its last callback, without the idle load. */
  readonly sandbox: CpuEach
}

const without = (each: CpuEach, idle: CpuEach, share: number): CpuEach => ({
  serverUs: each.serverUs - idle.serverUs * share,
  postgresUs: each.postgresUs - idle.postgresUs * share,
  loadUs: each.loadUs,
})

/** The gateway idle with its accounts, then sandbox payments at the same total rate as the accounts. */
async function bySandbox(run: Run, { gateway, tokens, sink }: World): Promise<Cost> {
  const side = watched(run, gateway)
  await pause(SETTLE_SECONDS)
  const atRest = readCpu(side)
  await pause(IDLE_SECONDS)
  const idle = cpuEach(atRest, readCpu(side), IDLE_SECONDS)
  run.say(
    `providers: three accounts and nothing to do, CPU a second: server ${(idle.serverUs / 1_000).toFixed(1)} ms, PostgreSQL ${(idle.postgresUs / 1_000).toFixed(1)} ms`,
  )
  const body = payinBody(sink.url(0))
  const perSecond = CREATES_A_SECOND * CUSTOMERS.length
  let begun = 0
  const create = (): string => {
    begun += 1
    return requestText('POST', `/payins/${newPayment(1).id}`, tokens[CUSTOMERS.length], body)
  }
  const load = () =>
    measureRequests(run, gateway, CONNECTIONS.other, 201, create, { seconds: SECONDS, perSecond })
  const [before, startedAt] = [readCpu(side), performance.now()]
  const measured = await load()
  await pause(SETTLE_SECONDS)
  const seconds = (performance.now() - startedAt) / 1_000
  const sandbox = without(cpuEach(before, readCpu(side), begun), idle, seconds / begun)
  tell(run, {
    part: 'providers',
    engine: 'PostgreSQL',
    what: 'POST /payins/{id} to the sandbox (CPU: of its whole life)',
    connections: CONNECTIONS.other,
    rows: 0,
    measured: { ...measured, cpu: sandbox },
  })
  return { idle, sandbox }
}

/** CPU: for a payment of any of the three, whatever its result in that time, without the idle load. */
interface Beside {
  readonly creates: Measured
  /** The 99th percentile in milliseconds. */
  readonly p99Ms: Readonly<Record<keyof Seen, number>>
}

async function besideIll(
  run: Run,
  { gateway, tokens, banks, sink }: World,
  { idle, sandbox }: Cost,
): Promise<void> {
  let begun = 0
  const load = (customer: Customer, seconds: number) => {
    const index = CUSTOMERS.indexOf(customer)
    const body = pixBody(sink.url(index))
    const create = (): string => {
      begun += 1
      return requestText('POST', `/payins/${newPayment(1).id}`, tokens[index], body)
    }
    const pace = { seconds, perSecond: CREATES_A_SECOND }
    return measureRequests(run, gateway, CONNECTIONS[customer], 201, create, pace)
  }
  const aMinute = async (seconds = SECONDS): Promise<Readonly<Record<Customer, Beside>>> => {
    banks.begin()
    begun = 0
    const [before, startedAt] = [readCpu(watched(run, gateway)), performance.now()]
    const [ill, neighbour, other] = await Promise.all(CUSTOMERS.map((customer) => load(customer, seconds)))
    if (!ill || !neighbour || !other) throw new Error('there are three')
    const all = cpuEach(before, readCpu(watched(run, gateway)), begun)
    const cpu = without(all, idle, (performance.now() - startedAt) / 1_000 / begun)
    const seen = await banks.statusUpdate()
    const besideOf = (measured: Measured, { received, requested, late }: Seen): Beside => {
      const p99 = (latencies: readonly number[]) => percentiles(latencies).p99Ms
      const creates = { ...measured, cpu }
      return { creates, p99Ms: { received: p99(received), requested: p99(requested), late: p99(late) } }
    }
    return {
      ill: besideOf(ill, seen.ill),
      neighbour: besideOf(neighbour, seen.neighbour),
      other: besideOf(other, seen.other),
    }
  }
  await aMinute(BEFORE_SECONDS)
  let before = await aMinute()
  show(run, 'all are well', before)
  compare(run, {
    what: `PostgreSQL’s CPU of a payment by an account ÷ by the sandbox at the same pace, ${(before.other.creates.cpu.postgresUs / 1_000).toFixed(1)} ms ÷ ${(sandbox.postgresUs / 1_000).toFixed(1)} ms (and ${(idle.postgresUs / 1_000).toFixed(1)} ms a second with nothing to do)`,
    value: before.other.creates.cpu.postgresUs / sandbox.postgresUs,
    target: COST_TARGET,
  })
  for (const health of ['hangs', 'slow', 'garbage'] as const) {
    banks.be(health)
    const now = await aMinute()
    show(run, WORDS[health], now)
    banks.be('well')
    const after = await aMinute()
    show(run, 'all are well again', after)
    for (const customer of WELL) {
      const well = [before[customer], after[customer]] as const
      against(run, `${WORDS[health]}, ${NAMES[customer]}`, now[customer], well)
    }
    before = after
  }
}

const NAMES: Readonly<Record<(typeof WELL)[number], string>> = {
  neighbour: 'another customer of its bank',
  other: 'a customer of another bank',
}

const WORDS: Readonly<Record<Exclude<Health, 'well'>, string>> = {
  hangs: 'one hangs',
  slow: 'one answers after 7 s',
  garbage: 'one answers garbage',
}

function show(run: Run, when: string, beside: Readonly<Record<Customer, Beside>>): void {
  for (const customer of CUSTOMERS)
    tell(run, {
      part: 'providers',
      engine: 'PostgreSQL',
      what: `POST /payins/{id} to ${customer}, ${when}`,
      connections: CONNECTIONS[customer],
      rows: 0,
      measured: beside[customer].creates,
    })
}

/** @param well the minutes before and after; their mean counts, because other programs may use the machine */
function against(run: Run, where: string, now: Beside, well: readonly [Beside, Beside]): void {
  const sides: readonly (readonly [string, (beside: Beside) => number])[] = [
    ['creates', ({ creates }) => creates.p99Ms],
    ['answers to notifications', ({ p99Ms }) => p99Ms.received],
    ['questions after notifications', ({ p99Ms }) => p99Ms.requested],
    ['questions of what was not told, late by', ({ p99Ms }) => p99Ms.late],
  ]
  for (const [what, of] of sides) {
    const usual = (of(well[0]) + of(well[1])) / 2
    compare(run, {
      what: `${where}: ${what}, p99 ${of(now).toFixed(0)} ms ÷ ${usual.toFixed(0)} ms (${well.map((each) => of(each).toFixed(0)).join(' before, ')} after)`,
      value: of(now) / usual,
      target: TARGET,
    })
  }
}
