/** A real `sluice serve`: in a separate process, on a free or given port, or in the test's process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@sluice/core/foundation/free-port.fixture.ts'
import { COMPILE_CACHE, type Environment, SHORT_LIVED } from '../processes/gateway.ts'
import { type GatewayHere, serveHere } from '../processes/served-here.ts'

const MAIN = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))
const START_WITHIN_MS = 90_000

/** The same on every node, as the operators' documentation requires. */
export const ADMIN_TOKEN = 'op_of-the-cluster-tests-0123456789abcdef'
export const MASTER_KEY = new Uint8Array(32).fill(9)

export interface NodeOptions {
  readonly databaseUrl: string
  /** Left out: a free one. */
  readonly port?: number
  readonly env?: Readonly<Record<string, string>>
  /** Further arguments of `serve`. */
  readonly args?: readonly string[]
}

export interface Node {
  readonly pid: number
  readonly baseUrl: string
  /** The operators' address: the same, unless `SLUICE_ADMIN_LISTEN` is set. */
  readonly officeUrl: string
  readonly port: number
  readonly ended: Promise<unknown>
  /** Its log and output so far. */
  output(): string
  /** Stops it gracefully. @returns its exit code */
  stop(): Promise<number | null>
  /** Kills it, as a power cut does. */
  kill(): Promise<void>
}

const settingsOf = ({ databaseUrl, env }: Pick<NodeOptions, 'databaseUrl' | 'env'>): Environment => ({
  DATABASE_URL: databaseUrl,
  SLUICE_MASTER_KEY: Buffer.from(MASTER_KEY).toString('base64'),
  SLUICE_SANDBOX_DELAY_MS: '100',
  SLUICE_ADMIN_TOKEN: ADMIN_TOKEN,
  SLUICE_PROCESSES: '1',
  // On PostgreSQL it does not run as a trial.
  SLUICE_CALLBACK_ALLOW: '127.0.0.0/8',
  ...env,
})

/**
 * A node in the test's process that shares nothing else with the other nodes: for tests of the database or of limits, not of how a process
 * ends. It has no data folder. @throws Error with the reason if it does not start
 */
export const startNodeHere = (options: Pick<NodeOptions, 'databaseUrl' | 'env'>): Promise<GatewayHere> =>
  serveHere(join(tmpdir(), 'sluice-none'), settingsOf(options))

/** Resolves once it serves. @throws Error with its output if it does not start */
export async function startNode(options: NodeOptions): Promise<Node> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-node-'))
  const port = options.port ?? (await freePort())
  const child = spawn(process.execPath, [...SHORT_LIVED, MAIN, 'serve', ...(options.args ?? [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      ...COMPILE_CACHE,
      // Not 0, so that a node can be restarted on the same port.
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      ...settingsOf(options),
    },
  })
  // Kills it when the tests end for any reason; otherwise it would keep running.
  const killed = () => void child.kill('SIGKILL')
  process.once('exit', killed)
  child.once('exit', () => process.off('exit', killed))
  const said = collect(child)
  const exited = once(child, 'exit').finally(() => rm(folder, { recursive: true, force: true }))
  const baseUrl = await serving(child, said)
  const { SLUICE_ADMIN_LISTEN: apart } = options.env ?? {}
  return {
    pid: child.pid ?? 0,
    baseUrl,
    officeUrl: apart === undefined ? baseUrl : `http://${apart}`,
    port,
    ended: exited,
    output: said.text,
    async stop() {
      child.kill('SIGTERM')
      const [code] = await exited
      return typeof code === 'number' ? code : null
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

interface Said {
  text(): string
  onMore(listener: () => void): void
}

function collect(child: ChildProcess): Said {
  let text = ''
  const listeners: (() => void)[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (more: string) => {
      text += more
      for (const listener of listeners) listener()
    })
  }
  return { text: () => text, onMore: (listener) => void listeners.push(listener) }
}

function serving(child: ChildProcess, said: Said): Promise<string> {
  return new Promise((resolve, reject) => {
    const giveUp = (why: string) => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      reject(new Error(`the node ${why}:\n${said.text()}`))
    }
    const timer = setTimeout(() => giveUp('does not start in time'), START_WITHIN_MS)
    const ended = (code: number | null) => giveUp(`ended with ${code}`)
    child.once('exit', ended)
    said.onMore(() => {
      const url = /Sluice serves on (http:\S+)/.exec(said.text())?.[1]
      if (url === undefined) return
      clearTimeout(timer)
      child.off('exit', ended)
      resolve(url)
    })
  })
}
