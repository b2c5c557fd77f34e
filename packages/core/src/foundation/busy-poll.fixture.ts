import type { EventLoop } from './busy-poll.ts'

/** An event loop whose rounds and clock a test controls. */
export function loopInHand() {
  let atMs = 0
  const next: (() => void)[] = []
  const loop: EventLoop = {
    nowMs: () => atMs,
    nextRound: (action) => void next.push(action),
  }
  return {
    loop,
    /** A round requests the next one, so the thread does not sleep. */
    isAwake: () => next.length > 0,
    /** Rounds that take this long together. */
    pass(ms: number): void {
      atMs += ms
      for (const action of next.splice(0)) action()
    },
  }
}
