/**
 * Processes by Node's `cluster`: the port is held by the supervisor, which accepts each connection and hands it to the next process.
 *
 * So connections are spread evenly however few and long-lived they are, which a listening socket that processes share is not (the
 * kernel wakes the same ones), and none is lost in the queue of a process that ends, as by SO_REUSEPORT. A connection costs a message;
 * the requests on it cost nothing. The supervisor alone has the terminal's and the service manager's signals.
 */
import cluster from 'node:cluster'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
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
    const worker = cluster.fork({
      ...env,
      // Inside of the folder, Node keeps one for each of its versions; that is the one it names.
      ...(cache !== undefined && { NODE_COMPILE_CACHE: dirname(cache) }),
      ...(place.port !== undefined && { PORT: String(place.port) }),
    })
    worker.on('message', (message: unknown) => {
      if (isFromProcess(message)) said(message)
    })
    worker.on('exit', (code, signal) => ended(signal ?? code))
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
