/**
 * What a bank's status and reason (ISO 20022's external code sets) mean for a payout.
 *
 * Only a rejection ends a payout without its money, and only settlement delivers it; all else is on its way. A rejection as a
 * duplicate says nothing of the first one, which may have been paid: it ends nothing, and silence makes a case of it.
 */

/** REFUSED: somebody said no. FAILED: it could not be done. */
export type Verdict =
  | { readonly type: 'delivered' }
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'failed'; readonly failureReason: string }
  | { readonly type: 'open' }

/** Settled at the debtor's bank, or credited to the payee. */
const DELIVERED: ReadonlySet<string> = new Set(['ACSC', 'ACCC'])
const REJECTED: ReadonlySet<string> = new Set(['RJCT', 'CANC'])

const FAILURES: Readonly<Record<string, readonly string[]>> = {
  ACCOUNT_INVALID: ['AC01', 'AC03', 'AC04', 'AC07', 'AC09', 'AC11', 'AC12', 'AC14', 'BE06', 'BE07'],
  ACCOUNT_BLOCKED: ['AC06'],
  ACCOUNT_NAME_MISMATCH: ['BE01', 'BE22'],
  BANK_INVALID: ['AC08', 'AGNT', 'RC01', 'RC02', 'RC03', 'RC04', 'RC07', 'RC10'],
  BANK_UNAVAILABLE: ['AB05', 'AB06', 'AB07', 'AB08', 'AB09', 'AB10', 'AGLI'],
  AMOUNT_NOT_ALLOWED: ['AM01', 'AM02', 'AM03', 'AM06', 'AM09', 'AM11', 'AM12', 'AM13', 'AM14', 'AM21'],
  /** Of the gateway's own account. */
  PROCESSOR_INSUFFICIENT_FUNDS: ['AM04', 'AM07', 'AM23'],
}
/** The bank, the law, the payee or its holder's instructions say no. */
const REFUSALS: ReadonlySet<string> = new Set(
  'AG01 CNOR CUST DNOR FOCR FR01 FRAD LEGL MS02 MS03 NOAS RR01 RR02 RR03 RR04 RR12 SL01 SL11 SL12'.split(' '),
)
/** Duplicates of something that the bank has: of the message, the batch, the transaction, the reference. */
const DUPLICATES: ReadonlySet<string> = new Set(['AM05', 'DU01', 'DU02', 'DU03', 'DU04', 'DU05', 'DUPL'])

const FAILURE_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(FAILURES).flatMap(([failure, codes]) => codes.map((code) => [code, failure] as const)),
)

/** @param reasons the first that is known decides */
export function verdictOf(status: string, reasons: readonly string[]): Verdict {
  if (DELIVERED.has(status)) return { type: 'delivered' }
  if (!REJECTED.has(status) || reasons.some((code) => DUPLICATES.has(code))) return { type: 'open' }
  for (const code of reasons) {
    const failureReason = FAILURE_OF.get(code)
    if (failureReason !== undefined) return { type: 'failed', failureReason }
    if (REFUSALS.has(code)) return { type: 'refused', reason: `refused by the bank: ${code}` }
  }
  return status === 'CANC'
    ? { type: 'refused', reason: 'cancelled at the bank' }
    : { type: 'failed', failureReason: 'PROCESSOR_ERROR' }
}
