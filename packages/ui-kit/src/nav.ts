/** The menu: places in groups, with their keys: `g` and then the letter. */
export interface NavItem {
  readonly name: string
  readonly href: string
  readonly key: string
  /** Addresses that belong to it as well. */
  readonly alsoAt?: RegExp
}

export interface NavGroup<Item extends NavItem = NavItem> {
  readonly group: string
  readonly items: readonly Item[]
}

/** Leaves out what the user may not open. */
export const onlyThose = <Item extends NavItem>(
  groups: readonly NavGroup<Item>[],
  isOffered: (item: Item) => boolean,
): readonly NavGroup<Item>[] =>
  groups
    .map(({ group, items }) => ({ group, items: items.filter(isOffered) }))
    .filter(({ items }) => items.length > 0)

/**
 * Whether the address is below another one of the application. One that ends with a slash is the start page, with
 * nothing below it.
 */
function isUnder(url: string, href: string): boolean {
  const [path = ''] = url.split('?', 1)
  if (href.includes('?')) return url.startsWith(href)
  if (href.endsWith('/')) return path === href || `${path}/` === href
  return path === href || path.startsWith(`${href}/`)
}

/** The current place: the most specific one above the address. */
export function placeAt(groups: readonly NavGroup[], url: string): string | undefined {
  const [path = ''] = url.split('?', 1)
  const above = groups
    .flatMap(({ items }) => items)
    .filter(({ href, alsoAt }) => isUnder(url, href) || alsoAt?.test(path))
  return above.toSorted((a, b) => b.href.length - a.href.length)[0]?.href
}
