/**
 * What a process knows of the others that answer on the same port: see `start/processes/`.
 *
 * Each of them is a whole node, and what they share stands in the database. This is for what may not wait for that: limits that hold
 * for all of them together, one metrics page, and changes that one has made and the others have read before.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SharedWindow } from './rate-limit-shared.ts'

export interface Siblings {
  /** How many processes answer on the port, this one included. */
  readonly count: number
  /** This process's name among the nodes; whoever is started in its place has the same. */
  readonly nodeId: string
  /** One window for all of them. */
  readonly limits: SharedWindow
  /** The metrics of all of them, in the text format of Prometheus. */
  metricsPage(): Promise<string>
  /** Resolves when all the others have read anew what they keep in memory, or were given time enough for it. Never rejects. */
  lookAnew(): Promise<void>
}

/**
 * A window of the processes of one machine: where there are nodes on other machines, it gives this machine's share. The policy that
 * callers are told stays the whole limit.
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
 * Whoever is told here that something was changed may go on with it at any of the processes. What is refused before its handler
 * begins has changed nothing: a stranger without a token costs the others nothing.
 */
export function notifyOfWrites(app: FastifyInstance, siblings: Pick<Siblings, 'lookAnew'>): void {
  const begun = new WeakSet<FastifyRequest>()
  app.addHook('preHandler', async (request) => {
    if (!READS.includes(request.method)) begun.add(request)
  })
  app.addHook('onSend', async (request) => {
    if (begun.has(request)) await siblings.lookAnew()
  })
}
