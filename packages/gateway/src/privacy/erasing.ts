/**
 * Erases one payment: its row, its cases, its terms of the search, and what other modules keep of its person, all in
 * one commit of the journal. Repeating it changes nothing.
 */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import { changeId } from '@sluice/core/foundation/identifiers.ts'
import type { Actor } from '@sluice/core/payment/claims.ts'
import { erased } from '@sluice/core/payment/erased.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Database, SqlCall } from '@sluice/database/port.ts'
import { answerErasure } from '../callbacks/erasing.ts'
import { Undecided } from '../payments/change.ts'
import { caseErasures, casesOf, erase } from '../payments/erasing.ts'
import type { Journal } from '../payments/journal-port.ts'
import { bankFileErasures } from '../processors/bank-file/erasing.ts'
import { readPayoutInFile } from '../processors/bank-file/listing.ts'
import { chainErasure } from '../processors/stablecoin/erasing.ts'
import { entryErasures } from '../reconciliation/erasing.ts'
import { termErasures } from '../search/erasing.ts'
import { countedErasure } from './requests.ts'

export interface ErasingContext {
  readonly database: Database
  readonly deps: Deps
  readonly journal: Journal
}

/** @returns whether its personal data is gone; false: something happened to it meanwhile, so look again */
export async function erasePayment(
  context: ErasingContext,
  payment: Payment,
  actor: Actor,
): Promise<boolean> {
  const { database, deps, journal } = context
  const at = deps.clock.now()
  const { payer: _, ...rest } = payment
  const after: Payment = { ...rest, ...erased(payment, at) }
  const result = await journal.commit({
    changeId: changeId(deps.randomness.uuidV7(at)),
    merchantId: payment.merchantId,
    at,
    actor,
    claims: [],
    claimKey: undefined,
    alongside: [
      ...(await elsewhere(database, payment)),
      ...termErasures(payment, after),
      countedErasure(payment),
    ],
    subject: {
      type: 'move',
      kind: payment.kind,
      id: payment.id,
      decide: (locked) => erase(locked, payment, at),
      postsNothing: true,
    },
  })
  switch (result.type) {
    case 'done':
      return true
    case 'refused':
      return result.refusal === 'NOTHING_LEFT'
    case 'shed':
    case 'unavailable':
    case 'unknown':
      throw new Undecided('an erasure', result)
    default:
      return false
  }
}

/** What other modules keep of the person. */
async function elsewhere(database: Database, payment: Payment): Promise<readonly SqlCall[]> {
  const [cases, inFile] = await Promise.all([casesOf(database, payment), readPayoutInFile(database, payment)])
  return [
    ...caseErasures(payment.merchantId, cases),
    answerErasure(payment),
    ...(inFile ? bankFileErasures(payment) : []),
    chainErasure(payment),
    ...entryErasures(payment, cases, inFile?.debitedBy),
  ]
}
