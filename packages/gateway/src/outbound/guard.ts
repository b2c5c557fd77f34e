/**
 * Protection against server-side request forgery: which addresses a merchant's URL may lead to.
 *
 * A callback URL makes our server connect to an address that a stranger chose. Three measures make that safe: the form of the URL
 * is checked when it is accepted (`checkCallbackUrl`); the address is checked after DNS, when connecting (`addressPolicy`, used
 * by `network.ts`), so a name that changes its address gains nothing; and redirects are not followed.
 *
 * An address must be public or allowed by the operator. IPv6 addresses that wrap an IPv4 address (mapped, NAT64, 6to4, …) are
 * refused; if the operator allowed the wrapping network, the same policy checks the wrapped address. Metadata addresses are never
 * allowed. No network access happens here.
 */
import { isIP } from 'node:net'
import type { AddressPolicy } from '@sluice/core/foundation/deps.ts'
import { assert, fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { parseUrl, type UrlFault } from '@sluice/core/foundation/urls.ts'
import ipaddr from 'ipaddr.js'
import {
  LOOPBACK_NAME,
  LOOPBACK_NETWORKS,
  METADATA_NETWORKS,
  type NamedNetwork,
  PUBLIC_IPV6,
  SPECIAL_NETWORKS,
} from './special-networks.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = [Address, number]

export interface PolicyOptions {
  /**
   * Networks in CIDR notation that the operator allows (`SLUICE_CALLBACK_ALLOW`). Check them with `isNetwork`; an invalid one is
   * a bug.
   */
  allow: readonly string[]
  /** Allows 127.0.0.0/8 and ::1: for test merchants in a trial (`callbacks/trial.ts`). */
  loopback: boolean
  /** Why it no longer allows them, and what to do. */
  whyNoLoopback?: string
}

/** Whether `text` is a network such as `10.1.0.0/16` or `fd12::/48`, or a single address. */
export const isNetwork = (text: string): boolean => parseNetwork(text) !== undefined

function parseNetwork(text: string): Network | undefined {
  const [address = '', length, ...rest] = text.split('/')
  // ipaddr.js also reads octal and shortened IPv4; a network must be written in four plain numbers.
  const family = isIP(address)
  if (family === 0 || address.includes('%') || rest.length > 0) return undefined
  const full = family === 4 ? 32 : 128
  if (length === undefined) return [ipaddr.parse(address), full]
  if (!/^\d{1,3}$/.test(length) || Number(length) > full) return undefined
  return [ipaddr.parse(address), Number(length)]
}

function networkOf(text: string): Network {
  const network = parseNetwork(text)
  assert(network, `a network in CIDR notation: ${text}`)
  return network
}

const withNetwork = (named: NamedNetwork) => ({ network: networkOf(named.cidr), name: named.name })
const METADATA = METADATA_NETWORKS.map(withNetwork)
const SPECIAL = [...LOOPBACK_NETWORKS, ...SPECIAL_NETWORKS].map(withNetwork)
const LOOPBACK = LOOPBACK_NETWORKS.map((named) => networkOf(named.cidr))
const PUBLIC = networkOf(PUBLIC_IPV6)

const holds = (network: Network, address: Address): boolean =>
  network[0].kind() === address.kind() && address.match(network)

/**
 * Create one policy per setting and keep it: connections are pooled per policy object.
 *
 * @returns a policy whose `refuses` names the kind of network, for the merchant to read
 */
export function addressPolicy(options: PolicyOptions): AddressPolicy {
  const open = [...options.allow.map(networkOf), ...(options.loopback ? LOOPBACK : [])]

  const loopbackName =
    options.whyNoLoopback === undefined ? LOOPBACK_NAME : `${LOOPBACK_NAME}, ${options.whyNoLoopback}`

  const judge = (address: Address): string | undefined => {
    const metadata = METADATA.find((one) => holds(one.network, address))
    if (metadata) return metadata.name
    const inner = address instanceof ipaddr.IPv6 ? wrappedIpv4(address) : []
    if (open.some((network) => holds(network, address))) {
      return inner.map(judge).find((reason) => reason !== undefined)
    }
    const special = SPECIAL.find((one) => holds(one.network, address))
    if (special) return special.name === LOOPBACK_NAME ? loopbackName : special.name
    if (address instanceof ipaddr.IPv6 && !holds(PUBLIC, address)) return 'outside the public part of IPv6'
    return inner.map(judge).find((reason) => reason !== undefined)
  }

  return {
    refuses(text) {
      // Four plain numbers or IPv6: resolvers return addresses in no other form.
      if (isIP(text) === 0) return 'not an IP address'
      return judge(ipaddr.parse(text))
    },
  }
}

const ipv4Of = (high: number, low: number): ipaddr.IPv4 =>
  new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff])

