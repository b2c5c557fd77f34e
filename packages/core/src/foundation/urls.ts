/**
 * URLs from strangers and processors: what they may look like before we use them.
 *
 * A URL that passes is read in exactly one way by the WHATWG parser, which we use for connecting and redirecting. Names are not
 * resolved here; `outbound/guard.ts` decides where a callback may connect to.
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

/** Parsers disagree about these: some drop them, some turn them into slashes. A properly written URL has none. */
const AMBIGUOUS = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}\p{Cs}\\]/u

/** Checks length and form, and that it has no user or password. The caller checks the scheme. */
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

/** Schemes that run or show the content of the URL itself, or reach into the payer's device. Never allowed. */
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

/** Whether a merchant may have it as an app scheme: `myapp` for `myapp://paid`. */
export const isAppScheme = (scheme: string): boolean =>
  /^[a-z][a-z0-9+.-]{0,63}$/.test(scheme) && !NEVER.has(scheme) && scheme !== 'http' && scheme !== 'https'

export interface ReturnUrlRules {
  /** Payers of a live merchant are only sent back over https (or into an app). */
  live: boolean
  /** The merchant's app schemes, in lower case, without the colon. */
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
  /** Payers of a live merchant are only sent to https pages. */
  readonly live: boolean
  /** Schemes of the apps that the payment method uses, in lower case, without the colon. */
  readonly apps: readonly string[]
}

/**
 * Where a processor sends the payer: a page, or an app of the payment method. Shops redirect browsers there without a look, so
 * anything that runs on opening is refused, and so is any app that does not belong to the payment (`tel:`, `intent:`, another
 * shop's).
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

/** The URL that the payer returns to: the merchant's own, byte for byte, with `idPayin` appended to its query. */
export function withPayinId(returnUrl: string, idPayin: string): string {
  const hashAt = returnUrl.indexOf('#')
  const beforeHash = hashAt < 0 ? returnUrl : returnUrl.slice(0, hashAt)
  const hash = hashAt < 0 ? '' : returnUrl.slice(hashAt)
  const joint = !beforeHash.includes('?') ? '?' : /[?&]$/.test(beforeHash) ? '' : '&'
  return `${beforeHash}${joint}idPayin=${encodeURIComponent(idPayin)}${hash}`
}
