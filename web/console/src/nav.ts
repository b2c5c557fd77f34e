/** What there is to go to, in groups, with the keys that lead there: `g` and then the letter. */
import { placeOf, ROOT, viewOf } from './places.ts'
import { type Capability, may } from './rights.ts'

export interface NavItem {
  readonly name: string
  readonly href: string
  readonly key: string
  /** Left out: everybody may go there. */
  readonly needs?: Capability
}

interface NavGroup {
  readonly group: string
  readonly items: readonly NavItem[]
}

const ALL: readonly NavGroup[] = [
  {
    group: 'Work',
    items: [
      { name: 'Today', href: placeOf.today, key: 't' },
      { name: 'Cases', href: placeOf.cases, key: 'c', needs: 'cases:read' },
      { name: 'Approvals', href: placeOf.approvals, key: 'a', needs: 'approvals:read' },
      { name: 'Bank files', href: placeOf.bankFiles, key: 'b', needs: 'bank-files:read' },
    ],
  },
  {
    group: 'Money',
    items: [
      { name: 'Payments', href: placeOf.payments, key: 'p', needs: 'payments:read' },
      {
        name: 'Refunds',
        href: viewOf(placeOf.payments, { kind: 'refund' }),
        key: 'f',
        needs: 'payments:read',
      },
      { name: 'Settlements', href: placeOf.settlements, key: 's', needs: 'settlements:read' },
      { name: 'Statements', href: placeOf.statements, key: 'n', needs: 'statements:read' },
      { name: 'Reconcile', href: placeOf.reconcile, key: 'r', needs: 'bank:read' },
      { name: 'Callbacks', href: placeOf.callbacks, key: 'k', needs: 'callbacks:read' },
    ],
  },
  {
    group: 'House',
    items: [
      { name: 'Merchants', href: placeOf.merchants, key: 'm', needs: 'merchants:read' },
      { name: 'Accounts', href: placeOf.accounts, key: 'o', needs: 'routes:read' },
      { name: 'Processors', href: placeOf.processors, key: 'x', needs: 'routes:read' },
      { name: 'Ledger and health', href: placeOf.health, key: 'h', needs: 'gateway:read' },
      { name: 'Alerts', href: placeOf.alerts, key: 'l', needs: 'gateway:read' },
      { name: 'People', href: placeOf.people, key: 'e', needs: 'people:read' },
      { name: 'Audit log', href: placeOf.audit, key: 'u', needs: 'people:read' },
    ],
  },
]

/** Where whoever is here may go: what is forbidden is not offered. */
export const navigation = (): readonly NavGroup[] =>
  ALL.map(({ group, items }) => ({
    group,
    items: items.filter(({ needs }) => needs === undefined || may(needs)),
  })).filter(({ items }) => items.length > 0)

/** Is this address of the console under that one? */
function isUnder(url: string, href: string): boolean {
  const [path = ''] = url.split('?', 1)
  if (href.includes('?')) return url.startsWith(href)
  if (href === placeOf.today) return path === ROOT || path === placeOf.today
  return path === href || path.startsWith(`${href}/`)
}

/** Where one is: the closest of those that the address is under. */
export function placeAt(url: string): string | undefined {
  const above = ALL.flatMap(({ items }) => items).filter(({ href }) => isUnder(url, href))
  return above.toSorted((a, b) => b.href.length - a.href.length)[0]?.href
}
