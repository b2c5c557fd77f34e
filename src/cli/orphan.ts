/**
 * `npx` does not hand on a signal: npm ends, its shell with it, and the gateway would go on unseen, with its port and the lock on
 * its data. So what npx has started ends when whoever started it is gone.
 */

const LOOK_EVERY_MS = 250

/** @param ended is called once, where npx started this process and has ended. Keeps no process alive */
export function whenOrphaned(ended: () => void): void {
  // A service manager's child, or one that a shell left behind on purpose, has lost its parent rightly.
  if (process.env.npm_command !== 'exec') return
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    ended()
  }, LOOK_EVERY_MS)
  looking.unref()
}
