/**
 * A payment without its personal data. Pure.
 *
 * Amounts, states, times, IDs and references of processors stay, because the ledger, reconciliation and the law need
 * them. What names or reaches a person is replaced by `ERASED`, so that reads show that there was something.
 */
import type { MethodFields } from '../catalogue/method-fields.ts'
import type { Instant } from '../foundation/deps.ts'
import { isoTime } from '../foundation/instants.ts'
import type { Payment, RefundTerms } from './model.ts'

export const ERASED = 'erased'

/** A new field of requests does not compile until it is decided here. */
const FIELDS = {
  accountName: 'ERASE',
  accountNumber: 'ERASE',
  accountType: 'KEEP',
  bankCode: 'ERASE',
  branchCode: 'ERASE',
  emailAddress: 'ERASE',
  phoneNumber: 'ERASE',
  taxId: 'ERASE',
  productId: 'ERASE',
  identifyingReference: 'ERASE',
  paymentLocation: 'ERASE',
} as const satisfies Readonly<Record<keyof Required<MethodFields>, 'ERASE' | 'KEEP'>>

/** What a person has put into a payment, or a bank has reported of them. */
export type Erased = Pick<Payment, 'request' | 'response' | 'payerAccount' | 'externalReference'>

export const isErased = ({ request }: Pick<Payment, 'request'>): boolean => request.erasedAt !== undefined

/** Whether nothing personal is left. Money that came after an erasure may have brought the payer's account again. */
export const hasNothingPersonal = (payment: Payment): boolean =>
  isErased(payment) &&
  payment.externalReference === undefined &&
  payment.payer === undefined &&
  payment.payerAccount === undefined

export function erased(payment: Payment, at: Instant): Erased {
  const { request, response } = payment
  const { vatRate, refund, settlement, caseReturn, link } = request
  return {
    request: {
      ...erasedFields(request),
      erasedAt: isoTime(at),
      ...(vatRate !== undefined && { vatRate }),
      ...(refund && { refund: erasedRefund(refund) }),
      ...(settlement && { settlement }),
      ...(caseReturn && { caseReturn }),
      ...(link && { link }),
    },
    // Of the instructions only the reference is needed later; QR codes and links may contain the payer's data.
    response: response && (response.reference === undefined ? {} : { reference: response.reference }),
    // Without a mark: a refund must never take one for the account of its payee.
    payerAccount: undefined,
    externalReference: undefined,
  }
}

function erasedFields(fields: MethodFields): MethodFields {
  const texts = Object.entries(FIELDS).flatMap(([name, rule]) => {
    const value = fields[name as keyof MethodFields]
    if (value === undefined) return []
    if (rule === 'KEEP') return [[name, value]]
    return [[name, name === 'paymentLocation' ? { name: ERASED } : ERASED]]
  })
  return Object.fromEntries(texts)
}

function erasedRefund({ note, claimHash: _, payee, ...kept }: RefundTerms): RefundTerms {
  return {
    ...kept,
    ...(note !== undefined && { note: ERASED }),
    ...(payee && { payee: { ...payee, fields: erasedFields(payee.fields) } }),
  }
}

/** The kinds of data that a payment holds, for receipts. */
export const PERSONAL_CATEGORIES = [
  'NAME',
  'ACCOUNT',
  'CONTACT',
  'TAX_NUMBER',
  'REFERENCE',
  'ADDRESS',
] as const
export type PersonalCategory = (typeof PERSONAL_CATEGORIES)[number]

/** @returns each once, in the order of the list */
export function categoriesOf(payment: Payment): readonly PersonalCategory[] {
  const { request, payerAccount, externalReference, payer } = payment
  const of = (fields: MethodFields): readonly (PersonalCategory | false)[] => [
    isGiven(fields.accountName) && 'NAME',
    isGiven(fields.accountNumber) && 'ACCOUNT',
    (isGiven(fields.emailAddress) || isGiven(fields.phoneNumber)) && 'CONTACT',
    isGiven(fields.taxId) && 'TAX_NUMBER',
    (isGiven(fields.identifyingReference) || isGiven(fields.productId)) && 'REFERENCE',
    fields.paymentLocation !== undefined && fields.paymentLocation.name !== ERASED && 'ADDRESS',
  ]
  const found = new Set([
    ...of(request),
    ...of(request.refund?.payee?.fields ?? {}),
    ...of({ ...payerAccount }),
    externalReference !== undefined && 'REFERENCE',
    payer !== undefined && 'ADDRESS',
  ])
  return PERSONAL_CATEGORIES.filter((category) => found.has(category))
}

const isGiven = (text: string | undefined): boolean => text !== undefined && text !== '' && text !== ERASED
