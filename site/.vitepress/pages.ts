/** Which documents are pages of the site, at which address, and in which order the menus list them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A folder of documents, in groups. Pages that no group names follow by name, so that a new one is never missing. */
interface Section {
  readonly name: string
  readonly folder: string
  readonly groups: Readonly<Record<string, readonly string[]>>
  /** What the others are called. */
  readonly rest?: string
}

export const SECTIONS: readonly Section[] = [
  {
    name: 'Merchants',
    folder: 'docs/merchants',
    groups: {
      Begin: ['guide', 'shop', 'first-callback', 'quickstart', 'client', 'sandbox'],
      Payments: ['methods', 'checkout', 'payment-links', 'refunds', 'payouts-by-file', 'identifiers'],
      Integration: ['callbacks', 'errors', 'request-log', 'explanation'],
      Books: ['statements', 'settlements', 'reports'],
      Account: ['dashboard', 'team', 'keys'],
    },
  },
  {
    name: 'Operators',
    folder: 'docs/operators',
    groups: {
      Begin: ['first-payment', 'running', 'configuration', 'console', 'admin'],
      'Daily work': [
        'cases',
        'approvals',
        'refunds',
        'settlement',
        'reconciliation',
        'search',
        'explanation',
      ],
      Books: ['statements', 'reports', 'exports'],
      Processors: [
        'rails',
        'processors',
        'accounts',
        'bank-feeds',
        'bank-files',
        'samples/README',
        'providers',
        'connectors',
        'stablecoins',
      ],
      Access: ['people', 'sso', 'security', 'keys'],
      Operation: ['postgresql', 'scaling', 'backups', 'alerts'],
    },
  },
  { name: 'Providers', folder: 'docs/operators/providers', groups: {} },
  {
    name: 'Contributors',
    folder: 'docs/contributing',
    groups: {
      Begin: ['../../CONTRIBUTING', '../architecture', '../glossary', '../../CHANGELOG', '../../SECURITY'],
    },
    rest: 'How to',
  },
  { name: 'Decisions', folder: 'docs/decisions', groups: {} },
  { name: 'Reference', folder: 'docs/reference', groups: {} },
]

/** Besides the pages of the sections. */
const HOME = 'docs/README.md'

const pathOf = (folder: string, name: string): string => join(folder, `${name}.md`)

const isFirst = (path: string): boolean => path.endsWith('/README.md')

export interface Group {
  readonly text: string
  readonly pages: readonly string[]
}

export function groupsOf({ name, folder, groups, rest = name }: Section): readonly Group[] {
  const named = Object.entries(groups).map(([text, names]) => ({
    text,
    pages: names.map((each) => pathOf(folder, each)).filter((path) => existsSync(join(ROOT, path))),
  }))
  const placed = new Set(named.flatMap(({ pages }) => pages))
  const others = readdirSync(join(ROOT, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file))
    .filter((path) => !placed.has(path))
    .sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)) || a.localeCompare(b))
  return [...named, { text: rest, pages: others }].filter(({ pages }) => pages.length > 0)
}

/** By path from the root of the project. */
export const PAGES: readonly string[] = [
  HOME,
  ...new Set(SECTIONS.flatMap((section) => groupsOf(section).flatMap(({ pages }) => pages))),
]

/** Without `docs/`, and a folder's README as its first page. */
export const addressOf = (path: string): string =>
  path.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md')

export const linkOf = (path: string): string => `/${addressOf(path)}`.replace(/(?:index)?\.md$/, '')

export const sourceOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

export const titleOf = (path: string): string =>
  /^# (.+)$/m.exec(sourceOf(path))?.[1]?.replaceAll('`', '') ?? path
