/**
 * Limits how many callbacks each merchant and host may have open in this process.
 *
 * A dead receiver holds each call for the whole timeout. With a limit per merchant and per host it delays only its own
 * callbacks. Never waits: a callback without a place stays in the table and is claimed later.
 */
export interface GateLimits {
  perMerchant: number
  perHost: number
}

export const GATE_LIMITS: GateLimits = { perMerchant: 8, perHost: 4 }

/** Frees the place. Calling it again does nothing. */
export type Leave = () => void

export interface Gate {
  /** @returns a function that frees the place, or undefined if the merchant or the host has all its places taken */
  tryEnter(merchant: string, host: string): Leave | undefined
}

export function callbackGate(limits: GateLimits = GATE_LIMITS): Gate {
  const merchants = new Map<string, number>()
  const hosts = new Map<string, number>()

  return {
    tryEnter(merchant, host) {
      const name = host.toLowerCase()
      if ((merchants.get(merchant) ?? 0) >= limits.perMerchant) return undefined
      if ((hosts.get(name) ?? 0) >= limits.perHost) return undefined
      change(merchants, merchant, 1)
      change(hosts, name, 1)
      let left = false
      return () => {
        if (left) return
        left = true
        change(merchants, merchant, -1)
        change(hosts, name, -1)
      }
    },
  }
}

/** Names with nothing open are removed: strangers choose the hosts, and the map must not grow with them. */
function change(counts: Map<string, number>, name: string, by: number): void {
  const count = (counts.get(name) ?? 0) + by
  if (count === 0) counts.delete(name)
  else counts.set(name, count)
}
