/**
 * Processes by Node's `cluster`: the port is held by the supervisor, which accepts each connection and hands it to the next process.
 *
 * So connections are spread evenly however few and long-lived they are, which a listening socket that processes share is not (the
 * kernel wakes the same ones), and none is lost in the queue of a process that ends, as by SO_REUSEPORT. A connection costs a message;
 * the requests on it cost nothing. The supervisor alone has the terminal's and the service manager's signals.
 *
 * One that the system cannot start, for want of memory or of a place in its table of processes, has ended like any other, with the
 * system's code: the supervisor outlives it, and with it those that serve.
 */
import cluster, { type Worker } from 'node:cluster'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorCode } from '../../foundation/errors.ts'
import { fail, type Result, succeed } from '../../foundation/result.ts'
import { isFromProcess } from './messages.ts'
import type { Spawn } from './supervisor.ts'

const MAIN = fileURLToPath(new URL('./process-main.ts', import.meta.url))

/** @param env what every process reads its settings from */
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
      // Inside of the folder, Node keeps one for each of its versions; that is the one it names.
      ...(cache !== undefined && { NODE_COMPILE_CACHE: dirname(cache) }),
      ...(place.port !== undefined && { PORT: String(place.port) }),
    })
    if (!forked.ok) {
      queueMicrotask(() => ended(forked.failure))
      return { pid: undefined, tell: () => undefined, kill: () => undefined }
    }
    const worker = forked.value
    worker.on('message', (message: unknown) => {
      if (isFromProcess(message)) said(message)
    })
    worker.on('exit', (code, signal) => ended(signal ?? code))
    worker.on('error', (error) => {
      // Of one that never was nothing else is told.
      if (worker.process.pid === undefined) ended(errorCode(error))
    })
    return {
      pid: worker.process.pid,
      tell(message) {
        // One that is just ending hears nothing any more, and its end is told of by itself.
        worker.send(message, () => undefined)
      },
      kill: () => void worker.process.kill('SIGKILL'),
    }
  }
}

/** What the system refuses is told by some codes at once, and by others later (`error`). */
function fork(env: NodeJS.ProcessEnv): Result<Worker, string> {
  try {
    return succeed(cluster.fork(env))
  } catch (error) {
    return fail(errorCode(error))
  }
}
