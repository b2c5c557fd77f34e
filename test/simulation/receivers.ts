/**
 * The merchants' callback receivers: some well, some ill, and all of them suspicious.
 *
 * Each call is verified as a merchant would (Standard Webhooks, by our own few lines and not by the gateway's), and its place
 * in the payment's sequence is checked: the first arrivals of 1, 2, 3, … come in this order and without gaps, repetitions
 * are welcome. After a 410 gaps are allowed, for the gateway then keeps silent.
 */
import { createHmac } from 'node:crypto'
import type { Clock, OutgoingAnswer, OutgoingRequest } from '../../src/foundation/deps.ts'
import type { NetworkScript } from '../../src/foundation/simulated-deps.ts'
import type { Json } from '../harness.ts'
import type { Dice } from './dice.ts'
import { holds, type Violation } from './violation.ts'

export type Mood = 'well' | 'ill' | 'gone'

/** All that a receiver saw of one payment. */
export interface Heard {
  /** The highest sequence so far. */
  last: number
  arrivals: number
  /** Those answered with 2xx in time. */
  readonly delivered: Set<number>
  saidGone: boolean
}

export interface ReceiverOptions {
  readonly clock: Clock
  readonly dice: Dice
  readonly record: (line: string) => void
  /** A receiver throws into nobody's face: what it found is told here. */
  readonly complain: (violation: Violation) => void
}

type Wait = Parameters<NetworkScript>[1]

const CLOCK_TOLERANCE_SECS = 1
const HOST = 'http://127.0.0.1:9/callbacks/'

export class Receivers {
  readonly #options: ReceiverOptions
  readonly #secrets = new Map<string, string>()
  readonly #moods = new Map<string, Mood>()
  readonly #heard = new Map<string, Heard>()

  constructor(options: ReceiverOptions) {
    this.#options = options
  }

  urlOf = (merchant: string): string => `${HOST}${merchant}`

  add(merchant: string, secret: string): void {
    this.#secrets.set(merchant, secret)
  }

  setMood(merchant: string, mood: Mood): void {
    this.#moods.set(merchant, mood)
  }

  healAll(): void {
    this.#moods.clear()
  }

  of(merchant: string, kind: string, id: string): Heard {
    const name = `${merchant}/${kind}/${id}`
    const known = this.#heard.get(name)
    if (known) return known
    const heard: Heard = { last: 0, arrivals: 0, delivered: new Set(), saidGone: false }
    this.#heard.set(name, heard)
    return heard
  }

  answer: NetworkScript = async (request, wait) => {
    const merchant = request.url.slice(HOST.length)
    try {
      return await this.#receive(merchant, request, wait)
    } catch (violation) {
      this.#options.complain(violation as Violation)
      return said(500)
    }
  }

  async #receive(merchant: string, request: OutgoingRequest, wait: Wait): Promise<OutgoingAnswer> {
    this.#verify(merchant, request)
    const body: Json = JSON.parse(request.body ?? '')
    const kind = String(body.type).replace('.status_changed', '')
    const id = String(kind === 'payin' ? body.data?.idPayin : body.data?.idPayout)
    const sequence = Number(body.data?.sequence)
    const heard = this.of(merchant, kind, id)
    heard.arrivals += 1
    const name = `${merchant}/${kind}/${id} ${sequence}`
    holds(
      sequence <= heard.last + 1 || heard.saidGone,
      'callbacks come in order and without gaps',
      () => `${name} came after ${heard.last}`,
    )
    heard.last = Math.max(heard.last, sequence)
    const answer = await this.#react(merchant, wait)
    if (answer.ok && answer.status === 410) heard.saidGone = true
    if (answer.ok && answer.status < 300) heard.delivered.add(sequence)
    this.#options.record(`callback ${name} ${answer.ok ? answer.status : answer.reason}`)
    return answer
  }

  #verify(merchant: string, { headers, body = '' }: OutgoingRequest): void {
    const secret = this.#secrets.get(merchant)
    holds(secret, 'callbacks go to their merchant', () => `nobody is called ${merchant}`)
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
    holds(
      signatures.split(' ').includes(`v1,${expected}`),
      'callbacks are signed',
      () => `${id} to ${merchant}`,
    )
    const ageSecs = Math.floor(this.#options.clock.now() / 1_000) - Number(timestamp)
    holds(Math.abs(ageSecs) <= CLOCK_TOLERANCE_SECS, 'callbacks are signed anew', () => `${ageSecs} s old`)
    holds(headers['x-api-version'] === '2', 'callbacks carry the version', () => String(id))
  }

  async #react(merchant: string, wait: Wait): Promise<OutgoingAnswer> {
    const { dice } = this.#options
    const mood = this.#moods.get(merchant) ?? 'well'
    if (mood === 'well') return said(dice.one([200, 201, 204]))
    if (mood === 'gone') return said(410)
    switch (dice.weighted(ILLNESSES)) {
      case 'fails':
        return said(dice.one([400, 404, 500, 503]))
      case 'asks for time':
        return said(429, { 'retry-after': String(dice.between(1, 3_600)) })
      case 'redirects':
        return said(302, { location: 'http://127.0.0.1:9/elsewhere' })
      case 'is slow':
        await wait(dice.between(1_000, 14_000))
        return said(200)
      case 'hangs':
        await wait(16_000)
        // Too late: the gateway no longer listens.
        return said(500)
      case 'is gone':
        return { ok: false, reason: 'UNREACHABLE', detail: 'nothing listens on that port', durationMs: 0 }
      default:
        return said(200)
    }
  }
}

const ILLNESSES = [
  [6, 'fails'],
  [1, 'asks for time'],
  [1, 'redirects'],
  [2, 'is slow'],
  [2, 'hangs'],
  [2, 'is gone'],
  [2, 'is well'],
] as const

const said = (status: number, headers: Record<string, string> = {}): OutgoingAnswer => ({
  ok: true,
  status,
  headers,
  body: `status ${status}`,
  durationMs: 0,
})
