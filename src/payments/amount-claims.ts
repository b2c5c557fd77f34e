/**
 * The claims of a payin that is told apart by its amount, on the receiving account that its payer was shown: taken with its
 * acceptance, released together when the amount has rested.
 *
 *   money-required  <CUR>:<minor>               its amount: no other payin of the account has it
 *   ordered         <CUR>:<minor>/<reference>   its order's own amount, which its payer may type instead: given to nobody meanwhile
 *   share           <holder>/<CUR>:<n>:<group>  of n neighbouring amounts its holder has one
 *
 * **Shares.** Amounts near a price are few, and whoever took all of them would refuse everybody else. So those that may be given out
 * are counted off in groups of n neighbours, and of each group one merchant has one: a merchant never holds more than one part in n
 * near any price, on however many nodes, and no counter can be out of step. An order's own amount that is kept from others counts as
 * one that was given out. Payers of checkout pages have a share likewise, by
 * the network address that they come from. What was paid counts in no share. Pure.
 */
import { offered } from '../catalogue/currencies.ts'
import type { MerchantCode } from '../foundation/identifiers.ts'
import type { Money } from '../foundation/money.ts'
import type { Claim } from './claims.ts'
import type { Payment } from './model.ts'

/** One merchant may have one in so many of an account's amounts; or all of them, and then there is nothing to hold. */
const MERCHANT_SHARES = [2, 4] as const
export type OneIn = 1 | (typeof MERCHANT_SHARES)[number]
/** One in so many is what payers at one network address may have of an account's amounts. */
export const PAYER_SHARE = 8

const FIVE = 5n
const HUNDRED = 100n

/** In the smallest units that people pay. */
function unitsOf({ currency, amountMinor }: Money): bigint {
  const { ledgerDigits, practiceDigits } = offered(currency)
  return amountMinor / 10n ** BigInt(ledgerDigits - practiceDigits)
}

/** What somebody might type of himself: a multiple of five units, or the one below a hundred. */
export function looksLikeAPrice(money: Money): boolean {
  const units = unitsOf(money)
  return units % FIVE === 0n || units % HUNDRED === HUNDRED - 1n
}

const nameOf = ({ currency, amountMinor }: Money): string => `${currency}:${amountMinor}`

/** Whose claims these are: `account:<id>`. */
export const ownerOf = (accountId: string): string => `account:${accountId}`

/** The amount that only one open or resting payin of the account has. */
export const amountClaim = (accountId: string, money: Money): Claim => ({
  owner: ownerOf(accountId),
  scope: 'money-required',
  value: nameOf(money),
})

/** Of any number of payins that were ordered with that amount: each names itself. */
export const orderedClaim = (accountId: string, ordered: Money, reference: string): Claim => ({
  owner: ownerOf(accountId),
  scope: 'ordered',
  value: `${nameOf(ordered)}/${reference}`,
})

/** @param holder a merchant, or a payer as `payerHolder` writes it */
export function shareClaim(accountId: string, holder: string, oneIn: number, given: Money): Claim {
  const units = unitsOf(given)
  // Of each five neighbours the first is given to nobody.
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

/** All that a payin may hold for its amount's sake; none where it was not given one by a receiving account. */
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

/** What it holds of its merchant's and its payer's share: until it is paid, for what is paid was not made to take it from others. */
export function sharesForAmount(payment: Payment): readonly Claim[] {
  const place = placeOf(payment)
  if (!place) return []
  const { account, given } = place
  const { merchantId, payer, money } = payment
  return [
    // What its share was may have been changed since.
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
