/**
 * For tests of the embedded database on disk: a folder for each test, and a writer process that can be killed. A cluster is
 * created once per test file and copied, because creating one costs three times as much.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { embeddedImage, embeddedImageFile } from '../../../test/setup/shared.ts'
import { type EmbeddedDatabase, openEmbedded } from './embedded.ts'
import { realTimers, silentLog } from './testing.ts'

const WRITER = fileURLToPath(new URL('../../../test/setup/embedded-writer.ts', import.meta.url))

export const COUNT = { name: 'count', text: 'select count(*)::int as rows from written' }

export interface Writer {
  readonly child: ChildProcess
  readonly exited: Promise<unknown>
  readonly lines: AsyncIterator<string>
}

export interface Disk {
  /** With an empty database in it that was closed properly. For a `describe`: empty until it is opened. */
  folder(): string
  open(): Promise<EmbeddedDatabase>
  /** A writer in its own process, and its output. */
  startWriter(rowsPerBatch: number): Promise<Writer>
}

export const next = async (lines: AsyncIterator<string>): Promise<string> => (await lines.next()).value ?? ''

/** Kills the writer when it has printed at least `until`, and returns the last number that it printed. */
export async function killAfter(until: number, writer: Writer): Promise<number> {
  let acknowledged = 0
  for (let line = await next(writer.lines); line !== ''; line = await next(writer.lines)) {
    if (line !== 'open') acknowledged = Number(line)
    if (acknowledged >= until) writer.child.kill('SIGKILL')
  }
  await writer.exited
  return acknowledged
}

/**
 * A new one for each test, or one for the `describe` that calls it, if its tests leave nothing behind for each other. Everything
 * opened and started in it ends with it.
 */
export function useDisk(anewFor: 'test' | 'describe' = 'test'): Disk {
  const [begin, end] = anewFor === 'test' ? [beforeEach, afterEach] : [beforeAll, afterAll]
  let made: string | undefined
  let folder = ''
  const databases: EmbeddedDatabase[] = []
  const writers: Pick<Writer, 'child' | 'exited'>[] = []
  const openIn = async (path: string) =>
    openEmbedded({ folder: path, image: await embeddedImage(), log: silentLog, timers: realTimers })
  beforeAll(async () => {
    // A folder used once need not be copied: the first to open it creates the cluster.
    if (anewFor === 'describe') return
    made = await mkdtemp(join(tmpdir(), 'sluice-durability-'))
    await (await openIn(made)).close()
  })
  afterAll(async () => {
    if (made !== undefined) await rm(made, { recursive: true, force: true })
  })
  begin(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-durability-'))
    // Synchronously: copying file by file with promises takes twice the CPU.
    if (made !== undefined) cpSync(made, folder, { recursive: true })
  })
  end(async () => {
    for (const { child, exited } of writers.splice(0)) {
      child.kill('SIGKILL')
      await exited
    }
    for (const database of databases.splice(0)) await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    folder: () => folder,
    async open() {
      const database = await openIn(folder)
      databases.push(database)
      return database
    },
    async startWriter(rowsPerBatch) {
      const args = [WRITER, folder, String(rowsPerBatch), await embeddedImageFile()]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
      const exited = new Promise((resolve) => child.once('exit', resolve))
      writers.push({ child, exited })
      return { child, exited, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
    },
  }
}
