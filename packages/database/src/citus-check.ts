/**
 * Whether a Citus cluster is ready for the gateway: its versions, nodes and settings, as `citus-facts.ts` reads them.
 *
 * Some of these mistakes do no harm until a node fails: without its maintenance daemon, a database never finishes the
 * two-phase commits that a lost connection has interrupted, and their rows stay locked.
 */
import type { CitusAnswer, CitusFacts, CitusNode } from './citus-facts.ts'

export interface CitusProblem {
  /** The gateway must not use the cluster. Otherwise it works, but not as well or not for long. */
  readonly isFatal: boolean
  /** What was found; begins with the node if it is about one. */
  readonly detail: string
  readonly remedy: string
}

/** The first with `citus_schema_move`. */
const OLDEST_CITUS = [12, 1] as const
/** One for each database's maintenance daemon, one for replication, and those of a move. PostgreSQL's default is 8. */
const FEWEST_WORKER_PROCESSES = 8

const fatal = (detail: string, remedy: string): CitusProblem => ({ isFatal: true, detail, remedy })
const advice = (detail: string, remedy: string): CitusProblem => ({ isFatal: false, detail, remedy })

/** All problems, those of the cluster first, then node by node. Empty if there are none. */
export function citusProblems(facts: CitusFacts): readonly CitusProblem[] {
  const { citus, fromCoordinator, nodes } = facts
  if (citus === undefined)
    return [
      fatal(
        'the database has no extension citus',
        "add citus to shared_preload_libraries of each node, restart it, and run `create extension citus` in this database on each node; or use another DATABASE_URL, of the coordinator's database with Citus",
      ),
    ]
  if (isTooOld(citus))
    return [
      fatal(
        `Citus ${citus} cannot move schemas`,
        `upgrade Citus to ${OLDEST_CITUS.join('.')} or newer on all nodes`,
      ),
    ]
  if (nodes.length === 0 || !nodes.some(({ isCoordinator }) => isCoordinator))
    return [
      fatal(
        'the coordinator is not in the list of nodes',
        "run `select citus_set_coordinator_host('<host>', <port>)` on the coordinator, with the address by which the workers and the gateway reach it",
      ),
    ]
  if (!fromCoordinator)
    return [
      fatal('the URL is of a worker', `use the URL of the coordinator, ${nameOf(coordinatorOf(nodes))}`),
    ]
  return [...ofTheCluster(nodes), ...nodes.flatMap((node) => ofANode(node, citus))]
}

const nameOf = (node: Pick<CitusNode, 'host' | 'port'> | undefined): string =>
  node === undefined ? '' : `${node.host}:${node.port}`

const coordinatorOf = (nodes: readonly CitusNode[]): CitusNode | undefined =>
  nodes.find(({ isCoordinator }) => isCoordinator)

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split(/[.-]/).map(Number)
  return major < OLDEST_CITUS[0] || (major === OLDEST_CITUS[0] && minor < OLDEST_CITUS[1])
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/

function ofTheCluster(nodes: readonly CitusNode[]): readonly CitusProblem[] {
  const problems: CitusProblem[] = []
  if (!nodes.some(({ holdsSchemas }) => holdsSchemas))
    problems.push(
      fatal(
        'no node may hold schemas',
        "run `select citus_add_node('<host>', <port>)` for a worker, or set shouldhaveshards of a node with citus_set_node_property",
      ),
    )
  const coordinator = coordinatorOf(nodes)
  if (coordinator?.holdsSchemas && nodes.length > 1)
    problems.push(
      advice(
        `the coordinator ${nameOf(coordinator)} also holds schemas`,
        `run \`select citus_set_node_property('${coordinator.host}', ${coordinator.port}, 'shouldhaveshards', false)\` and move its schemas to workers`,
      ),
    )
  const local = nodes.filter(({ host }) => LOOPBACK.test(host))
  if (local.length > 0 && local.length < nodes.length)
    problems.push(
      fatal(
        `other machines cannot reach ${local.map(nameOf).join(', ')}`,
        'give the node an address that all machines reach, with citus_set_coordinator_host or citus_update_node',
      ),
    )
  return problems
}

