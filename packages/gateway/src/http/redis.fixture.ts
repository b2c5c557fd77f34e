/**
 * A Redis for tests: the real server if the machine has one, otherwise ioredis-mock, which runs the same Lua script in a Lua
 * written in JavaScript. The tests' names say which one is used.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { freePort } from '@sluice/core/foundation/free-port.fixture.ts'
import { Redis } from 'ioredis'
import MockRedis from 'ioredis-mock'
import type { ScriptRunner } from './rate-limit-redis.ts'

export interface TestClient extends ScriptRunner {
  pttl(key: string): Promise<number>
  flushall(): Promise<unknown>
  disconnect(): void
}

export interface TestRedis {
  client(): TestClient
  stop(): void
}

function realVersion(): string | undefined {
  try {
    return /v=([\d.]+)/.exec(execFileSync('redis-server', ['--version'], { encoding: 'utf8' }))?.[1]
  } catch {
    return undefined
  }
}

const VERSION = realVersion()

/** Only reached if it hangs. */
const START_WITHIN_MS = 90_000

export const REDIS_NAME = VERSION === undefined ? 'ioredis-mock' : `redis-server ${VERSION}`

export const startRedis = async (): Promise<TestRedis> => (VERSION === undefined ? mockRedis() : realRedis())

/** Resolves once something listens on `port`. */
export async function accepts(port: number): Promise<void> {
  const deadline = Date.now() + START_WITHIN_MS
  while (Date.now() < deadline) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true))
      socket.once('error', () => resolve(false)).once('close', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (open) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`nothing listens on ${port}`)
}

/** A real server on `port` that stores nothing, or undefined if the machine has none. */
export function spawnRedis(port: number): ChildProcess | undefined {
  if (VERSION === undefined) return undefined
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  return spawn('redis-server', settings, { stdio: 'ignore', cwd: '/tmp' })
}

async function realRedis(): Promise<TestRedis> {
  const port = await freePort()
  const server = spawnRedis(port)
  await accepts(port)
  return {
    client: () => new Redis({ port, host: '127.0.0.1' }),
    stop: () => void server?.kill('SIGKILL'),
  }
}

/**
 * The mock's TIME takes seconds and microseconds from two clocks, and can be off by a second. So if a script uses the server's
 * own time, it gets the time of one clock.
 */
function soundMock(): TestClient {
  const mock = new MockRedis() as unknown as TestClient
  const timed = (value: string) => (value === '' ? String(Date.now()) : value)
  return {
    evalsha: (sha, keys, key, ...values) => mock.evalsha(sha, keys, key, ...values.map(timed)),
    eval: (script, keys, key, ...values) => mock.eval(script, keys, key, ...values.map(timed)),
    pttl: (key) => mock.pttl(key),
    flushall: () => mock.flushall(),
    disconnect: () => mock.disconnect(),
  }
}

function mockRedis(): TestRedis {
  return { client: soundMock, stop: () => undefined }
}
