/**
 * What the fakes of all providers share: a server whose calls fail as a test wants, that counts requests and sends notifications. The
 * provider's own schema, signatures and books are in each fake's `answer`.
 *
 * `handle` works without a socket: `networkTo` puts it in the place of a gateway's network, which is faster and repeatable. `listen` uses
 * a socket of the loopback. A fake calls only the URLs for notifications that it was given.
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { text } from 'node:stream/consumers'
import type { OutgoingAnswer, OutgoingRequest } from '@sluice/core/foundation/deps.ts'
import type { NetworkScript } from '@sluice/core/foundation/simulated-deps.ts'
import { Ajv, type ValidateFunction } from 'ajv'

/** An error in the provider's form: its status and code. */
export interface ErrorAnswer {
  readonly status: number
  readonly error: string
}

/** How a call fails. `lose`: it is carried out, and its answer is lost. */
export type Mishap<Reported = ErrorAnswer> = 'lose' | 'hang' | 'garbage' | Reported

export interface FakeRequest {
  readonly method: string
  /** Without its query. */
  readonly path: string
  readonly query: URLSearchParams
  /** By name, in lower case. */
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface FakeAnswer {
  readonly status: number
  /** Default: JSON. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

/** `cut`: the connection ends without an answer. `silence`: there is never an answer. */
export type FakeOutcome = FakeAnswer | 'cut' | 'silence'

export interface FakeNotification {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

export interface FakeServerOptions<Reported = ErrorAnswer> {
  /** With client certificates: its own, its key, and the authority of its customers'. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly ca: string }
  /** Called for each counted call. */
  readonly mishap?: (call: FakeCall) => Mishap<Reported> | undefined
  readonly now?: () => number
  /** Called for each notification, instead of its URL. */
  readonly notify?: (url: string, body: string, headers: Readonly<Record<string, string>>) => Promise<void>
}

export interface FakeCall {
  readonly method: string
  readonly path: string
}

export abstract class FakeServer<Reported = ErrorAnswer> {
  /** Every call except those for tokens, in order. */
  readonly calls: FakeCall[] = []
  readonly #options: FakeServerOptions<Reported>
  readonly #hanging = new Set<ServerResponse>()
  #server: Server | undefined

  constructor(options: FakeServerOptions<Reported>) {
    this.#options = options
  }

  /** The provider's answer to a request. */
  protected abstract answer(request: FakeRequest): FakeAnswer | Promise<FakeAnswer>

  /** An error of the provider that a test wants. */
  protected abstract reported(error: Reported): FakeAnswer

  /** Token calls are not counted and do not fail, because accounts make them at any time. */
  protected isAside(_request: FakeRequest): boolean {
    return false
  }

  async handle(request: FakeRequest): Promise<FakeOutcome> {
    if (this.isAside(request)) return this.answer(request)
    const call = { method: request.method, path: request.path }
    this.calls.push(call)
    const mishap = this.#options.mishap?.(call)
    if (mishap === 'hang') return 'silence'
    if (mishap === 'garbage') return { status: 200, body: '<html>maintenance</html>' }
    if (mishap !== undefined && mishap !== 'lose') return this.reported(mishap)
    const answer = await this.answer(request)
    return mishap === 'lose' ? 'cut' : answer
  }

  /** @returns its URL */
  async listen(port = 0): Promise<string> {
    const { tls } = this.#options
    const serve = (request: IncomingMessage, response: ServerResponse): void =>
      void this.#serve(request, response)
    const server = tls
      ? createTlsServer({ ...tls, requestCert: true, rejectUnauthorized: true }, serve)
      : createServer(serve)
    this.#server = server
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    const address = server.address()
    if (typeof address !== 'object' || address === null) throw new Error('it listens')
    return `${tls ? 'https' : 'http'}://127.0.0.1:${address.port}`
  }

  async close(): Promise<void> {
    const server = this.#server
    if (!server) return
    for (const response of this.#hanging) response.destroy()
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }

  protected now(): number {
    return this.#options.now?.() ?? Date.now()
  }

  /** Notifies a URL about a payment, and ignores the answer. */
  protected async tell({ url, body, headers }: FakeNotification): Promise<void> {
    const { notify } = this.#options
    if (notify) return notify(url, body, headers)
    await fetch(url, { method: 'POST', headers: { ...headers }, body }).catch(() => undefined)
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake')
    const outcome = await this.handle({
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: await text(request),
    })
    if (outcome === 'silence') return void this.#hanging.add(response)
    if (outcome === 'cut') return void response.destroy()
    response.writeHead(outcome.status, headersOf(outcome)).end(outcome.body)
  }
}

export const json = (status: number, body: unknown): FakeAnswer => ({ status, body: JSON.stringify(body) })

const headersOf = ({ headers }: FakeAnswer): Readonly<Record<string, string>> =>
  headers ?? { 'content-type': 'application/json' }

const CUT: OutgoingAnswer = { ok: false, reason: 'UNREACHABLE', detail: 'cut off', durationMs: 1 }

/** A gateway's network with only this fake, below `baseUrl`. All other URLs (receivers of callbacks) answer 204. */
export function networkTo(fake: Pick<FakeServer, 'handle'>, baseUrl: string): NetworkScript {
  return async (request, wait) => {
    if (!request.url.startsWith(baseUrl))
      return { ok: true, status: 204, headers: {}, body: '', durationMs: 1 }
    const outcome = await fake.handle(requestTo(request))
    if (outcome === 'silence') await wait(request.timeoutMs + 1)
    if (typeof outcome === 'string') return CUT
    const { status, body } = outcome
    return { ok: true, status, headers: { ...headersOf(outcome) }, body, durationMs: 1 }
  }
}

function requestTo({ url: text, method, headers, body = '' }: OutgoingRequest): FakeRequest {
  const url = new URL(text)
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return {
    method,
    path: url.pathname,
    query: url.searchParams,
    headers: Object.fromEntries(named),
    body,
  }
}

/** What happens to payments in a long run. */
export interface Dice {
  weighted<Thing>(things: readonly (readonly [number, Thing])[]): Thing
}

/** Schemas of a sample, by name; they may refer to each other. */
export function schemasOf<Name extends string>(
  definitions: Readonly<Record<Name, object>>,
): (name: Name) => ValidateFunction {
  const ajv = new Ajv({ strict: false })
  ajv.addSchema({ $id: 'sample', definitions })
  return (name) => {
    const found = ajv.getSchema(`sample#/definitions/${name}`)
    if (!found) throw new Error(`the sample has no schema ${name}`)
    return found
  }
}

/** @returns the request's body, if it matches the schema */
export function parsed<Requested>(validate: ValidateFunction, body: string): Requested | undefined {
  const value: unknown = JSON.parse(body)
  return validate(value) ? (value as Requested) : undefined
}
