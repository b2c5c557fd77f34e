/**
 * The Philippines' two ways between banks: InstaPay up to 50,000 pesos, there in seconds; PESONet above, in batches on
 * working days, the last one of a day taken at 14:00. A bank refuses an amount on the wrong one.
 */
import { type Minor, minorFromText } from '../foundation/money.ts'
import type { RailDeclaration } from './payment-method.ts'

const INSTAPAY_UP_TO = '50000'
const INSTAPAY_UP_TO_MINOR = minorFromText(INSTAPAY_UP_TO, 2)

/** A Friday afternoon's PESONet transfer arrives on Monday. */
export const PHILIPPINE_RAILS: readonly RailDeclaration[] = [
  { name: 'InstaPay', upTo: INSTAPAY_UP_TO },
  { name: 'PESONet', expirySecs: 259_200 },
]

/** @param amountMinor in centavos */
export const philippineRail = (amountMinor: Minor): 'InstaPay' | 'PESONet' =>
  amountMinor <= INSTAPAY_UP_TO_MINOR ? 'InstaPay' : 'PESONet'
