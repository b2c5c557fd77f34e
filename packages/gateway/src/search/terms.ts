/**
 * What a payment is found by, and what a query means. Both become *terms* by the same rules, so that a query matches
 * what was stored however either was written. Pure, and linear in the text.
 *
 *   x   a code: IDs, references, accounts, addresses. Only letters and digits of any script, in upper case
 *   p   the last nine digits of a phone number: `+66 81 234 5678` and `081-234-5678` are equal
 *   n   a name, from each of its words on: `somchai jaidee` and `jaidee`. Lower case without accents
 *   a   an amount: currency and minor units
 *
 * Operators find by all terms. A merchant's own people find by the beginning of what they may read of a payment. What
 * only the payer and the bank or provider know (a bank's reference, the name of an account's holder) they find only by
 * the whole text, so that it cannot be guessed letter by letter. They never find by names of accounts and processors,
 * or by a payee whom a payer has named.
 */
import { chooseVariant, payinMethods } from '@sluice/core/catalogue/all-methods.ts'
import { currency } from '@sluice/core/catalogue/currencies.ts'
import {
  type AccountRule,
  type AccountView,
  partsOf,
  type ResponseRules,
} from '@sluice/core/catalogue/response-fields.ts'
import type { PaymentKey, PaymentKind } from '@sluice/core/foundation/identifiers.ts'
import { amountToMinor, type CurrencyCode, type Minor, type Money } from '@sluice/core/foundation/money.ts'
import { ERASED } from '@sluice/core/payment/erased.ts'
import type { PaymentRequest } from '@sluice/core/payment/model.ts'
import { referenceOf } from '../processing/instructions.ts'

export const MAX_QUERY_CHARACTERS = 200
const MAX_TERM_CHARACTERS = 80
const MAX_NAME_WORDS = 8
const PHONE_DIGITS = 9
/** A shorter beginning would match half of all payments. */
const SHORTEST_PREFIX = 3

/** What matched in a payment. */
export const FOUND_BY = [
  'id',
  'reference',
  'externalReference',
  'link',
  'movement',
  'processorRef',
  'confirmation',
  'account',
  'phone',
  'email',
  'taxId',
  'name',
  'amount',
] as const
export type FoundBy = (typeof FOUND_BY)[number]

/** The data that terms are made from. */
export interface Findable {
  readonly key: PaymentKey
  readonly kind: PaymentKind
  readonly id: string
  readonly method: string
  readonly operator: string | undefined
  readonly money: Money
  readonly moneyRequiredMinor: Minor | undefined
  readonly processorRef: string | undefined
  readonly confirmation: string | undefined
  readonly externalReference: string | undefined
  readonly request: PaymentRequest
  readonly payerAccount: AccountView | undefined
}

/** How a merchant's own people find by a term: by its beginning, only by the whole, or not at all. */
type Reach = 'beginning' | 'whole' | 'none'

export interface Term {
  readonly term: string
  readonly by: FoundBy
  readonly own: Reach
}

/** Nearly all codes are plain ASCII, which takes a third of the time. */
const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)
const lettersAndDigits = (text: string): string =>
  isPlain(text)
    ? text.toUpperCase().replace(/[^A-Z0-9]/g, '')
    : text
        .normalize('NFKC')
        .toUpperCase()
        .replace(/[^\p{L}\p{M}\p{N}]/gu, '')

const cut = (text: string): string =>
  text.length <= MAX_TERM_CHARACTERS ? text : [...text].slice(0, MAX_TERM_CHARACTERS).join('')

/** Letters and digits alone. */
export const codeTerm = (text: string): string | undefined => {
  const code = lettersAndDigits(text)
  return code === '' ? undefined : `x${cut(code)}`
}

const phoneTerm = (text: string): string | undefined => {
  const digits = text.normalize('NFKC').replace(/\D/g, '')
  return digits.length < PHONE_DIGITS ? undefined : `p${digits.slice(-PHONE_DIGITS)}`
}

/** Removes accents of Latin, Greek and Cyrillic. Vowels and tones of other scripts are marks as well, and stay. */
const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')

