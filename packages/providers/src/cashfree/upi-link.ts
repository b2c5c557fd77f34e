/**
 * The link that opens a UPI app. It is passed to the payer unchanged, because Cashfree knows the payment by the reference in it. We read
 * only what the payer is shown beside it, and check the amount. Pure.
 */
import { upiAddress } from '@sluice/core/catalogue/identifiers/account-numbers.ts'
import type { Receiving } from '@sluice/core/catalogue/payment-method.ts'
import { minorFromText } from '@sluice/core/foundation/money.ts'
import type { Payment } from '@sluice/core/payment/model.ts'

const LINK = /^upi:\/\/pay\?[\x21-\x7e]{1,1000}$/
const AMOUNT = /^\d{1,13}(\.\d{1,2})?$/
/** For links without a category: ISO 18245 has none with this number. */
const NO_CATEGORY = '0000'

/** In the sandbox: the page of a simulator, with the same query. */
const SIMULATOR = /^https:\/\/payments-test\.cashfree\.com\/[\x21-\x7e]{1,1000}$/

export interface LinkFor {
  readonly payment: Payment
  readonly merchantName: string
  readonly isSandbox: boolean
}

/** @returns undefined if it is not such a link, or is for another amount */
export function upiDetails(link: string, to: LinkFor): Receiving | undefined {
  const { payment, merchantName, isSandbox } = to
  const { money } = payment
  if (!LINK.test(link) && !(isSandbox && SIMULATOR.test(link))) return undefined
  const query = new URLSearchParams(link.slice(link.indexOf('?') + 1))
  /** Apps differ in which one they use of a name that occurs twice. */
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
