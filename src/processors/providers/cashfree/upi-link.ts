/**
 * The link that opens a UPI app, as Cashfree gives it for an order: shown to the payer byte for byte, because its reference is what
 * Cashfree knows the payment by. Read only for what the payer is told beside it, and for the amount. Pure.
 */
import { upiAddress } from '../../../catalogue/identifiers/account-numbers.ts'
import type { Receiving } from '../../../catalogue/payment-method.ts'
import { minorFromText } from '../../../foundation/money.ts'
import type { Payment } from '../../../payments/model.ts'

const LINK = /^upi:\/\/pay\?[\x21-\x7e]{1,1000}$/
const AMOUNT = /^\d{1,13}(\.\d{1,2})?$/
/** Where it names none: ISO 18245 has no such category. */
const NO_CATEGORY = '0000'

/** In the sandbox it is the page of a simulator, whose query is a link's. */
const SIMULATOR = /^https:\/\/payments-test\.cashfree\.com\/[\x21-\x7e]{1,1000}$/

export interface LinkFor {
  readonly payment: Payment
  readonly merchantName: string
  readonly isSandbox: boolean
}

/** @returns undefined where it is no such link, or one of another amount: the payer would pay what nobody has ordered */
export function upiDetails(link: string, to: LinkFor): Receiving | undefined {
  const { payment, merchantName, isSandbox } = to
  const { money } = payment
  if (!LINK.test(link) && !(isSandbox && SIMULATOR.test(link))) return undefined
  const query = new URLSearchParams(link.slice(link.indexOf('?') + 1))
  /** A name that stands there twice is read by one app so, by another otherwise. */
  const only = (name: string): string | undefined => {
    const [value, ...others] = query.getAll(name)
    return others.length === 0 ? value : undefined
  }
  const [address, amount, name, category] = [only('pa'), only('am'), only('pn'), only('mc')]
  if (address === undefined || upiAddress.check(address, {})) return undefined
  if (amount === undefined || !AMOUNT.test(amount)) return undefined
  if (minorFromText(amount, 2) !== money.amountMinor || (query.has('cu') && only('cu') !== 'INR'))
    return undefined
  return {
    address,
    payeeName: name || merchantName || address,
    categoryCode: /^\d{4}$/.test(category ?? '') ? (category ?? NO_CATEGORY) : NO_CATEGORY,
    link,
  }
}
