/** How soon the embedded database is back after `kill -9`, and that it has all it had acknowledged. It has the machine for itself. */
import { performance } from 'node:perf_hooks'
import { describe, expect, it } from 'vitest'
import { COUNT, killAfter, useDisk } from './disk.fixture.ts'

const disk = useDisk()

describe('the embedded database on disk', () => {
  it('has every acknowledged row after kill -9, and starts again within 2 s', async () => {
    const acknowledged = await killAfter(300, await disk.startWriter(1))
    const startedAt = performance.now()
    const database = await disk.open()
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    const rows = await database.run({ name: '', text: 'select id from written where id <= $1' }, [
      acknowledged,
    ])
    expect(rows).toHaveLength(acknowledged)
  })

  it('checkpoints while it writes, so that a start after much writing and kill -9 takes less than 2 s', async () => {
    const acknowledged = await killAfter(60_000, await disk.startWriter(2_000))
    const startedAt = performance.now()
    const database = await disk.open()
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    const [row] = await database.run(COUNT, [])
    expect(Number(row?.rows)).toBeGreaterThanOrEqual(acknowledged)
  })
})
