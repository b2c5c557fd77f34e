/**
 * Text pages: the guides and the pages of a problem's `type`, with one layout and one style sheet.
 *
 * No scripts run on such a page, and it loads only this server's styles and pictures. The caller must pass safe HTML: texts go
 * through `asHtml`.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'

export const PUBLIC_PAGE = { config: { versioned: false }, schema: { hide: true } } as const

const STYLE_PATH = '/docs/style.css'

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const

/** Links at the top of every page. */
const TOP = [
  { href: '/docs/guides/', text: 'Guides' },
  { href: '/docs/', text: 'Reference' },
] as const

export interface TextPage {
  readonly title: string
  /** Shown beside the text, or below it on a narrow screen. */
  readonly aside?: string
  readonly main: string
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const asHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')

/** The style sheet of all text pages. Once per server. */
export function registerTextStyle(app: FastifyInstance): void {
  app.get(STYLE_PATH, PUBLIC_PAGE, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(STYLE),
  )
}

export const sendTextPage = (reply: FastifyReply, page: TextPage): FastifyReply =>
  reply.headers(HEADERS).send(html(page))

const html = ({ title, aside, main }: TextPage): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${asHtml(title)}</title>
    <link rel="stylesheet" href="${STYLE_PATH}">
  </head>
  <body>
    <header><strong>Sluice</strong> ${TOP.map(({ href, text }) => `<a href="${href}">${text}</a>`).join(' ')}</header>
    <div class="page">
      <main>${main}</main>
      ${aside === undefined ? '' : `<nav aria-label="Guides">${aside}</nav>`}
    </div>
  </body>
</html>
`

const STYLE = `:root { color-scheme: light dark; --ink: #1c2430; --soft: #5a6675; --line: #d9dee5; --ground: #fff; --shade: #f4f6f9; --link: #0b57b0 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e8ee; --soft: #a3adba; --line: #39424f; --ground: #14181e; --shade: #1e242d; --link: #8ab8ff }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.6 system-ui, sans-serif }
a { color: var(--link) }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
header { padding: .75rem 1.5rem; border-bottom: 1px solid var(--line) }
header a { margin-left: 1rem }
.page { display: grid; grid-template-columns: minmax(0, 15rem) minmax(0, 50rem); gap: 2.5rem; max-width: 72rem; margin: 0 auto; padding: 1.5rem }
.page > main:only-child { grid-column: 1 / -1; max-width: 50rem }
nav { grid-area: 1 / 1; font-size: .9rem }
main { grid-area: 1 / 2 }
nav > ul { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow: auto }
nav ul { margin: 0; padding: 0; list-style: none }
nav ul ul { padding-left: .9rem; border-left: 1px solid var(--line) }
nav li { margin: .3rem 0 }
nav [aria-current] { color: var(--ink); font-weight: 600; text-decoration: none }
h1, h2, h3, h4 { line-height: 1.25; overflow-wrap: anywhere; scroll-margin-top: 1rem }
h1 { margin-top: 0 }
h2 { margin-top: 2.5rem; padding-top: 1rem; border-top: 1px solid var(--line) }
code { padding: .1em .3em; border-radius: .25rem; background: var(--shade); font: .88em ui-monospace, monospace; overflow-wrap: anywhere }
pre { padding: .9rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--shade); overflow: auto }
pre code { padding: 0; background: none; overflow-wrap: normal }
.table { overflow-x: auto }
table { border-collapse: collapse; font-size: .93rem }
th, td { padding: .4rem .7rem; border: 1px solid var(--line); text-align: left; vertical-align: top }
th { background: var(--shade) }
img { max-width: 100%; height: auto }
blockquote { margin: 0; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--soft) }
.status { color: var(--soft) }
@media (max-width: 50rem) {
  .page { grid-template-columns: minmax(0, 1fr); gap: 1rem; padding: 1rem }
  nav, main { grid-area: auto }
  nav > ul { position: static; max-height: none; overflow: visible; padding-top: 1rem; border-top: 1px solid var(--line) }
}
`
