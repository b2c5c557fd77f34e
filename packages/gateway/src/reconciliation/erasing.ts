/**
 * Erases what the bank reported of a person with the movements of a payment. The bank's references, amounts and dates
 * stay, so an account's days still add up and a statement that is imported again still meets its entries.
 */
import { ERASED } from '@sluice/core/payment/erased.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import type { CaseFile } from '../payments/cases.ts'

const ERASE_ENTRIES = sqlStatement({
  name: 'erasure_bank_entries',
  text: `update bank_entry e set remittance = '${ERASED}', raw = '${ERASED}', sender = null, end_to_end_id = null
    from unnest($1::text[], $2::text[]) as r(account, reference) where e.account = r.account and e.reference = r.reference`,
})

interface EntryName {
  readonly account: string
  readonly reference: string
}

/** @param cases of the payment @param debitedBy the entry that debited a payout of a bank file */
export function entryErasures(
  payment: Payment,
  cases: readonly CaseFile[],
  debitedBy: string | undefined,
): readonly SqlCall[] {
  const { entry } = payment.request.caseReturn ?? {}
  const entries = [
    ...[payment.confirmation, payment.request.refund?.excess?.statusUpdate, debitedBy].flatMap(entryCalled),
    ...(entry ? [entry] : []),
    ...cases.flatMap(({ detail }) => [...entryCalled(detail.statusUpdate), ...entryIn(detail.entry)]),
  ]
  if (entries.length === 0) return []
  const columns = [entries.map(({ account }) => account), entries.map(({ reference }) => reference)]
  return [{ statement: ERASE_ENTRIES, values: columns }]
}

/** The entry of a fact that `factOf` has named. */
function entryCalled(fact: unknown): readonly EntryName[] {
  const between = typeof fact === 'string' ? fact.indexOf(':') : -1
  if (typeof fact !== 'string' || between < 0) return []
  return [{ account: fact.slice(0, between), reference: fact.slice(between + 1) }]
}

function entryIn(detail: unknown): readonly EntryName[] {
  const { account, reference }: Readonly<Record<string, unknown>> = {
    ...(typeof detail === 'object' && detail),
  }
  return typeof account === 'string' && typeof reference === 'string' ? [{ account, reference }] : []
}
