/** The zone of the screens' times, kept by the browser. UTC until somebody chooses another: never the machine's own, unasked. */
import { effect, type Signal } from '@preact/signals'
import { isZone } from './time.tsx'

const KEPT_AS = 'sluice.zone'

export function keepZone(zone: Signal<string>): void {
  try {
    const kept = localStorage.getItem(KEPT_AS)
    if (kept !== null && isZone(kept)) zone.value = kept
    effect(() => localStorage.setItem(KEPT_AS, zone.value))
  } catch {
    // A browser that keeps nothing shows UTC again.
  }
}
