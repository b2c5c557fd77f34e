/**
 * Worker threads. On its own, Node would compile the modules of each thread again and strip their types. Here the threads share
 * the folder in which this process caches V8's compiled code (see the main file of the package `sluice`).
 */
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** @param module a module of ours, which gets `workerData` */
export function startThread(
  module: URL,
  options: Pick<WorkerOptions, 'workerData' | 'resourceLimits'>,
): Worker {
  const cache = getCompileCacheDir()
  // Node keeps one subfolder for each of its versions, and reports that one.
  const env = cache === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(cache) }
  return new Worker(module, { ...options, env })
}
