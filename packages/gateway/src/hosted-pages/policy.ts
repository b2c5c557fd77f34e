/**
 * The security headers of our pages: scripts, styles and data only from this server, nothing inline. Unlike an API
 * response (`http/security-headers.ts`), a page may load its own files and be framed by the origins that its merchant
 * named.
 */
export interface PageRules {
  /** Origins that may frame the page. Verified when the merchant set them. */
  readonly frameOrigins: readonly string[]
  /** May the page use the camera? */
  readonly camera: boolean
  /** May it show a picture that the visitor has chosen and not sent yet? */
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
    // Browsers that know frame-ancestors ignore this header, and it cannot name several origins.
    ...(frameOrigins.length === 0 && { 'x-frame-options': 'DENY' }),
  }
}
