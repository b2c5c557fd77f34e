/**
 * Signs that a request came through a proxy: a header that proxies, load balancers, tunnels and CDNs add, or a `Host` that is not
 * this machine. A direct client can send them too, but a client behind a proxy cannot remove what it adds. Reports only the name
 * of what it saw, never a value.
 */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

const NAMES: ReadonlySet<string> = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'x-original-host',
  'x-envoy-external-address',
  'x-amzn-trace-id',
  'x-arr-log-id',
  'x-azure-clientip',
  'x-varnish',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-ray',
  'cdn-loop',
  'fastly-client-ip',
  'fly-client-ip',
])
const FAMILY = 'x-forwarded'
const MAX_NAME = 64

const THIS_MACHINE = /^(?:localhost|[a-z0-9-]{1,63}\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/** @returns the name of the header that shows it */
export function forwardedSign(headers: Headers): string | undefined {
  for (const name of Object.keys(headers))
    if (name.startsWith(FAMILY) || NAMES.has(name)) return name.slice(0, MAX_NAME)
  const { host = '' } = headers
  return typeof host !== 'string' || host === '' || THIS_MACHINE.test(host) ? undefined : 'host'
}
