/**
 * Worker threads of our own. Node compiles each thread's modules anew, and strips their types: with the folder where this process
 * keeps what V8 made of the program (see `main.ts`) a thread is there in a third of the time.
 */
import { flushCompileCache, getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** @param module of ours; `workerData` is what it is given */
export function startThread(
  module: URL,
  options: Pick<WorkerOptions, 'workerData' | 'resourceLimits'>,
): Worker {
  const cache = getCompileCacheDir()
  // Inside of the folder, Node keeps one for each of its versions; that is the one it names.
  const env = cache === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(cache) }
  return new Worker(module, { ...options, env })
}

/** For a thread, once it has loaded what it needs: one that is ended from outside keeps nothing otherwise. */
export const keepCompiled = (): void => flushCompileCache()
