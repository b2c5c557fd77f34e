import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresUrl } from '../../../test/setup/shared.ts'
import { readCitus } from './citus-facts.ts'
import type { MigratableDatabase } from './migrate.ts'
import type { Database, Row } from './port.ts'
import { asDescribed } from './port.ts'
import { connectPostgres } from './postgres.ts'
import { realTimers, silentLog } from './testing.ts'

describe('the facts of a Citus cluster', () => {
  let plain: MigratableDatabase
  beforeAll(async () => {
    plain = await connectPostgres({ url: await postgresUrl(), log: silentLog, timers: realTimers })
  })
  afterAll(() => plain.close())

  it('are only the version of PostgreSQL on one without Citus', async () => {
    const [row] = await plain.run({ name: '', text: "select current_setting('server_version_num') as v" }, [])
    expect(await readCitus(plain)).toEqual({
      citus: undefined,
      postgres: Number(row?.v),
      fromCoordinator: false,
      nodes: [],
    })
  })
})

/** Answers the two statements of a read, one after the other. */
function answering(...answers: readonly (readonly Row[])[]): Pick<Database, 'run'> {
  const left = [...answers]
  return { run: () => Promise.resolve(asDescribed(left.shift() ?? [])) }
}

const NODE = {
  host: 'worker-1',
  port: 5432,
  is_coordinator: false,
  is_active: true,
  has_metadata: true,
  holds_schemas: true,
  from_coordinator: true,
}

describe('a node of a cluster', () => {
  const server = [{ citus: '13.2-1', postgres: 150_018 }]

  it('has answered with its settings', async () => {
    const answer = {
      citus: '13.2-1',
      database: 'sluice',
      settings: { wal_level: 'logical' },
      maintenanceDaemons: 1,
      stuckCommits: 0,
    }
    const facts = await readCitus(answering(server, [{ ...NODE, answer }]))
    expect(facts).toMatchObject({ citus: '13.2-1', postgres: 150_018, fromCoordinator: true })
    expect(facts.nodes[0]).toMatchObject({ host: 'worker-1', port: 5432, isActive: true, answer })
  })

  it('has no answer if the coordinator could not reach it', async () => {
    const { nodes } = await readCitus(answering(server, [{ ...NODE, answer: null }]))
    expect(nodes.map(({ answer }) => answer)).toEqual([undefined])
  })
})
