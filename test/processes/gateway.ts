/** A real gateway in a process of its own, and the command `sluice` beside it, for tests. Everything ends with the test. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownThreadsMsOf, slowness } from '../setup/processor-time.ts'

export const MAIN = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))
const READY_WITHIN_MS = 90_000

/**
 * What a gateway that ends after some seconds never earns back: V8 compiles much of the database a second time, to make it faster, half
 * a second of the processor beside each start; and collects garbage while the heap grows to what the program itself takes, with helpers
 * that wait for each other. What its code does is the same.
 */
export const SHORT_LIVED = [
  '--liftoff-only',
  '--initial-old-space-size=256',
  '--min-semi-space-size=16',
  '--single-threaded-gc',
]
/** For what measures a start. */
export const AS_INSTALLED: readonly string[] = []

export type Environment = Readonly<Record<string, string>>

/** Where what V8 made of the sources is kept: from `vitest.config.ts`. */
export const COMPILE_CACHE: Environment = process.env.NODE_COMPILE_CACHE
  ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
  : {}

/** Nothing of the surroundings but what a program needs to run, and what `npm start` and `packages/cli/bin/sluice` set. */
const environment = (own: Environment): Environment => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? tmpdir(),
  TMPDIR: tmpdir(),
  ...COMPILE_CACHE,
  ...own,
})

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly tookMs: number
}

export interface GatewayProcess {
  readonly url: string
  readonly pid: number
  readonly dataDir: string
  /**
   * What a start takes on a machine with nothing else to do, as far as a busy one can tell: the time until it was ready, or what
   * the program's own threads took of the processor where that is less. (V8 compiles and collects beside them.)
   */
  readonly readyMs: number
  /** Sends the signal and waits for the end. */
  stop(signal: NodeJS.Signals): Promise<Ended>
}

/** A folder of the test's own, and how to be rid of it. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'sluice-process-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

function start(
  args: readonly string[],
  cwd: string,
  env: Environment,
  flags: readonly string[] = SHORT_LIVED,
) {
  const startedAt = performance.now()
  const child: ChildProcess = spawn(
    process.execPath,
    // As `npm start` does.
    [...flags, MAIN, ...args],
    {
      cwd,
      env: environment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  // Whatever ends the tests ends it: nobody else knows of it.
  const killed = () => void child.kill('SIGKILL')
  process.once('exit', killed)
  child.once('exit', () => process.off('exit', killed))
  const written = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    written.stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    written.stderr += text
  })
  const ended = once(child, 'close').then(
    ([code]): Ended => ({ code, ...written, tookMs: performance.now() - startedAt }),
  )
  return { child, written, ended, startedAt }
}

/**
 * Starts a gateway on a free port and waits until it is ready.
 * @param flags Node's own
 * @throws Error with what it said where it is not
 */
export async function startGateway(
  folder: string,
  env: Environment = {},
  flags: readonly string[] = SHORT_LIVED,
): Promise<GatewayProcess> {
  const { child, written, ended, startedAt } = start(['serve'], folder, { PORT: '0', ...env }, flags)
  const ready = new Promise<string>((resolve) => {
    child.stderr?.on('data', () => {
      const url = /serves on (http:\S+)/.exec(written.stderr)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
  const timeout = new AbortController()
  const tooLate = new Promise<undefined>((resolve) => {
    const timer = setTimeout(resolve, READY_WITHIN_MS, undefined)
    timeout.signal.addEventListener('abort', () => clearTimeout(timer))
  })
  const url = await Promise.race([ready, ended.then(() => undefined), tooLate])
  const readyAt = performance.now()
  timeout.abort()
  if (url === undefined) {
    child.kill('SIGKILL')
    throw new Error(`the gateway did not start:\n${written.stderr}\n${written.stdout}`)
  }
  const cpuMs = ownThreadsMsOf(child.pid ?? 0) ?? Number.POSITIVE_INFINITY
  const readyMs = Math.min(cpuMs, readyAt - startedAt)
  return {
    url,
    pid: child.pid ?? 0,
    dataDir: join(folder, env.DATA_DIR ?? 'data'),
    readyMs,
    async stop(signal) {
      const requestedAt = performance.now()
      child.kill(signal)
      return { ...(await ended), tookMs: performance.now() - requestedAt }
    },
  }
}

/** Starts that are made at most, where each took too long: what else the machine does only adds to the time of each. */
const MOST_STARTS = 6

/**
 * A start after `kill -9`, as soon as it can be. One that took longer than `withinMs` is killed and made again, and `readyMs` is
 * the least of them by how slow the processor was right then: on a busy machine one of several meets a quieter moment, on a quiet
 * one all of them are slow where the gateway is.
 */
export async function startAfterKill(
  folder: string,
  withinMs: number,
  env: Environment = {},
): Promise<GatewayProcess> {
  let gateway = await startGateway(folder, env, AS_INSTALLED)
  let readyMs = gateway.readyMs / (await slowness())
  for (let starts = 1; readyMs >= withinMs && starts < MOST_STARTS; starts++) {
    await gateway.stop('SIGKILL')
    gateway = await startGateway(folder, env, AS_INSTALLED)
    readyMs = Math.min(readyMs, gateway.readyMs / (await slowness()))
  }
  return { ...gateway, readyMs }
}

/** Runs `sluice` until `when` holds (it is shown what was said so far), and kills it at that moment. @throws Error where it ended before */
export async function killSluiceOnce(
  folder: string,
  args: readonly string[],
  when: (stderr: string) => boolean,
  env: Environment = {},
): Promise<Ended> {
  const { child, written, ended } = start(args, folder, env)
  while (!when(written.stderr)) {
    if (child.exitCode !== null) throw new Error(`it ended too early:\n${(await ended).stderr}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
  child.kill('SIGKILL')
  return ended
}

/** Runs `sluice` to its end. */
export function runSluice(folder: string, args: readonly string[], env: Environment = {}): Promise<Ended> {
  return start(args, folder, env).ended
}
