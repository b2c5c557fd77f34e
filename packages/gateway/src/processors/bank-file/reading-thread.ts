/** A thread that reads one answer of a bank: see `read-answer.ts`. */
import { parentPort, workerData } from 'node:worker_threads'
import { readStatusReport } from './pain002.ts'
import { xmlText } from './read-answer.ts'

parentPort?.postMessage(readStatusReport(xmlText(workerData)))
