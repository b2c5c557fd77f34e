/** How soon the embedded database is back after `kill -9`, and that it has all it had acknowledged. It has the machine for itself. */
import { describe, expect, it } from 'vitest'
import { slowness, stopwatch } from '../../../test/setup/processor-time.ts'
import { COUNT, killAfter, useDisk } from './disk.fixture.ts'

const disk = useDisk()

/** Opens it again. @returns what that takes on an idle machine: as the clock says, or what it cost where that is less */
async function openedAgain() {
  const since = stopwatch()
  const database = await disk.open()
  const { cpuMs, wallMs } = since()
  return { database, tookMs: Math.min(cpuMs, wallMs) / (await slowness()) }
}

describe('the embedded database on disk', () => {
  it('has every acknowledged row after kill -9, and starts again within 2 s', async () => {
    const acknowledged = await killAfter(300, await disk.startWriter(1))
    const { database, tookMs } = await openedAgain()
    expect(tookMs).toBeLessThan(2_000)
    const rows = await database.run({ name: '', text: 'select id from written where id <= $1' }, [
      acknowledged,
    ])
    expect(rows).toHaveLength(acknowledged)
  })

  it('checkpoints while it writes, so that a start after much writing and kill -9 takes less than 2 s', async () => {
    const acknowledged = await killAfter(60_000, await disk.startWriter(2_000))
    const { database, tookMs } = await openedAgain()
    expect(tookMs).toBeLessThan(2_000)
    const [row] = await database.run(COUNT, [])
    expect(Number(row?.rows)).toBeGreaterThanOrEqual(acknowledged)
  })
})
