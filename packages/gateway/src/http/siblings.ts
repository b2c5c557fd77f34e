/**
 * What a process knows about the other processes that serve the same port: see `server/processes/`.
 *
 * Each of them is a whole node, and they share state through the database. This interface is for what cannot wait for that:
 * rate limits that hold for all of them together, one metrics page, and changes that the others must have read before a caller
 * gets its answer.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SharedWindow } from './rate-limit-shared.ts'

export interface Siblings {
  /** How many processes serve the port, including this one. */
  readonly count: number
  /** This process's name among the nodes; the process that replaces it gets the same. */
  readonly nodeId: string
  /** One rate-limit window for all of them. */
  readonly limits: SharedWindow
  /** The metrics of all of them, in Prometheus' text format. */
  metricsPage(): Promise<string>
  /** Resolves when all others have refreshed their caches, or had enough time to do so. Never rejects. */
  refreshCaches(): Promise<void>
}

/**
 * A window for the processes of one machine. If there are nodes on other machines, it allows this machine's share. The policy
 * reported to callers is still the whole limit.
 */
export function partOf(
  { count, limits }: Pick<Siblings, 'count' | 'limits'>,
  liveNodes: () => number,
): SharedWindow {
  return {
    async take(key, limitPerSecond) {
      const part = Math.max(1, Math.floor((limitPerSecond * count) / Math.max(count, liveNodes())))
      const decision = await limits.take(key, part)
      return decision.limit === limitPerSecond ? decision : { ...decision, limit: limitPerSecond }
    },
    close: () => limits.close(),
  }
}

const READS = ['GET', 'HEAD', 'OPTIONS']

/**
 * A caller that gets the answer to a change may continue at any of the processes. A request refused before its handler begins has
 * changed nothing, so a stranger without a token causes the others no work.
 */
export function notifyOfWrites(app: FastifyInstance, siblings: Pick<Siblings, 'refreshCaches'>): void {
  const begun = new WeakSet<FastifyRequest>()
  app.addHook('preHandler', async (request) => {
    if (!READS.includes(request.method)) begun.add(request)
  })
  app.addHook('onSend', async (request) => {
    if (begun.has(request)) await siblings.refreshCaches()
  })
}
