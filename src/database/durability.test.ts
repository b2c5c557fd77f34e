import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { embeddedImage, embeddedImageFile } from '../../test/setup/shared.ts'
import { type EmbeddedDatabase, openEmbedded } from './embedded.ts'
import { DataDirectoryInUse } from './folder-lock.ts'
import type { Call } from './port.ts'
import { realTimers, silentLog } from './testing.ts'

const WRITER = fileURLToPath(new URL('../../test/setup/embedded-writer.ts', import.meta.url))
const insert = (id: number): Call => ({
  statement: { name: 'insert', text: 'insert into written (id) values ($1)' },
  values: [id],
})
const count = { name: 'count', text: 'select count(*)::int as rows from written' }

let folder: string
const databases: EmbeddedDatabase[] = []
const children: ChildProcess[] = []

const open = async (): Promise<EmbeddedDatabase> => {
  const database = await openEmbedded({
    folder,
    image: await embeddedImage(),
    log: silentLog,
    timers: realTimers,
  })
  databases.push(database)
  return database
}

const openWithTable = async (): Promise<EmbeddedDatabase> => {
  const database = await open()
  await database.script('create table written (id int primary key, filler text)')
  return database
}

/** A writer in a process of its own, and what it prints. */
const startWriter = async (rowsPerBatch: number) => {
  const args = [WRITER, folder, String(rowsPerBatch), await embeddedImageFile()]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  children.push(child)
  const exited = new Promise((resolve) => child.once('exit', resolve))
  return { child, exited, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
}

const next = async (lines: AsyncIterator<string>): Promise<string> => (await lines.next()).value ?? ''

/** Kills the writer when it has printed at least `until`, and returns the last number that it had printed. */
const killAfter = async (until: number, writer: Awaited<ReturnType<typeof startWriter>>): Promise<number> => {
  let acknowledged = 0
  for (let line = await next(writer.lines); line !== ''; line = await next(writer.lines)) {
    if (line !== 'open') acknowledged = Number(line)
    if (acknowledged >= until) writer.child.kill('SIGKILL')
  }
  await writer.exited
  return acknowledged
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-durability-'))
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const database of databases.splice(0)) await database.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the embedded database on disk', () => {
  it('asks the disk to keep every commit: N commits, at least N fsyncs', async () => {
    const database = await openWithTable()
    const before = (await database.statistics()).fsyncs
    for (let id = 1; id <= 100; id++) await database.batch([insert(id)])
    expect((await database.statistics()).fsyncs - before).toBeGreaterThanOrEqual(100)
  })

  it('asks the disk before a transaction of two trips is answered', async () => {
    const database = await openWithTable()
    const before = (await database.statistics()).fsyncs
    await database.transact([insert(1)], () => ({ calls: [insert(2)], outcome: undefined }))
    expect((await database.statistics()).fsyncs).toBeGreaterThan(before)
  })

  it('has every acknowledged row after kill -9, and starts again within 2 s', async () => {
    const acknowledged = await killAfter(300, await startWriter(1))
    const startedAt = performance.now()
    const database = await open()
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    const rows = await database.run({ name: '', text: 'select id from written where id <= $1' }, [
      acknowledged,
    ])
    expect(rows).toHaveLength(acknowledged)
  })

  it('checkpoints while it writes, so that a start after much writing and kill -9 takes less than 2 s', async () => {
    const acknowledged = await killAfter(60_000, await startWriter(2_000))
    const startedAt = performance.now()
    const database = await open()
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    const [row] = await database.run(count, [])
    expect(Number(row?.rows)).toBeGreaterThanOrEqual(acknowledged)
  })

  it('makes a cluster anew that a crash left half made', async () => {
    await writeFile(join(folder, 'initialising'), '')
    await open().then((database) => database.close())
    await expect(stat(join(folder, 'initialising'))).rejects.toThrow('ENOENT')
  })

  it('is still there after it was closed', async () => {
    const first = await openWithTable()
    await first.batch([insert(1)])
    await first.close()
    expect(await (await open()).run(count, [])).toEqual([{ rows: 1 }])
  })

  it('vacuums what has changed much', async () => {
    const database = await openWithTable()
    await database.batch(Array.from({ length: 200 }, (_, id) => insert(id)))
    await database.run({ name: '', text: 'delete from written where id > 10' }, [])
    await database.upkeep()
    expect((await database.statistics()).vacuums).toBe(1)
  })
})

describe('a folder that is in use', () => {
  it('is refused to a second process, with what to do about it', async () => {
    const database = await openWithTable()
    const second = await startWriter(1)
    expect(await next(second.lines)).toContain(
      `refused: the data folder ${folder} is in use by process ${process.pid}`,
    )
    await second.exited
    expect(await database.ping(1_000)).toBe(true)
  })

  it('is refused to the same process a second time', async () => {
    await open()
    await expect(open()).rejects.toThrow(DataDirectoryInUse)
  })

  it('is free again once it is closed', async () => {
    await (await open()).close()
    await expect(open()).resolves.toBeDefined()
  })
})

/** PostgreSQL panics when it cannot write its log: here the file is closed under it, which Linux lets us find. */
const breakTheLog = (): void => {
  for (const descriptor of readdirSync('/proc/self/fd')) {
    try {
      if (!readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(join(folder, 'cluster', 'pg_wal'))) continue
      closeSync(Number(descriptor))
      // Takes the number, so that closing it later hits no stranger.
      openSync('/dev/null', 'r')
    } catch {
      // Gone since it was listed.
    }
  }
}

describe.runIf(process.platform === 'linux')('an engine that crashes', () => {
  it('leaves what was under way with an unknown fate, and comes back with what was committed', async () => {
    const database = await openWithTable()
    await database.batch([insert(1)])
    breakTheLog()
    await expect(database.batch([insert(2)])).rejects.toMatchObject({ kind: 'UNKNOWN_FATE' })
    await expect(database.batch([insert(3)])).rejects.toMatchObject({ kind: 'UNAVAILABLE' })
    const back = async () => expect(await database.run(count, [])).toEqual([{ rows: 1 }])
    await expect
      .poll(
        () =>
          back()
            .then(() => true)
            .catch(() => false),
        { timeout: 5_000 },
      )
      .toBe(true)
  })
})
