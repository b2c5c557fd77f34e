/**
 * A gateway started like `sluice serve`, in the test's process: from its environment and folder, with the database on disk in a separate
 * thread, a local port and real timers. All tests that start one in this process share the loaded program, which is most of the cost of a
 * start.
 *
 * For tests of a gateway on a real folder or a real address. Tests of how a process ends, of signals, or of what it leaves when it is
 * killed need a separate process: `gateway.ts`. While a test blocks (`execFileSync`), this gateway does not answer.
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
  /** Like the first SIGTERM: finishes what was accepted and closes everything. Does nothing if it has stopped already. */
  stop(): Promise<void>
}

async function start(folder: string, env: Environment): Promise<Result<Running, StartFailure>> {
  const config = readConfig({ PORT: '0', ...env, DATA_DIR: join(folder, env.DATA_DIR ?? 'data') })
  if (!config.ok) throw new Error(JSON.stringify(config.failure))
  return serve(config.value, silentLog)
}

/** @throws Error with the message that `sluice serve` would print if it does not start */
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

/** Serves a copy of a folder that was served before: see `served.ts`. @throws Error if it does not start */
export async function serveCopyHere(folder: string, env: Environment = {}): Promise<GatewayHere> {
  await copyServed(folder)
  return serveHere(folder, env)
}

/** The message of a refused start. @throws Error if it starts after all */
export async function refusalHere(folder: string, env: Environment = {}): Promise<StartFailure> {
  const started = await start(folder, env)
  if (!started.ok) return started.failure
  await started.value.stop()
  throw new Error('the gateway started')
}
