/** The client's time source: the real one, or one of a test. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs `action` once after `delayMs`. @returns a function that cancels it */
  after(delayMs: number, action: () => void): () => void
}

export const realClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, action) => {
    const timer = setTimeout(action, delayMs)
    return () => clearTimeout(timer)
  },
}

/** @throws the signal's reason when it is aborted */
export function sleep(clock: Clock, delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      cancel()
      reject(signal?.reason)
    }
    const cancel = clock.after(delayMs, () => {
      signal?.removeEventListener('abort', stop)
      resolve()
    })
    signal?.addEventListener('abort', stop, { once: true })
  })
}
