/** Work that is done again and again, the next time so long after the last one has ended. */
import type { Cancel, Timers } from './deps.ts'

/** @param work must not reject: what to do about a failure is its own matter */
export function repeat(timers: Timers, everyMs: number, work: () => Promise<void>): Cancel {
  let ended = false
  let cancel: Cancel = () => undefined
  const again = async (): Promise<void> => {
    await work()
    if (!ended) cancel = timers.after(everyMs, again)
  }
  cancel = timers.after(everyMs, again)
  return () => {
    ended = true
    cancel()
  }
}
