/**
 * The admin API, for the people who run the gateway. Read this file first.
 *
 * Promises: every route needs an operator's token and names the least role that it takes (`authorize.ts`). Every
 * operation is in the audit log with its operator, and a change of money or of a payment also in its own history.
 * Secrets are shown once, when they are created. State changes go through the journal and through processors' status
 * updates like all others: no route writes a payment or a balance. It never serves merchants. Payers' personal data is
 * shown to operators and never logged.
 */
import type { Alerts } from '../alerts/alerts.ts'
import type { Gateway } from '../api/gateway.ts'
import type { Backups } from '../backup/backups.ts'
import type { Failures } from '../http/failures.ts'
import type { Server } from '../http/server.ts'
import type { MerchantPerson } from '../identity/members/member.ts'
import type { PeopleContext } from '../identity/people/context.ts'
import type { Feeds } from '../reconciliation/feeds.ts'
import { operatorAccess } from './authorize.ts'
import type { BackOffice } from './back-office.ts'
import type { AdminContext } from './context.ts'
import type { DoctorContext } from './doctor/check.ts'
import { ENDPOINTS } from './endpoints.ts'
import { notifyOfOperations } from './live/operations.ts'

/**
 * @param failures of authentication
 * @param backups of the embedded database; undefined with an external one
 */
export function registerAdminRoutes(
  app: Server,
  gateway: Gateway,
  failures: Failures,
  feeds: Feeds,
  alerts: Alerts,
  examined: Omit<DoctorContext, 'gateway'>,
  backups: Backups | undefined,
  people: PeopleContext,
  members: PeopleContext<MerchantPerson>,
): void {
  notifyOfOperations(app, gateway.live)
  const access = operatorAccess(app, { database: gateway.database, deps: gateway.deps, failures, people })
  const context: AdminContext = { app, gateway, access }
  const backOffice: BackOffice = { gateway, people, members, feeds, alerts, backups, examined }
  for (const each of ENDPOINTS) each.register(context, backOffice)
}
