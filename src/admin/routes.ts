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
import { registerAccountRoutes } from './account-routes.ts'
import { operatorAccess } from './authorize.ts'
import { registerBackupRoutes } from './backup-routes.ts'
import { registerBalanceRoutes } from './balance-routes.ts'
import { registerBankFileAnswerRoutes } from './bank-file-answer-routes.ts'
import { registerBankFileDoubtRoutes } from './bank-file-doubt-routes.ts'
import { registerBankFileReadingRoutes } from './bank-file-reading-routes.ts'
import { registerBankFileRoutes } from './bank-file-routes.ts'
import { registerCallbackListRoutes } from './callback-routes.ts'
import { registerCaseRoutes } from './case-routes.ts'
import { registerConnectorRoutes } from './connector-routes.ts'
import { registerCredentialRoutes } from './credential-routes.ts'
import { registerDebtorAccountRoutes } from './debtor-account-routes.ts'
import { registerDoctor } from './doctor.ts'
import type { DoctorRoom } from './doctor-check.ts'
import { registerFeedRoutes } from './feed-routes.ts'
import { registerFxAdminRoutes } from './fx-routes.ts'
import { checkInvariants } from './invariants.ts'
import { registerKeyRoutes } from './key-routes.ts'
import { registerMerchantRoutes } from './merchant-routes.ts'
import { registerNetworkRoutes } from './network-routes.ts'
import { registerOperatorRoutes } from './operator-routes.ts'
import { registerPaymentRoutes } from './payment-routes.ts'
import { registerProcessorRoutes } from './processor-routes.ts'
import { registerRehearsalRoutes } from './rehearsal-routes.ts'
import { type AdminRoom, described } from './room.ts'
import { registerSandboxRoutes } from './sandbox-routes.ts'

/**
 * @param failures of authentication
 * @param backups of the database's own files; undefined where they are somebody else's
 */
export function registerAdminRoutes(
  app: Server,
  gateway: Gateway,
  failures: Failures,
  feeds: Feeds,
  examined: Omit<DoctorRoom, 'gateway'>,
  backups: Backups | undefined,
): void {
  const access = operatorAccess(app, { database: gateway.database, deps: gateway.deps, failures })
  const room: AdminRoom = { app, gateway, access }
  registerOperatorRoutes(room)
  registerMerchantRoutes(room)
  registerCredentialRoutes(room)
  registerAccountRoutes(room)
  registerPaymentRoutes(room)
  registerCallbackListRoutes(room)
  registerCaseRoutes(room)
  registerProcessorRoutes(room)
  registerRehearsalRoutes(room)
  registerConnectorRoutes(room)
  registerSandboxRoutes(room)
  registerBalanceRoutes(room)
  registerFxAdminRoutes(room)
  registerDebtorAccountRoutes(room)
  registerBankFileRoutes(room)
  registerBankFileReadingRoutes(room)
  registerBankFileAnswerRoutes(room)
  registerBankFileDoubtRoutes(room)
  registerFeedRoutes(room, feeds)
  registerNetworkRoutes(room)
  registerKeyRoutes(room, examined.keys)
  registerInvariants(room)
  registerBackupRoutes(room, backups)
  registerDoctor(room, examined)
}

function registerInvariants(room: AdminRoom): void {
  room.app.get<{ Reply: unknown }>(
    '/admin/invariants',
    described(room, {
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
    async () => checkInvariants(room.gateway.database),
  )
}
