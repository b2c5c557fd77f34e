/**
 * The endpoint for connectors: `POST /connectors/{name}/status-updates`, signed with the connector's secret.
 *
 * A wrong name, signature or time all get the same answer, and failures are counted by address. A connector may report
 * only on payments that it has or had, and on merchants of its own kind (test or live). A repeated status update counts
 * once, so repeating one after a lost answer is harmless. Any answer other than 200 means: send it again.
 */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import { webhookFault } from '@sluice/core/foundation/webhooks.ts'
import { hasTried } from '@sluice/core/payment/refund-terms.ts'
import { StatusUpdateAnswerBody, StatusUpdateMessage } from '@sluice/core/processor/connector-protocol.ts'
import type { AcceptStatusUpdate, StatusUpdate } from '@sluice/core/processor/port.ts'
import type { Database } from '@sluice/database/port.ts'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { unauthenticated } from '../../http/authorization.ts'
import type { Failures } from '../../http/failures.ts'
import { describeOnly, problemResponses } from '../../http/openapi.ts'
import { httpProblem, ProblemError, validationFailed } from '../../http/problems.ts'
import type { Server } from '../../http/server.ts'
import type { Merchants } from '../../merchants/directory.ts'
import { findPayment, readDecliners } from '../../payments/reading.ts'
import type { Connectors } from './connectors.ts'
import { statusUpdateFromWire } from './messages.ts'

export interface StatusUpdateContext {
  readonly database: Database
  readonly deps: Deps
  readonly merchants: Merchants
  readonly connectors: Connectors
  readonly acceptStatusUpdate: AcceptStatusUpdate
  readonly failures: Failures
}

export function registerConnectorStatusUpdates(app: Server, context: StatusUpdateContext): void {
  const { deps, connectors, failures } = context
  app.post<{ Params: { name: string }; Body: unknown; Reply: Static<typeof StatusUpdateAnswerBody> }>(
    '/connectors/:name/status-updates',
    {
      config: { versioned: false, bodyRequired: true },
      validatorCompiler: describeOnly,
      schema: {
        tags: ['Connectors'],
        operationId: 'takeConnectorStatusUpdate',
        summary: "Report a payment's status update",
        description:
          'For connectors, signed by Standard Webhooks with their secret: docs/connector-openapi.json.',
        security: [],
        params: Type.Object({ name: Type.String({ description: 'http-… or test-…' }) }),
        body: StatusUpdateMessage,
        response: {
          200: StatusUpdateAnswerBody,
          ...problemResponses(
            'AUTHENTICATION_FAILED',
            'RATE_LIMITED',
            'MALFORMED_JSON',
            'VALIDATION_FAILED',
            'BODY_TOO_LARGE',
            'UNSUPPORTED_MEDIA_TYPE',
            'INTERNAL_ERROR',
            'UNAVAILABLE',
          ),
        },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const flood = failures.flood('connector', request.ip)
      if (flood) throw new ProblemError(flood)
      const { name } = request.params
      const fault = webhookFault({
        headers: request.headers,
        body: Buffer.from(request.rawBody).toString('utf8'),
        secrets: connectors.secretsOf(name),
        now: deps.clock.now(),
      })
      if (fault !== undefined) {
        const wrong = unauthenticated(
          'the connector, its signature or the timestamp (within 300 s of now) is wrong',
        )
        throw new ProblemError(failures.failed('connector', request.ip, wrong))
      }
      const statusUpdate = readReport(name, request.body, deps.clock.now())
      if (!(await maySendStatusUpdate(context, statusUpdate))) return { answer: 'not-allowed' }
      const answer = await context.acceptStatusUpdate(statusUpdate)
      if (answer !== 'not-now') return { answer }
      const detail = 'The payin lacks its external reference. Nothing was stored. Report it again later.'
      throw new ProblemError(httpProblem('UNAVAILABLE', detail, { headers: { 'retry-after': '60' } }))
    },
  )
}

/** @throws ProblemError 400 */
function readReport(name: string, body: unknown, at: number): StatusUpdate {
  const statusUpdate = Check(StatusUpdateMessage, body)
    ? statusUpdateFromWire(name, body.data.statusUpdate, at)
    : undefined
  if (statusUpdate) return statusUpdate
  const message = 'must be a payment.status_updated as the connector protocol describes it'
  throw new ProblemError(validationFailed([{ path: '', code: 'INVALID_FORMAT', message }]))
}

/** Merchants of its kind only; and payments that it has, that it had and declined, or that do not exist yet. */
async function maySendStatusUpdate(
  { database, merchants, connectors }: StatusUpdateContext,
  statusUpdate: StatusUpdate,
): Promise<boolean> {
  const { processor, merchantId, kind, id } = statusUpdate
  const merchant = await merchants.find(merchantId)
  if (!merchant || merchant.isTest !== connectors.find(processor)?.record.isTest) return false
  const payment = await findPayment(database, merchantId, kind, id)
  // It may report on a route that the refund has left with it: money that was sent in spite of that must not be lost.
  if (!payment || payment.processor === processor || hasTried(payment, processor)) return true
  return (await readDecliners(database, payment)).has(processor)
}
