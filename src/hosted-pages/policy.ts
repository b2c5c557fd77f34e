/**
 * The headers of our pages: scripts, styles and data from this server and from nobody else, nothing inline.
 * Compared with an API's answer (`http/security-headers.ts`) a page may load its own files, and be framed by whom its merchant named.
 */

export interface PageRules {
  /** Origins that may frame the page. Checked when the merchant set them. */
  readonly frameOrigins: readonly string[]
  /** May the page ask for the camera? */
  readonly camera: boolean
  /** May it show a picture that somebody has chosen there and not sent yet? */
  readonly previews?: boolean
}

export function pageHeaders({ frameOrigins, camera, previews = false }: PageRules): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      `img-src 'self'${previews ? ' data:' : ''}`,
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${frameOrigins.length === 0 ? "'none'" : frameOrigins.join(' ')}`,
    ].join('; '),
    'permissions-policy': `camera=(${camera ? 'self' : ''}), microphone=(), geolocation=(), payment=()`,
    // A browser that knows frame-ancestors ignores this one, and there is no value that names several origins.
    ...(frameOrigins.length === 0 && { 'x-frame-options': 'DENY' }),
  }
}
