/** The dashboard's navigation. */
import { memberCapabilityFor } from '@sluice/gateway/merchants/capabilities.ts'
import { type NavGroup, type NavItem, onlyThose } from '@sluice/ui-kit/nav.ts'
import { say } from '@sluice/ui-kit/texts.ts'
import type { OperationName } from './api.ts'
import { t } from './language.ts'
import { may } from './merchant.ts'
import { placeOf } from './places.ts'

interface Place extends NavItem {
  /** The operation that the page requests: without the right to it the entry is hidden. Left out: everybody sees it. */
  readonly asks?: OperationName
}

/** Decided by the gateway's own rule. */
function mayRead(name: OperationName): boolean {
  const needed = memberCapabilityFor(name.split(' ')[1] ?? '', true)
  return needed === 'nothing' || (needed !== undefined && may(needed))
}

/** The entries that the signed-in person may open. */
export const navigation = (): readonly NavGroup[] =>
  onlyThose<Place>(
    [
      {
        group: t('money'),
        items: [
          { name: t('home'), href: placeOf.home(), key: 'h' },
          { name: t('payments'), href: placeOf.list('payin'), key: 'p', asks: 'GET /payins' },
          { name: t('payouts'), href: placeOf.list('payout'), key: 'o', asks: 'GET /payouts' },
          { name: t('refunds'), href: placeOf.list('refund'), key: 'r', asks: 'GET /refunds' },
          { name: t('links'), href: placeOf.links(), key: 'l', asks: 'GET /payment-links' },
        ],
      },
      {
        group: t('books'),
        items: [
          { name: t('balances'), href: placeOf.balances(), key: 'b', asks: 'GET /balances' },
          { name: t('statements'), href: placeOf.statements(), key: 's', asks: 'GET /statements' },
          { name: say('reports'), href: placeOf.reports(), key: 'v', asks: 'GET /reports/volume' },
          { name: t('settlements'), href: placeOf.settlements(), key: 'm', asks: 'GET /settlements' },
          { name: t('invoices'), href: placeOf.invoices(), key: 'i', asks: 'GET /invoices' },
          { name: t('creditNotes'), href: placeOf.creditNotes(), key: 'n', asks: 'GET /credit-notes' },
        ],
      },
      {
        group: t('developers'),
        items: [
          { name: t('keysAndSecrets'), href: placeOf.keys(), key: 'k', asks: 'GET /credentials' },
          { name: t('callbacks'), href: placeOf.callbacks(), key: 'c', asks: 'GET /callbacks' },
          {
            name: t('requests'),
            href: placeOf.requests(),
            key: 'q',
            asks: 'GET /request-log',
          },
        ],
      },
      {
        group: t('account'),
        items: [
          { name: t('team'), href: placeOf.team(), key: 't', asks: 'GET /team' },
          {
            name: t('settings'),
            href: placeOf.settings(),
            key: 'e',
            asks: 'GET /settings',
          },
        ],
      },
    ],
    ({ asks }) => asks === undefined || mayRead(asks),
  )
