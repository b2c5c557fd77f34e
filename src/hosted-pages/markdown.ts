/**
 * A guide, written in Markdown, as HTML: pure, and safe whatever the text holds, since HTML inside it is shown as it is written.
 *
 * Promises: a heading's address is the one that GitHub gives it, so that a link works in both places; a link that leads to nothing that
 * this server has becomes the name of the file, and never a link into nowhere.
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

/** Where a link out of the text leads; undefined where it leaves what is served. */
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
    // A table that is wider than the page moves by itself, and can be reached with the keyboard.
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

/** Lower case, punctuation away, spaces to hyphens; the second of a name is `name-1`. */
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
