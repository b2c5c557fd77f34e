/**
 * One generation of a gateway in the simulation: the whole app, until it is stopped or crashes.
 *
 * A crash abandons it between two awaits: from that moment nothing of it reaches the database, the network or the timers, and its clients
 * get no answer. Its pending database calls may still be carried out.
 */
import type { Deps, OutboundNetwork, Timers } from '@sluice/core/foundation/deps.ts'
import type { Database } from '@sluice/database/port.ts'
import { masterKeyFrom } from '@sluice/gateway/identity/access/secrets.ts'
import { type App, buildApp } from '@sluice/gateway/server/app.ts'
import type { AppSettings } from '@sluice/gateway/server/app-settings.ts'
import type { Answer, RequestOptions } from '../harness.ts'
import type { DatabaseGate, Life } from './gate.ts'

export const MASTER_KEY = masterKeyFrom(new Uint8Array(32).fill(7))
export const SANDBOX_DELAY_MS = 3_000

/** A new promise each time: a shared one that never settles would keep everything alive that ever waited for it, with the whole gateway. */
const never = (): Promise<never> => new Promise(() => undefined)

export interface NodeContext {
  readonly deps: Deps
  readonly gate: DatabaseGate
  /** Wraps the database once more: planted bugs. */
  readonly tamper: (database: Database) => Database
  /** Gets the app that was built: planted bugs. */
  readonly tamperApp?: ((app: App) => void) | undefined
  readonly writeSlots: number
  /** In addition to the sandbox. */
  readonly processors: NonNullable<AppSettings['processors']>
}

export class Node implements Life {
  readonly name: string
  readonly database: Database
  readonly #context: NodeContext
  #app: App | undefined
  #alive = true
  readonly #waiting = new Set<() => void>()

  constructor(name: string, context: NodeContext) {
    this.name = name
    this.#context = context
    this.database = context.tamper(context.gate.databaseOf(this, context.writeSlots))
  }

  get alive(): boolean {
    return this.#alive
  }

  /** A client waits for its answer. */
  get isRequested(): boolean {
    return this.#waiting.size > 0
  }

  get app(): App {
    if (!this.#app) throw new Error('this node has not started')
    return this.#app
  }

  /** Builds the app and starts its work. */
  async start(): Promise<void> {
    this.#app = await buildApp(this.database, this.#deps(), {
      baseUrl: () => 'http://127.0.0.1:8080',
      masterKey: MASTER_KEY,
      sandboxDelayMs: SANDBOX_DELAY_MS,
      queueLimit: 5_000,
      callbackAllow: [],
      loopbackOnly: true,
      noTrialFor: [],
      trustProxy: false,
      roles: ['api', 'worker'],
      processors: this.#context.processors,
    })
    this.#context.tamperApp?.(this.#app)
    await this.#app.server.ready()
    this.#app.start()
  }

  /** The answer, or undefined if it crashed before it answered. */
  async request(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    { token, body, raw, headers, remoteAddress }: RequestOptions = {},
  ): Promise<Answer | undefined> {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const answering = this.app.server.inject({
      method,
      url: path,
      ...(remoteAddress !== undefined && { remoteAddress }),
      headers: {
        accept: 'application/json',
        'x-api-version': '2',
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(payload !== undefined && { payload }),
    })
    const answer = await this.unlessCrashed(answering)
    if (!answer) return undefined
    const text = answer.body
    const isJson = String(answer.headers['content-type']).includes('json')
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    }
  }

  /** The result of `work`, or undefined if this node crashes first. */
  unlessCrashed<SeedResult>(work: PromiseLike<SeedResult>): Promise<SeedResult | undefined> {
    // A client of a dead node waits no longer than one whose node dies meanwhile.
    if (!this.#alive) return Promise.resolve(undefined)
    return new Promise((resolve, reject) => {
      const abandon = () => resolve(undefined)
      this.#waiting.add(abandon)
      work.then(
        (outcome) => {
          this.#waiting.delete(abandon)
          resolve(outcome)
        },
        (error: unknown) => {
          this.#waiting.delete(abandon)
          reject(error)
        },
      )
    })
  }

  crash(): void {
    this.#alive = false
    this.#context.gate.abandon(this)
    for (const abandon of this.#waiting) abandon()
    this.#waiting.clear()
  }

  /** A planned stop: it finishes what was accepted first. */
  async stop(): Promise<void> {
    await this.unlessCrashed(this.app.stop())
    this.#alive = false
  }

  #deps(): Deps {
    const { deps, gate } = this.#context
    const guarded = (action: () => void) => () => {
      if (this.#alive) action()
    }
    const watched = gate.watched(deps.timers)
    const timers: Timers = {
      after: (delayMs, action) => (this.#alive ? watched.after(delayMs, guarded(action)) : () => undefined),
      soon: (action) => {
        if (this.#alive) watched.soon(guarded(action))
      },
    }
    const network: OutboundNetwork = {
      request: async (request) => {
        if (!this.#alive) return never()
        const answer = await deps.network.request(request)
        return this.#alive ? answer : never()
      },
    }
    return { ...deps, timers, network }
  }
}
