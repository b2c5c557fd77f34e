/**
 * The merchants' guides as pages beside the API reference: `docs/merchants/*.md` at `/docs/guides/<name>`, with their
 * pictures. A developer who integrates a shop has no copy of the project, so the gateway serves the guides of its own
 * version.
 *
 * Promises: serves only files that were in the folder when the first reader came, by their name; no part of an address
 * becomes a path. If the folder is missing there are no guides, and everything else works.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { httpProblem, ProblemError } from '../http/problems.ts'
import type { Server } from '../http/server.ts'
import { asHtml, PUBLIC_PAGE, sendTextPage, type TextPage } from '../http/text-page.ts'
import type { Heading } from './markdown.ts'

/** A package has its own copy, a checkout the documents themselves. */
const FOLDER =
  [join(import.meta.dirname, '../../guides'), join(import.meta.dirname, '../../../../docs/merchants')].find(
    existsSync,
  ) ?? 'not-installed'
const PREFIX = '/docs/guides/'

/** The reading order; other guides follow by name. */
const ORDER = [
  'shop',
  'guide',
  'first-callback',
  'quickstart',
  'client',
  'checkout',
  'payment-links',
  'callbacks',
  'errors',
  'methods',
  'refunds',
  'payouts-by-file',
  'identifiers',
  'sandbox',
  'explanation',
  'request-log',
  'statements',
  'settlements',
  'reports',
  'dashboard',
  'team',
  'keys',
  'additions',
] as const

/** Deeper headings would make the list of contents longer than the page. */
const DEEPEST = 3

interface Guides {
  /** By name; `''` is the first page. */
  readonly pages: ReadonlyMap<string, TextPage>
  /** PNG files, by `folder/name.png`. */
  readonly pictures: ReadonlyMap<string, Buffer>
}

export function registerGuides(app: Server, folder: string = FOLDER): void {
  let made: Promise<Guides> | undefined
  const guides = () => {
    made ??= readGuides(folder)
    return made
  }
  app.get('/docs/guides', PUBLIC_PAGE, async (_request, reply) => reply.redirect(PREFIX, 308))
  app.get<{ Params: { '*': string } }>(`${PREFIX}*`, PUBLIC_PAGE, async (request, reply) => {
    const name = request.params['*']
    const { pages, pictures } = await guides()
    const page = pages.get(name)
    if (page !== undefined) return sendTextPage(reply, page)
    const picture = pictures.get(name)
    if (picture !== undefined) return reply.type('image/png').send(picture)
    throw new ProblemError(httpProblem('NOT_FOUND', 'This guide does not exist.'))
  })
}

async function readGuides(folder: string): Promise<Guides> {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const named = (ending: string) =>
    files.filter((file) => file.endsWith(ending)).map((file) => file.replaceAll('\\', '/'))
  const pictures = new Map(named('.png').map((file) => [file, readFileSync(join(folder, file))]))
  const names = inOrder(
    named('.md')
      .filter((file) => !file.includes('/'))
      .map((file) => file.slice(0, -'.md'.length)),
  )
  // Loaded with the first guide that is read, like the API reference.
  const { render } = await import('./markdown.ts')
  const resolve = (href: string): string | undefined => {
    if (/^(#|https?:)/.test(href)) return href
    const [, name = '', fragment = ''] = /^([^#]*)(#.*)?$/.exec(href) ?? []
    if (pictures.has(name)) return PREFIX + name
    return names.some((each) => `${each}.md` === name)
      ? PREFIX + name.slice(0, -'.md'.length) + fragment
      : undefined
  }
  const guides = names.map((name) => ({
    name,
    ...render(readFileSync(join(folder, `${name}.md`), 'utf8'), resolve),
  }))
  const asideOf = (current: string): string =>
    list(
      guides.map(({ name, title, headings }) =>
        name === current
          ? `<a href="${PREFIX}${name}" aria-current="page">${asHtml(title)}</a>${contents(headings)}`
          : `<a href="${PREFIX}${name}">${asHtml(title)}</a>`,
      ),
    )
  const pages = new Map<string, TextPage>(
    guides.map(({ name, title, html }) => [
      name,
      { title: `${title} · Sluice`, aside: asideOf(name), main: html },
    ]),
  )
  if (guides.length > 0) pages.set('', { title: 'Guides · Sluice', main: `<h1>Guides</h1>${asideOf('')}` })
  return { pages, pictures }
}

function inOrder(names: readonly string[]): readonly string[] {
  const known = ORDER.filter((name) => names.includes(name))
  const others = names.filter((name) => !ORDER.some((each) => each === name))
  return [...known, ...others.sort()]
}

const list = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`

const contents = (headings: readonly Heading[]): string => {
  const shown = headings.filter(({ depth }) => depth <= DEEPEST)
  // A page with many headings lists only its main sections.
  const chosen = shown.length > 40 ? shown.filter(({ depth }) => depth === 2) : shown
  return chosen.length === 0 ? '' : list(chosen.map(({ id, html }) => `<a href="#${id}">${html}</a>`))
}
