/** A thread that reads one file; see `parse-in-worker.ts`. */
import { parentPort, workerData } from 'node:worker_threads'
import { type FileFacts, readStatement } from './read-file.ts'

const { bytes, facts } = workerData as { readonly bytes: Uint8Array; readonly facts: FileFacts }
parentPort?.postMessage(readStatement(bytes, facts))
