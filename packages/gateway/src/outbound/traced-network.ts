/**
 * A network whose requests have spans, if they say what they are for and run in a trace or are about a payment. A watcher that
 * looks every second is in no trace, and has none.
 *
 * An operator's own connector gets the trace's context, so that its spans join the trace. A provider gets nothing: it is another
 * company, and some refuse headers that they do not know.
 */
import type {
  OutboundNetwork,
  OutgoingAnswer,
  OutgoingPurpose,
  OutgoingRequest,
} from '@sluice/core/foundation/deps.ts'
import {
  inSpan,
  TRACEPARENT,
  type TraceSpan,
  type Tracing,
  traceparent,
} from '@sluice/core/foundation/tracing.ts'

export const tracedNetwork = (network: OutboundNetwork, tracing: Tracing): OutboundNetwork => ({
  request(request) {
    const { purpose } = request
    if (!purpose || (purpose.key === undefined && !tracing.current())) return network.request(request)
    const { to, operation, processor, key } = purpose
    const attributes = {
      'http.request.method': request.method,
      'sluice.operation': operation,
      ...(processor !== undefined && { 'sluice.processor': processor }),
    }
    return inSpan(tracing, `${to} ${operation}`, { kind: 'client', key, attributes }, async (span) => {
      const answer = await network.request(withContext(request, purpose, span))
      span.set(outcomeOf(answer))
      return answer
    })
  },
})

const withContext = (request: OutgoingRequest, { to }: OutgoingPurpose, span: TraceSpan): OutgoingRequest =>
  to === 'connector'
    ? { ...request, headers: { ...request.headers, [TRACEPARENT]: traceparent(span.context) } }
    : request

const outcomeOf = (answer: OutgoingAnswer) =>
  answer.ok ? { 'http.response.status_code': answer.status } : { 'error.type': answer.reason }
