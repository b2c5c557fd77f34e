import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Timers } from '@sluice/core/foundation/deps.ts'
import { RecordedLog } from '@sluice/gateway/http/http.fixture.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataDirectoryInUse, type FolderLock, holderOf, lockFolder } from './folder-lock.ts'
import { type Life, type ProcessName, thisProcess } from './process-life.ts'

/** Time passes as soon as somebody waits for it. */
class QuickTimers implements Timers {
  passedMs = 0
  after(delayMs: number, action: () => void) {
    this.passedMs += delayMs
    setImmediate(action)
    return () => undefined
  }
  soon = (action: () => void) => void setImmediate(action)
}

let folder = ''
let log = new RecordedLog()
let timers = new QuickTimers()
const locks: FolderLock[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-lock-'))
  log = new RecordedLog()
  timers = new QuickTimers()
})
afterEach(async () => {
  for (const lock of locks.splice(0)) await lock.release()
  rmSync(folder, { recursive: true, force: true })
})

/** @param lives what is said of the owner that was left behind, look by look; the last for good. Whoever follows it runs */
async function lock(...lives: readonly Life[]): Promise<FolderLock> {
  const left = [...lives]
  const lifeOf = ({ pid }: ProcessName): Life =>
    pid === process.pid ? 'runs' : ((left.length > 1 ? left.shift() : left[0]) ?? 'runs')
  const options = { folder, log, timers, onLost: () => undefined }
  const taken = await lockFolder(lives.length === 0 ? options : { ...options, lifeOf })
  locks.push(taken)
  return taken
}

/** As a `kill -9` leaves it: the lock is fresh, and its owner stands beside it. */
async function leaveBehind(owner: object = {}): Promise<void> {
  await (await lock()).release()
  mkdirSync(join(folder, 'lock'))
  writeFileSync(
    join(folder, 'owner'),
    JSON.stringify({ ...thisProcess(), pid: 1, token: 'left-behind', ...owner }),
  )
}

const said = () => log.lines.map(({ message }) => message)

describe('a folder whose owner was killed', () => {
  it('is taken over at once where the owner is gone', async () => {
    await leaveBehind()
    await lock('gone')
    expect(holderOf(folder)?.pid).toBe(process.pid)
    expect(timers.passedMs).toBeLessThan(100)
  })

  it('is taken over as soon as an owner that is ending is gone, and the log says what is waited for', async () => {
    await leaveBehind()
    await lock('ending', 'ending', 'ending', 'gone')
    expect(said()[0]).toMatch(/is ending; waiting up to 5000 ms/)
    expect(timers.passedMs).toBeLessThan(300)
  })

  it('is refused where the owner is still ending after five seconds', async () => {
    await leaveBehind()
    await expect(lock('ending')).rejects.toThrow(DataDirectoryInUse)
    expect(timers.passedMs).toBe(5_000)
  })

  it('is refused at once where the owner runs', async () => {
    await leaveBehind()
    await expect(lock('runs')).rejects.toThrow('is in use by process 1 ')
    expect(timers.passedMs).toBe(0)
  })

  it('goes to one of those that start together, and leaves nothing of the others behind', async () => {
    await leaveBehind()
    const starts = await Promise.allSettled([lock('gone'), lock('gone'), lock('gone')])
    const refused = starts.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(2)
    expect(readdirSync(folder).sort()).toEqual(['lock', 'owner'])
  })
})

describe('a folder whose owner cannot be looked up from here', () => {
  it('is not taken over, though no process here has that number', async () => {
    await leaveBehind({ pid: 999_999, table: 'another container' })
    await expect(lock()).rejects.toThrow(DataDirectoryInUse)
    expect(timers.passedMs).toBeGreaterThanOrEqual(10_000)
  })

  it('is not taken over from a host of another name', async () => {
    await leaveBehind({ pid: 999_999, host: 'elsewhere.example' })
    await expect(lock()).rejects.toThrow('on host elsewhere.example')
  })
})

describe.runIf(process.platform === 'linux')(
  'a process that was killed and that nobody has waited for',
  () => {
    it('is a zombie, and does not keep the folder', async () => {
      const script = `
      const { lockFolder } = await import(${JSON.stringify(new URL('folder-lock.ts', import.meta.url).href)})
      const { realTimers, silentLog } = await import(${JSON.stringify(new URL('../../core/src/foundation/real-deps.ts', import.meta.url).href)})
      await lockFolder({ folder: process.argv[1], log: silentLog, timers: realTimers, onLost() {} })
      console.log('locked', process.pid)
      setInterval(() => undefined, 1000)`
      // The shell starts it and becomes a program that waits for no child.
      const parent = spawn(
        '/bin/sh',
        ['-c', '"$0" --input-type=module -e "$1" "$2" & exec sleep 60', process.execPath, script, folder],
        { stdio: ['ignore', 'pipe', 'ignore'] },
      )
      try {
        const [reported] = await once(parent.stdout, 'data')
        const pid = Number(/locked (\d+)/.exec(String(reported))?.[1])
        process.kill(pid, 'SIGKILL')
        await expect
          .poll(() => /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
          .toBe('Z')
        // Its other threads may still be ending, and are waited for.
        await expect.poll(() => holderOf(folder)).toBeUndefined()
        await lock()
        expect(holderOf(folder)?.pid).toBe(process.pid)
      } finally {
        parent.kill('SIGKILL')
        await once(parent, 'exit')
      }
    })
  },
)
