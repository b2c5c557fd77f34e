import { realTimers } from '@sluice/core/foundation/real-deps.ts'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { describe, expect, it } from 'vitest'
import { notRead, parseInWorker } from './parse-in-worker.ts'

const thread = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads';${code}`)}`,
  )
const ECHO = thread('parentPort.postMessage(workerData)')
const SLEEPS = thread('setTimeout(() => parentPort.postMessage(workerData), 200)')
const HANGS = thread('for (;;);')
const BROKEN = thread('throw new Error("broken")')
const SILENT = thread('')

describe('a file that is read apart', () => {
  it('is what its thread posts', async () => {
    expect(await parseInWorker(ECHO, 'a', realTimers)).toEqual({ ok: true, value: 'a' })
  })

  it('that never ends is given up after a minute, and the thread with it', async () => {
    const { timers, advance } = simulatedDeps(1)
    const read = parseInWorker(HANGS, 'a', timers)
    await advance(60_000)
    expect(await read).toEqual({ ok: false, failure: 'TOO_MUCH' })
  })

  it.each([BROKEN, SILENT])('by a module that is at fault is an error', async (module) => {
    await expect(parseInWorker(module, 'a', realTimers)).rejects.toThrow()
  })

  it('waits for its turn, and beyond ten at once is sent away until one has ended', async () => {
    const all = Array.from({ length: 12 }, (_, index) => parseInWorker(SLEEPS, index, realTimers))
    const read = await Promise.all(all)
    expect(read.map((each) => (each.ok ? each.value : each.failure))).toEqual([
      ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      'BUSY',
      'BUSY',
    ])
    expect(await parseInWorker(ECHO, 'after', realTimers)).toEqual({ ok: true, value: 'after' })
  })

  it('is refused as 503 or 413', () => {
    expect([notRead('BUSY').status, notRead('TOO_MUCH').status]).toEqual([503, 413])
  })
})
