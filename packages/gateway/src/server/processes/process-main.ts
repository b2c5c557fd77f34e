/**
 * The entry point of one of several processes on a port; `cluster-processes.ts` starts it. It is a whole node, and
 * reports its state over its channel to the supervisor, never to the terminal.
 *
 * It ends immediately when the supervisor is gone, as in a power cut. It leaves signals of the terminal, which reach it
 * too, to the supervisor.
 */
import { flushCompileCache } from 'node:module'
import type { Log } from '@sluice/core/foundation/deps.ts'
import { realClock, realTimers } from '@sluice/core/foundation/real-deps.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { jsonLog } from '../../http/logging.ts'
import { readConfig } from '../config.ts'
import { serve } from '../serve.ts'
import { type FromProcess, isToProcess } from './messages.ts'
import { Supervised } from './supervised.ts'
import type { ProcessPlace } from './supervisor.ts'

function crash(log: Log, message: string, error: unknown): never {
  const err = error instanceof Error ? { name: error.name, message: error.message, stack: error.stack } : {}
  log.error({ err }, message)
  process.exit(1)
}

/** @param done called when the message is on its way: the process may end then */
function send(message: FromProcess, done: () => void = () => undefined): void {
  process.send?.(message, undefined, undefined, done)
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined)
// Not by an exit, which would first write the buffered log, although nobody may be reading it any more.
process.prependListener('disconnect', () => process.kill(process.pid, 'SIGKILL'))

const config = readConfig(process.env)
assert(config.ok, 'the supervisor has read the same configuration')
const place: ProcessPlace = JSON.parse(process.argv[2] ?? '')
const log = jsonLog({ level: config.value.logLevel, sharesOutput: true }).child({ process: place.number })
process.on('uncaughtException', (error) => crash(log, 'unexpected error', error))
process.on('unhandledRejection', (error) => crash(log, 'unexpected error', error))

const supervised = new Supervised({ place, send, clock: realClock, timers: realTimers })
process.on('message', (message) => {
  if (isToProcess(message)) supervised.receive(message)
})
// Until it serves there is nothing to finish.
supervised.onStop(() => process.exit(0))

const started = await serve(config.value, log, supervised)
if (started.ok) {
  const { app, baseUrl, port, testCheckout, firstLink, stop } = started.value
  supervised.onStop(() => {
    stop().then(
      () => process.exit(0),
      (error: unknown) => crash(log, 'the shutdown failed', error),
    )
  })
  const { registry } = app.metrics
  supervised.ready(
    { baseUrl, port, testCheckout, firstLink },
    { metrics: () => registry.getMetricsAsJSON(), refreshCaches: () => app.refreshCaches() },
  )
  flushCompileCache()
} else send({ type: 'failed', why: started.failure }, () => process.exit(1))
