/**
 * Checks that an account's addresses belong to the right environment of its provider. Pure.
 *
 * A live key at the test address gives payers codes that cannot be paid; a test merchant at the live address moves real money. What a key
 * says of its environment is checked by each provider's `faults`; addresses are checked here for all.
 */
import type { Fault } from '@sluice/core/foundation/faults.ts'
import type { Provider, Settings } from '@sluice/provider-kit/provider.ts'

/** @param settings each valid by itself */
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
    // Some providers have one address for both, and tell them apart by the key.
    if (host === undefined || own.has(host) || !others.has(host)) return []
    const message = `is an address of ${title} for ${isTest ? 'live accounts' : 'tests'}, but the account is ${isTest ? 'for tests' : 'live'}`
    return [{ path: `/${name}`, code: 'CONFLICT', message }]
  })
}

const namesIn = (addresses: Settings): ReadonlySet<string | undefined> =>
  new Set(Object.values(addresses).map(nameIn))

/** Without the port and a trailing dot. */
const nameIn = (url: string): string | undefined =>
  URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : undefined
