/** Finds the payments of a person by an exact identifier, masked, with what may be erased when. Never writes. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { type MerchantCode, paymentKey } from '@sluice/core/foundation/identifiers.ts'
import { categoriesOf, ERASED, type PersonalCategory } from '@sluice/core/payment/erased.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Database } from '@sluice/database/port.ts'
import { type ErasureFacts, type PaymentName, readErasureFacts } from '../payments/erasing.ts'
import { holdersOf, isIdentifiedBy } from '../search/erasing.ts'
import { holdsOf } from './holds.ts'
import { BY_TERM } from './requests.ts'
import { type ErasedFor, type Standing, standingOf } from './standing.ts'
import { type ErasureTerms, readTerms } from './terms.ts'

export interface PaymentOfPerson {
  readonly payment: Payment
  readonly standing: Standing
  readonly categories: readonly PersonalCategory[]
}

/** The most payments that one request may be about: all of them are read. */
export const MOST_PAYMENTS = 5_000
const AT_ONCE = 200

export interface PersonSought {
  readonly identifier: string
  readonly merchantCode: MerchantCode | undefined
}

/** @returns undefined if there are more than one request may be about */
export async function findPerson(
  database: Database,
  { identifier, merchantCode: merchantId }: PersonSought,
  now: Instant,
): Promise<readonly PaymentOfPerson[] | undefined> {
  const terms = await readTerms(database)
  const found: PaymentOfPerson[] = []
  for (let after = paymentKey(BY_TERM), read = 0; ; ) {
    const names = await holdersOf(database, identifier, { merchantId, after, limit: AT_ONCE })
    const judged = await judge(database, names, terms, 'REQUEST', now)
    found.push(...judged.filter(({ payment }) => isIdentifiedBy(payment, identifier)))
    read += names.length
    if (read > MOST_PAYMENTS) return undefined
    const last = names.at(-1)
    if (names.length < AT_ONCE || !last) return found
    after = last.key
  }
}

export interface JudgedPayment extends PaymentOfPerson {
  readonly facts: ErasureFacts
}

/** What each of these payments waits for. Missing ones are left out. */
export async function judge(
  database: Database,
  names: readonly PaymentName[],
  terms: ErasureTerms,
  erasedFor: ErasedFor,
  now: Instant,
): Promise<readonly JudgedPayment[]> {
  if (names.length === 0) return []
  const [facts, isHeld] = await Promise.all([
    readErasureFacts(database, names),
    holdsOf(
      database,
      names.map(({ merchantId }) => merchantId),
    ),
  ])
  return facts.map((each) => ({
    facts: each,
    payment: each.payment,
    standing: standingOf(each, isHeld(each.payment), terms, erasedFor, now),
    categories: categoriesOf(each.payment),
  }))
}

const SHOWN_OF_SHORT = 6

/** Enough to recognise a value that one knows, too little to learn it. */
export function masked(text: string): string {
  const characters = [...text]
  const isShort = characters.length < SHOWN_OF_SHORT
  return text === ERASED || isShort ? '•••' : `${characters[0]}•••${characters.slice(-2).join('')}`
}

/** The identifying values of a payment, masked, each once. */
export function maskedValues({ request, payerAccount }: Payment): readonly string[] {
  const payee = request.refund?.payee?.fields
  const values = [request, payee, payerAccount].flatMap((fields) => {
    const { accountName, accountNumber, emailAddress, phoneNumber, taxId }: Payment['request'] = { ...fields }
    return [accountName, accountNumber, emailAddress, phoneNumber, taxId]
  })
  return [...new Set(values.flatMap((value) => (value ? [masked(value)] : [])))]
}
