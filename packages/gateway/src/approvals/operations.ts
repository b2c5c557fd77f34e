/**
 * The operations that may need dual approval: those that move money outside a payment, record what a bank did, or could lead to
 * either. The policy and its endpoint read this table. Each operation here must call `Approvals.needs`; a row without such a call
 * would promise a check that does not happen.
 */

interface OperationFacts {
  /** A short description, such as `Credit a balance`. */
  readonly words: string
  /** The default once there are two operators. */
  readonly usual: 'NONE' | 'ALWAYS'
  /** The rule cannot be changed, because another rule requires it. */
  readonly isFixed?: true
}

export const OPERATIONS = {
  'balance.credit': { words: 'Credit a merchant’s balance', usual: 'ALWAYS' },
  'balance.debit': { words: 'Debit a merchant’s balance', usual: 'ALWAYS' },
  'case.assign': { words: 'Assign the money of a case to payins', usual: 'ALWAYS' },
  'case.credit': { words: 'Credit the money of a case to a merchant', usual: 'ALWAYS' },
  'case.return': { words: 'Refund the money of a case', usual: 'ALWAYS' },
  'case.write-off': { words: 'Write off a case, or accept a difference', usual: 'ALWAYS' },
  'case.close': { words: 'Settle contradictory processor reports', usual: 'ALWAYS' },
  // As long as no limit is set, none is exceeded: a default amount would be a guess in each currency.
  refund: { words: 'Refund a payin', usual: 'NONE' },
  'refund.claim': { words: 'Approve the account that a payer chose for a refund', usual: 'NONE' },
  // For refunds about which no processor sends status updates: an operator records that one was paid or failed.
  'refund.decide': { words: 'Mark a manual refund as paid or failed', usual: 'ALWAYS' },
  'payment.cancel': { words: 'Cancel a payout or refund at its processor', usual: 'ALWAYS' },
  'settlement.run': { words: 'Start a settlement run', usual: 'ALWAYS' },
  'bank-file.release': { words: 'Release a bank file', usual: 'ALWAYS', isFixed: true },
  'bank-file.answer': { words: 'Record the bank’s answer to a file', usual: 'ALWAYS' },
  'bank-file.doubt': { words: 'Mark doubtful payouts as not paid', usual: 'ALWAYS' },
  // Entries that come over the bank's own connection need no approval.
  'bank-feed.import': {
    words: 'Import typed bank entries, or a statement that does not follow from the last one',
    usual: 'ALWAYS',
  },
  'bank-feed.statement': { words: 'Import a statement that follows from the last one', usual: 'NONE' },
  'merchant.create': { words: 'Create a live merchant', usual: 'ALWAYS' },
  'merchant.addresses': {
    words: 'Change a live merchant’s callback URL, checkout embedding or return apps',
    usual: 'ALWAYS',
  },
  'merchant.activate': { words: 'Reactivate a suspended live merchant', usual: 'ALWAYS' },
  'merchant.products': { words: 'Change the products and fees of a live merchant', usual: 'ALWAYS' },
  'merchant.payout-destination': { words: 'Change the payout account of a live merchant', usual: 'ALWAYS' },
  'merchant.keys': { words: 'Add a key or a secret to a live merchant', usual: 'ALWAYS' },
  'account.details': { words: 'Add an own account, or change its payment details', usual: 'ALWAYS' },
  'network.change': { words: 'Add or change a stablecoin network', usual: 'ALWAYS' },
  'provider.change': {
    words: 'Add a provider account, or change its connection settings',
    usual: 'ALWAYS',
  },
  'connector.change': { words: 'Change a connector’s URL, or add a secret to it', usual: 'ALWAYS' },
  // Programs send these daily. A connector's methods reach only merchants whose products name it.
  'connector.services': { words: 'Change the methods of a connector', usual: 'NONE' },
  // The mapping decides how a file is read: which column is the amount, and which one identifies the payin.
  'bank-feed.mapping': { words: 'Change the CSV format of a bank', usual: 'ALWAYS' },
  'rates.put': { words: 'Set exchange rates', usual: 'NONE' },
  'debtor-account.change': { words: 'Add or change a payout account for bank files', usual: 'ALWAYS' },
  'billing.change': { words: 'Change invoice details', usual: 'ALWAYS' },
  'alert.silence': { words: 'Turn off an alert, or limit or delay it', usual: 'ALWAYS' },
  'privacy.erase': { words: 'Erase a person’s data', usual: 'ALWAYS' },
  'privacy.terms': { words: 'Change how long personal data is kept', usual: 'ALWAYS' },
  'privacy.release': { words: 'Release a legal hold', usual: 'ALWAYS' },
  'operator.create': { words: 'Create an operator', usual: 'ALWAYS' },
  'approval-policy.change': { words: 'Change the approval policy', usual: 'ALWAYS' },
} as const satisfies Readonly<Record<string, OperationFacts>>

/** An operation of the policy. */
export type ApprovableOperation = keyof typeof OPERATIONS

export const ACTION_NAMES: readonly ApprovableOperation[] =
  Object.keys(OPERATIONS).filter(isApprovableOperation)

export function isApprovableOperation(name: string): name is ApprovableOperation {
  return Object.hasOwn(OPERATIONS, name)
}

export const factsOfOperation = (operation: ApprovableOperation): OperationFacts => OPERATIONS[operation]