function ofANode(node: CitusNode, citus: string): readonly CitusProblem[] {
  const name = nameOf(node)
  if (!node.isActive)
    return [fatal(`${name} is disabled`, `run \`select citus_activate_node('${node.host}', ${node.port})\``)]
  const problems: CitusProblem[] = []
  if (!node.hasMetadata)
    problems.push(
      fatal(
        `${name} has no current copy of the metadata`,
        'run `select start_metadata_sync_to_all_nodes()` on the coordinator',
      ),
    )
  if (node.answer === undefined)
    return [
      ...problems,
      fatal(
        `the coordinator cannot reach ${name}`,
        "start it, and check the network and the coordinator's citus.node_conninfo",
      ),
    ]
  return [...problems, ...ofAnAnswer(name, node.answer, citus)]
}

function ofAnAnswer(name: string, answer: CitusAnswer, citus: string): readonly CitusProblem[] {
  const problems: CitusProblem[] = []
  if (answer.citus !== citus)
    problems.push(
      fatal(
        `${name} has Citus ${answer.citus ?? 'not installed'}, the coordinator ${citus}`,
        'install the same version on all nodes and run `alter extension citus update` on each',
      ),
    )
  const tooFew = Number(answer.settings.max_worker_processes) < FEWEST_WORKER_PROCESSES
  if (answer.maintenanceDaemons === 0)
    problems.push(
      fatal(
        `${name} runs no maintenance daemon for database ${answer.database}, so interrupted two-phase commits are never finished`,
        'raise max_worker_processes, which must allow one for each database with Citus on this node, and restart the node',
      ),
    )
  else if (tooFew)
    problems.push(
      advice(
        `${name}: max_worker_processes is ${answer.settings.max_worker_processes}, too few for moves`,
        `raise it to at least ${FEWEST_WORKER_PROCESSES}, plus one for each database with Citus, and restart the node`,
      ),
    )
  if (answer.stuckCommits > 0)
    problems.push(
      advice(
        `${name}: two-phase commits waiting for more than five minutes: ${answer.stuckCommits}`,
        'look for `recover_prepared_transactions` in the logs of the nodes; `select recover_prepared_transactions()` on the node that began them finishes them',
      ),
    )
  return [...problems, ...SETTINGS.flatMap((check) => ofASetting(name, answer.settings, check))]
}

interface SettingCheck {
  readonly setting: string
  readonly isFatal: boolean
  readonly isWrong: (value: string, settings: Readonly<Record<string, string>>) => boolean
  readonly why: string
  readonly remedy: string
}

const SETTINGS: readonly SettingCheck[] = [
  {
    setting: 'citus.recover_2pc_interval',
    isFatal: true,
    isWrong: (value) => value === '-1',
    why: 'so interrupted two-phase commits are never finished',
    remedy: 'set it to 1min, the default, and reload the configuration',
  },
  {
    setting: 'max_prepared_transactions',
    isFatal: false,
    isWrong: (value, settings) => Number(value) < Number(settings.max_connections),
    why: 'fewer than max_connections, so two-phase commits can fail',
    remedy: 'set it to 0, for which Citus takes twice max_connections, and restart the node',
  },
  {
    setting: 'citus.distributed_deadlock_detection_factor',
    isFatal: false,
    isWrong: (value) => value === '-1',
    why: 'so deadlocks between nodes last until a statement times out',
    remedy: 'set it to 2, the default, and reload the configuration',
  },
  {
    setting: 'citus.use_secondary_nodes',
    isFatal: true,
    isWrong: (value) => value !== 'never',
    why: 'so nothing can be written, and reads may be old',
    remedy: 'set it to never, the default',
  },
  {
    setting: 'wal_level',
    isFatal: false,
    isWrong: (value) => value !== 'logical',
    why: 'so a bucket cannot be moved while it is in use',
    remedy: 'set it to logical and restart the node',
  },
  {
    setting: 'plan_cache_mode',
    isFatal: true,
    isWrong: (value) => value === 'force_generic_plan',
    why: 'and Citus refuses such plans for inserts of several rows',
    remedy: 'set it to auto, the default',
  },
]

function ofASetting(
  name: string,
  settings: Readonly<Record<string, string>>,
  { setting, isFatal, isWrong, why, remedy }: SettingCheck,
): readonly CitusProblem[] {
  const value = settings[setting]
  if (value === undefined || !isWrong(value, settings)) return []
  return [{ isFatal, detail: `${name}: ${setting} is ${value}, ${why}`, remedy }]
}
