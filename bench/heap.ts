/**
 * Loaded into the server process by the bench. Answers `memory` with the memory left after a full garbage collection,
 * and `peak` with the largest heap size since the last request, garbage included.
 */
import { getHeapStatistics } from 'node:v8'

const LOOK_EVERY_MS = 10

const usedBytes = (): number => getHeapStatistics().used_heap_size
let peakBytes = 0
let isLooking = false

/** Only on request, because sampling slightly slows what is measured. */
function peak(): number {
  if (!isLooking)
    setInterval(() => {
      peakBytes = Math.max(peakBytes, usedBytes())
    }, LOOK_EVERY_MS).unref()
  isLooking = true
  const most = peakBytes
  peakBytes = usedBytes()
  return most
}

process.on('message', (message) => {
  if (message === 'peak') process.send?.(peak())
  // One of several processes also gets messages of its supervisor.
  if (message !== 'memory') return
  // Twice: what the first run finds unreachable may hold on to more.
  globalThis.gc?.()
  globalThis.gc?.()
  process.send?.(process.memoryUsage())
})
process.channel?.unref()
