/** Erases what receivers of callbacks have answered about a payment. The callbacks themselves hold no personal data. */
import { type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import type { PaymentName } from '../payments/erasing.ts'

const ERASE_ANSWERS = sqlStatement({
  name: 'erasure_callback_answers',
  text: 'update attempt set answer = null where merchant_id = $1 and key = $2 and answer is not null',
})

export const answerErasure = ({ merchantId, key }: PaymentName): SqlCall => ({
  statement: ERASE_ANSWERS,
  values: [merchantId, key],
})
