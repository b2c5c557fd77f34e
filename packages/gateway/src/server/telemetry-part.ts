/** The package that sends traces. Most gateways send none, so it is loaded only if an address for traces is set. */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import { optionalPart } from '@sluice/core/foundation/optional-part.ts'
import { preciseNowMs } from '@sluice/core/foundation/real-deps.ts'
import { packageVersion } from './package-version.ts'
import { TRACE_SETTINGS, type TraceSettings } from './trace-settings.ts'

type Telemetry = ReturnType<typeof import('@sluice/telemetry/telemetry.ts').startTelemetry>

/** Payments matter more than traces: if the package is missing, the gateway starts without traces and says so. */
export async function loadTelemetry(settings: TraceSettings, deps: Deps): Promise<Telemetry | undefined> {
  const part = await optionalPart(
    { packageName: '@sluice/telemetry', of: TRACE_SETTINGS.traceEndpoint.variable },
    () => import('@sluice/telemetry/telemetry.ts'),
  )
  if (!part.ok) {
    deps.log.warn({ remedy: part.failure }, 'nothing is traced')
    return undefined
  }
  return part.value.startTelemetry(settings, { ...deps, nowMs: preciseNowMs }, packageVersion())
}
