/**
 * Where people sign in: the one address that the gateway is reached at, as a browser knows it. Pure.
 *
 * Over https, or on the very machine: nothing else keeps a cookie from strangers. On the machine a browser may write the address in three
 * ways; a passkey is bound to a name, and an IP address is none, so it takes `localhost`. Browsers differ in whether they take a cookie
 * marked `Secure` over plain http on the machine itself (Safari does not), and `__Host-` needs that mark: so there the cookie has
 * neither, and carries the port in its name, for cookies of one host are shared by all its ports.
 */
import { fail, type Result, succeed } from '../../foundation/result.ts'

export interface SignInAddress {
  /** What a browser may say that it comes from. The first is where links lead to. */
  readonly origins: readonly [string, ...string[]]
  /** What passkeys are bound to; undefined: an IP address, for which there are none. */
  readonly passkeysFor: string | undefined
  readonly cookie: string
  readonly isSecure: boolean
}

/** As the URL parser writes IP addresses, however they were spelt. */
const ADDRESS = /^[\d.]+$|^\[/
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'] as const

/** @returns why nobody can sign in there */
/** @param pages whose people: each realm has a cookie of its own */
export function signInAddress(baseUrl: string, pages = ''): Result<SignInAddress, string> {
  const { protocol, hostname, origin, port } = new URL(baseUrl)
  if (protocol === 'https:') {
    const isName = !ADDRESS.test(hostname)
    return succeed({
      origins: [origin],
      passkeysFor: isName ? hostname : undefined,
      cookie: `__Host-sluice${pages}`,
      isSecure: true,
    })
  }
  if (!LOOPBACK_NAMES.some((name) => name === hostname))
    return fail(
      'people sign in over https: set SLUICE_PUBLIC_URL, or SLUICE_ADMIN_URL with SLUICE_ADMIN_LISTEN, to the https address of this gateway',
    )
  const at = (name: string) => `http://${name}${port === '' ? '' : `:${port}`}`
  return succeed({
    origins: [at('localhost'), at('127.0.0.1'), at('[::1]')],
    passkeysFor: 'localhost',
    cookie: `sluice${pages}-${port === '' ? '80' : port}`,
    isSecure: false,
  })
}

/** What the browser sends in its `Cookie` header under this name. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const [key = '', value = ''] = part.trim().split('=', 2)
    if (key === name && value !== '') return value
  }
  return undefined
}

/** The header that gives a browser its cookie, or with an age of 0 takes it back. */
export const setCookie = (
  { isSecure }: SignInAddress,
  name: string,
  value: string,
  maxAgeSecs: number,
  sameSite: 'Strict' | 'Lax' = 'Strict',
): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAgeSecs}; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`

interface RequestedBy {
  readonly method: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/**
 * Whether a request with a cookie comes from this gateway's own pages. A browser names the origin with all that is no mere read, and
 * says of every request how its page stands to this address: a page of another port is the same site and gets the cookie sent.
 */
export function isOwnPage({ origins }: SignInAddress, { method, headers }: RequestedBy): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  const isRead = method === 'GET' || method === 'HEAD'
  // Typed into the browser: a read only, and nobody else's page gets its answer.
  if (site !== undefined && site !== 'same-origin' && !(isRead && site === 'none')) return false
  if (origin === undefined) return isRead
  return origins.some((own) => own === origin)
}

/** What is advised where operators come by the address of everybody, and others than one oneself come. */
export const OFFICE_APART =
  'set SLUICE_ADMIN_LISTEN to an address that only operators reach, or keep /admin, /console, /sign-in and /metrics private at the proxy'
