/** A log whose lines name the trace and the span in which they were written, by the names that OpenTelemetry gives them. */
import type { Log } from './deps.ts'
import type { Tracing } from './tracing.ts'

export function tracedLog(log: Log, tracing: Tracing): Log {
  const withIds = (fields: object): object => {
    const span = tracing.current()
    if (!span) return fields
    const { traceId, spanId } = span.context
    return { ...fields, trace_id: traceId, span_id: spanId }
  }
  return {
    debug: (fields, message) => log.debug(withIds(fields), message),
    info: (fields, message) => log.info(withIds(fields), message),
    warn: (fields, message) => log.warn(withIds(fields), message),
    error: (fields, message) => log.error(withIds(fields), message),
    child: (fields) => tracedLog(log.child(fields), tracing),
  }
}
