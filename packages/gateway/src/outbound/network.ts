/**
 * The real network: one HTTP request to another party's server, under an address policy.
 *
 * - The policy checks the addresses that are actually connected to. Names are resolved here, when connecting, and addresses that
 *   the policy refuses are removed before a socket is opened. So a name that changes its address (DNS rebinding) is checked
 *   again. Addresses in the URL are checked too, and the remote address of the open socket once more.
 * - Connections are kept alive, and reused only for requests with the same policy object and the same client certificate.
 * - `timeoutMs` covers everything: waiting for a socket, DNS, connecting, TLS, headers, body.
 * - At most `maxAnswerBytes` of the answer are read; then the connection is closed.
 * - Never throws. An error is a value whose `detail` names only host and port. Does not follow redirects, use a proxy from the
 *   environment, or decompress.
 */
import { isIP, type LookupFunction } from 'node:net'
import { rootCertificates } from 'node:tls'
import { atFirstUse } from '@sluice/core/foundation/at-first-use.ts'
import type {
  AddressPolicy,
  ClientIdentity,
  Clock,
  Instant,
  OutboundNetwork,
  OutgoingAnswer,
  OutgoingRequest,
  Timers,
} from '@sluice/core/foundation/deps.ts'
import type { Agent, Dispatcher } from 'undici'
import { refusesHost } from './guard.ts'
import { type Resolve, systemResolve } from './resolve.ts'
import { RefusedAddress, type Trouble, troubleOf } from './trouble.ts'

/** Call it ahead of the first payment, which would otherwise wait for it. */
export const undici = atFirstUse((require): typeof import('undici') => require('undici'))

export interface RealNetworkOptions {
  clock: Clock
  timers: Timers
  /** Resolves a name to all its addresses. Default: `systemResolve`. */
  resolve?: Resolve
  /** Open sockets to one origin (scheme, host, port) under one policy. Further requests wait, within their own timeout. */
  socketsPerOrigin?: number
}

export interface RealNetwork extends OutboundNetwork {
  /** Ends every connection; open requests fail. */
  close(): Promise<void>
}

const SOCKETS_PER_ORIGIN = 16
/** Closes a socket that is still connecting after its request has given up. */
const CONNECT_TIMEOUT_MS = 15_000
/** Less than common servers (5 s), so that a reused connection is rarely one that is being closed. */
const KEEP_ALIVE_MS = 4_000
const MAX_HEADER_BYTES = 16 * 1024

export function realNetwork(options: RealNetworkOptions): RealNetwork {
  const { clock, timers } = options
  const resolve = options.resolve ?? systemResolve()
  const agents = new Agents(clock, (policy, identity) =>
    guardedAgent(policy, identity, resolve, options.socketsPerOrigin ?? SOCKETS_PER_ORIGIN),
  )

  return {
    async request(request) {
      const startedAt = clock.now()
      const kept = agents.of(request)
      kept.inProgress += 1
      // The wall clock may have been set back in the meantime.
      const sinceMs = (): number => Math.max(0, clock.now() - startedAt)
      const exchange = begin(request, kept.agent)
      const stop = timers.after(request.timeoutMs, exchange.cut)
      try {
        return { ...(await exchange.answered), durationMs: sinceMs() }
      } catch (error) {
        const trouble =
          error instanceof TimeIsOver ? tooLate(request) : troubleOf(error, whereTo(request.url))
        return { ok: false, ...trouble, durationMs: sinceMs() }
      } finally {
        stop()
        kept.inProgress -= 1
        kept.usedAt = clock.now()
      }
    },
    async close() {
      await agents.destroy()
    },
  }
}

/** A policy or certificate unused for this long was probably replaced. */
const FORGOTTEN_AFTER_MS = 60_000

interface KeptAgent<Made> {
  readonly agent: Made
  /** Requests that have not ended. */
  inProgress: number
  usedAt: Instant
}

/**
 * One agent for each policy and client certificate: a connection opened with one certificate is never used with another. Unused
 * agents are closed when the next one is created.
 */
export class Agents<Made extends Pick<Agent, 'close' | 'destroy'>> {
  readonly #clock: Clock
  readonly #make: (policy: AddressPolicy, identity: ClientIdentity | undefined) => Made
  readonly #made = new Map<AddressPolicy, Map<ClientIdentity | undefined, KeptAgent<Made>>>()

  constructor(clock: Clock, make: (policy: AddressPolicy, identity: ClientIdentity | undefined) => Made) {
    this.#clock = clock
    this.#make = make
  }

  /** Users of the agent count themselves in and out. */
  of({ guard, identity }: Pick<OutgoingRequest, 'guard' | 'identity'>): KeptAgent<Made> {
    const known = this.#made.get(guard)?.get(identity)
    if (known) return known
    this.#forget()
    const made = { agent: this.#make(guard, identity), inProgress: 0, usedAt: this.#clock.now() }
    this.#made.set(guard, (this.#made.get(guard) ?? new Map()).set(identity, made))
    return made
  }

  #forget(): void {
    const before = this.#clock.now() - FORGOTTEN_AFTER_MS
    for (const [policy, made] of this.#made) {
      for (const [identity, { agent, inProgress, usedAt }] of made) {
        if (inProgress > 0 || usedAt > before) continue
        made.delete(identity)
        void agent.close().catch(() => undefined)
      }
      if (made.size === 0) this.#made.delete(policy)
    }
  }

