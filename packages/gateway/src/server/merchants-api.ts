/** The merchants' API: every endpoint that merchants, their people and their payers call with a token or a session. */
import type { onRequestHookHandler } from 'fastify'
import { CREDENTIAL_ENDPOINTS } from '../account/credential-routes.ts'
import { LISTEN_ENDPOINT, type ListeningContext } from '../account/listen-route.ts'
import { LIVE_ENDPOINT } from '../account/live-route.ts'
import type { OwnContext } from '../account/own-operations.ts'
import { REQUEST_LOG_ENDPOINT } from '../account/request-log-route.ts'
import { ACCOUNT_ENDPOINTS } from '../account/routes.ts'
import { SEARCH_ENDPOINT } from '../account/search-route.ts'
import { SETTINGS_ENDPOINTS } from '../account/settings-routes.ts'
import { INVOICE_ENDPOINTS } from '../billing/invoice-routes.ts'
import { STATEMENT_ENDPOINTS } from '../billing/routes.ts'
import { FX_ENDPOINTS } from '../fx/routes.ts'
import type { Server } from '../http/server.ts'
import { TEAM_ENDPOINTS, type TeamContext } from '../identity/members/team-routes.ts'
import { PAYIN_ENDPOINTS } from '../payins/routes.ts'
import { LINK_ENDPOINTS, type PaymentLinksContext } from '../payment-links/routes.ts'
import { PAYOUT_ENDPOINTS } from '../payouts/routes.ts'
import { REFUND_ENDPOINTS } from '../refunds/routes.ts'
import { REPORT_ENDPOINTS } from '../reporting/routes.ts'
import { SETTLEMENT_ENDPOINTS } from '../settlement/routes.ts'

/** In the order of the description. A new endpoint is added to the list of its module. */
export const MERCHANT_ENDPOINTS = [
  ...TEAM_ENDPOINTS,
  ...PAYIN_ENDPOINTS,
  ...PAYOUT_ENDPOINTS,
  ...REFUND_ENDPOINTS,
  ...LINK_ENDPOINTS,
  ...SETTLEMENT_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
  ...CREDENTIAL_ENDPOINTS,
  ...SETTINGS_ENDPOINTS,
  REQUEST_LOG_ENDPOINT,
  ...STATEMENT_ENDPOINTS,
  ...INVOICE_ENDPOINTS,
  ...REPORT_ENDPOINTS,
  SEARCH_ENDPOINT,
  LIVE_ENDPOINT,
  LISTEN_ENDPOINT,
  ...FX_ENDPOINTS,
] as const

export type MerchantsApiContext = PaymentLinksContext & TeamContext & OwnContext & ListeningContext

/** @param bearer authenticates a merchant's token or one of its people */
export function registerMerchantsApi(
  app: Server,
  bearer: onRequestHookHandler,
  context: MerchantsApiContext,
): void {
  for (const each of MERCHANT_ENDPOINTS) each.register({ app, bearer, context })
  app.addHook('preClose', (done) => {
    context.gateway.live.endAll()
    context.listeners.endAll()
    done()
  })
}
