/**
 * The merchants' callback receivers: some work, some fail, and all of them verify what they get.
 *
 * Each call is verified as a merchant would (Standard Webhooks, both kinds of signature, by separate code and not by the gateway's), and
 * its place in the payment's sequence is checked: the first arrivals of 1, 2, 3, … come in this order and without gaps; repetitions are
 * allowed. After a 410 gaps are allowed, because the gateway then stops sending.
 */
import { createHmac, createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { Clock, OutgoingAnswer, OutgoingRequest } from '@sluice/core/foundation/deps.ts'
import type { NetworkScript } from '@sluice/core/foundation/simulated-deps.ts'
import type { Json } from '../harness.ts'
import type { Dice } from './dice.ts'
import { holds, type Violation } from './violation.ts'

/** The dead ones answer 500 for ever. */
export type Mood = 'well' | 'ill' | 'gone' | 'dead'

/** Everything that a receiver got about one payment. */
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
  /** Called with the kind of each response. */
  readonly count: (name: string) => void
  /** Called with violations, because a receiver has no caller to throw to. */
  readonly complain: (violation: Violation) => void
}

type Wait = Parameters<NetworkScript>[1]

const CLOCK_TOLERANCE_SECS = 1
/** The DER prefix of an Ed25519 public key, before its 32 bytes. */
const ED25519_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')
const HOST = 'http://127.0.0.1:9/callbacks/'

export class Receivers {
  readonly #options: ReceiverOptions
  readonly #secrets = new Map<string, string>()
  readonly #moods = new Map<string, Mood>()
  readonly #heard = new Map<string, Heard>()
  #publicKeys: readonly KeyObject[] = []
  /** Decides their responses: each step of the world has its own dice. */
  dice: Dice

  constructor(options: ReceiverOptions) {
    this.#options = options
    this.dice = options.dice
  }

  /** @param document from `/.well-known/webhook-keys.json` */
  trust(document: Json): void {
    const keys = document.keys as unknown as readonly { readonly publicKey: string }[]
    this.#publicKeys = keys.map(({ publicKey }) => {
      const key = Buffer.concat([ED25519_PREFIX, Buffer.from(publicKey.replace('whpk_', ''), 'base64')])
      return createPublicKey({ key, format: 'der', type: 'spki' })
    })
  }

  urlOf = (merchant: string): string => `${HOST}${merchant}`

  add(merchant: string, secret: string): void {
    this.#secrets.set(merchant, secret)
  }

  setMood(merchant: string, mood: Mood): void {
    this.#moods.set(merchant, mood)
  }

  /** @param dead the one that keeps failing */
  healAll(dead: string | undefined): void {
    this.#moods.clear()
    if (dead !== undefined) this.#moods.set(dead, 'dead')
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
    const [kind = ''] = String(body.type).split('.')
    const { idRefund, idSettlement, idPayin, idPayout } = body.data ?? {}
    const id = String(idRefund ?? idSettlement ?? idPayin ?? idPayout)
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
    const signed = Buffer.from(`${id}.${timestamp}.${body}`)
    const kinds = signatures.split(' ')
    const name = () => `${id} to ${merchant}`
    const v1 = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
    holds(kinds.includes(v1), 'callbacks are signed with v1', name)
    const isByTheGateway = kinds
      .filter((kind) => kind.startsWith('v1a,'))
      .map((kind) => Buffer.from(kind.slice(4), 'base64'))
      .some((signature) => this.#publicKeys.some((trusted) => verify(null, signed, trusted, signature)))
    holds(isByTheGateway, 'callbacks are signed with v1a', name)
    const ageSecs = Math.floor(this.#options.clock.now() / 1_000) - Number(timestamp)
    holds(Math.abs(ageSecs) <= CLOCK_TOLERANCE_SECS, 'callbacks are signed anew', () => `${ageSecs} s old`)
    holds(headers['x-api-version'] === '2', 'callbacks carry the version', () => String(id))
  }

  async #react(merchant: string, wait: Wait): Promise<OutgoingAnswer> {
    const { dice } = this
    const { count } = this.#options
    const mood = this.#moods.get(merchant) ?? 'well'
    if (mood === 'well') return said(dice.one([200, 201, 204]))
    if (mood === 'gone') {
      count('receiver is gone for good')
      return said(410)
    }
    if (mood === 'dead') {
      count('receiver is dead')
      return said(500)
    }
    const illness = dice.weighted(ILLNESSES)
    count(`receiver ${illness}`)
    switch (illness) {
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
        // Too late: the gateway no longer waits.
        return said(500)
      case 'is gone':
        return { ok: false, reason: 'UNREACHABLE', detail: 'nothing listens on that port', durationMs: 0 }
      default:
        return said(200)
    }
  }
}

export const ILLNESSES = [
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
