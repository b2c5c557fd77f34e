/** Waits for other processes, also outside of tests; in a test, `expect.poll` reports more. */

/** Only reached if something hangs: on a busy machine everything takes long. */
export const WITHIN_MS = 90_000
const LOOK_EVERY_MS = 25

/** Waits until `holds` returns true; an exception counts as false. @throws Error with `what` if it does not within `withinMs` */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = WITHIN_MS,
): Promise<void> {
  const deadline = Date.now() + withinMs
  const look = async () => holds()
  while (!(await look().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`waited ${withinMs} ms in vain until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
