/**
 * What an account could give a payin so that its money is recognised: offers, the best first. Each names the claims
 * that it takes. Pure; `held-claims.ts` says which of them are free.
 */
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import type { Minor } from '@sluice/core/foundation/money.ts'
import type { Claim } from '@sluice/core/payment/claims.ts'
import type { WantedPayment } from '@sluice/core/processor/port.ts'
import {
  amountClaim,
  looksLikeAPrice,
  merchantHolder,
  type OneIn,
  orderedClaim,
  PAYER_SHARE,
  payerHolder,
  shareClaim,
} from '../../payments/amount-claims.ts'
import { claimOwner, type ReceivingAccount, referenceClaim, type ServedMethod } from './account.ts'
import type { EligibleAccount } from './eligible.ts'
import { checkDigitOf, methodServed } from './rails.ts'
import { slotsOf } from './slots.ts'
import { sizeOf, virtualNumber } from './virtual.ts'

/** How many numbers of a virtual range are tried for a payin. */
const MAX_NUMBERS = 20
/** A larger range is not used up by anybody: at ten a second it would take three years. */
const SHARED_BELOW = 10n ** 9n

export interface AccountOffer {
  readonly claims: readonly Claim[]
}
export interface AmountOffer extends AccountOffer {
  readonly amountMinor: Minor
}
export interface NumberOffer extends AccountOffer {
  readonly number: string
}

/** The merchant that wants an offer, and the payer's address if a payer creates the payin. */
export type Asking = Pick<WantedPayment, 'merchantId' | 'money' | 'payer'>

/** @param share one merchant may have one in so many */
export function amountOffers(
  { account, range }: Pick<EligibleAccount, 'account' | 'range'>,
  { merchantId, money, payer }: Asking,
  share: OneIn,
): readonly AmountOffer[] {
  return slotsOf(money, range).map((amountMinor) => {
    const given = { currency: money.currency, amountMinor }
    return {
      amountMinor,
      claims: [
        amountClaim(account.id, given),
        ...(share === 1 ? [] : [shareClaim(account.id, merchantHolder(merchantId), share, given)]),
        ...(payer === undefined ? [] : [shareClaim(account.id, payerHolder(payer), PAYER_SHARE, given)]),
      ],
    }
  })
}

/** What no open payin may hold: the order's own amount. Its payer may type it, and would pay another payin. */
export const ownAmountOf = ({ id }: ReceivingAccount, { money }: Pick<Asking, 'money'>): readonly Claim[] =>
  looksLikeAPrice(money) ? [] : [amountClaim(id, money)]

/** What keeps the order's own amount from others. */
export interface OwnAmount {
  readonly merchantId: MerchantCode
  readonly amount: Claim
  readonly ordered: Claim
  /** It counts in its merchant's share like an amount that was given out; otherwise orders could use up all of them. */
  readonly shared: Claim | undefined
}

/** @returns undefined if no payin could get it anyway */
export function ownAmountKept(
  { id }: ReceivingAccount,
  { merchantId, money }: Pick<Asking, 'merchantId' | 'money'>,
  reference: string,
  share: OneIn,
): OwnAmount | undefined {
  if (looksLikeAPrice(money)) return undefined
  return {
    merchantId,
    amount: amountClaim(id, money),
    ordered: orderedClaim(id, money, reference),
    shared: share === 1 ? undefined : shareClaim(id, merchantHolder(merchantId), share, money),
  }
}

/** Numbers are never given out twice, so a merchant's share of a small range is permanent, too. */
export function numberOffers(
  { account, served }: { readonly account: ReceivingAccount; readonly served: ServedMethod },
  { merchantId }: Asking,
  reference: string,
  share: OneIn,
): readonly NumberOffer[] {
  const { accountNumber: prefix = '', bankCode = '' } = served.receiving
  const rules = methodServed(served)?.currencies.get(account.currency)
  const checkDigit = rules && checkDigitOf(rules)
  const range = { prefix, digits: served.virtualDigits ?? 0, checkDigit, bankCode }
  const size = sizeOf(range)
  const tries = size < BigInt(MAX_NUMBERS) ? Number(size) : MAX_NUMBERS
  const isShared = share > 1 && size < SHARED_BELOW
  return Array.from({ length: tries }, (_, attempt) => {
    const number = virtualNumber(range, reference, attempt)
    const place = BigInt(number.slice(prefix.length, prefix.length + String(size).length - 1) || '0')
    const shared: Claim = {
      owner: claimOwner(account.id),
      scope: 'share',
      value: `${merchantHolder(merchantId)}/${prefix}:${share}:${place / BigInt(share)}`,
    }
    return {
      number,
      claims: [referenceClaim(account.id, number), ...(isShared ? [shared] : [])],
    }
  })
}
