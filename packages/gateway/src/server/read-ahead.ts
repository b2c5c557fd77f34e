/**
 * Code that a start leaves to be loaded at its first use (`foundation/at-first-use.ts`), when a payment would wait for
 * it. It is loaded once the gateway has served for a moment, one after the other, so that no request waits for all of
 * it.
 */
import { phoneNumbers } from '@sluice/core/catalogue/identifiers/phones.ts'
import type { Cancel, Timers } from '@sluice/core/foundation/deps.ts'
import { undici } from '../outbound/network.ts'

/** Long enough for the first request after the start, and shorter than most take to send a payment. */
const FIRST_AFTER_MS = 1_000
const BETWEEN_MS = 250

/** @param also other work that a start leaves until later */
export function readAhead(timers: Pick<Timers, 'after'>, ...also: readonly (() => void)[]): Cancel {
  const cancels = [phoneNumbers, undici, ...also].map((read, index) =>
    timers.after(FIRST_AFTER_MS + index * BETWEEN_MS, () => void read()),
  )
  return () => {
    for (const cancel of cancels) cancel()
  }
}
