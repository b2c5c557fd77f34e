/**
 * Addresses: who is calling, as far as it can be believed.
 *
 * `X-Forwarded-For` is anybody's to write, so only hops named by the operator are believed, and by default none.
 * Never resolves names.
 */
import ipaddr from 'ipaddr.js'
import { fail, type Result, succeed } from '../foundation/result.ts'

/** As fastify takes it: nobody, hops with these addresses or networks, or a rule over the address and the hop's number. */
export type TrustProxy = false | string[] | ((address: string, hop: number) => boolean)

const NAMED = new Set(['loopback', 'linklocal', 'uniquelocal'])

/**
 * The setting `TRUST_PROXY`: empty or `false` (nobody), a number of hops, or addresses, networks (CIDR) and
 * `loopback`, `linklocal`, `uniquelocal`, separated by commas. `true` is refused: it would let any caller choose its address.
 */
export function parseTrustProxy(text: string): Result<TrustProxy, string> {
  const trimmed = text.trim()
  if (['', 'false', '0'].includes(trimmed)) return succeed(false)
  if (/^\d{1,2}$/.test(trimmed)) return succeed((_address: string, hop: number) => hop < Number(trimmed))
  const parts = trimmed.split(',').map((part) => part.trim())
  const wrong = parts.find((part) => !NAMED.has(part) && !ipaddr.isValid(part) && !ipaddr.isValidCIDR(part))
  return wrong === undefined
    ? succeed(parts)
    : fail(`not an address, a network or a number of hops: ${wrong}`)
}

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
