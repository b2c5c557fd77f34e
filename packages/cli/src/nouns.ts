/** All nouns of the command `sluice`. `serve` does not wait for the others: see `main.ts`. */
import { addAccounts } from './accounts.ts'
import { addAlerts } from './alerts.ts'
import { addApprovalPolicy, addApprovals } from './approvals.ts'
import { addAudit } from './audit.ts'
import { addBackup } from './backup.ts'
import { addBalances } from './balances.ts'
import { addBankFiles } from './bank-files.ts'
import { addBilling } from './billing.ts'
import { addCallbacks } from './callbacks.ts'
import { addCases } from './cases.ts'
import { addCheckout } from './checkout.ts'
import { addConnectors } from './connectors.ts'
import { addKeys, addSecrets } from './credentials.ts'
import { addDebtorAccounts } from './debtor-accounts.ts'
import { addDoctor } from './doctor.ts'
import { addExplain } from './explain.ts'
import { addFeed } from './feed.ts'
import { addFx } from './fx.ts'
import { addMasterKey, addSigningKeys } from './gateway-keys.ts'
import { addHelp } from './help.ts'
import { addInvariants } from './invariants.ts'
import { addCreditNotes, addInvoices } from './invoices.ts'
import { addKeygen } from './keygen.ts'
import { addListen } from './listen.ts'
import { addMerchants } from './merchants.ts'
import { addMove } from './move.ts'
import { addNetworks } from './networks.ts'
import { addOperators } from './operators.ts'
import { addPayins } from './payins.ts'
import { addPayments } from './payments.ts'
import { addPayouts } from './payouts.ts'
import { addPeople } from './people.ts'
import { addPointInTimeRecovery } from './point-in-time-recovery.ts'
import { addPrivacy } from './privacy.ts'
import { addProcessors } from './processors.ts'
import type { Noun } from './program.ts'
import { addProviders } from './providers.ts'
import { addReconcile } from './reconcile.ts'
import { addRefunds } from './refunds.ts'
import { addReports } from './reports.ts'
import { addRestore } from './restore.ts'
import { addSandbox } from './sandbox.ts'
import { addSearch } from './search.ts'
import { addServe } from './serve.ts'
import { addSettlements } from './settlements.ts'
import { addStatements } from './statements.ts'
import { addToken } from './token.ts'
import { addTrigger } from './trigger.ts'

/** In the order of the help. */
export const NOUNS: readonly Noun[] = [
  addServe,
  addDoctor,
  addPayins,
  addPayouts,
  addRefunds,
  addTrigger,
  addCheckout,
  addListen,
  addToken,
  addKeygen,
  addPayments,
  addExplain,
  addSearch,
  addPrivacy,
  addCallbacks,
  addCases,
  addSandbox,
  addFeed,
  addReconcile,
  addReports,
  addBalances,
  addStatements,
  addBilling,
  addInvoices,
  addCreditNotes,
  addSettlements,
  addBankFiles,
  addDebtorAccounts,
  addProcessors,
  addConnectors,
  addProviders,
  addMerchants,
  addAccounts,
  addKeys,
  addSecrets,
  addSigningKeys,
  addMasterKey,
  addPeople,
  addOperators,
  addApprovals,
  addApprovalPolicy,
  addAudit,
  addFx,
  addNetworks,
  addInvariants,
  addAlerts,
  addBackup,
  addRestore,
  addPointInTimeRecovery,
  addMove,
  addHelp,
]
