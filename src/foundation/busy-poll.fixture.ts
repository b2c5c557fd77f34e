import type { EventLoop } from './busy-poll.ts'

/** A loop whose rounds a test begins, by a clock of its own. */
export function loopInHand() {
  let atMs = 0
  const next: (() => void)[] = []
  const loop: EventLoop = {
    nowMs: () => atMs,
    nextRound: (action) => void next.push(action),
  }
  return {
    loop,
    /** A round asks for the next one: nobody sleeps. */
    isAwake: () => next.length > 0,
    /** Rounds that take so long together. */
    pass(ms: number): void {
      atMs += ms
      for (const action of next.splice(0)) action()
    },
  }
}
