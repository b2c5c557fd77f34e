/**
 * Programs of Debian packages for the drills in this folder, unpacked into a temporary folder: nothing is installed, and no
 * service is started. Needs apt-get and dpkg.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export interface Unpacked {
  /** The path of a program such as `usr/sbin/haproxy`. */
  program(path: string): string
  /** For the libraries and Python modules that came with them. */
  readonly env: NodeJS.ProcessEnv
}

export function unpackDebian(folder: string, packages: readonly string[]): Unpacked {
  const archives = join(folder, 'archives')
  const root = join(folder, 'debian')
  for (const made of [archives, root]) mkdirSync(made, { recursive: true })
  chmodSync(folder, 0o755)
  execFileSync('apt-get', ['download', ...packages], { cwd: archives, stdio: ['ignore', 'ignore', 'ignore'] })
  for (const archive of readdirSync(archives)) execFileSync('dpkg', ['-x', join(archives, archive), root])
  const triplet = execFileSync('dpkg-architecture', ['-qDEB_HOST_MULTIARCH'], { encoding: 'utf8' }).trim()
  const env = {
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    LD_LIBRARY_PATH: join(root, 'usr/lib', triplet),
    PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
  }
  return { program: (path) => join(root, path), env }
}

export interface Started {
  readonly pid: number
  /** Ends it and waits until it has. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

export interface StartOptions {
  readonly env: NodeJS.ProcessEnv
  /** Its output goes to this file. */
  readonly log: string
  /** Servers of PostgreSQL refuse to run as root. */
  readonly uid?: number | undefined
}

export function start(program: string, args: readonly string[], { env, log, uid }: StartOptions): Started {
  const output = openSync(log, 'a')
  const asUser = uid === undefined ? {} : { uid, gid: uid }
  const child = spawn(program, [...args], { env, stdio: ['ignore', output, output], ...asUser })
  const { pid } = child
  if (pid === undefined) throw new Error(`${program} does not start`)
  return {
    pid,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}

/** @throws Error with `what` if it does not happen in time; an exception counts as false */
export async function until(what: string, holds: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await holds().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`waited ${withinMs / 1_000} s in vain until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
