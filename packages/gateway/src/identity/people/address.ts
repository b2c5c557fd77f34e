/**
 * Where people sign in: the gateway's public address, as a browser sees it. Pure.
 *
 * It must be https, or the machine itself: anything else would expose the cookie. The machine's address can be written in three
 * ways; a passkey is bound to a name, which an IP address is not, so passkeys use `localhost`. Over plain http on the machine
 * itself, some browsers (Safari) reject a cookie marked `Secure`, which `__Host-` requires. There the cookie has neither, and its
 * name contains the port, because all ports of a host share cookies.
 */
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'

export interface SignInAddress {
  /** The origins that a browser may report. Links use the first one. */
  readonly origins: readonly [string, ...string[]]
  /** The name that passkeys are bound to; undefined for an IP address, which cannot have passkeys. */
  readonly passkeysFor: string | undefined
  readonly cookie: string
  readonly isSecure: boolean
}

/** An IP address as the URL parser writes it, in whatever form it was given. */
const ADDRESS = /^[\d.]+$|^\[/
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'] as const

/** @returns why nobody can sign in there */
/** @param pages whose pages: each realm has its own cookie */
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
      'sign-in needs https: set SLUICE_PUBLIC_URL, or SLUICE_ADMIN_URL with SLUICE_ADMIN_LISTEN, to the https address of this gateway',
    )
  const at = (name: string) => `http://${name}${port === '' ? '' : `:${port}`}`
  return succeed({
    origins: [at('localhost'), at('127.0.0.1'), at('[::1]')],
    passkeysFor: 'localhost',
    cookie: `sluice${pages}-${port === '' ? '80' : port}`,
    isSecure: false,
  })
}

/** The value of this cookie in the browser's `Cookie` header. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const [key = '', value = ''] = part.trim().split('=', 2)
    if (key === name && value !== '') return value
  }
  return undefined
}

/** The header that sets the cookie, or with an age of 0 deletes it. */
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
 * Whether a request with a cookie comes from the gateway's own pages. A browser sends the origin with every request that is not a
 * simple read, and always sends how the page relates to this address. A page on another port is the same site and gets the cookie
 * too.
 */
export function isOwnPage({ origins }: SignInAddress, { method, headers }: RequestedBy): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  const isRead = method === 'GET' || method === 'HEAD'
  // An address typed into the browser: reads only, whose answer no other page can see.
  if (site !== undefined && site !== 'same-origin' && !(isRead && site === 'none')) return false
  if (origin === undefined) return isRead
  return origins.some((own) => own === origin)
}

/** Advice for an installation where operators share the public address with everyone, and is used by more than one person. */
export const SEPARATE_OPERATOR_ADDRESS =
  'set SLUICE_ADMIN_LISTEN to an address that only operators can reach, or keep /admin, /console, /sign-in and /metrics private at the proxy'
