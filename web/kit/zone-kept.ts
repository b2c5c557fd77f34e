/**
 * The zone of the screens' times: that of the account that is seen, until somebody chooses another, which the browser keeps. Never the
 * machine's own, unasked.
 */
import { effect, type Signal } from '@preact/signals'
import { isZone } from './time.tsx'

const KEPT_AS = 'sluice.zone'
/** What it is where nobody has chosen. */
let usual = 'UTC'

function kept(): string | undefined {
  try {
    const zone = localStorage.getItem(KEPT_AS)
    return zone !== null && isZone(zone) ? zone : undefined
  } catch {
    // A browser that keeps nothing begins with the usual one again.
    return undefined
  }
}

export function keepZone(zone: Signal<string>): void {
  zone.value = kept() ?? usual
  let isBegun = false
  effect(() => {
    const now = zone.value
    // What it begins with is nobody's choice.
    if (isBegun) keep(now)
    isBegun = true
  })
}

function keep(now: string): void {
  try {
    if (now === usual) localStorage.removeItem(KEPT_AS)
    else localStorage.setItem(KEPT_AS, now)
  } catch {
    // As above.
  }
}

/** The account that is seen has this zone. */
export function beginIn(zone: Signal<string>, name: string): void {
  if (usual === name || !isZone(name)) return
  // First, so that the new one is no choice of anybody's.
  usual = name
  zone.value = kept() ?? name
}
