/** What the handlers of the admin API use: the gateway, and the parts of the program that only operators need. */
import type { Alerts } from '../alerts/alerts.ts'
import type { Gateway } from '../api/gateway.ts'
import type { Backups } from '../backup/backups.ts'
import type { MerchantPerson } from '../identity/members/member.ts'
import type { PeopleContext } from '../identity/people/context.ts'
import type { Feeds } from '../reconciliation/feeds.ts'
import type { DoctorContext } from './doctor/check.ts'

export interface BackOffice {
  readonly gateway: Gateway
  readonly people: PeopleContext
  /** The merchants' own people. */
  readonly members: PeopleContext<MerchantPerson>
  readonly feeds: Feeds
  /** Backups of the embedded database; undefined with an external one. */
  readonly backups: Backups | undefined
  readonly alerts: Alerts
  readonly examined: Omit<DoctorContext, 'gateway'>
}
