/** Whether PostgreSQL allows as many connections as all nodes open. Otherwise nodes would answer 503 when they are busiest. */
import type { Clock } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { LIVE_FOR_MS } from './live-nodes.ts'
import { type Database, sqlStatement } from './port.ts'

/** For commits: the number of concurrent transactions of a node. */
export const WRITE_SLOTS = 2
/** For single statements. */
export const READ_CONNECTIONS = 3
/** For statements of queues, which are planned differently. */
export const QUEUE_CONNECTIONS = 1
/** For receiving the notices of other nodes. */
const NOTICE_CONNECTIONS = 1
const CONNECTIONS_OF_A_NODE = WRITE_SLOTS + READ_CONNECTIONS + QUEUE_CONNECTIONS + NOTICE_CONNECTIONS

const ROOM = sqlStatement({
  name: 'connections_room',
  text: `select (select count(*) from node where seen_at > $1)::integer as nodes,
    current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
      - coalesce(current_setting('reserved_connections', true)::integer, 0) as allowed`,
})

export interface ConnectionsNeeded {
  readonly nodes: number
  readonly needed: number
  /** For everyone who uses this server. */
  readonly allowed: number
}

/** @param coming nodes that are about to start, including this one @returns undefined for the embedded database */
export async function connectionsNeeded(
  database: Database,
  clock: Clock,
  coming = 0,
): Promise<ConnectionsNeeded | undefined> {
  if (database.engine === 'embedded') return undefined
  const [row] = await database.run(ROOM, [isoTime(clock.now() - LIVE_FOR_MS)])
  const nodes = Number(row?.nodes) + coming
  return { nodes, needed: nodes * CONNECTIONS_OF_A_NODE, allowed: Number(row?.allowed) }
}

/** @returns a sentence; undefined if there are enough */
export function whyTooFew({ nodes, needed, allowed }: ConnectionsNeeded): string | undefined {
  if (needed <= allowed) return undefined
  const them = nodes === 1 ? 'this process opens' : `${nodes} processes open`
  return `${them} up to ${needed} connections, and PostgreSQL allows ${allowed}`
}

export const RAISE_MAX_CONNECTIONS = 'raise max_connections of PostgreSQL, or lower SLUICE_PROCESSES'
