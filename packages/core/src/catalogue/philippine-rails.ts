/**
 * The Philippines' two rails between banks: InstaPay up to 50,000 pesos, within seconds, and PESONet above, in batches on working
 * days until 14:00. A bank rejects an amount on the wrong one.
 */
import { type Minor, minorFromText } from '../foundation/money.ts'
import type { RailDeclaration } from './payment-method.ts'

const INSTAPAY_UP_TO = '50000'
const INSTAPAY_UP_TO_MINOR = minorFromText(INSTAPAY_UP_TO, 2)

/** A PESONet transfer made on a Friday afternoon arrives on Monday. */
export const PHILIPPINE_RAILS: readonly RailDeclaration[] = [
  { name: 'InstaPay', upTo: INSTAPAY_UP_TO },
  { name: 'PESONet', expirySecs: 259_200 },
]

/** @param amountMinor in centavos */
export const philippineRail = (amountMinor: Minor): 'InstaPay' | 'PESONet' =>
  amountMinor <= INSTAPAY_UP_TO_MINOR ? 'InstaPay' : 'PESONet'
