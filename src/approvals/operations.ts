/**
 * The acts that may need a second pair of eyes: those that move money outside of a payment, say what a bank has done, or open a door to it. One table: the
 * policy and its endpoint read it. Each is asked about by whoever does it: a row that nobody asks about would promise what nobody keeps.
 */

interface OperationFacts {
  /** What it is, in a few words: `Credit a balance`. */
  readonly words: string
  /** What holds from the second operator on, until the policy says otherwise. */
  readonly usual: 'NONE' | 'ALWAYS'
  /** Its rule cannot be changed: another law demands it. */
  readonly isFixed?: true
}

export const OPERATIONS = {
  'balance.credit': { words: 'Add to a balance of a merchant', usual: 'ALWAYS' },
  'balance.debit': { words: 'Take from a balance of a merchant', usual: 'ALWAYS' },
  'case.assign': { words: "Give a case's money to payins", usual: 'ALWAYS' },
  'case.credit': { words: "Give a case's money to a merchant's balance", usual: 'ALWAYS' },
  'case.return': { words: "Send a case's money back", usual: 'ALWAYS' },
  'case.write-off': { words: "Write a case's money off, or bear a difference", usual: 'ALWAYS' },
  'case.close': { words: 'Say which word of a processor was right', usual: 'ALWAYS' },
  // A limit that nobody has set is exceeded by nothing: amounts to begin with would be a guess in each currency.
  refund: { words: 'Give money of a payin back', usual: 'NONE' },
  'refund.claim': { words: 'Where a payer wants a refund paid to', usual: 'NONE' },
  // Said of refunds that no processor reports of: that one was paid, or that nobody will pay it.
  'refund.decide': { words: 'Say that a refund was paid, or never will be', usual: 'ALWAYS' },
  'payment.cancel': { words: 'Take a payout or a refund back from its processor', usual: 'ALWAYS' },
  'settlement.run': { words: 'Pay merchants out by a settlement run', usual: 'ALWAYS' },
  'bank-file.release': { words: 'Release a file to the bank', usual: 'ALWAYS', isFixed: true },
  'bank-file.answer': { words: 'Say what the bank has done with a file', usual: 'ALWAYS' },
  'bank-file.doubt': { words: 'Say that payouts in doubt were not paid', usual: 'ALWAYS' },
  // What a bank's own connection tells needs neither.
  'bank-feed.import': {
    words: 'Take in bank entries that were typed, or a statement that does not follow from the last one',
    usual: 'ALWAYS',
  },
  'bank-feed.statement': { words: 'Take in a statement that follows from the last one', usual: 'NONE' },
  'merchant.create': { words: 'Make a live merchant', usual: 'ALWAYS' },
  'merchant.addresses': {
    words:
      'Say where callbacks of a live merchant go, who frames its checkout, or which apps payers go back to',
    usual: 'ALWAYS',
  },
  'merchant.activate': { words: 'Open a live merchant again that is suspended', usual: 'ALWAYS' },
  'merchant.products': { words: 'Change products and fees of a live merchant', usual: 'ALWAYS' },
  'merchant.payout-destination': { words: 'Change where a live merchant is paid out to', usual: 'ALWAYS' },
  'merchant.keys': { words: 'Add a key or a secret to a live merchant', usual: 'ALWAYS' },
  'account.details': { words: 'Say to which account of the own payers pay', usual: 'ALWAYS' },
  'network.change': { words: 'Set up or change a network of stablecoins', usual: 'ALWAYS' },
  'provider.change': {
    words: 'Register a provider’s account, or change what it is spoken to with',
    usual: 'ALWAYS',
  },
  'connector.change': { words: 'Say where a connector is, or add a secret to it', usual: 'ALWAYS' },
  // Programs put these every day. What a connector serves reaches no merchant whose products do not name it.
  'connector.services': { words: 'Say what a connector serves', usual: 'NONE' },
  // What a file says depends on it: an amount may be read from any column, and another one names the payin whose money a line is.
  'bank-feed.mapping': { words: "Say how an account's bank writes its CSV", usual: 'ALWAYS' },
  'rates.put': { words: 'Put exchange rates', usual: 'NONE' },
  'debtor-account.change': { words: 'Make or change an account that bank files pay from', usual: 'ALWAYS' },
  'billing.change': { words: 'Say what stands on invoices', usual: 'ALWAYS' },
  'alert.silence': { words: 'Switch an alert off, or have it tell less or later', usual: 'ALWAYS' },
  'operator.create': { words: 'Make an operator', usual: 'ALWAYS' },
  'approval-policy.change': { words: 'Change this policy', usual: 'ALWAYS' },
} as const satisfies Readonly<Record<string, OperationFacts>>

/** An act of the policy. */
export type ApprovableOperation = keyof typeof OPERATIONS

export const ACTION_NAMES: readonly ApprovableOperation[] =
  Object.keys(OPERATIONS).filter(isApprovableOperation)

export function isApprovableOperation(name: string): name is ApprovableOperation {
  return Object.hasOwn(OPERATIONS, name)
}

export const factsOfOperation = (operation: ApprovableOperation): OperationFacts => OPERATIONS[operation]
