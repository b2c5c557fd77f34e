import { describe, expect, it } from 'vitest'
import { citusProblems } from './citus-check.ts'
import type { CitusAnswer, CitusFacts, CitusNode } from './citus-facts.ts'

const ANSWER: CitusAnswer = {
  citus: '13.2-1',
  database: 'sluice',
  settings: {
    max_worker_processes: '32',
    max_connections: '300',
    max_prepared_transactions: '600',
    wal_level: 'logical',
    plan_cache_mode: 'auto',
    'citus.recover_2pc_interval': '60000',
    'citus.distributed_deadlock_detection_factor': '2',
    'citus.use_secondary_nodes': 'never',
  },
  maintenanceDaemons: 1,
  stuckCommits: 0,
}
const WORKER: CitusNode = {
  host: 'worker-1',
  port: 5432,
  isCoordinator: false,
  isActive: true,
  hasMetadata: true,
  holdsSchemas: true,
  answer: ANSWER,
}
const COORDINATOR: CitusNode = { ...WORKER, host: 'coordinator', isCoordinator: true, holdsSchemas: false }
const FACTS: CitusFacts = {
  citus: '13.2-1',
  postgres: 150_018,
  fromCoordinator: true,
  nodes: [COORDINATOR, WORKER],
}

const withWorker = (changed: Partial<CitusNode>): CitusFacts => ({
  ...FACTS,
  nodes: [COORDINATOR, { ...WORKER, ...changed }],
})
const answering = (changed: Partial<CitusAnswer>): CitusFacts =>
  withWorker({ answer: { ...ANSWER, ...changed } })
const withSetting = (name: string, value: string): CitusFacts =>
  answering({ settings: { ...ANSWER.settings, [name]: value } })
const withCoordinator = (changed: Partial<CitusNode>): CitusFacts => ({
  ...FACTS,
  nodes: [{ ...COORDINATOR, ...changed }, WORKER],
})

describe('a Citus cluster', () => {
  it('has no problem if all of its nodes answer with the settings that the gateway needs', () => {
    expect(citusProblems(FACTS)).toEqual([])
  })

  it('may be a single node that coordinates and holds the schemas', () => {
    expect(citusProblems({ ...FACTS, nodes: [{ ...COORDINATOR, holdsSchemas: true }] })).toEqual([])
  })

  it('may be all on one machine', () => {
    const nodes = [COORDINATOR, WORKER].map((node) => ({ ...node, host: '127.0.0.1' }))
    expect(citusProblems({ ...FACTS, nodes })).toEqual([])
  })

  it.each<[string, CitusFacts, string, string]>([
    [
      'without the extension',
      { ...FACTS, citus: undefined },
      'the database has no extension citus',
      'create extension citus',
    ],
    [
      'that cannot move schemas',
      { ...FACTS, citus: '12.0-1' },
      'Citus 12.0-1 cannot move schemas',
      '12.1 or newer',
    ],
    [
      'without a listed coordinator',
      { ...FACTS, nodes: [WORKER] },
      'the coordinator is not in the list of nodes',
      'citus_set_coordinator_host',
    ],
    [
      'reached through a worker',
      { ...FACTS, fromCoordinator: false },
      'the URL is of a worker',
      'coordinator:5432',
    ],
    [
      'without a node for schemas',
      withWorker({ holdsSchemas: false }),
      'no node may hold schemas',
      'citus_add_node',
    ],
    [
      'with a coordinator that other machines cannot reach',
      withCoordinator({ host: 'localhost' }),
      'other machines cannot reach localhost:5432',
      'citus_set_coordinator_host',
    ],
    [
      'with a disabled node',
      withWorker({ isActive: false }),
      'worker-1:5432 is disabled',
      'citus_activate_node',
    ],
    [
      'with a node without metadata',
      withWorker({ hasMetadata: false }),
      'worker-1:5432 has no current copy of the metadata',
      'start_metadata_sync_to_all_nodes()',
    ],
    [
      'with a node that does not answer',
      withWorker({ answer: undefined }),
      'the coordinator cannot reach worker-1:5432',
      'citus.node_conninfo',
    ],
    [
      'with different versions',
      answering({ citus: '13.0-1' }),
      'worker-1:5432 has Citus 13.0-1, the coordinator 13.2-1',
      'alter extension citus update',
    ],
    [
      'without a maintenance daemon',
      answering({ maintenanceDaemons: 0 }),
      'worker-1:5432 runs no maintenance daemon for database sluice, so interrupted two-phase commits are never finished',
      'max_worker_processes',
    ],
    [
      'that never recovers two-phase commits',
      withSetting('citus.recover_2pc_interval', '-1'),
      'worker-1:5432: citus.recover_2pc_interval is -1, so interrupted two-phase commits are never finished',
      '1min',
    ],
    [
      'that reads from secondaries',
      withSetting('citus.use_secondary_nodes', 'always'),
      'worker-1:5432: citus.use_secondary_nodes is always, so nothing can be written, and reads may be old',
      'never',
    ],
    [
      'that forces generic plans',
      withSetting('plan_cache_mode', 'force_generic_plan'),
      'worker-1:5432: plan_cache_mode is force_generic_plan, and Citus refuses such plans for inserts of several rows',
      'auto',
    ],
  ])('%s must not be used', (_, facts, detail, remedy) => {
    expect(citusProblems(facts)).toEqual([{ isFatal: true, detail, remedy: expect.stringContaining(remedy) }])
  })

  it.each<[string, CitusFacts, string, string]>([
    [
      'whose coordinator holds schemas beside its workers',
      withCoordinator({ holdsSchemas: true }),
      'the coordinator coordinator:5432 also holds schemas',
      "citus_set_node_property('coordinator', 5432, 'shouldhaveshards', false)",
    ],
    [
      'with few processes for moves',
      withSetting('max_worker_processes', '4'),
      'worker-1:5432: max_worker_processes is 4, too few for moves',
      'at least 8',
    ],
    [
      'with two-phase commits that wait for long',
      answering({ stuckCommits: 3 }),
      'worker-1:5432: two-phase commits waiting for more than five minutes: 3',
      'recover_prepared_transactions',
    ],
    [
      'with few prepared transactions',
      withSetting('max_prepared_transactions', '10'),
      'worker-1:5432: max_prepared_transactions is 10, fewer than max_connections, so two-phase commits can fail',
      'set it to 0',
    ],
    [
      'that does not look for deadlocks',
      withSetting('citus.distributed_deadlock_detection_factor', '-1'),
      'worker-1:5432: citus.distributed_deadlock_detection_factor is -1, so deadlocks between nodes last until a statement times out',
      'set it to 2',
    ],
    [
      'without logical replication',
      withSetting('wal_level', 'replica'),
      'worker-1:5432: wal_level is replica, so a bucket cannot be moved while it is in use',
      'logical',
    ],
  ])('%s can be used, with a warning', (_, facts, detail, remedy) => {
    expect(citusProblems(facts)).toEqual([
      { isFatal: false, detail, remedy: expect.stringContaining(remedy) },
    ])
  })

  it('lists the problems of all nodes', () => {
    const broken = { ...ANSWER, maintenanceDaemons: 0 }
    const nodes = [COORDINATOR, WORKER].map((node) => ({ ...node, answer: broken }))
    expect(citusProblems({ ...FACTS, nodes }).map(({ detail }) => detail.split(' ')[0])).toEqual([
      'coordinator:5432',
      'worker-1:5432',
    ])
  })
})