  async destroy(): Promise<void> {
    const all = [...this.#made.values()].flatMap((made) => [...made.values()])
    this.#made.clear()
    await Promise.all(all.map(({ agent }) => agent.destroy()))
  }
}

type Answered = Omit<Extract<OutgoingAnswer, { ok: true }>, 'durationMs'>

interface Exchange {
  readonly answered: Promise<Answered>
  /** The timeout has passed: the exchange ends wherever it is, and is never sent if it still waits for a socket. */
  cut(): void
}

class TimeIsOver extends Error {}
/** Closes a connection of whose answer we have read enough. */
class EnoughRead extends Error {}

/**
 * Uses undici's dispatch events. As a request with an answer stream and an abort signal, each call took twice as long (48 instead
 * of 25 µs of CPU), for an answer of which we keep a few bytes.
 */
function begin(request: OutgoingRequest, dispatcher: Agent): Exchange {
  let isOver = false
  let controller: Dispatcher.DispatchController | undefined
  let giveUp: (error: Error) => void = () => undefined
  const answered = new Promise<Answered>((resolve, reject) => {
    giveUp = reject
    const url = new URL(request.url)
    const reason = refusesHost(url.hostname, request.guard)
    if (reason !== undefined) throw new RefusedAddress(reason)
    const body = new FirstBytes(request.maxAnswerBytes)
    let status = 0
    let headers: Record<string, string> = {}
    dispatcher.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method,
        headers: request.headers,
        body: request.body ?? null,
        // Our own timeout covers both; these would only add another limit.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      {
        // Only called once there is a connection, which a hanging DNS lookup may never produce; so `cut` does not wait for it.
        onRequestStart(started) {
          controller = started
          if (isOver) started.abort(new TimeIsOver())
        },
        onResponseStart(_controller, code, received) {
          // Informational answers, such as 103 Early Hints.
          if (code < 200) return
          status = code
          headers = flatten(received)
        },
        onResponseData(reading, chunk) {
          if (!body.take(chunk)) return
          resolve({ ok: true, status, headers, body: body.text() })
          reading.abort(new EnoughRead())
        },
        onResponseEnd: () => resolve({ ok: true, status, headers, body: body.text() }),
        onResponseError: (_controller, error) => reject(error),
      },
    )
  })
  const cut = () => {
    isOver = true
    giveUp(new TimeIsOver())
    controller?.abort(new TimeIsOver())
  }
  return { answered, cut }
}

class FirstBytes {
  readonly #max: number
  readonly #chunks: Buffer[] = []
  #length = 0

  constructor(max: number) {
    this.#max = max
  }

  /** @returns whether enough was read */
  take(chunk: Buffer): boolean {
    this.#chunks.push(Buffer.from(chunk.subarray(0, this.#max - this.#length)))
    this.#length += chunk.length
    return this.#length >= this.#max
  }

  /** A database text cannot contain NUL, and a stranger's answer must not make storing it fail. */
  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8').replaceAll('\0', '\uFFFD')
  }
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return flat
}

function guardedAgent(
  policy: AddressPolicy,
  identity: ClientIdentity | undefined,
  resolve: Resolve,
  sockets: number,
): Agent {
  const { Agent, buildConnector } = undici()
  const connect = buildConnector({
    ...(identity && {
      cert: identity.certificate,
      key: identity.privateKey,
      // Naming an authority excludes all others, so the public ones are named too.
      ...(identity.authorities !== undefined && { ca: [...rootCertificates, identity.authorities] }),
    }),
    lookup: guardedLookup(policy, resolve),
    timeout: CONNECT_TIMEOUT_MS,
    allowH2: false,
  })
  return new Agent({
    connections: sockets,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    connect(target, callback) {
      // For an address in the URL there is no DNS lookup to check it in.
      const reason = refusesHost(target.hostname, policy)
      if (reason !== undefined) return callback(new RefusedAddress(reason), null)
      connect(target, (error, socket) => {
        if (error) return callback(error, null)
        if (!socket) return callback(new Error('no socket'), null)
        const reached = socket.remoteAddress
        const refused = reached === undefined ? 'the remote address is unknown' : policy.refuses(reached)
        if (refused === undefined) return callback(null, socket)
        socket.destroy()
        callback(new RefusedAddress(refused), null)
      })
    },
  })
}

function guardedLookup(policy: AddressPolicy, resolve: Resolve): LookupFunction {
  return (hostname, lookupOptions, callback) => {
    const judged = resolve(hostname).then((found) => {
      const allowed = found.filter(
        (one) => isIP(one.address) !== 0 && policy.refuses(one.address) === undefined,
      )
      const refused = found.map((one) => policy.refuses(one.address)).find((reason) => reason !== undefined)
      if (allowed.length === 0) throw new RefusedAddress(refused ?? 'the name has no address')
      return allowed
    })
    judged.then(
      (allowed) => {
        const [first] = allowed
        if (lookupOptions.all || !first) return callback(null, allowed)
        callback(null, first.address, first.family)
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error('lookup failed'), []),
    )
  }
}

/** Host and port: the only parts of a URL that may be shown, as path and query can hold the receiver's secrets. */
function whereTo(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'the URL'
}

const tooLate = (request: OutgoingRequest): Trouble => ({
  reason: 'TIMEOUT',
  detail: `${whereTo(request.url)} did not answer completely within ${request.timeoutMs} ms: answer first, then process`,
})
