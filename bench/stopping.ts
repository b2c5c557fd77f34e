/**
 * Ctrl-C, or a kill: what is under way ends early and each part tidies up as it does at its end, so that no server and no folder
 * stays behind. A second signal changes nothing, since npm passes on what the terminal has sent to both.
 */
export class Stopped extends Error {}

const stopping = new AbortController()
const { signal } = stopping

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => stopping.abort(new Stopped(name)))
}

/** Throws where the bench was told to stop. */
export const goOn = (): void => signal.throwIfAborted()

/**
 * @param work it notices by itself, or by `cut` having taken away what it works on
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
