/** The site of the documents: `npm run docs:site` builds it into `dist/site/` of this package. */
import { defineConfig } from 'vitepress'
import { linksOfTheSite } from './links.ts'
import { writeLlms } from './llms.ts'
import { groupsOf, linkOf, SECTIONS, titleOf } from './pages.ts'
import { PLACED, placePages } from './placing.ts'

const TITLE = 'Sluice'
const DESCRIPTION =
  'An open-source payment gateway: one HTTP API for payins and payouts over instant-payment rails.'

/** Where the site stands on its host: `/sluice/`. */
const BASE = process.env.SITE_BASE ?? '/'

const MENUS: Readonly<Record<string, readonly string[]>> = {
  '/merchants/': ['Merchants'],
  '/operators/': ['Operators', 'Providers'],
  '/': ['Contributors', 'Decisions', 'Reference'],
}

const menuOf = (names: readonly string[]) =>
  SECTIONS.filter(({ name }) => names.includes(name)).flatMap((section) =>
    groupsOf(section).map(({ text, pages }) => ({
      text,
      collapsed: text === section.name,
      items: pages.map((path) => ({ text: titleOf(path), link: linkOf(path) })),
    })),
  )

/** The addresses of headings that links in the repository lead to. */
const asOnGitHub = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-')

placePages()

export default defineConfig({
  title: TITLE,
  description: DESCRIPTION,
  base: BASE,
  srcDir: PLACED,
  outDir: 'dist/site',
  cacheDir: 'dist/cache',
  cleanUrls: true,
  markdown: {
    // The documents hold none, but for the marks of generated parts, and names in angle brackets.
    html: false,
    anchor: { slugify: asOnGitHub },
    config(markdown) {
      markdown.core.ruler.before('normalize', 'without-marks', (state) => {
        state.src = state.src.replaceAll(/^<!-- .* -->$/gm, '')
      })
      linksOfTheSite(markdown)
      const { fence } = markdown.renderer.rules
      markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
        const { info = '', content = '' } = tokens[index] ?? {}
        return info === 'mermaid'
          ? `<Mermaid source="${encodeURIComponent(content)}" />`
          : (fence?.(tokens, index, options, env, self) ?? '')
      }
    },
  },
  vite: {
    // The search, and the diagrams, are loaded by who uses them.
    build: { chunkSizeWarningLimit: 3_000 },
  },
  themeConfig: {
    nav: [
      { text: 'Merchants', link: '/merchants/guide', activeMatch: '^/merchants/' },
      { text: 'Operators', link: '/operators/first-payment', activeMatch: '^/operators/' },
      {
        text: 'Contributors',
        link: '/CONTRIBUTING',
        activeMatch: '^/(CONTRIBUTING|contributing|architecture|decisions|reference)',
      },
    ],
    sidebar: Object.fromEntries(Object.entries(MENUS).map(([path, names]) => [path, menuOf(names)])),
    outline: [2, 3],
    search: { provider: 'local' },
  },
  buildEnd: ({ outDir }) => writeLlms(outDir, { title: TITLE, description: DESCRIPTION, base: BASE }),
})
