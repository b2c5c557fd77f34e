/** For tests: entries and payins of one account, and an index of payins as the database would look them up. */
import type { MerchantCode, MerchantOrderId, PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import type { Candidate, FoundCandidates } from './candidate.ts'
import type { BankEntry } from './entry.ts'
import { evidenceOf } from './evidence.ts'

export const CREATED = Date.parse('2026-11-21T08:00:00Z')
export const EXPIRES = Date.parse('2026-11-21T10:00:00Z')
export const BOOKED = Date.parse('2026-11-21T09:00:00Z')

const money = (amountMinor: bigint, currency = 'THB') => ({
  currency: currency as CurrencyCode,
  amountMinor: minor(amountMinor),
})

/** Our reference of the n-th payin. */
export const ref = (n: number): string => `S${n.toString(36).toUpperCase().padStart(13, '0')}`

export interface TestPayin extends Candidate {
  readonly reference: string
  readonly uniqueAmount: boolean
}

export function payin(n: number, amountMinor: bigint, changes: Partial<TestPayin> = {}): TestPayin {
  return {
    merchantId: 'shop' as MerchantCode,
    kind: 'payin',
    id: `p${n}` as MerchantOrderId,
    key: `key-${n}` as PaymentKey,
    processor: 'own-account',
    status: 'PENDING',
    ordered: money(amountMinor),
    expected: money(amountMinor),
    externalReference: undefined,
    claimedAt: changes.externalReference === undefined ? undefined : BOOKED,
    createdAt: CREATED,
    expireAt: EXPIRES,
    payerName: undefined,
    payerAccount: undefined,
    debitedBy: undefined,
    reference: ref(n),
    uniqueAmount: false,
    ...changes,
  }
}

export function credit(amountMinor: bigint, remittance: string, changes: Partial<BankEntry> = {}): BankEntry {
  return {
    account: 'kbank',
    reference: 'BR-1',
    referenceDerived: false,
    source: 'json',
    receivedAt: undefined,
    bookedAt: BOOKED,
    bookedPrecision: 'time',
    valueDate: undefined,
    direction: 'credit',
    reversal: false,
    money: money(amountMinor),
    remittance,
    endToEndId: undefined,
    utr: undefined,
    sender: undefined,
    raw: '',
    ...changes,
  }
}

/** As `findCandidates` finds them. */
export function indexOf(payins: readonly TestPayin[]): (entry: BankEntry) => FoundCandidates {
  const references = Map.groupBy(payins, ({ reference }) => reference)
  const utrs = Map.groupBy(payins, ({ externalReference }) => externalReference)
  const holders = Map.groupBy(
    payins.filter(({ uniqueAmount }) => uniqueAmount),
    ({ expected }) => expected.amountMinor,
  )
  const unpaid = payins.filter(({ status }) => ['NEW', 'PENDING', 'EXPIRED'].includes(status))
  const orders = Map.groupBy(
    unpaid.filter(({ uniqueAmount }) => uniqueAmount),
    ({ ordered }) => ordered.amountMinor,
  )
  const amounts = Map.groupBy(unpaid, ({ ordered }) => ordered.amountMinor)
  return (entry) => {
    const words = evidenceOf(entry)
    const byReference = words.references.flatMap((value) => references.get(value) ?? [])
    const byUtr = words.utr === undefined ? [] : (utrs.get(words.utr) ?? [])
    const byNumber = words.numbers.flatMap((value) => utrs.get(value) ?? [])
    const byAmount = holders.get(entry.money.amountMinor) ?? []
    const isNamed = byReference.length + byUtr.length + byAmount.length > 0
    const alike = isNamed ? [] : (amounts.get(entry.money.amountMinor) ?? [])
    const byOrder = orders.get(entry.money.amountMinor) ?? []
    return { byReference, byUtr, byNumber, byAmount, byOrder, alike }
  }
}
