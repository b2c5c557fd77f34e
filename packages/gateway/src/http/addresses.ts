/**
 * Client addresses, as far as they can be trusted.
 *
 * Anyone can send `X-Forwarded-For`, so only hops that the operator names are trusted, and none by default. Names are not
 * resolved.
 */
import ipaddr from 'ipaddr.js'

/** In fastify's form: nobody, hops with these addresses or networks, or a rule over the address and the hop's number. */
export type TrustProxy = false | string[] | ((address: string, hop: number) => boolean)

/** The key for counting an address: IPv4 as it is, IPv6 by its /64, because a provider's customer owns a whole /64. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
