/**
 * Internet networks that are not public, from the IANA special-purpose address registries
 * (https://www.iana.org/assignments/iana-ipv4-special-registry, …/iana-ipv6-special-registry) and the cloud providers'
 * documentation. Data for `guard.ts`; the first matching entry gives the reason.
 */
export interface NamedNetwork {
  cidr: string
  name: string
}

/**
 * Where clouds serve credentials. No setting allows these. The whole link-local networks are included: besides 169.254.169.254,
 * credentials of tasks and pods are at 169.254.170.2 and .23, and those of other providers at 169.254.0.23 and 169.254.42.42. No
 * callback listener is there.
 */
export const METADATA_NETWORKS: readonly NamedNetwork[] = [
  { cidr: '169.254.0.0/16', name: 'link-local, where cloud metadata lives' },
  { cidr: '100.100.100.200/32', name: 'a cloud metadata address (Alibaba)' },
  { cidr: '168.63.129.16/32', name: 'a cloud metadata address (Azure)' },
  { cidr: '192.0.0.192/32', name: 'a cloud metadata address (Oracle)' },
  { cidr: 'fe80::/10', name: 'link-local, where cloud metadata lives' },
  { cidr: 'fd00:ec2::/32', name: 'a cloud metadata address (AWS)' },
  { cidr: 'fd20:ce::/32', name: 'a cloud metadata address (Google)' },
  { cidr: 'fd00:42::42/128', name: 'a cloud metadata address (Scaleway)' },
]

export const LOOPBACK_NAME = 'loopback'
export const LOOPBACK_NETWORKS: readonly NamedNetwork[] = [
  { cidr: '127.0.0.0/8', name: LOOPBACK_NAME },
  { cidr: '::1/128', name: LOOPBACK_NAME },
]

export const SPECIAL_NETWORKS: readonly NamedNetwork[] = [
  { cidr: '0.0.0.0/8', name: 'this host' },
  { cidr: '10.0.0.0/8', name: 'a private network' },
  { cidr: '100.64.0.0/10', name: 'carrier-grade NAT' },
  { cidr: '172.16.0.0/12', name: 'a private network' },
  { cidr: '192.0.0.0/24', name: 'IETF protocol assignments' },
  { cidr: '192.0.2.0/24', name: 'documentation' },
  { cidr: '192.31.196.0/24', name: 'AS112' },
  { cidr: '192.52.193.0/24', name: 'AMT' },
  { cidr: '192.88.99.0/24', name: '6to4 relay' },
  { cidr: '192.168.0.0/16', name: 'a private network' },
  { cidr: '192.175.48.0/24', name: 'AS112' },
  { cidr: '198.18.0.0/15', name: 'benchmarking' },
  { cidr: '198.51.100.0/24', name: 'documentation' },
  { cidr: '203.0.113.0/24', name: 'documentation' },
  { cidr: '224.0.0.0/4', name: 'multicast' },
  { cidr: '240.0.0.0/4', name: 'reserved' },

  { cidr: '::/128', name: 'this host' },
  { cidr: '::/96', name: 'IPv4-compatible' },
  { cidr: '::ffff:0:0/96', name: 'IPv4-mapped' },
  { cidr: '::ffff:0:0:0/96', name: 'IPv4-translated' },
  { cidr: '64:ff9b::/96', name: 'NAT64' },
  { cidr: '64:ff9b:1::/48', name: 'local NAT64' },
  { cidr: '100::/64', name: 'discard-only' },
  { cidr: '100:0:0:1::/64', name: 'dummy prefix' },
  { cidr: '2001::/32', name: 'Teredo' },
  { cidr: '2001:2::/48', name: 'benchmarking' },
  { cidr: '2001:db8::/32', name: 'documentation' },
  { cidr: '2001::/23', name: 'IETF protocol assignments' },
  { cidr: '2002::/16', name: '6to4' },
  { cidr: '2620:4f:8000::/48', name: 'AS112' },
  { cidr: '3ffe::/16', name: 'the closed 6bone' },
  { cidr: '3fff::/20', name: 'documentation' },
  { cidr: '5f00::/16', name: 'segment routing' },
  { cidr: 'fc00::/7', name: 'a private network (unique local)' },
  { cidr: 'fec0::/10', name: 'site-local' },
  { cidr: 'ff00::/8', name: 'multicast' },
]

/** Only this eighth of IPv6 has been assigned for public use. Anything outside it is refused without a more specific reason. */
export const PUBLIC_IPV6 = '2000::/3'
