/**
 * Payment operators: the banks, wallets, mobile networks, stores and chains a payer (or payee) may choose from.
 *
 * They are data (`data/operators.json`), because banks open, merge and close without any code changing. Merchants
 * see `code` and `name`; the `facts` are what a rail needs beyond that (a bank's BIN, a contract's address).
 */
import lists from './data/operators.json' with { type: 'json' }

export type OperatorListName = keyof typeof lists

/** What a rail needs to know of an operator. All text; absent where nothing is known. */
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
  /** A shorter time to pay than the method's: OVO's prompt lives for 60 s. */
  readonly expirySecs?: string
  readonly handles?: string
  readonly iin?: string
  readonly ispb?: string
  readonly kana?: string
  /** A lower limit of this operator than the method's, in major units: PayShap lets Capitec clients pay 500. */
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

/** All lists, each sorted by code. */
export const OPERATOR_LISTS: Readonly<Record<OperatorListName, readonly Operator[]>> = lists

/** @returns the operators of one list, sorted by code. */
export const operators = (list: OperatorListName): readonly Operator[] => OPERATOR_LISTS[list]

export const operatorView = ({ code, name }: Operator): OperatorView => ({ code, name })
