/** `llms.txt`, the list of all pages for language models, and `llms-full.txt`, all of them in one text. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, groupsOf, linkOf, PAGES, SECTIONS, sourceOf, titleOf } from './pages.ts'

interface Site {
  readonly title: string
  readonly description: string
  readonly base: string
}

export function writeLlms(folder: string, { title, description, base }: Site): void {
  const sections = SECTIONS.map((section) => {
    const links = groupsOf(section).flatMap(({ pages }) =>
      pages.map((path) => `- [${titleOf(path)}](${base.replace(/\/$/, '')}${linkOf(path)})`),
    )
    return `## ${section.name}\n\n${links.join('\n')}`
  })
  writeFileSync(join(folder, 'llms.txt'), `# ${title}\n\n> ${description}\n\n${sections.join('\n\n')}\n`)
  const pages = PAGES.map((path) => `<!-- ${addressOf(path)} -->\n\n${sourceOf(path).trim()}`)
  writeFileSync(join(folder, 'llms-full.txt'), `${pages.join('\n\n')}\n`)
}
