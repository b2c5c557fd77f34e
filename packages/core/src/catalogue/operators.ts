/**
 * Payment operators: the banks, wallets, mobile networks, stores and chains that a payer or payee may choose from.
 *
 * They are data (`data/operators.json`), so banks can open, merge and close without a change of code. Merchants see `code` and
 * `name`; `facts` are what a rail needs beyond that (a bank's BIN, a contract's address).
 */
import lists from './data/operators.json' with { type: 'json' }

export type OperatorListName = keyof typeof lists

/** What a rail needs to know about an operator. All texts; missing if unknown. */
export interface OperatorFacts {
  readonly abbr?: string
  readonly bic?: string
  readonly bin?: string
  readonly branch?: string
  readonly chainId?: string
  readonly clearing?: string
  readonly cnaps?: string
  readonly confirmations?: string
  readonly contract?: string
  readonly decimals?: string
  /** Seconds to pay, if less than the method's: OVO's prompt is valid for 60 s. */
  readonly expirySecs?: string
  readonly handles?: string
  readonly iin?: string
  readonly ispb?: string
  readonly kana?: string
  /** The operator's limit in major units, if lower than the method's: Capitec clients can pay 500 by PayShap. */
  readonly maxAmount?: string
  readonly prefixes?: string
}

export interface Operator {
  readonly code: string
  readonly name: string
  readonly facts?: OperatorFacts
}

/** How merchants see an operator. */
export interface OperatorView {
  readonly code: string
  readonly name: string
}

/** Sorted by code. */
export const OPERATOR_LISTS: Readonly<Record<OperatorListName, readonly Operator[]>> = lists

/** @returns the operators of a list, sorted by code */
export const operators = (list: OperatorListName): readonly Operator[] => OPERATOR_LISTS[list]

export const operatorView = ({ code, name }: Operator): OperatorView => ({ code, name })
