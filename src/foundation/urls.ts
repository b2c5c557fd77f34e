/**
 * URLs that strangers and processors hand us: what they may look like before anything is done with them.
 *
 * Promises that a URL that passed is one that the WHATWG parser (the one we connect and redirect with) reads in
 * exactly one way. Never resolves a name: where a callback may connect to is `outbound/guard.ts`.
 */
import type { FaultCode } from './faults.ts'
import { fail, type Result, succeed } from './result.ts'

export type UrlFaultCode = Extract<
  FaultCode,
  'TOO_LONG' | 'NOT_A_URL' | 'SCHEME_REFUSED' | 'CREDENTIALS' | 'HOST_REFUSED'
>

export interface UrlFault {
  code: UrlFaultCode
  /** For the merchant's developer: what is wrong and what to do. Never repeats the URL, which may hold secrets. */
  message: string
}

export const MAX_URL_LENGTH = 2048

/** Parsers disagree about these: some drop them, some turn them into slashes. A URL in its written form has none. */
const AMBIGUOUS = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}\p{Cs}\\]/u

/** Length, form, and no user or password in it. The scheme is the caller's affair. */
export function parseUrl(text: string): Result<URL, UrlFault> {
  if (text.length > MAX_URL_LENGTH) {
    return fail({ code: 'TOO_LONG', message: `must be at most ${MAX_URL_LENGTH} characters long` })
  }
  const url = AMBIGUOUS.test(text) ? null : URL.parse(text)
  if (url === null) {
    const message = 'must be an absolute URL such as https://shop.example/path, without spaces or backslashes'
    return fail({ code: 'NOT_A_URL', message })
  }
  if (url.username !== '' || url.password !== '') {
    return fail({ code: 'CREDENTIALS', message: 'must not carry a user name or password' })
  }
  return succeed(url)
}

/** Schemes that run or show what stands in the URL itself, or reach into the payer's device. On no list, ever. */
const NEVER = new Set([
  'javascript',
  'data',
  'blob',
  'file',
  'filesystem',
  'vbscript',
  'about',
  'view-source',
  'intent',
])

/** What a merchant may put on its list of app schemes: `myapp` for `myapp://paid`. */
export const isAppScheme = (scheme: string): boolean =>
  /^[a-z][a-z0-9+.-]{0,63}$/.test(scheme) && !NEVER.has(scheme) && scheme !== 'http' && scheme !== 'https'

export interface ReturnUrlRules {
  /** A live merchant's payer is sent back over https only (or into an app). */
  live: boolean
  /** The merchant's app schemes, lower case, without the colon. */
  allowedSchemes: readonly string[]
}

/** The `returnUrl` of a payin: where the payer's browser is sent afterwards. */
export function checkReturnUrl(text: string, rules: ReturnUrlRules): Result<URL, UrlFault> {
  const parsed = parseUrl(text)
  if (!parsed.ok) return parsed
  const scheme = parsed.value.protocol.slice(0, -1)
  const web = scheme === 'https' || (scheme === 'http' && !rules.live)
  if (web || (isAppScheme(scheme) && rules.allowedSchemes.includes(scheme))) return parsed
  const message = rules.live
    ? "must start with https://, or with a scheme on the merchant's list of app schemes"
    : "must start with https:// or http://, or with a scheme on the merchant's list of app schemes"
  return fail({ code: 'SCHEME_REFUSED', message })
}

export interface PageUrlRules {
  /** A live payer is sent to pages over https only. */
  readonly live: boolean
  /** Of the apps that the payment method is paid with, lower case, without the colon. */
  readonly apps: readonly string[]
}

/**
 * Where a processor has the payer sent: a page, or an app of the payment method. Shops send browsers there unseen, so nothing that
 * runs where it is opened, and no app that has nothing to do with the payment (`tel:`, `intent:`, another shop's).
 */
export function checkPageUrl(text: string, { live, apps }: PageUrlRules): Result<URL, UrlFault> {
  const parsed = parseUrl(text)
  if (!parsed.ok) return parsed
  const scheme = parsed.value.protocol.slice(0, -1)
  if (scheme === 'https' || (scheme === 'http' && !live)) return parsed
  if (isAppScheme(scheme) && apps.includes(scheme)) return parsed
  const app = apps.length === 0 ? '' : `, or with ${apps.map((each) => `${each}:`).join(', ')}`
  return fail({
    code: 'SCHEME_REFUSED',
    message: `must start with https://${live ? '' : ' or http://'}${app}`,
  })
}

/** The URL the payer is sent back to: the merchant's own, byte for byte, with `idPayin` appended to its query. */
export function withPayinId(returnUrl: string, idPayin: string): string {
  const hashAt = returnUrl.indexOf('#')
  const beforeHash = hashAt < 0 ? returnUrl : returnUrl.slice(0, hashAt)
  const hash = hashAt < 0 ? '' : returnUrl.slice(hashAt)
  const joint = !beforeHash.includes('?') ? '?' : /[?&]$/.test(beforeHash) ? '' : '&'
  return `${beforeHash}${joint}idPayin=${encodeURIComponent(idPayin)}${hash}`
}
