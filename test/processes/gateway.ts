/** A real gateway in a separate process, and the command `sluice`, for tests. Both end with the test. */
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
 * Flags for a gateway that lives only seconds: by default V8 compiles much of the database a second time to optimise it, which costs half a
 * second of processor time per start, and collects garbage while the heap grows to its normal size, with helper threads that wait for each
 * other. The code behaves the same.
 */
export const SHORT_LIVED = [
  '--liftoff-only',
  '--initial-old-space-size=256',
  '--min-semi-space-size=16',
  '--single-threaded-gc',
]
/** For tests that measure a start. */
export const AS_INSTALLED: readonly string[] = []

export type Environment = Readonly<Record<string, string>>

/** The folder of V8's compile cache, from `vitest.config.ts`. */
export const COMPILE_CACHE: Environment = process.env.NODE_COMPILE_CACHE
  ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
  : {}

/** Only the variables that a program needs to run, and those that `npm start` and `packages/cli/bin/sluice` set. */
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
   * The time of a start on an otherwise idle machine, as far as a busy one can measure it: the time until it was ready, or the processor
   * time of the program's own threads if that is less. (V8 compiles and collects garbage in parallel.)
   */
  readonly readyMs: number
  /** Sends the signal and waits for the end. */
  stop(signal: NodeJS.Signals): Promise<Ended>
}

/** A folder for one test, and a function that removes it. */
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
  // Kills it when the tests end for any reason; otherwise it would keep running.
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
 * @param flags for Node itself
 * @throws Error with its output if it does not start
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

/** The most starts to try if each is too slow: other load on the machine only adds to the time. */
const MOST_STARTS = 6

/**
 * A start after `kill -9`, as fast as possible. One that took longer than `withinMs` is killed and repeated, and `readyMs` is the smallest
 * time, corrected by how slow the processor was at that moment: on a busy machine one of several starts meets a quieter moment, on an idle
 * one all are slow only if the gateway is.
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

/** Runs `sluice` until `when`, which gets its output so far, returns true, and kills it at that moment. @throws Error if it ended before */
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
