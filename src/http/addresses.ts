/**
 * Addresses: who is calling, as far as it can be believed.
 *
 * `X-Forwarded-For` is anybody's to write, so only hops named by the operator are believed, and by default none.
 * Never resolves names.
 */
import ipaddr from 'ipaddr.js'

/** As fastify takes it: nobody, hops with these addresses or networks, or a rule over the address and the hop's number. */
export type TrustProxy = false | string[] | ((address: string, hop: number) => boolean)

/**
 * The key to count an address under: IPv4 as it is, IPv6 by its /64, since one customer of a provider owns all of that.
 */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
