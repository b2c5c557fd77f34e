/** The routes that merchants and payers ask with a token. */
import type { onRequestHookHandler } from 'fastify'
import { registerCredentialRoutes } from '../account/credential-routes.ts'
import { registerLive } from '../account/live-route.ts'
import type { NoteOwnOperation } from '../account/own-operations.ts'
import { registerRequestLog } from '../account/request-log-route.ts'
import { registerAccountRoutes } from '../account/routes.ts'
import { registerSearch } from '../account/search-route.ts'
import { registerSettingsRoutes } from '../account/settings-routes.ts'
import type { Gateway } from '../api/gateway.ts'
import { registerInvoiceRoutes } from '../billing/invoice-routes.ts'
import { registerStatementRoutes } from '../billing/routes.ts'
import type { Server } from '../http/server.ts'
import { ownOperationCall } from '../identity/members/activity.ts'
import { type MemberSignIn, registerMemberSignIn } from '../identity/members/sign-in.ts'
import { registerTeamRoutes } from '../identity/members/team-routes.ts'
import { registerPayinRoutes } from '../payins/routes.ts'
import type { PaymentLinks } from '../payment-links/links.ts'
import { registerLinkRoutes } from '../payment-links/routes.ts'
import { registerPayoutRoutes } from '../payouts/routes.ts'
import { registerRefundRoutes } from '../refunds/routes.ts'
import { registerReportRoutes } from '../reporting/routes.ts'
import { registerSettlementRoutes } from '../settlement/routes.ts'

/** @param bearer lets in who has a token of a merchant's */
export function registerMerchantsApi(
  app: Server,
  gateway: Gateway,
  bearer: onRequestHookHandler,
  members: MemberSignIn,
  links: PaymentLinks,
): void {
  registerMemberSignIn(app, members)
  registerTeamRoutes(app, gateway, bearer, members)
  registerPayinRoutes(app, gateway, bearer)
  registerPayoutRoutes(app, gateway, bearer)
  registerRefundRoutes(app, gateway, bearer)
  registerLinkRoutes(app, gateway, links, bearer)
  registerSettlementRoutes(app, gateway, bearer)
  registerAccountRoutes(app, gateway, bearer)
  const note: NoteOwnOperation = (caller, operation) => ownOperationCall(gateway.deps, caller, operation)
  registerCredentialRoutes(app, gateway, bearer, note)
  registerSettingsRoutes(app, gateway, bearer, note)
  registerRequestLog(app, gateway, bearer)
  registerStatementRoutes(app, gateway, bearer)
  registerInvoiceRoutes(app, gateway, bearer)
  registerReportRoutes(app, gateway, bearer)
  registerSearch(app, gateway, bearer)
  registerLive(app, gateway, bearer)
}
