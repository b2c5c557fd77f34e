/**
 * The time zone of the screens: the account's, until the user chooses another one, which the browser stores. Never the
 * machine's, unless chosen.
 */
import { effect, type Signal } from '@preact/signals'
import { isZone } from './time.tsx'

const KEPT_AS = 'sluice.zone'
/** The default, if the user has not chosen. */
let usual = 'UTC'

function kept(): string | undefined {
  try {
    const zone = localStorage.getItem(KEPT_AS)
    return zone !== null && isZone(zone) ? zone : undefined
  } catch {
    // Without storage it starts with the default again.
    return undefined
  }
}

export function keepZone(zone: Signal<string>): void {
  zone.value = kept() ?? usual
  let isBegun = false
  effect(() => {
    const now = zone.value
    // The initial value is no choice of the user.
    if (isBegun) keep(now)
    isBegun = true
  })
}

function keep(now: string): void {
  try {
    if (now === usual) localStorage.removeItem(KEPT_AS)
    else localStorage.setItem(KEPT_AS, now)
  } catch {
    // Without storage the choice is not kept.
  }
}

/** The account has this time zone. */
export function beginIn(zone: Signal<string>, name: string): void {
  if (usual === name || !isZone(name)) return
  // Set first, so that the new one does not count as a choice.
  usual = name
  zone.value = kept() ?? name
}
