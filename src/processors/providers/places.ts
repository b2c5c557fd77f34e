/**
 * Accounts for tests and live ones, each at the right one of its provider's environments. Pure.
 *
 * A live key at the test address gets payers codes that nobody can pay; a test merchant at the live address moves real money. What keys say
 * of themselves each provider tells by its own `faults`; where it is, is told here for all of them.
 */
import type { Fault } from '../../foundation/faults.ts'
import type { Provider, Settings } from './provider.ts'

/** @param settings each of which is well for itself */
export function placeFaults(
  { title, settings: known, hostsOf }: Pick<Provider, 'title' | 'settings' | 'hostsOf'>,
  settings: Settings,
  isTest: boolean,
): readonly Fault[] {
  const hosts = hostsOf(settings)
  if (!hosts) return []
  const own = namesIn(isTest ? hosts.test : hosts.live)
  const others = namesIn(isTest ? hosts.live : hosts.test)
  return known.flatMap(({ name, isAddress }): Fault[] => {
    const host = isAddress ? nameIn(settings[name] ?? '') : undefined
    // Some have one address for both, and tell by the key.
    if (host === undefined || own.has(host) || !others.has(host)) return []
    const message = `is an address of ${title} for ${isTest ? 'live accounts' : 'tests'}, and the account is ${isTest ? 'for tests' : 'live'}`
    return [{ path: `/${name}`, code: 'CONFLICT', message }]
  })
}

const namesIn = (addresses: Settings): ReadonlySet<string | undefined> =>
  new Set(Object.values(addresses).map(nameIn))

/** Whatever the port, and with the dot at its end or without. */
const nameIn = (url: string): string | undefined =>
  URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : undefined
