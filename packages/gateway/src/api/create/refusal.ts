/**
 * Why a payment is not created, and the one refusal before all others: its ID was accepted before.
 *
 * An accepted ID is found before any rule. So each refusal by the rules first checks in the database whether the ID was
 * accepted. A refusal by the commit need not, because the unique key has decided. A successful create never checks,
 * which saves a round trip.
 */
import type { MerchantCode, MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { fail, type Result } from '@sluice/core/foundation/result.ts'
import type { Problem } from '../../http/problems.ts'
import { findPayment } from '../../payments/reading.ts'
import type { Gateway } from '../gateway.ts'
import { paymentProblem } from '../problems.ts'
import type { CreatedKind } from './kind.ts'

export interface Refusal {
  readonly type: 'refused'
  readonly problem: Problem
  /** `rules`: nothing was sent to the journal, so it is not known yet whether the ID was accepted before. */
  readonly by: 'rules' | 'commit'
}

type Refused = { readonly ok: false; readonly failure: Refusal }

export const refusedByRules = (problem: Problem): Refused => fail({ type: 'refused', problem, by: 'rules' })
export const refusedByCommit = (problem: Problem): Refused => fail({ type: 'refused', problem, by: 'commit' })

/** A request for this ID, as far as it could be read. */
export interface RequestedId {
  readonly merchantId: MerchantCode
  readonly id: MerchantOrderId
  /** Undefined if the request could not be read. */
  readonly hash: string | undefined
}

/** Returns `problem`, unless the ID was accepted before. */
export async function refuse(
  { database }: Pick<Gateway, 'database'>,
  { kind, idName }: CreatedKind,
  { merchantId, id, hash }: RequestedId,
  problem: Problem,
): Promise<Result<never, Problem>> {
  const existing = await findPayment(database, merchantId, kind, id)
  return fail(existing ? alreadyExists(idName, id, existing.requestHash === hash) : problem)
}

const WORDS: Readonly<Record<CreatedKind['idName'], string>> = {
  idPayin: 'payin',
  idPayout: 'payout',
  idRefund: 'refund',
}

export const alreadyExists = (
  idName: CreatedKind['idName'],
  id: MerchantOrderId,
  sameRequest: boolean,
): Problem =>
  paymentProblem(
    'ALREADY_EXISTS',
    sameRequest
      ? `This request was already accepted. Read the ${WORDS[idName]} to see its status.`
      : `This ID was already used with a different request. Use a new ID for a new ${WORDS[idName]}.`,
    { extra: { [idName]: id, sameRequest } },
  )
