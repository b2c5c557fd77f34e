/**
 * A pooler such as PgBouncer between the gateway and PostgreSQL, and whether it keeps sessions. The gateway needs them: prepared
 * statements, the time limits and plans that it sets, and LISTEN belong to a session.
 *
 * A pooler shows itself by the process number in its greeting, which is not that of the server's process. Its mode can only be
 * seen by what it does: in modes `transaction` and `statement` a connection gets another process of the server while a second
 * connection uses the first one's.
 */
import { DatabaseFailure, type Row, type SqlCall } from './port.ts'

export type PoolMode = 'none' | 'session' | 'transaction' | 'statement'

/** What the probe needs of a `Connection`. */
export interface Probed {
  /** As greeted; null if there was none. */
  readonly processId: number | null
  readonly usable: boolean
  run(call: SqlCall): Promise<readonly Row[]>
  begin(calls: readonly SqlCall[]): Promise<readonly (readonly Row[])[]>
  rollback(): Promise<void>
  close(): Promise<void>
}

export class UnsuitablePooler extends DatabaseFailure {
  readonly remedy =
    'set pool_mode = session for this database or user in PgBouncer, or connect to PostgreSQL without it'
  constructor(mode: 'transaction' | 'statement') {
    super(
      'UNAVAILABLE',
      `a pooler in ${mode} mode is in front of the database, which loses LISTEN, prepared statements and the session's settings`,
    )
  }
}

const PID: SqlCall = { statement: { name: '', text: 'select pg_backend_pid() as pid' }, values: [] }
/** Other programs may use the pooler and take the process that the probe looks for. */
const ROUNDS = 5

const pidIn = ([row]: readonly Row[]): number => Number(row?.pid)

/**
 * @param open another connection of the same kind
 * @throws DatabaseFailure if the database cannot be reached
 */
export async function poolModeOf(first: Probed, open: () => Promise<Probed>): Promise<PoolMode> {
  const pid = pidIn(await first.run(PID))
  if (first.processId === null || pid === first.processId) return 'none'
  const second = await open()
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const mode = await seenMode(first, second)
      if (mode !== 'session') return mode
    }
    return 'session'
  } finally {
    await second.close()
  }
}

async function seenMode(first: Probed, second: Probed): Promise<PoolMode> {
  const before = pidIn(await first.run(PID))
  // One that hands out its processes in turn gives the next one already here.
  if (pidIn(await first.run(PID)) !== before) return 'transaction'
  let taken: number
  try {
    const [rows = []] = await second.begin([PID])
    taken = pidIn(rows)
  } catch (error) {
    // "transaction blocks not allowed in statement pooling mode"
    if (error instanceof DatabaseFailure && !second.usable) return 'statement'
    throw error
  }
  try {
    return taken === before || pidIn(await first.run(PID)) !== before ? 'transaction' : 'session'
  } finally {
    await second.rollback()
  }
}
