import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { COUNT, next, useDisk } from './disk.fixture.ts'
import type { EmbeddedDatabase } from './embedded.ts'
import { DataDirectoryInUse } from './folder-lock.ts'
import type { SqlCall } from './port.ts'

const disk = useDisk()
const { open, startWriter } = disk
const insert = (id: number): SqlCall => ({
  statement: { name: 'insert', text: 'insert into written (id) values ($1)' },
  values: [id],
})
const TABLE = 'create table written (id int primary key, filler text)'
const openWithTable = async (): Promise<EmbeddedDatabase> => {
  const database = await open()
  await database.script(TABLE)
  return database
}

describe('the embedded database on disk', () => {
  it('makes a cluster anew that a crash left half made', async () => {
    await writeFile(join(disk.folder(), 'initialising'), '')
    await open().then((database) => database.close())
    await expect(stat(join(disk.folder(), 'initialising'))).rejects.toThrow('ENOENT')
  })

  it('is still there after it was closed', async () => {
    const first = await openWithTable()
    await first.batch([insert(1)])
    await first.close()
    expect(await (await open()).run(COUNT, [])).toEqual([{ rows: 1 }])
  })
})

describe('the embedded database on disk, while it is open', () => {
  const one = useDisk('describe')
  let database: EmbeddedDatabase
  beforeAll(async () => {
    database = await one.open()
    await database.script(TABLE)
  })

  it('asks the disk to keep every commit: N commits, at least N fsyncs', async () => {
    const before = (await database.statistics()).fsyncs
    for (let id = 1; id <= 100; id++) await database.batch([insert(id)])
    expect((await database.statistics()).fsyncs - before).toBeGreaterThanOrEqual(100)
  })

  it('asks the disk before a transaction of two trips is answered', async () => {
    const before = (await database.statistics()).fsyncs
    await database.transact([insert(101)], () => ({ calls: [insert(102)], outcome: undefined }))
    expect((await database.statistics()).fsyncs).toBeGreaterThan(before)
  })

  it('vacuums what has changed much', async () => {
    const before = (await database.statistics()).vacuums
    await database.batch(Array.from({ length: 200 }, (_, index) => insert(1_000 + index)))
    await database.run({ name: '', text: 'delete from written where id > 1010' }, [])
    await database.upkeep()
    expect((await database.statistics()).vacuums - before).toBe(1)
  })

  it('is refused to a second process, with what to do about it', async () => {
    const second = await one.startWriter(1)
    expect(await next(second.lines)).toContain(
      `refused: the data folder ${one.folder()} is in use by process ${process.pid}`,
    )
    await second.exited
    expect(await database.ping(60_000)).toBe(true)
  })

  it('is refused to the same process a second time', async () => {
    await expect(one.open()).rejects.toThrow(DataDirectoryInUse)
  })
})

describe('a folder that is in use', () => {
  it('is taken by a start right after kill -9, while the killed process is still being taken down', async () => {
    let holder = await startWriter(1)
    expect(await next(holder.lines)).toBe('open')
    for (const _again of [1, 2, 3]) {
      holder.child.kill('SIGKILL')
      holder = await startWriter(1)
      expect(await next(holder.lines)).toBe('open')
    }
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
      if (!readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(join(disk.folder(), 'cluster', 'pg_wal')))
        continue
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
    const back = async () => expect(await database.run(COUNT, [])).toEqual([{ rows: 1 }])
    await expect
      .poll(() =>
        back()
          .then(() => true)
          .catch(() => false),
      )
      .toBe(true)
  })
})
