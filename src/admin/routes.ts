/**
 * The admin API: what the people who run the gateway do with it. Read this file first.
 *
 * Promises: every route needs an operator's token and names the least role it takes (`authorize.ts`); every act is in the
 * audit log under its operator, and a change of money or of a payment also in its own history. Secrets are shown once, when
 * they are made. State changes go through the journal and through processors' reports like everybody else's: no route
 * writes a payment or a balance. Never serves merchants; personal data of payers is for operators' eyes and in no log.
 */
import { Type } from 'typebox'
import type { Feeds } from '../feeds/feeds.ts'
import type { Failures } from '../http/failures.ts'
import type { Server } from '../http/server.ts'
import type { Gateway } from '../intake/gateway.ts'
import type { Backups } from '../transfer/backups.ts'
import { registerAccountRoutes } from './accounts/routes.ts'
import { operatorAccess } from './authorize.ts'
import type { BackOffice } from './back-office.ts'
import { registerBackupRoutes } from './backups/routes.ts'
import { registerBankFileAnswerRoutes } from './bank-files/answer-routes.ts'
import { registerBankFileDoubtRoutes } from './bank-files/doubt-routes.ts'
import { registerBankFileReadingRoutes } from './bank-files/reading-routes.ts'
import { registerBankFileRoutes } from './bank-files/routes.ts'
import { registerCallbackListRoutes } from './callbacks/routes.ts'
import { registerCaseRoutes } from './cases/routes.ts'
import { registerConnectorRoutes } from './connectors/routes.ts'
import { type AdminContext, described } from './context.ts'
import { registerDebtorAccountRoutes } from './debtor-accounts/routes.ts'
import type { DoctorContext } from './doctor/check.ts'
import { registerDoctor } from './doctor/doctor.ts'
import { ENDPOINTS } from './endpoints.ts'
import { registerFeedRoutes } from './feeds/routes.ts'
import { checkInvariants } from './invariants/invariants.ts'
import { registerKeyRoutes } from './keys/routes.ts'
import { registerBalanceRoutes } from './merchants/balance-routes.ts'
import { registerCredentialRoutes } from './merchants/credential-routes.ts'
import { registerMerchantRoutes } from './merchants/routes.ts'
import { registerOperatorRoutes } from './operators/routes.ts'
import { registerPaymentRoutes } from './payments/routes.ts'
import { registerRehearsalRoutes } from './processors/rehearsal-routes.ts'
import { registerProcessorRoutes } from './processors/routes.ts'
import { registerFxAdminRoutes } from './rates/routes.ts'
import { registerSandboxRoutes } from './sandbox/routes.ts'

/**
 * @param failures of authentication
 * @param backups of the database's own files; undefined where they are somebody else's
 */
export function registerAdminRoutes(
  app: Server,
  gateway: Gateway,
  failures: Failures,
  feeds: Feeds,
  examined: Omit<DoctorContext, 'gateway'>,
  backups: Backups | undefined,
): void {
  const access = operatorAccess(app, { database: gateway.database, deps: gateway.deps, failures })
  const context: AdminContext = { app, gateway, access }
  const office: BackOffice = { gateway, feeds, backups, examined }
  for (const each of ENDPOINTS) each.register(context, office)
  registerOperatorRoutes(context)
  registerMerchantRoutes(context)
  registerCredentialRoutes(context)
  registerAccountRoutes(context)
  registerPaymentRoutes(context)
  registerCallbackListRoutes(context)
  registerCaseRoutes(context)
  registerProcessorRoutes(context)
  registerRehearsalRoutes(context)
  registerConnectorRoutes(context)
  registerSandboxRoutes(context)
  registerBalanceRoutes(context)
  registerFxAdminRoutes(context)
  registerDebtorAccountRoutes(context)
  registerBankFileRoutes(context)
  registerBankFileReadingRoutes(context)
  registerBankFileAnswerRoutes(context)
  registerBankFileDoubtRoutes(context)
  registerFeedRoutes(context, feeds)
  registerKeyRoutes(context, examined.keys)
  registerInvariants(context)
  registerBackupRoutes(context, backups)
  registerDoctor(context, examined)
}

function registerInvariants(context: AdminContext): void {
  context.app.get<{ Reply: unknown }>(
    '/admin/invariants',
    described(context, {
      role: 'VIEWER',
      summary: 'Check what must always hold, computed anew from the stored rows',
      answers: {
        200: Type.Object({
          holds: Type.Boolean(),
          checks: Type.Array(
            Type.Object({ name: Type.String(), holds: Type.Boolean(), detail: Type.String() }),
          ),
        }),
      },
    }),
    async () => checkInvariants(context.gateway.database),
  )
}
