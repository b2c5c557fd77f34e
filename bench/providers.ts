/**
 * An account with a provider that falls ill beside two that are well, one of them at the same provider: creates, notifications and questions of
 * the two while the third's calls hang, are slow or get garbage for a minute, and its provider notifies all the time; and in the minutes
 * before and after. All in one run on one server.
 */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { PIX_SETTINGS } from '../src/processors/native/pix/pix.fixture.ts'
import type { Asked, Customer, Health, Seen, Told } from './banks.ts'
import { CUSTOMERS } from './banks.ts'
import { newPayment } from './fill.ts'
import type { BenchMerchant, Gateway } from './gateway.ts'
import { HttpConnection, requestText } from './http.ts'
import { type Measured, percentiles } from './load.ts'
import { compare, measureRequests, NOWHERE, onPostgres, type Run, tell, withGateway } from './run.ts'

const ADMIN_TOKEN = 'bench-admin-token-of-32-characters-or-more'
/** Of each account. */
const CREATES_A_SECOND = 10
/** A create of an account whose provider hangs waits ten seconds. */
const CONNECTIONS: Readonly<Record<Customer, number>> = { ill: 120, neighbour: 32, other: 32 }
const SECONDS = 60
/** By then questions are due of what was not told, as many as ever. */
const BEFORE_SECONDS = 65
const TARGET = { atMost: 1.2 }
/** Those that are shown: the accounts that are well. */
const WELL = ['neighbour', 'other'] as const

export async function providers(run: Run): Promise<void> {
  const banks = await startBanks()
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
            await prepare(gateway, banks.urls, merchants)
            await besideIll(run, gateway, tokens, banks)
          },
          { environment },
        ),
      CUSTOMERS.length,
    )
  } finally {
    banks.stop()
  }
}

interface Banks {
  readonly urls: Readonly<Record<Customer, string>>
  be(health: Health): void
  begin(): void
  report(): Promise<Readonly<Record<Customer, Seen>>>
  stop(): void
}

async function startBanks(): Promise<Banks> {
  const child = fork(join(import.meta.dirname, 'banks.ts'))
  const next = (): Promise<Told> =>
    new Promise((resolve) => child.once('message', (told: Told) => resolve(told)))
  const say = (asked: Asked): void => void child.send(asked)
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
    async report() {
      say('report')
      const told = await next()
      if ('ports' in told) throw new Error('it has said where it is')
      return told
    },
    stop: () => void child.kill(),
  }
}

const accountOf = (customer: Customer): string => `test-native-${customer}`

/** An account for each, that notifies, and a merchant whose payins go there and nowhere else. */
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

const BODY = JSON.stringify({
  paymentRequested: { money: { amount: 20.5, currencyCode: 'BRL' } },
  paymentMethod: { paymentMethodCode: 'PIXQR' },
  callbackUrl: NOWHERE,
})

/** Of the accounts that are well, together. */
interface Beside {
  readonly creates: Measured
  /** 99 in a hundred are done within so many milliseconds. */
  readonly p99Ms: Readonly<Record<keyof Seen, number>>
}

async function besideIll(run: Run, gateway: Gateway, tokens: readonly string[], banks: Banks): Promise<void> {
  const load = (customer: Customer, seconds: number) =>
    measureRequests(
      run,
      gateway,
      CONNECTIONS[customer],
      201,
      () => requestText('POST', `/payins/${newPayment(1).id}`, tokens[CUSTOMERS.indexOf(customer)], BODY),
      { seconds, perSecond: CREATES_A_SECOND },
    )
  const aMinute = async (seconds = SECONDS): Promise<Readonly<Record<Customer, Beside>>> => {
    banks.begin()
    const [ill, neighbour, other] = await Promise.all(CUSTOMERS.map((customer) => load(customer, seconds)))
    if (!ill || !neighbour || !other) throw new Error('there are three')
    const seen = await banks.report()
    const besideOf = (creates: Measured, { heard, asked, late }: Seen): Beside => {
      const p99 = (latencies: readonly number[]) => percentiles(latencies).p99Ms
      return { creates, p99Ms: { heard: p99(heard), asked: p99(asked), late: p99(late) } }
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

/** @param well the minutes before and after, of which the mean counts: others may be at work on the machine */
function against(run: Run, where: string, now: Beside, well: readonly [Beside, Beside]): void {
  const sides: readonly (readonly [string, (beside: Beside) => number])[] = [
    ['creates', ({ creates }) => creates.p99Ms],
    ['answers to notifications', ({ p99Ms }) => p99Ms.heard],
    ['questions after notifications', ({ p99Ms }) => p99Ms.asked],
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
