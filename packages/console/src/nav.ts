/** The console's navigation. */
import { NEEDS } from 'made:needs'
import { type NavGroup, type NavItem, onlyThose } from '@sluice/ui-kit/nav.ts'
import type { OperationName } from './api.ts'
import { placeOf, viewOf } from './places.ts'
import { may } from './rights.ts'

interface Place extends NavItem {
  /** The operation that the page requests: without the right to it the entry is hidden. Left out: everybody sees it. */
  readonly asks?: OperationName
}

const ALL: readonly NavGroup<Place>[] = [
  {
    group: 'Work',
    items: [
      { name: 'Today', href: placeOf.today, key: 't' },
      { name: 'Cases', href: placeOf.cases, key: 'c', asks: 'GET /admin/cases' },
      { name: 'Approvals', href: placeOf.approvals, key: 'a', asks: 'GET /admin/approvals' },
      { name: 'Bank files', href: placeOf.bankFiles, key: 'b', asks: 'GET /admin/bank-files' },
    ],
  },
  {
    group: 'Money',
    items: [
      { name: 'Payments', href: placeOf.payments, key: 'p', asks: 'GET /admin/payments' },
      {
        name: 'Refunds',
        href: viewOf(placeOf.payments, { kind: 'refund' }),
        key: 'f',
        alsoAt: /^\/console\/payments\/[^/]+\/refund\//,
        asks: 'GET /admin/payments',
      },
      { name: 'Settlements', href: placeOf.settlements, key: 's', asks: 'GET /admin/settlement-runs' },
      { name: 'Statements', href: placeOf.statements, key: 'n', asks: 'GET /admin/statements' },
      { name: 'Invoices', href: placeOf.invoices, key: 'i', asks: 'GET /admin/invoices' },
      { name: 'Credit notes', href: placeOf.creditNotes, key: 'd', asks: 'GET /admin/credit-notes' },
      { name: 'Reports', href: placeOf.reports, key: 'v', asks: 'GET /admin/reports/volume' },
      { name: 'Reconciliation', href: placeOf.reconcile, key: 'r', asks: 'GET /admin/reconciliations' },
      { name: 'Callbacks', href: placeOf.callbacks, key: 'k', asks: 'GET /admin/callbacks' },
    ],
  },
  {
    group: 'Administration',
    items: [
      { name: 'Merchants', href: placeOf.merchants, key: 'm', asks: 'GET /admin/merchants' },
      { name: 'Accounts', href: placeOf.accounts, key: 'o', asks: 'GET /admin/accounts' },
      { name: 'Processors', href: placeOf.processors, key: 'x', asks: 'GET /admin/processors' },
      { name: 'Ledger and health', href: placeOf.health, key: 'h', asks: 'GET /admin/doctor' },
      { name: 'Alerts', href: placeOf.alerts, key: 'l', asks: 'GET /admin/alerts' },
      { name: 'People', href: placeOf.people, key: 'e', asks: 'GET /admin/people' },
      { name: 'Personal data', href: placeOf.privacy, key: 'w', asks: 'GET /admin/privacy/requests' },
      { name: 'Settings', href: placeOf.setup, key: 'y' },
      { name: 'Audit log', href: placeOf.audit, key: 'u', asks: 'GET /admin/audit' },
    ],
  },
]

function mayAsk(name: OperationName): boolean {
  const needed = NEEDS[name]
  return needed !== undefined && may(needed)
}

/** The entries that the signed-in person may open. */
export const navigation = (): readonly NavGroup<Place>[] =>
  onlyThose(ALL, ({ asks }) => asks === undefined || mayAsk(asks))
