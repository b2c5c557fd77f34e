/**
 * Renders a guide from Markdown to HTML. Pure, and safe for any text, because HTML inside it is escaped.
 *
 * Promises: a heading's anchor is the same as on GitHub, so a link works in both places. A link to something that this
 * server does not have becomes plain text, the name of the file.
 */
import { Marked, type RendererObject, type Tokens } from 'marked'
import { asHtml } from '../http/text-page.ts'

export interface Heading {
  readonly depth: number
  readonly id: string
  /** As HTML. */
  readonly html: string
}

export interface Rendered {
  readonly title: string
  readonly html: string
  /** Below the title. */
  readonly headings: readonly Heading[]
}

/** The target of a link; undefined if this server does not have it. */
export type LinkResolver = (href: string) => string | undefined

export function render(markdown: string, resolve: LinkResolver): Rendered {
  const headings: Heading[] = []
  const taken = new Map<string, number>()
  const marked = new Marked({ gfm: true, renderer: rendererOf(resolve, headings, taken) })
  const html = marked.parse(markdown, { async: false })
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? ''
  return { title, html, headings: headings.filter(({ depth }) => depth > 1) }
}

function rendererOf(resolve: LinkResolver, headings: Heading[], taken: Map<string, number>): RendererObject {
  return {
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens)
      const id = uniqueId(this.parser.parseInline(tokens, this.parser.textRenderer), taken)
      headings.push({ depth, id, html })
      return `<h${depth} id="${asHtml(id)}">${html}</h${depth}>\n`
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens)
      const target = resolve(href)
      if (target !== undefined) return `<a href="${asHtml(target)}">${text}</a>`
      return `${text} (<code>${asHtml(fileName(href))}</code> in the project)`
    },
    image({ href, text }) {
      const target = resolve(href)
      return target === undefined ? asHtml(text) : `<img src="${asHtml(target)}" alt="${asHtml(text)}">`
    },
    html: ({ text }) => (text.trimStart().startsWith('<!--') ? '' : asHtml(text)),
    code: ({ text }) => `<pre tabindex="0"><code>${asHtml(text)}</code></pre>\n`,
    // A table wider than the page scrolls by itself and can be reached with the keyboard.
    table(token) {
      const row = (cells: readonly Tokens.TableCell[], name: 'th' | 'td') =>
        `<tr>${cells.map(({ tokens }) => cell(this.parser.parseInline(tokens), name)).join('')}</tr>`
      const head = token.header.some(({ text }) => text !== '')
        ? `<thead>${row(token.header, 'th')}</thead>`
        : ''
      const body = token.rows.map((cells) => row(cells, 'td')).join('\n')
      return `<div class="table" tabindex="0"><table>${head}<tbody>${body}</tbody></table></div>\n`
    },
  }
}

/** A column without a name has no heading. */
const cell = (html: string, name: 'th' | 'td'): string =>
  name === 'th' && html !== '' ? `<th scope="col">${html}</th>` : `<td>${html}</td>`

/** `../../README.md#quickstart` is `README.md`. */
const fileName = (href: string): string => href.replace(/#.*$/, '').replace(/^(\.\.?\/)+/, '')

/** Lower case, no punctuation, hyphens for spaces; a repeated name becomes `name-1`. */
function uniqueId(text: string, taken: Map<string, number>): string {
  const plain = text.replace(/&(?:amp|lt|gt|quot|#39);/g, '')
  const slug = plain
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-')
  const count = taken.get(slug) ?? 0
  taken.set(slug, count + 1)
  return count === 0 ? slug : `${slug}-${count}`
}
