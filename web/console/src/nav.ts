/** The console's places. */
import { type NavGroup, type NavItem, onlyThose } from '../../kit/nav.ts'
import { placeOf, viewOf } from './places.ts'
import { type Capability, may } from './rights.ts'

interface Place extends NavItem {
  /** Left out: everybody may go there. */
  readonly needs?: Capability
}

const ALL: readonly NavGroup<Place>[] = [
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
        alsoAt: /^\/console\/payments\/[^/]+\/refund\//,
        needs: 'payments:read',
      },
      { name: 'Settlements', href: placeOf.settlements, key: 's', needs: 'settlements:read' },
      { name: 'Statements', href: placeOf.statements, key: 'n', needs: 'statements:read' },
      { name: 'Invoices', href: placeOf.invoices, key: 'i', needs: 'statements:read' },
      { name: 'Credit notes', href: placeOf.creditNotes, key: 'd', needs: 'statements:read' },
      { name: 'Reports', href: placeOf.reports, key: 'v', needs: 'reports:read' },
      { name: 'Reconciliation', href: placeOf.reconcile, key: 'r', needs: 'bank:read' },
      { name: 'Callbacks', href: placeOf.callbacks, key: 'k', needs: 'callbacks:read' },
    ],
  },
  {
    group: 'Administration',
    items: [
      { name: 'Merchants', href: placeOf.merchants, key: 'm', needs: 'merchants:read' },
      { name: 'Accounts', href: placeOf.accounts, key: 'o', needs: 'routes:read' },
      { name: 'Processors', href: placeOf.processors, key: 'x', needs: 'routes:read' },
      { name: 'Ledger and health', href: placeOf.health, key: 'h', needs: 'gateway:read' },
      { name: 'Alerts', href: placeOf.alerts, key: 'l', needs: 'gateway:read' },
      { name: 'People', href: placeOf.people, key: 'e', needs: 'people:read' },
      { name: 'Settings', href: placeOf.setup, key: 'y' },
      { name: 'Audit log', href: placeOf.audit, key: 'u', needs: 'people:read' },
    ],
  },
]

/** Where whoever is here may go. */
export const navigation = (): readonly NavGroup<Place>[] =>
  onlyThose(ALL, ({ needs }) => needs === undefined || may(needs))
