/** Erases the keyed hash of a payer's network address from the address of a payin. What a chain shows is public. */
import { type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import type { PaymentName } from '../../payments/erasing.ts'

const ERASE_PAYER = sqlStatement({
  name: 'erasure_chain_payer',
  text: 'update chain_address set payer = null where merchant_id = $1 and payment_key = $2 and payer is not null',
})

export const chainErasure = ({ merchantId, key }: PaymentName): SqlCall => ({
  statement: ERASE_PAYER,
  values: [merchantId, key],
})