const LAST_32_BITS = ['::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48'].map(
  networkOf,
)
const LOCAL_NAT64 = networkOf('64:ff9b:1::/48')
const SIX_TO_FOUR = networkOf('2002::/16')
const TEREDO = networkOf('2001::/32')
const HOST_ITSELF = ['::/128', '::1/128'].map(networkOf)

/** The IPv4 addresses that a translator or tunnel would read from an IPv6 address. */
function wrappedIpv4(address: ipaddr.IPv6): ipaddr.IPv4[] {
  if (HOST_ITSELF.some((network) => holds(network, address))) return []
  const [, p1 = 0, p2 = 0, p3 = 0, p4 = 0, p5 = 0, p6 = 0, p7 = 0] = address.parts
  const found: ipaddr.IPv4[] = []
  if (LAST_32_BITS.some((network) => holds(network, address))) found.push(ipv4Of(p6, p7))
  // RFC 6052, section 2.2: after a /48, the address surrounds the zero octet of bits 64 to 71.
  if (holds(LOCAL_NAT64, address)) found.push(ipv4Of(p3, ((p4 & 0xff) << 8) | (p5 >> 8)))
  if (holds(SIX_TO_FOUR, address)) found.push(ipv4Of(p1, p2))
  if (holds(TEREDO, address)) found.push(ipv4Of(p2, p3), ipv4Of(p6 ^ 0xffff, p7 ^ 0xffff))
  // ISATAP (RFC 5214) works with any prefix.
  if ((p4 === 0 || p4 === 0x0200) && p5 === 0x5efe) found.push(ipv4Of(p6, p7))
  return found
}

export interface CallbackUrlRules {
  /** Live merchants: https only. */
  live: boolean
  /** The policy under which callbacks are sent: an IP address in the URL is refused immediately. */
  policy: AddressPolicy
}

/**
 * Checks the form of a `callbackUrl` when it is accepted. Names are not resolved here: they are checked when the callback is
 * sent, by when they may have another address.
 */
export function checkCallbackUrl(text: string, rules: CallbackUrlRules): Result<URL, UrlFault> {
  const parsed = parseUrl(text)
  if (!parsed.ok) return parsed
  const url = parsed.value
  if (url.protocol !== 'https:' && (rules.live || url.protocol !== 'http:')) {
    const message = rules.live ? 'must start with https://' : 'must start with https:// or http://'
    return fail({ code: 'SCHEME_REFUSED', message })
  }
  const reason = refusesHost(url.hostname, rules.policy)
  return reason === undefined
    ? succeed(url)
    : fail({
        code: 'HOST_REFUSED',
        message: `must point to a public address; this one is refused: ${reason}`,
      })
}

/**
 * Checks a host as the URL parser wrote it: by then 2130706433, 0x7f.1 and 0177.0.0.1 all read 127.0.0.1.
 *
 * @returns the reason for a refusal, or undefined for a public address or a name that has yet to be resolved
 */
export function refusesHost(hostname: string, policy: AddressPolicy): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (host === '') return 'no host'
  if (isIP(host) !== 0) return policy.refuses(host)
  if (host === 'localhost' || host.endsWith('.localhost')) return policy.refuses('127.0.0.1')
  return undefined
}

/** A gateway's two policies. Each is created once, because connections are pooled per policy object. */
export const callbackPolicies = (allow: readonly string[]) => ({
  usual: addressPolicy({ allow, loopback: false }),
  /** Also allows a developer's listener on the same machine. */
  withLoopback: addressPolicy({ allow, loopback: true }),
})
