/** `Deps` whose network and log take part in tracing. */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import { tracedLog } from '@sluice/core/foundation/traced-log.ts'
import type { Tracing } from '@sluice/core/foundation/tracing.ts'
import { tracedNetwork } from '../outbound/traced-network.ts'

export const tracedDeps = <Given extends Deps>(deps: Given, tracing: Tracing): Given => ({
  ...deps,
  tracing,
  network: tracedNetwork(deps.network, tracing),
  log: tracedLog(deps.log, tracing),
})
