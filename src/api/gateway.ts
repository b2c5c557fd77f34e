/**
 * What the use cases work with: the rooms below, put together once in `server/app.ts`.
 * `create/` beside it is what the creates of payins and payouts have in common; what differs stands in `payins/` and `payouts/`.
 */

import type { Approvals } from '../approvals/approvals.ts'
import type { Database } from '../database/port.ts'
import type { AddressPolicy, Deps } from '../foundation/deps.ts'
import type { MerchantCode } from '../foundation/identifiers.ts'
import type { Live } from '../http/live.ts'
import type { TokenGrant } from '../identity/access/grant.ts'
import type { MasterKey } from '../identity/access/secrets.ts'
import type { MerchantProfile, Merchants } from '../merchants/directory.ts'
import type { NotifyOwners } from '../merchants/owner-notices.ts'
import type { Journal } from '../payments/journal.ts'
import type { ShownPayin } from '../payments/model.ts'
import type { Acceptances } from '../processing/acceptance.ts'
import type { Processor } from '../processing/port.ts'
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
  /** Names what has changed to whoever looks. */
  readonly live: Live
  readonly database: Database
  readonly deps: Deps
  readonly journal: Journal
  readonly merchants: Merchants
  /** Acts that wait for a second pair of eyes. */
  readonly approvals: Approvals
  readonly processors: ReadonlyMap<string, Processor>
  /** Where money of own accounts arrives, as this node knows them. */
  readonly receivingAccounts: ReceivingAccounts
  /** Those of the processors that are spoken to over HTTP. */
  readonly connectors: Connectors
  /** Those that are accounts with providers the gateway speaks to by itself. */
  readonly providers: ProviderAccounts
  /** Where such a provider notifies us: a secret. */
  readonly notificationUrlOf: (account: AccountRecord) => string
  /** Which addresses a connector or a provider's account may be at. */
  readonly connectorPolicyOf: (connector: { readonly isTest: boolean }) => AddressPolicy
  readonly acceptances: Acceptances
  readonly statusUpdates: StatusUpdates
  readonly bankFiles: BankFileContext
  /** How many external references of a merchant may wait for their money. */
  readonly maxWaitingClaims: number
  /** Seals callback secrets. */
  readonly masterKey: MasterKey
  /** The page on which a tester plays the payer of a payin in the sandbox; undefined for all others. */
  readonly sandboxUrlOf: (payment: ShownPayin) => string | undefined
  /** The page on which a customer pays a payin. */
  readonly checkoutUrlOf: (merchantCode: MerchantCode, idPayin: string) => string
  /** Signs what a token allows; it does not ask who may have it. */
  readonly issueToken: (grant: TokenGrant) => string
  /** Links by which payers say where a refund is to go. */
  readonly claimLinks: ClaimLinks
  /** Links by which payers pay without a shop. */
  readonly paymentLinks: PaymentLinkAccess
  /** Has a merchant's owners told by mail, in the commit of what they are told of. */
  readonly notifyOwners: NotifyOwners
  /** Chains on which stablecoins are taken. */
  readonly networks: Networks
  /** Callbacks are due that no commit has told of. */
  readonly wakeDelivery: () => void
  /** Which addresses a merchant's callbacks may lead to. */
  readonly callbackPolicyOf: (profile: Pick<MerchantProfile, 'isTest'>) => AddressPolicy
}
