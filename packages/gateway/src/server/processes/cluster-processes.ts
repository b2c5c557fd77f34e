/**
 * Processes by Node's `cluster`: the supervisor holds the port, accepts each connection and hands it to the next
 * process.
 *
 * So connections are spread evenly however few and long-lived they are. With a listening socket that processes share
 * they are not, because the kernel wakes the same ones. And no connection is lost in the queue of a process that ends,
 * as with SO_REUSEPORT. A connection costs a message; the requests on it cost nothing. Only the supervisor handles the
 * signals of the terminal and the service manager.
 *
 * A process that the system cannot start, because memory or its table of processes is full, counts as ended, with the
 * system's code. The supervisor survives this, and so do the processes that serve.
 */
import cluster, { type Worker } from 'node:cluster'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorCode } from '@sluice/core/foundation/errors.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { isFromProcess } from './messages.ts'
import type { Spawn } from './supervisor.ts'

const MAIN = fileURLToPath(new URL('./process-main.ts', import.meta.url))

/** @param env the environment from which every process reads its settings */
export function clusterProcesses(env: NodeJS.ProcessEnv): Spawn {
  cluster.schedulingPolicy = cluster.SCHED_RR
  const cache = getCompileCacheDir()
  return (place, { said, ended }) => {
    cluster.setupPrimary({
      exec: MAIN,
      args: [JSON.stringify(place)],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const forked = fork({
      ...env,
      // Node has a folder for each of its versions inside this one, and names the inner one.
      ...(cache !== undefined && { NODE_COMPILE_CACHE: dirname(cache) }),
      ...(place.port !== undefined && { PORT: String(place.port) }),
    })
    if (!forked.ok) {
      queueMicrotask(() => ended(forked.failure))
      return { pid: undefined, send: () => undefined, kill: () => undefined }
    }
    const worker = forked.value
    worker.on('message', (message: unknown) => {
      if (isFromProcess(message)) said(message)
    })
    worker.on('exit', (code, signal) => ended(signal ?? code))
    worker.on('error', (error) => {
      // A process that was never created reports no other event.
      if (worker.process.pid === undefined) ended(errorCode(error))
    })
    return {
      pid: worker.process.pid,
      send(message) {
        // A process that is just ending receives nothing more, and its end is reported separately.
        worker.send(message, () => undefined)
      },
      kill: () => void worker.process.kill('SIGKILL'),
    }
  }
}

/** For some codes the system's refusal is thrown, for others it comes later (`error`). */
function fork(env: NodeJS.ProcessEnv): Result<Worker, string> {
  try {
    return succeed(cluster.fork(env))
  } catch (error) {
    return fail(errorCode(error))
  }
}
