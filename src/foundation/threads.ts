/**
 * Worker threads of our own. Node would compile each thread's modules anew, and strip their types; here they share the folder where
 * this process keeps what V8 made of the program (see `main.ts`).
 */
import { getCompileCacheDir } from 'node:module'
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
