/** What there is to go to, in groups, with the keys that lead there: `g` and then the letter. */

export interface NavItem {
  readonly name: string
  readonly href: string
  readonly key: string
  /** Where one is under it as well: pages whose address says it otherwise. */
  readonly alsoAt?: RegExp
}

export interface NavGroup<Item extends NavItem = NavItem> {
  readonly group: string
  readonly items: readonly Item[]
}

/** What is forbidden is not offered. */
export const onlyThose = <Item extends NavItem>(
  groups: readonly NavGroup<Item>[],
  isOffered: (item: Item) => boolean,
): readonly NavGroup<Item>[] =>
  groups
    .map(({ group, items }) => ({ group, items: items.filter(isOffered) }))
    .filter(({ items }) => items.length > 0)

/** Is this address of the application under that one? One that ends with a slash is where it begins, and has nothing under it. */
function isUnder(url: string, href: string): boolean {
  const [path = ''] = url.split('?', 1)
  if (href.includes('?')) return url.startsWith(href)
  if (href.endsWith('/')) return path === href || `${path}/` === href
  return path === href || path.startsWith(`${href}/`)
}

/** Where one is: the closest of those that the address is under. */
export function placeAt(groups: readonly NavGroup[], url: string): string | undefined {
  const [path = ''] = url.split('?', 1)
  const above = groups
    .flatMap(({ items }) => items)
    .filter(({ href, alsoAt }) => isUnder(url, href) || alsoAt?.test(path))
  return above.toSorted((a, b) => b.href.length - a.href.length)[0]?.href
}
