/** The dashboard's places. */
import { type NavGroup, type NavItem, onlyThose } from '../../kit/nav.ts'
import { say } from '../../kit/texts.ts'
import { t } from './language.ts'
import { may } from './merchant.ts'
import { placeOf } from './places.ts'
import type { Capability } from './sign-in.ts'

interface Place extends NavItem {
  /** Left out: everybody may go there. */
  readonly needs?: Capability
}

/** Where whoever is here may go. */
export const navigation = (): readonly NavGroup[] =>
  onlyThose<Place>(
    [
      {
        group: t('money'),
        items: [
          { name: t('home'), href: placeOf.home(), key: 'h' },
          { name: t('payments'), href: placeOf.list('payin'), key: 'p', needs: 'payins:read' },
          { name: t('payouts'), href: placeOf.list('payout'), key: 'o', needs: 'payouts:read' },
          { name: t('refunds'), href: placeOf.list('refund'), key: 'r', needs: 'refunds:read' },
          { name: t('links'), href: placeOf.links(), key: 'l', needs: 'links:read' },
        ],
      },
      {
        group: t('books'),
        items: [
          { name: t('balances'), href: placeOf.balances(), key: 'b', needs: 'balances:read' },
          { name: t('statements'), href: placeOf.statements(), key: 's', needs: 'statements:read' },
          { name: say('reports'), href: placeOf.reports(), key: 'v', needs: 'reports:read' },
          { name: t('settlements'), href: placeOf.settlements(), key: 'm', needs: 'statements:read' },
          { name: t('invoices'), href: placeOf.invoices(), key: 'i', needs: 'statements:read' },
          { name: t('creditNotes'), href: placeOf.creditNotes(), key: 'n', needs: 'statements:read' },
        ],
      },
      {
        group: t('developers'),
        items: [
          { name: t('keysAndSecrets'), href: placeOf.keys(), key: 'k', needs: 'developers:read' },
          { name: t('callbacks'), href: placeOf.callbacks(), key: 'c', needs: 'callbacks:read' },
          {
            name: t('requests'),
            href: placeOf.requests(),
            key: 'q',
            needs: 'developers:read',
          },
        ],
      },
      {
        group: t('account'),
        items: [
          { name: t('team'), href: placeOf.team(), key: 't', needs: 'team:read' },
          {
            name: t('settings'),
            href: placeOf.settings(),
            key: 'e',
            needs: 'settings:read',
          },
        ],
      },
    ],
    ({ needs }) => needs === undefined || may(needs),
  )
