import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { postgresUrl } from '../../../test/setup/shared.ts'
import { LiveNodes } from './live-nodes.ts'
import { type MigratableDatabase, migrate } from './migrate.ts'
import { connectPostgres } from './postgres.ts'
import { freshDatabase, realTimers, silentLog, truncateAll } from './testing.ts'

const FACTS = { answers: true, knows: () => ['a'], seals: () => 'a' }
const SEEN = { name: '', text: 'select seen_at from node' }

async function eventually<Value>(
  look: () => Promise<Value>,
  holds: (value: Value) => boolean,
): Promise<void> {
  while (!holds(await look())) await new Promise((resolve) => setTimeout(resolve, 10))
}

describe('live nodes', () => {
  let database: MigratableDatabase
  let deps: SimulatedDeps
  let nodes: LiveNodes[]

  beforeAll(async () => {
    database = await connectPostgres({
      url: await freshDatabase(await postgresUrl()),
      log: silentLog,
      timers: realTimers,
    })
    await migrate(database, { now: () => 0 })
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await truncateAll(database)
    const settled = async () => void (await database.ping(60_000))
    deps = simulatedDeps(1, { startAt: 1_763_713_443_000, settled })
    nodes = [1, 2, 3].map(() => new LiveNodes(database, deps, FACTS))
  })

  const counts = () => nodes.map(({ count }) => count)
  /** A heartbeat of each, and one more: the first could not know of the last. */
  const beat = async () => {
    for (const node of [...nodes, ...nodes]) await node.beat()
  }

  it('count themselves before anything else is known', () => {
    expect(counts()).toEqual([1, 1, 1])
  })

  it('know of each other after a heartbeat', async () => {
    await beat()
    expect(counts()).toEqual([3, 3, 3])
  })

  it('count one that left in order no more at the next heartbeat', async () => {
    await beat()
    await nodes.pop()?.stop()
    await beat()
    expect(counts()).toEqual([2, 2])
  })

  it('count one that fell silent until it has been silent for 15 s', async () => {
    await database.run({ name: '', text: 'insert into node (id, seen_at) values ($1, $2)' }, [
      '00000000-0000-7000-8000-000000000001',
      new Date(deps.clock.now()).toISOString(),
    ])
    await deps.advance(14_999)
    await beat()
    expect(counts()).toEqual([4, 4, 4])
    await deps.advance(1)
    await beat()
    expect(counts()).toEqual([3, 3, 3])
  })

  it('beat again every 5 s', async () => {
    nodes[0]?.start()
    await eventually(
      () => database.run(SEEN, []),
      (rows) => rows.length === 1,
    )
    const [before] = await database.run(SEEN, [])
    await deps.advance(5_000)
    await eventually(
      () => database.run(SEEN, []),
      ([after]) => Number(after?.seen_at) === Number(before?.seen_at) + 5_000,
    )
    await nodes[0]?.stop()
  })

  it('leave no row behind', async () => {
    await beat()
    await Promise.all(nodes.map((node) => node.stop()))
    expect(await database.run(SEEN, [])).toEqual([])
  })
})
