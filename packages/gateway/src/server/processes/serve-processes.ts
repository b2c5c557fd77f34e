/** A running gateway of several processes, with the same interface as one. */
import type { Log } from '@sluice/core/foundation/deps.ts'
import { realClock, realRandomness, realTimers } from '@sluice/core/foundation/real-deps.ts'
import { type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Config } from '../config.ts'
import { dataFolder } from '../data-folder.ts'
import type { Served, StartFailure } from '../running.ts'
import { clusterProcesses } from './cluster-processes.ts'
import { Supervisor } from './supervisor.ts'

/** @param env the environment `config` was read from: each process reads it again */
export async function serveByProcesses(
  config: Config,
  env: NodeJS.ProcessEnv,
  log: Log,
): Promise<Result<Served, StartFailure>> {
  const deps = { clock: realClock, timers: realTimers, randomness: realRandomness(), log }
  const supervisor = new Supervisor(config.processes, clusterProcesses(env), deps)
  const started = await supervisor.start()
  if (!started.ok) return started
  const { baseUrl, testCheckout, firstLink } = started.value
  return succeed({
    baseUrl,
    testCheckout,
    firstLink,
    folder: dataFolder(config.dataDir),
    stop: () => supervisor.stop(),
  })
}
