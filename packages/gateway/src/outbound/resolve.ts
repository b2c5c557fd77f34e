/**
 * Resolves names to addresses, so that one dead name does not delay others.
 *
 * The system's resolver (getaddrinfo) runs on Node's pool of four threads, which it shares with file access: eight callbacks to a
 * domain whose name servers are silent would block every other lookup for half a minute. So DNS is queried directly first, which
 * needs no thread. The system is only used for names that DNS does not know: those in /etc/hosts, and those in a search domain.
 * Addresses are not checked here; the policy does that.
 */
import { Resolver, lookup as systemLookup } from 'node:dns/promises'
import { errorCode } from '@sluice/core/foundation/errors.ts'

export interface ResolvedAddress {
  address: string
  family: number
}

export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>

export interface Resolvers {
  resolve4(hostname: string): Promise<string[]>
  resolve6(hostname: string): Promise<string[]>
  system: Resolve
}

/** Two attempts within the 15 s of a callback. */
const DNS_TIMEOUT_MS = 3000
const DNS_TRIES = 2

/** @returns a resolver that rejects with an error whose `code` is that of `node:dns` */
export function resolveWith(resolvers: Resolvers): Resolve {
  return async (hostname) => {
    if (hostname === 'localhost' || hostname.endsWith('.localhost')) return resolvers.system(hostname)
    const [ipv4, ipv6] = await Promise.allSettled([
      resolvers.resolve4(hostname),
      resolvers.resolve6(hostname),
    ])
    const found = [...addressesOf(ipv4, 4), ...addressesOf(ipv6, 6)]
    if (found.length > 0) return found
    for (const one of [ipv4, ipv6]) {
      if (one.status === 'rejected' && isSilence(one.reason)) throw one.reason
    }
    return resolvers.system(hostname)
  }
}

const addressesOf = (answer: PromiseSettledResult<string[]>, family: number): ResolvedAddress[] =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []

/** The name servers did not answer or cannot: asking them again on a thread would block it. */
const isSilence = (error: unknown): boolean => ['ETIMEOUT', 'ESERVFAIL'].includes(errorCode(error))

export function systemResolve(): Resolve {
  const dns = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
  return resolveWith({
    resolve4: (hostname) => dns.resolve4(hostname),
    resolve6: (hostname) => dns.resolve6(hostname),
    system: (hostname) => systemLookup(hostname, { all: true }),
  })
}
