/**
 * Whether a payin's money is in doubt: its processor denies what made it a SUCCESS, or the bank has taken the credit back. Until an
 * operator has decided nothing is given back of it: the merchant's balance would pay for money that never came.
 */
import type { Database, SqlStatement } from '../database/port.ts'
import type { Payment } from '../payments/model.ts'
import { openCasesAbout } from '../payments/sql-parts.ts'

/** Cases that deny that its money is there. */
const DENIED = ['REJECTED_AFTER_SUCCESS', 'AMOUNT_CONTRADICTED', 'CREDIT_REVERSED'] as const

const IN_DOUBT: SqlStatement = { name: 'refund_payin_in_doubt', text: openCasesAbout }

export async function isInDoubt(
  { database }: { readonly database: Database },
  { merchantId, key, id }: Pick<Payment, 'merchantId' | 'key' | 'id'>,
): Promise<boolean> {
  const named = JSON.stringify([{ merchantCode: merchantId, kind: 'payin', id }])
  const rows = await database.run(IN_DOUBT, [merchantId, key, [...DENIED], named])
  return rows.length > 0
}
