/** The response body of a payment link for its merchant, and for a visitor. */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { Minor } from '@sluice/core/foundation/money.ts'
import { moneyBody } from '../api/views.ts'
import { type PaymentLinks, statusOf } from './links.ts'
import type { LinkAmount, LinkNow } from './store.ts'

const boundBody = (amount: LinkAmount, amountMinor: Minor) =>
  moneyBody({ currency: amount.currency, amountMinor })

/** Its amount: `money`, or `openAmount` with its bounds. */
export function amountBody(amount: LinkAmount) {
  if (amount.type === 'fixed') return { money: moneyBody(amount) }
  const { currency, minMinor, maxMinor } = amount
  return {
    openAmount: {
      currencyCode: currency,
      fractionDigits: offered(currency).practiceDigits,
      ...(minMinor !== undefined && { min: boundBody(amount, minMinor) }),
      ...(maxMinor !== undefined && { max: boundBody(amount, maxMinor) }),
    },
  }
}

export function linkBody(links: PaymentLinks, found: LinkNow, now: Instant) {
  const { link, paid, open } = found
  const { id, title, reference, amount, uses, expireAt, closedAt, returnUrl } = link
  const url = links.urlOf(link)
  return {
    idLink: id,
    title,
    ...(reference !== undefined && { reference }),
    ...amountBody(amount),
    ...(uses !== undefined && { uses }),
    paid,
    open,
    status: statusOf(found, now),
    ...(url !== undefined && { url }),
    createdAt: isoTime(link.createdAt),
    ...(expireAt !== undefined && { expireAt: isoTime(expireAt) }),
    ...(closedAt !== undefined && { closedAt: isoTime(closedAt) }),
    isTest: link.isTest,
    ...(returnUrl !== undefined && { returnUrl }),
  }
}
