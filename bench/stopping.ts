/**
 * Ctrl-C or a kill: current work ends early and each part cleans up as usual, so that no server and no folder stays
 * behind. A second signal changes nothing, because npm passes on a signal that the terminal has sent to both.
 */
export class Stopped extends Error {}

const stopping = new AbortController()
const { signal } = stopping

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => stopping.abort(new Stopped(name)))
}

/** Throws if the bench was stopped. */
export const goOn = (): void => signal.throwIfAborted()

/**
 * @param work notices the stop itself, or because `cut` removes what it works on
 * @throws Stopped after `work` has ended
 */
export async function unlessStopped(work: Promise<void>, cut: () => Promise<void>): Promise<void> {
  const cutOff = () => void cut()
  signal.addEventListener('abort', cutOff, { once: true })
  try {
    await work
  } catch (error) {
    goOn()
    throw error
  } finally {
    signal.removeEventListener('abort', cutOff)
  }
  goOn()
}
