/** Announces operators' operations to open screens once they are done. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isObject } from '../../api/requests.ts'
import type { Live } from '../../http/live.ts'

const READS = ['GET', 'HEAD', 'OPTIONS']

export function notifyOfOperations(app: FastifyInstance, live: Live): void {
  app.addHook('onResponse', async (request, reply) => {
    if (READS.includes(request.method) || reply.statusCode >= 400) return
    const [root, resource] = (request.routeOptions.url ?? '').split('/').filter((part) => part !== '')
    if (root !== 'admin' || resource === undefined) return
    live.changed({ resource, ...namedIn(request) })
    // It waits for approval, or it was approved.
    if (reply.statusCode === 202 && resource !== 'approvals') live.changed({ resource: 'approvals' })
  })
}

function namedIn({ params }: FastifyRequest) {
  const { merchantCode, kind, id } = isObject(params) ? params : {}
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
  return { merchantCode: text(merchantCode), kind: text(kind), id: text(id) }
}
