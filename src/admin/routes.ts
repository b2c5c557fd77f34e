/**
 * The admin API: what the people who run the gateway do with it. Read this file first.
 *
 * Promises: every route needs an operator's token and names the least role it takes (`authorize.ts`); every act is in the
 * audit log under its operator, and a change of money or of a payment also in its own history. Secrets are shown once, when
 * they are made. State changes go through the journal and through processors' reports like everybody else's: no route
 * writes a payment or a balance. Never serves merchants; personal data of payers is for operators' eyes and in no log.
 */
import type { Alerts } from '../alerts/alerts.ts'
import type { Feeds } from '../feeds/feeds.ts'
import type { Failures } from '../http/failures.ts'
import type { Server } from '../http/server.ts'
import type { Gateway } from '../intake/gateway.ts'
import type { MerchantPerson } from '../members/member.ts'
import type { PeopleContext } from '../people/context.ts'
import type { Backups } from '../transfer/backups.ts'
import { operatorAccess } from './authorize.ts'
import type { BackOffice } from './back-office.ts'
import type { AdminContext } from './context.ts'
import type { DoctorContext } from './doctor/check.ts'
import { ENDPOINTS } from './endpoints.ts'
import { tellOfActs } from './live/acts.ts'

/**
 * @param failures of authentication
 * @param backups of the database's own files; undefined where they are somebody else's
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
  tellOfActs(app, gateway.live)
  const access = operatorAccess(app, { database: gateway.database, deps: gateway.deps, failures, people })
  const context: AdminContext = { app, gateway, access }
  const office: BackOffice = { gateway, people, members, feeds, alerts, backups, examined }
  for (const each of ENDPOINTS) each.register(context, office)
}
