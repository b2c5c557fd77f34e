/**
 * `npx` does not pass on signals: npm ends, then its shell, and the gateway would keep running unseen, with its port
 * and the lock on its data. So a process started by npx ends when its parent has gone.
 */

const LOOK_EVERY_MS = 250

/** @param ended called once, when this process was started by npx and the parent has ended. Keeps no process alive */
export function whenOrphaned(ended: () => void): void {
  // A service manager's child, or one that was deliberately left in the background, has lost its parent on purpose.
  if (process.env.npm_command !== 'exec') return
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    ended()
  }, LOOK_EVERY_MS)
  looking.unref()
}
