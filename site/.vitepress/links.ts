/**
 * Links of the documents, which are written for the repository: one to another page leads to its address on the site; one to a file
 * that is no page leads to the repository, or is plain text where `REPOSITORY_URL` does not say where that is.
 */
import { join, normalize } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'
import { addressOf, linkOf, PAGES } from './pages.ts'

const REPOSITORY = process.env.REPOSITORY_URL

/** @returns undefined where it leads nowhere on the site */
function targetOf(href: string, from: string): string | undefined {
  if (/^(?:[a-z]+:|#)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const file = normalize(join(from, '..', path))
  if (PAGES.includes(file)) return linkOf(file) + (anchor === undefined ? '' : `#${anchor}`)
  return REPOSITORY === undefined ? undefined : `${REPOSITORY}/blob/main/${file}`
}

export function linksOfTheSite(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('links-of-the-site', ({ tokens, env }) => {
    const page = PAGES.find((path) => addressOf(path) === env.relativePath) ?? ''
    for (const { children } of tokens) {
      let isPlain = false
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const target = targetOf(token.attrGet('href') ?? '', page)
          isPlain = target === undefined
          if (target !== undefined) token.attrSet('href', target)
        }
        // VitePress looks at links by their type.
        if (isPlain && (token.type === 'link_open' || token.type === 'link_close')) {
          token.type = 'plain'
          token.tag = 'span'
          token.attrs = null
        }
      }
    }
  })
}
