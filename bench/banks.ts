/**
 * Simulated banks for the part `providers`, in a separate process: three customers of the Pix API, two of them at one
 * bank. Each charge is paid soon after its creation. The gateway is notified of most payments; for the others it must
 * send a status inquiry. The calls of one customer can be made to hang, be slow or get garbage.
 *
 * Measures from the bank's side: how quickly a notification is answered, how quickly the gateway reads what it was
 * about, and how late its status inquiries are for payments without a notification.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { FakeOutcome } from '@sluice/providers/fake-server.fixture.ts'
import { PixFake } from '@sluice/providers/pix/fake.fixture.ts'
import { PIX_SETTINGS } from '@sluice/providers/pix/pix.fixture.ts'

/** `ill` and `neighbour` are customers of one bank, `other` of another one. */
export const CUSTOMERS = ['ill', 'neighbour', 'other'] as const
export type Customer = (typeof CUSTOMERS)[number]

/** How calls of the customer `ill` are answered. `slow`: after a time for which the gateway still waits. */
export type Health = 'well' | 'hangs' | 'slow' | 'garbage'

export type Requested = { readonly health: Health } | 'begin' | 'report'

/** In milliseconds, one value for each charge of the customer since the last `begin`. */
export interface Seen {
  /** From sending a notification to its answer. */
  readonly received: readonly number[]
  /** From sending a notification to the gateway's request. */
  readonly requested: readonly number[]
  /** How much later than a minute after the create the status inquiry came, for payments without a notification. */
  readonly late: readonly number[]
}

export type Reported =
  | { readonly ports: readonly [shared: number, other: number] }
  | Readonly<Record<Customer, Seen>>

const PAID_AFTER_MS = 300
const NOT_REPORTED = 0.3
const REQUESTED_AFTER_MS = 60_000
const SLOW_MS = 7_000
/** While the customer is ill, all open payments are notified again and again, as banks do without an answer. */
const REPORTED_AGAIN_EVERY_MS = 100
const MOST_IN_ONE = 100

let health: Health = 'well'

class BenchBank {
  readonly fake: PixFake
  readonly #isIll: () => boolean
  readonly #madeAt = new Map<string, number>()
  readonly #reportedAt = new Map<string, number>()
  #seen: { received: number[]; requested: number[]; late: number[] } = {
    received: [],
    requested: [],
    late: [],
  }

  constructor(customer: Customer) {
    this.#isIll = () => customer === 'ill' && health !== 'well'
    this.fake = new PixFake({ ...PIX_SETTINGS, notify: (url, body) => this.#notify(url, body) })
  }

  async serve(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const method = request.method ?? ''
    const reference = /\/cob\/([0-9a-f]+)$/.exec(path)?.[1]
    if (reference !== undefined && method === 'GET') this.#wasRequested(reference)
    const outcome = await this.#outcome(request, method, path)
    if (reference !== undefined && method === 'PUT') void this.#pay(reference)
    if (typeof outcome === 'string') return void response.destroy()
    response.writeHead(outcome.status, { 'content-type': 'application/json' }).end(outcome.body)
  }

  async #outcome(request: IncomingMessage, method: string, path: string): Promise<FakeOutcome> {
    const body = await text(request)
    if (this.#isIll()) {
      if (health === 'hangs') await new Promise((resolve) => request.socket.once('close', resolve))
      if (health === 'slow') await pause(SLOW_MS)
      if (health === 'garbage') return { status: 200, body: '<html>maintenance</html>' }
    }
    return this.fake.handle({ method, path, query: new URLSearchParams(), headers: request.headers, body })
  }

  begin(): void {
    this.#seen = { received: [], requested: [], late: [] }
  }

  get seen(): Seen {
    return this.#seen
  }

  /** As banks do that never get an answer: everything together, repeatedly. */
  async reportAgain(): Promise<void> {
    if (!this.#isIll() || this.fake.webhookUrl === undefined) return
    const open = [...this.#madeAt.keys()].slice(-10 * MOST_IN_ONE)
    for (let from = 0; from < open.length; from += MOST_IN_ONE) {
      const pix = open.slice(from, from + MOST_IN_ONE).map((txid) => ({ txid }))
      await post(`${this.fake.webhookUrl}/pix`, JSON.stringify({ pix }))
    }
  }

  async #pay(reference: string): Promise<void> {
    if (this.#madeAt.has(reference) || this.fake.known(reference) === 0) return
    this.#madeAt.set(reference, Date.now())
    await pause(PAID_AFTER_MS)
    await this.fake.pay(reference)
  }

  async #notify(url: string, body: string): Promise<void> {
    if (Math.random() < NOT_REPORTED) return
    const reference = /"txid":"([0-9a-f]+)"/.exec(body)?.[1] ?? ''
    const at = performance.now()
    this.#reportedAt.set(reference, at)
    await post(url, body)
    this.#seen.received.push(performance.now() - at)
  }

  #wasRequested(reference: string): void {
    const reportedAt = this.#reportedAt.get(reference)
    const madeAt = this.#madeAt.get(reference)
    this.#reportedAt.delete(reference)
    this.#madeAt.delete(reference)
    if (reportedAt !== undefined) this.#seen.requested.push(performance.now() - reportedAt)
    else if (madeAt !== undefined) this.#seen.late.push(Math.max(0, Date.now() - madeAt - REQUESTED_AFTER_MS))
  }
}

const post = (url: string, body: string): Promise<unknown> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    .then((answer) => answer.arrayBuffer())
    .catch(() => undefined)

async function listen(banks: Readonly<Record<string, BenchBank>>): Promise<number> {
  const server = createServer((request, response) => {
    // Below the customer's name: customers of one bank share its address.
    const [, customer = '', path = ''] = /^\/([a-z]+)(\/[^?]*)/.exec(request.url ?? '') ?? []
    const bank = banks[customer]
    if (bank) void bank.serve(request, response, path)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('it listens')
  return address.port
}

if (import.meta.main) {
  const [ill, neighbour, other] = CUSTOMERS.map((customer) => new BenchBank(customer))
  if (!ill || !neighbour || !other) throw new Error('there are three')
  const tell = (message: Reported): void => void process.send?.(message)
  const ports = [await listen({ ill, neighbour }), await listen({ other })] as const
  process.on('message', (requested: Requested) => {
    if (typeof requested === 'object') health = requested.health
    else if (requested === 'begin') for (const bank of [ill, neighbour, other]) bank.begin()
    else tell({ ill: ill.seen, neighbour: neighbour.seen, other: other.seen })
  })
  process.on('disconnect', () => process.exit())
  tell({ ports })
  for (;;) {
    await pause(REPORTED_AGAIN_EVERY_MS)
    await ill.reportAgain()
  }
}
