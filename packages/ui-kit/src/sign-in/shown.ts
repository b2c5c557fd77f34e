/**
 * Reports the result of a proof by an identity provider from its window to the first window, which waits for it. Only
 * windows of this gateway's own address receive it, and it decides nothing: the gateway checks the next request.
 */
const CHANNEL = 'sluice-shown'

/** @param why the proof failed; undefined: it succeeded */
export function reportShown(why: string | undefined): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(why ?? '')
  channel.close()
}

/**
 * Waits for the other window's report, or until the user returns to this window without one. @returns why the proof
 * failed, if reported
 */
export function untilShown(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL)
    const over = (why: string | undefined) => {
      channel.close()
      window.removeEventListener('focus', back)
      resolve(why)
    }
    const back = () => over(undefined)
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
      over(typeof data === 'string' && data !== '' ? data : undefined),
    )
    window.addEventListener('focus', back)
  })
}