const wordsOf = (text: string): readonly string[] => {
  const words = isPlain(text)
    ? text.toLowerCase().split(/[^a-z0-9]+/)
    : withoutAccents(text)
        .toLowerCase()
        .split(/[^\p{L}\p{M}\p{N}]+/u)
  return words.filter((word) => word !== '').slice(0, MAX_NAME_WORDS)
}

const joined = (words: readonly string[]): string => `n${cut(words.join(' '))}`

/** A name is found from each of its words on. */
const nameTerms = (text: string): readonly string[] => {
  const words = wordsOf(text)
  return words.map((_, index) => joined(words.slice(index)))
}

const amountTerm = (currencyCode: CurrencyCode, amountMinor: bigint): string =>
  `a${currencyCode}:${amountMinor}`

/** The name of an entry or of an account's reference, after the account: `till:b-417`, `till/S0123`. */
const tailOf = (text: string): string => text.slice(Math.max(text.indexOf(':'), text.indexOf('/')) + 1)

/** Request fields that a payment is found by. */
const REQUEST_FIELDS = {
  accountNumber: 'account',
  identifyingReference: 'account',
  emailAddress: 'email',
  taxId: 'taxId',
  phoneNumber: 'phone',
  accountName: 'name',
} as const satisfies Partial<Record<keyof PaymentRequest, FoundBy>>
type RequestField = keyof typeof REQUEST_FIELDS

const has = (rule: AccountRule | undefined, part: string): boolean =>
  rule !== undefined && partsOf(rule).some((each) => each === part)

/** The fields that a payin's response shows. An unknown method shows none. */
const shownOf = ({ method, operator }: Findable): ResponseRules =>
  chooseVariant(payinMethods(method), operator)?.responds ?? {}

/** A field that the merchant did not set and no response shows may be the payer's private data. */
function reachOfField(payment: Findable, field: RequestField): Reach {
  switch (payment.kind) {
    case 'payin': {
      const shown = shownOf(payment)
      const isShown =
        field === 'accountNumber' || field === 'accountName'
          ? has(shown.accountCustomer, field)
          : field !== 'identifyingReference' && shown[field] !== undefined
      return isShown ? 'beginning' : 'whole'
    }
    case 'payout':
      return 'beginning'
    case 'refund':
      return payment.request.refund?.payee?.from === 'MERCHANT' ? 'beginning' : 'none'
    case 'settlement':
      return 'none'
  }
}

/** All terms of a payment, each with its source. */
export function termsOf(payment: Findable): readonly Term[] {
  const { request, payerAccount, money, moneyRequiredMinor } = payment
  const found: Term[] = []
  const add = (by: FoundBy, term: string | undefined, own: Reach = 'beginning') => {
    if (term !== undefined) found.push({ term, by, own })
  }
  const code = (by: FoundBy, text: string | undefined, own: Reach = 'beginning') => {
    if (text !== undefined && text !== ERASED) add(by, codeTerm(text), own)
  }
  const name = (text: string | undefined, own: Reach) => {
    if (text === ERASED) return
    nameTerms(text ?? '').forEach((term, index) => {
      add('name', term, own === 'whole' && index > 0 ? 'none' : own)
    })
  }
  /** The part before it is the gateway's name of an account or a network. */
  const movement = (by: FoundBy, text: string | undefined) => {
    if (text === undefined) return
    const tail = tailOf(text)
    if (tail !== text) code(by, text, 'none')
    code(by, tail, 'whole')
  }
  code('id', payment.id)
  code('reference', referenceOf(payment))
  movement('processorRef', payment.processorRef)
  movement('confirmation', payment.confirmation)
  movement('movement', request.refund?.excess?.statusUpdate)
  code('externalReference', payment.externalReference)
  code('link', request.link?.id)
  for (const field of [
    'accountNumber',
    'identifyingReference',
    'emailAddress',
    'taxId',
    'phoneNumber',
  ] as const)
    code(REQUEST_FIELDS[field], request[field], reachOfField(payment, field))
  add('phone', phoneTerm(request.phoneNumber ?? ''), reachOfField(payment, 'phoneNumber'))
  name(request.accountName, reachOfField(payment, 'accountName'))
  if (payerAccount) {
    const shown = payment.kind === 'payin' ? shownOf(payment).accountCustomerUsedForPayment : undefined
    const reachOf = (part: string): Reach => (has(shown, part) ? 'beginning' : 'whole')
    code('account', payerAccount.accountNumber, reachOf('accountNumber'))
    name(payerAccount.accountName, reachOf('accountName'))
  }
  add('amount', amountTerm(money.currency, money.amountMinor))
  if (moneyRequiredMinor !== undefined) add('amount', amountTerm(money.currency, moneyRequiredMinor))
  return found
}

