/**
 * A gateway started as `sluice serve` starts it, in the process of the test: from its environment and its folder, with the database on
 * disk in a thread of its own, a port of this machine and real timers. What reads the program is shared with all who start one here,
 * which is most of what a start takes.
 *
 * For tests of what a gateway on a real folder or a real address does. How a process ends, what it does at a signal and what it leaves
 * when it is killed only a process of its own can show: `gateway.ts`. And while the test waits without giving way (`execFileSync`), this
 * one does not answer.
 */
import { join } from 'node:path'
import { silentLog } from '@sluice/core/foundation/real-deps.ts'
import type { Result } from '@sluice/core/foundation/result.ts'
import { readConfig } from '@sluice/gateway/server/config.ts'
import type { Running, StartFailure } from '@sluice/gateway/server/running.ts'
import { serve } from '@sluice/gateway/server/serve.ts'
import type { Environment } from './gateway.ts'
import { copyServed } from './served.ts'

export interface GatewayHere {
  readonly url: string
  readonly dataDir: string
  /** As the first SIGTERM does: finishes what was accepted, and closes all. Nothing where it has stopped already. */
  stop(): Promise<void>
}

async function start(folder: string, env: Environment): Promise<Result<Running, StartFailure>> {
  const config = readConfig({ PORT: '0', ...env, DATA_DIR: join(folder, env.DATA_DIR ?? 'data') })
  if (!config.ok) throw new Error(JSON.stringify(config.failure))
  return serve(config.value, silentLog)
}

/** @throws Error with what it would have said where it does not start */
export async function serveHere(folder: string, env: Environment = {}): Promise<GatewayHere> {
  const started = await start(folder, env)
  if (!started.ok) throw new Error(`the gateway did not start: ${started.failure}`)
  const running = started.value
  let stopped: Promise<void> | undefined
  return {
    url: running.baseUrl,
    dataDir: running.folder.path,
    stop() {
      stopped ??= running.stop()
      return stopped
    },
  }
}

/** On a copy of a folder that was served before: see `served.ts`. @throws Error where it does not start */
export async function serveCopyHere(folder: string, env: Environment = {}): Promise<GatewayHere> {
  await copyServed(folder)
  return serveHere(folder, env)
}

/** The sentence of a start that is refused. @throws Error where it starts after all */
export async function refusalHere(folder: string, env: Environment = {}): Promise<StartFailure> {
  const started = await start(folder, env)
  if (!started.ok) return started.failure
  await started.value.stop()
  throw new Error('the gateway started')
}
