/** The real `Deps` of a node, traced if the settings say so, and their end. */
import type { Deps, Log } from '@sluice/core/foundation/deps.ts'
import { realClock, realDeps, realTimers } from '@sluice/core/foundation/real-deps.ts'
import { realNetwork } from '../outbound/network.ts'
import type { Config } from './config.ts'
import { loadTelemetry } from './telemetry-part.ts'
import { tracedDeps } from './traced-deps.ts'

export interface NodeDeps {
  readonly deps: Deps
  /** Ends every connection, and sends the last traces. */
  close(): Promise<void>
}

export async function nodeDeps(config: Pick<Config, 'traces'>, log: Log): Promise<NodeDeps> {
  const network = realNetwork({ clock: realClock, timers: realTimers })
  const deps = realDeps({ network, log })
  const telemetry = config.traces && (await loadTelemetry(config.traces, deps))
  return {
    deps: telemetry ? tracedDeps(deps, telemetry.tracing) : deps,
    async close() {
      await network.close()
      await telemetry?.stop()
    },
  }
}
