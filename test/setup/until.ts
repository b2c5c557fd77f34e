/** Waiting for what other processes do, also where no test runs yet: in a test itself, `expect.poll` tells more. */

/** Only for what hangs: on a busy machine everything takes long, and what waits longer waits in vain. */
export const WITHIN_MS = 90_000
const LOOK_EVERY_MS = 25

/** Waits until `holds`; what throws does not hold yet. @throws Error with `what` where it does not within `withinMs` */
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
