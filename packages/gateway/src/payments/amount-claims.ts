/**
 * The claims of a payin that is recognised by its amount, on the receiving account that its payer was shown. They are
 * taken with its acceptance and released together after the hold period of the amount.
 *
 *   money-required  <CUR>:<minor>               its amount: no other payin of the account has it
 *   ordered         <CUR>:<minor>/<reference>   its order's own amount, which its payer may type instead: kept from all other payins
 *   share           <holder>/<CUR>:<n>:<group>  of n neighbouring amounts its holder has one
 *
 * **Shares.** There are few amounts near a price, and one merchant could take all of them. So the amounts are counted
 * off in groups of n neighbours, and one merchant gets one of each group. No merchant ever holds more than one in n
 * near any price, on however many nodes, and there is no counter that could become wrong. An order's own amount that is
 * kept from others counts too. Payers of checkout pages have shares by network address in the same way. Paid amounts
 * count in no share. Pure.
 */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import type { Claim } from '@sluice/core/payment/claims.ts'
import type { Payment } from '@sluice/core/payment/model.ts'

/** A merchant may have one in so many of an account's amounts. 1: it may have all of them, and no share is held. */
const MERCHANT_SHARES = [2, 4] as const
export type OneIn = 1 | (typeof MERCHANT_SHARES)[number]
/** Payers at one network address may have one in so many of an account's amounts. */
export const PAYER_SHARE = 8

const FIVE = 5n
const HUNDRED = 100n

/** In the smallest units that people pay. */
function unitsOf({ currency, amountMinor }: Money): bigint {
  const { ledgerDigits, practiceDigits } = offered(currency)
  return amountMinor / 10n ** BigInt(ledgerDigits - practiceDigits)
}

/** What a payer might type without being asked: a multiple of five units, or 99 of a hundred. */
export function looksLikeAPrice(money: Money): boolean {
  const units = unitsOf(money)
  return units % FIVE === 0n || units % HUNDRED === HUNDRED - 1n
}

const nameOf = ({ currency, amountMinor }: Money): string => `${currency}:${amountMinor}`

/** The owner of the claims: `account:<id>`. */
export const ownerOf = (accountId: string): string => `account:${accountId}`

/** The amount that only one payin of the account has, while it is open or in its hold period. */
export const amountClaim = (accountId: string, money: Money): Claim => ({
  owner: ownerOf(accountId),
  scope: 'money-required',
  value: nameOf(money),
})

/** Any number of payins may be ordered with that amount: each adds its reference. */
export const orderedClaim = (accountId: string, ordered: Money, reference: string): Claim => ({
  owner: ownerOf(accountId),
  scope: 'ordered',
  value: `${nameOf(ordered)}/${reference}`,
})

/** @param holder a merchant, or a payer as `payerHolder` writes it */
export function shareClaim(accountId: string, holder: string, oneIn: number, given: Money): Claim {
  const units = unitsOf(given)
  // Of every five neighbours the first is never used.
  const place = (units / FIVE) * (FIVE - 1n) + (units % FIVE) - 1n
  return {
    owner: ownerOf(accountId),
    scope: 'share',
    value: `${holder}/${given.currency}:${oneIn}:${place / BigInt(oneIn)}`,
  }
}

export const merchantHolder = (merchantId: MerchantCode): string => merchantId
/** No merchant's code begins like this. */
export const payerHolder = (payer: string): string => `~${payer}`

/** All claims that a payin may hold for its amount; none if no receiving account gave it an amount. */
export function claimsForAmount(payment: Payment): readonly Claim[] {
  const place = placeOf(payment)
  if (!place) return []
  const { account, reference, given } = place
  return [
    amountClaim(account, given),
    orderedClaim(account, payment.money, reference),
    ...sharesForAmount(payment),
  ]
}

/**
 * The claims on its merchant's and its payer's shares. They are released when it is paid, because paid payins do not
 * hoard amounts.
 */
export function sharesForAmount(payment: Payment): readonly Claim[] {
  const place = placeOf(payment)
  if (!place) return []
  const { account, given } = place
  const { merchantId, payer, money } = payment
  return [
    // The setting of the share may have changed since.
    ...[given, money].flatMap((amount) =>
      MERCHANT_SHARES.map((oneIn) => shareClaim(account, merchantHolder(merchantId), oneIn, amount)),
    ),
    ...(payer === undefined ? [] : [shareClaim(account, payerHolder(payer), PAYER_SHARE, given)]),
  ]
}

function placeOf({ moneyRequiredMinor, processorRef, money }: Payment) {
  const [account, reference] = processorRef?.split('/') ?? []
  if (moneyRequiredMinor === undefined || account === undefined || reference === undefined) return undefined
  return { account, reference, given: { currency: money.currency, amountMinor: moneyRequiredMinor } }
}
