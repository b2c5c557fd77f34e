/**
 * What the window says in which somebody was sent back by their identity provider, to the one before, which waits for it. Only windows of
 * this gateway's own address hear it, and it decides nothing: the gateway judges what is asked next.
 */
const CHANNEL = 'sluice-shown'

/** @param why it is not shown; undefined: it is */
export function reportShown(why: string | undefined): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(why ?? '')
  channel.close()
}

/** Until the other window has said so, or somebody has come back to this one without it. @returns why it is not shown, if it is said */
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
