/** For tests: a server whose clock, identifiers and log the test controls. */
import type { Instant, Log, Randomness } from '@sluice/core/foundation/deps.ts'
import { realTimers } from '@sluice/core/foundation/real-deps.ts'
import { buildServer, type Server, type ServerOptions } from './server.ts'
import { Shedding } from './shedding.ts'

export const START: Instant = Date.UTC(2026, 0, 15, 12, 0, 0)

export class TestClock {
  #now = START
  now(): Instant {
    return this.#now
  }
  advance(ms: number): void {
    this.#now += ms
  }
}

/** Counts up instead of being random. */
export class CountedRandomness implements Randomness {
  #count = 0
  bytes(count: number): Uint8Array {
    this.#count += 1
    return new Uint8Array(count).fill(this.#count)
  }
  uuidV7(): string {
    this.#count += 1
    return `00000000-0000-7000-8000-${String(this.#count).padStart(12, '0')}`
  }
  fraction(): number {
    return 0.5
  }
}

export interface LogLine {
  readonly level: string
  readonly fields: object
  readonly message: string
}

export class RecordedLog implements Log {
  readonly lines: LogLine[] = []
  debug = (fields: object, message: string) => this.#add('debug', fields, message)
  info = (fields: object, message: string) => this.#add('info', fields, message)
  warn = (fields: object, message: string) => this.#add('warn', fields, message)
  error = (fields: object, message: string) => this.#add('error', fields, message)
  child = (): Log => this
  #add(level: string, fields: object, message: string): void {
    this.lines.push({ level, fields, message })
  }
}

export interface TestServer {
  readonly app: Server
  readonly clock: TestClock
  readonly log: RecordedLog
  readonly shedding: Shedding
}

/** A server without routes. */
export function testServer(options: Partial<ServerOptions> = {}): TestServer {
  const clock = new TestClock()
  const log = new RecordedLog()
  const shedding = options.shedding ?? new Shedding()
  const deps = { clock, log, timers: realTimers, randomness: new CountedRandomness() }
  return { app: buildServer({ deps, ...options, shedding }), clock, log, shedding }
}

export const VERSION = { 'x-api-version': '2' } as const
export const JSON_BODY = { ...VERSION, 'content-type': 'application/json' } as const
