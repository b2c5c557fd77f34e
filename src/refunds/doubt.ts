/**
 * Whether a payin's money may not be there: its processor denies what made it a SUCCESS, or the bank has taken the credit back. Until an
 * operator has decided nothing is given back of it: the merchant's balance would pay for money that never came. Where it was decided
 * that the money is gone, whoever paid has it back already, and a refund would give it a second time; where it never came, a refund
 * would give what nobody has paid.
 */
import type { Database, SqlStatement } from '../database/port.ts'
import type { Payment } from '../payments/model.ts'
import { openCasesAbout, reversalsSettled, shortfallsSettled } from '../payments/sql-parts.ts'

/** Cases that deny that its money is there. */
const DENIED = ['REJECTED_AFTER_SUCCESS', 'AMOUNT_CONTRADICTED', 'NEVER_CAME', 'CREDIT_REVERSED'] as const

const DOUBT: SqlStatement = {
  name: 'refund_payin_in_doubt',
  text: `select 'IN_DOUBT' as doubt from (${openCasesAbout}) o
    union all select 'TAKEN_BACK' from (${reversalsSettled}) r
    union all select 'NEVER_CAME' from (${shortfallsSettled}) s`,
}

export type Doubt = 'IN_DOUBT' | 'TAKEN_BACK' | 'NEVER_CAME'

/** Decided, and so for good. */
const SETTLED = ['TAKEN_BACK', 'NEVER_CAME'] as const

/** @returns undefined where nobody denies its money */
export async function doubtOf(
  { database }: { readonly database: Database },
  { merchantId, key, id }: Pick<Payment, 'merchantId' | 'key' | 'id'>,
): Promise<Doubt | undefined> {
  const named = JSON.stringify([{ merchantCode: merchantId, kind: 'payin', id }])
  const [row] = await database.run(DOUBT, [merchantId, key, [...DENIED], named])
  return row === undefined ? undefined : (SETTLED.find((each) => each === row.doubt) ?? 'IN_DOUBT')
}
