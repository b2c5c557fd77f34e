/**
 * What a bank's status and reason (ISO 20022's external code sets) mean for a payout: two tables, which the documents
 * show.
 *
 * Only a rejection ends a payout without its money, and only settlement delivers it; everything else is on its way. A
 * rejection as a duplicate says nothing about the first payment, which may have been paid: it ends nothing, and silence
 * leads to a case. A status that is not listed here does nothing either, and the operator who reads the answer sees it.
 */
import { namesOf } from '@sluice/core/foundation/names.ts'

/** REFUSED: somebody said no. FAILED: it could not be done. */
export type Verdict =
  | { readonly type: 'delivered' }
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'failed'; readonly failureReason: string }
  | { readonly type: 'open' }
  /** The table does not have the status. */
  | { readonly type: 'not-known' }

/** `cancelled`: rejected because somebody requested it, if no reason says more. */
export type StatusMeaning = 'delivered' | 'rejected' | 'cancelled' | 'open'

/** `PART` is not a transaction's status: `reported` of `pain002.ts` reads the transactions instead. */
export const STATUS_MEANINGS: Readonly<Record<StatusMeaning, readonly string[]>> = {
  /** Settled at the debtor's bank, or credited to the payee. */
  delivered: ['ACSC', 'ACCC'],
  rejected: ['RJCT'],
  cancelled: ['CANC'],
  /** Received, checked, accepted, on its way. */
  open: ['RCVD', 'PDNG', 'PATC', 'ACTC', 'ACCP', 'ACFC', 'ACWC', 'ACWP', 'ACSP', 'ACPD'],
}

/** `duplicate`, `refused`; any other is the code with which the payout has failed. */
export const REJECTION_REASONS = {
  /** About the payee's account. Problems of the debtor account (AC02, AC05, AC10, AC13) are not shown to merchants as theirs. */
  ACCOUNT_INVALID: ['AC01', 'AC03', 'AC04', 'AC07', 'AC09', 'AC11', 'AC12', 'AC14', 'BE06', 'BE07'],
  ACCOUNT_BLOCKED: ['AC06'],
  ACCOUNT_NAME_MISMATCH: ['BE01', 'BE22'],
  BANK_INVALID: ['AC08', 'AGNT', 'RC01', 'RC02', 'RC03', 'RC04', 'RC07', 'RC10'],
  BANK_UNAVAILABLE: ['AB05', 'AB06', 'AB07', 'AB08', 'AB09', 'AB10', 'AGLI'],
  AMOUNT_NOT_ALLOWED: ['AM01', 'AM02', 'AM03', 'AM06', 'AM09', 'AM11', 'AM12', 'AM13', 'AM14', 'AM21'],
  /** About the debtor account. */
  PROCESSOR_INSUFFICIENT_FUNDS: ['AM04', 'AM07', 'AM23'],
  /** The bank, the law, the payee or its holder's instructions say no. */
  refused:
    'AG01 CNOR CUST DNOR FOCR FR01 FRAD LEGL MS02 MS03 NOAS RR01 RR02 RR03 RR04 RR12 SL01 SL11 SL12'.split(
      ' ',
    ),
  /** The bank already has the message, the batch, the transaction or the reference. */
  duplicate: ['AM05', 'DU01', 'DU02', 'DU03', 'DU04', 'DU05', 'DUPL'],
} as const satisfies Readonly<Record<string, readonly string[]>>
type ReasonMeaning = keyof typeof REJECTION_REASONS

const meaningByCode = <Meaning extends string>(
  table: Readonly<Record<Meaning, readonly string[]>>,
): ReadonlyMap<string, Meaning> =>
  new Map(namesOf(table).flatMap((meaning) => table[meaning].map((code) => [code, meaning] as const)))
const STATUS = meaningByCode(STATUS_MEANINGS)
const REASON = meaningByCode<ReasonMeaning>(REJECTION_REASONS)

/** @param reasons the first known one decides, but a duplicate decides at any position */
export function verdictOf(status: string, reasons: readonly string[]): Verdict {
  switch (STATUS.get(status)) {
    case undefined:
      return { type: 'not-known' }
    case 'delivered':
      return { type: 'delivered' }
    case 'open':
      return { type: 'open' }
    case 'rejected':
      return rejectionOf(reasons) ?? { type: 'failed', failureReason: 'PROCESSOR_ERROR' }
    case 'cancelled':
      return rejectionOf(reasons) ?? { type: 'refused', reason: 'cancelled at the bank' }
  }
}

/** @returns undefined if no reason is known */
function rejectionOf(reasons: readonly string[]): Verdict | undefined {
  const known = reasons.flatMap((code) => {
    const meaning = REASON.get(code)
    return meaning ? [{ code, meaning }] : []
  })
  if (known.some(({ meaning }) => meaning === 'duplicate')) return { type: 'open' }
  const [first] = known
  if (!first) return undefined
  return first.meaning === 'refused'
    ? { type: 'refused', reason: `refused by the bank: ${first.code}` }
    : { type: 'failed', failureReason: first.meaning }
}
