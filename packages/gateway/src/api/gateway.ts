/**
 * What the use cases work with: the modules below, put together once in `server/app.ts`. `create/` holds what the
 * creates of payins and payouts share; `payins/` and `payouts/` hold what differs.
 */
import type { AddressPolicy, Deps } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import type { ShownPayin } from '@sluice/core/payment/model.ts'
import type { Processor } from '@sluice/core/processor/port.ts'
import type { Database } from '@sluice/database/port.ts'
import type { Approvals } from '../approvals/approvals.ts'
import type { Live } from '../http/live.ts'
import type { TokenGrant } from '../identity/access/grant.ts'
import type { MasterKey } from '../identity/access/secrets.ts'
import type { MerchantProfile, Merchants } from '../merchants/directory.ts'
import type { NotifyOwners } from '../merchants/owner-notices.ts'
import type { Journal } from '../payments/journal-port.ts'
import type { Acceptances } from '../processing/acceptance.ts'
import type { StatusUpdates } from '../processing/status-updates.ts'
import type { BankFileContext } from '../processors/bank-file/context.ts'
import type { Connectors } from '../processors/connectors/connectors.ts'
import type { ReceivingAccounts } from '../processors/own-account/directory.ts'
import type { ProviderAccounts } from '../processors/providers/accounts.ts'
import type { AccountRecord } from '../processors/providers/store.ts'
import type { Networks } from '../processors/stablecoin/networks.ts'
import type { ClaimLinks } from './claim-links.ts'
import type { PaymentLinkAccess } from './payment-links.ts'

export interface Gateway {
  /** Publishes what has changed to open pages. */
  readonly live: Live
  readonly database: Database
  readonly deps: Deps
  readonly journal: Journal
  readonly merchants: Merchants
  /** Operations that wait for dual approval. */
  readonly approvals: Approvals
  readonly processors: ReadonlyMap<string, Processor>
  /** The receiving accounts, as this node knows them. */
  readonly receivingAccounts: ReceivingAccounts
  /** The processors that are reached over HTTP. */
  readonly connectors: Connectors
  /** The accounts with providers whose APIs the gateway speaks itself. */
  readonly providers: ProviderAccounts
  /** The URL for the provider's notifications: a secret. */
  readonly notificationUrlOf: (account: AccountRecord) => string
  /** The addresses that a connector or a provider's account may have. */
  readonly connectorPolicyOf: (connector: { readonly isTest: boolean }) => AddressPolicy
  readonly acceptances: Acceptances
  readonly statusUpdates: Pick<StatusUpdates, 'take'>
  readonly bankFiles: BankFileContext
  /** How many external references of a merchant may wait for their money. */
  readonly maxWaitingClaims: number
  /** Encrypts callback secrets. */
  readonly masterKey: MasterKey
  /** The page on which a tester plays the payer of a sandbox payin; undefined for all others. */
  readonly sandboxUrlOf: (payment: ShownPayin) => string | undefined
  /** The page on which a customer pays a payin. */
  readonly checkoutUrlOf: (merchantCode: MerchantCode, idPayin: string) => string
  /** Signs a token; does not check who may have it. */
  readonly issueToken: (grant: TokenGrant) => string
  /** Links by which payers say where a refund should go. */
  readonly claimLinks: ClaimLinks
  /** Links by which payers pay without a shop. */
  readonly paymentLinks: PaymentLinkAccess
  /** Mails a merchant's owners, in the commit that the mail is about. */
  readonly notifyOwners: NotifyOwners
  /** Blockchains on which stablecoins are accepted. */
  readonly networks: Networks
  /** Callbacks are due that no commit has announced. */
  readonly wakeDelivery: () => void
  /** The addresses that a merchant's callbacks may go to. */
  readonly callbackPolicyOf: (profile: Pick<MerchantProfile, 'isTest'>) => AddressPolicy
}