const whole = (term: string): string => `w${term}`

/** The terms by which a merchant's own people find a payment. */
export const ownOf = (terms: readonly Term[]): readonly Omit<Term, 'own'>[] =>
  terms.flatMap(({ term, by, own }) =>
    own === 'none' ? [] : [{ term: own === 'whole' ? whole(term) : term, by }],
  )

export const ownTermsOf = (payment: Findable): readonly Omit<Term, 'own'>[] => ownOf(termsOf(payment))

/** The terms to find: from `low` on, below `high`. */
export interface TermRange {
  readonly low: string
  readonly high: string
  /** Every term that begins with `low`, or `low` alone. */
  readonly isBeginning: boolean
}

/** Sorts after every text with that beginning, and before every other later one. */
const LAST = '\u{10ffff}'
const exactly = (term: string): TermRange => ({
  low: term,
  high: `${term}\u0001`,
  isBeginning: false,
})
const beginning = (term: string): TermRange => ({
  low: term,
  high: `${term}${LAST}`,
  isBeginning: true,
})

const AMOUNT = /^(?:([A-Za-z]{3,8})\s{0,3}([\d.,]{1,24})|([\d.,]{1,24})\s{0,3}([A-Za-z]{3,8}))$/

/** `500.25 THB`, `THB 1,500` */
export function amountIn(query: string): Money | undefined {
  const [, before, first, second, after] = AMOUNT.exec(query.trim()) ?? []
  const requested = currency((before ?? after ?? '').toUpperCase())
  const digits = (first ?? second ?? '').replaceAll(',', '')
  if (!requested || !/^\d+(\.\d+)?$/.test(digits)) return undefined
  const amount = amountToMinor(Number(digits), requested.ledgerDigits, requested.ledgerDigits)
  return amount.ok ? { currency: requested.code, amountMinor: amount.value } : undefined
}

/** The possible meanings of a query, exact ones before beginnings. Empty: nothing to search for. */
export function rangesFor(query: string): readonly TermRange[] {
  const money = amountIn(query)
  if (money) return [exactly(amountTerm(money.currency, money.amountMinor))]
  const code = codeTerm(query)
  if (code === undefined) return []
  const isLong = [...code].length > SHORTEST_PREFIX
  const phone = /^[\d\s()+./-]+$/.test(query) ? phoneTerm(query) : undefined
  const words = wordsOf(query)
  const name = words.length > 0 ? joined(words) : undefined
  return [
    exactly(code),
    ...(phone === undefined ? [] : [exactly(phone)]),
    ...(name === undefined ? [] : [[...name].length > SHORTEST_PREFIX ? beginning(name) : exactly(name)]),
    ...(isLong ? [beginning(code)] : []),
  ]
}

/** The same for a merchant's own people. */
export function ownRangesFor(query: string): readonly TermRange[] {
  const ranges = rangesFor(query)
  const lows = [...new Set(ranges.map(({ low }) => low))]
  return [...lows.map((low) => exactly(whole(low))), ...ranges]
}

/** The term by which a payment matched a query. @param terms of the payment @param ranges of the query */
export function matchedBy(
  terms: readonly Pick<Term, 'term' | 'by'>[],
  ranges: readonly TermRange[],
): readonly FoundBy[] {
  const found = terms.filter(({ term }) => ranges.some((range) => isWithin(term, range)))
  return [...new Set(found.map(({ by }) => by))]
}

const isWithin = (term: string, { low, isBeginning }: TermRange): boolean =>
  isBeginning ? term.startsWith(low) : term === low
