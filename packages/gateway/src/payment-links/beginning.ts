/**
 * What a visitor of a payment link sees, and how a payment by the link begins. Its HTTP endpoints are in
 * `hosted-pages/link-api.ts`.
 *
 * A visitor is a random key that the browser makes and keeps. It names one payin of the link, so a reload, a second
 * click or a second tab begins no second payment, and nobody finds another visitor's payin without that key. The
 * payin's ID is a hash of the key. The visitor gets a token for this payin with the link's amount, like one from a
 * shop's server. It is valid for a day, and the same visitor can get a new one. The create decides whether the payin is
 * accepted.
 */
import { hash } from 'node:crypto'
import { isMerchantOrderId, type MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import { assert, fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { isOpen } from '@sluice/core/payment/transitions.ts'
import { channelInfoOf } from '../account/channel-info.ts'
import type { Gateway } from '../api/gateway.ts'
import { paymentProblem } from '../api/problems.ts'
import { isObject, moneyText, readMoney } from '../api/requests.ts'
import { moneyBody } from '../api/views.ts'
import { type Fault, type Problem, validationFailed } from '../http/problems.ts'
import type { TokenGrant } from '../identity/access/grant.ts'
import type { MerchantProfile } from '../merchants/directory.ts'
import { freshen, optionsFor } from '../payins/options.ts'
import { findPayment } from '../payments/reading.ts'
import { notOpenProblem, statusOf } from './links.ts'
import type { LinkStatus } from './schemas.ts'
import { findByToken, type LinkNow } from './store.ts'
import { amountBody } from './view.ts'

/** 32 random bytes in base64url. */
const VISITOR = /^[A-Za-z0-9_-]{43}$/
const TOKEN_SECS = 86_400
const JTI_BYTES = 16

export interface OpenedPaymentLink {
  readonly found: LinkNow
  readonly profile: MerchantProfile
  readonly status: LinkStatus
}

/** The link that a token opens. A suspended merchant's link begins nothing, and the response does not say why. */
export async function openLink(
  { database, merchants, deps }: Pick<Gateway, 'database' | 'merchants' | 'deps'>,
  token: string,
): Promise<OpenedPaymentLink | undefined> {
  const found = await findByToken(database, token)
  const profile = found && (await merchants.find(found.link.merchantId))
  if (!found || !profile) return undefined
  const isServed =
    profile.status === 'ACTIVE' && (found.link.callbackUrl ?? profile.merchant.callbackUrl) !== undefined
  return { found, profile, status: isServed ? statusOf(found, deps.clock.now()) : 'CLOSED' }
}

export const isVisitor = (text: string): boolean => VISITOR.test(text)

/** The payin of a visitor at this link. */
export function payinIdOf(
  { link: { merchantId, id } }: Pick<LinkNow, 'link'>,
  visitor: string,
): MerchantOrderId {
  const name = `link-${hash('sha256', `payment-link\0${merchantId}\0${id}\0${visitor}`, 'base64url')}`
  assert(isMerchantOrderId(name), 'a hash in base64url is an ID')
  return name
}

async function payinOf(
  { database }: Pick<Gateway, 'database'>,
  { found }: OpenedPaymentLink,
  visitor: string,
): Promise<Payment | undefined> {
  const { merchantId, id } = found.link
  const payin = await findPayment(database, merchantId, 'payin', payinIdOf(found, visitor))
  return payin?.request.link?.id === id ? payin : undefined
}

/** What the page shows. @param visitor undefined: a visitor who has begun nothing */
export async function publicBody(gateway: Gateway, opened: OpenedPaymentLink, visitor: string | undefined) {
  const { found, profile, status } = opened
  const { title, amount, isTest } = found.link
  const yours = visitor === undefined ? undefined : await payinOf(gateway, opened, visitor)
  return {
    title,
    channelInfo: channelInfoOf(profile.merchant),
    isTest,
    status,
    isForOne: found.link.uses === 1,
    ...amountBody(amount),
    ...(status === 'OPEN' &&
      amount.type === 'fixed' && { methods: await methodsFor(gateway, profile, amount) }),
    ...(yours && { yours: { money: moneyBody(yours.money), state: stateOf(yours) } }),
  }
}

const stateOf = ({ status }: Payment): 'OPEN' | 'PAID' | 'ENDED' =>
  isOpen(status) ? 'OPEN' : status === 'SUCCESS' ? 'PAID' : 'ENDED'

async function methodsFor(gateway: Gateway, profile: MerchantProfile, money: Money) {
  await freshen(gateway, profile, { money })
  return optionsFor(gateway, profile, { money }).map(({ paymentMethodCode, name }) => ({
    paymentMethodCode,
    name,
  }))
}

/** A payment by this link for this visitor, still to be created or created before. */
export interface BegunByLink {
  readonly grant: TokenGrant
  readonly idPayin: MerchantOrderId
}

/** @param body `money`, if the payer chooses the amount */
export async function beginByLink(
  gateway: Gateway,
  opened: OpenedPaymentLink,
  visitor: string,
  { body, impreciseNumbers }: { readonly body: unknown; readonly impreciseNumbers: readonly string[] },
): Promise<Result<BegunByLink, Problem>> {
  const before = await payinOf(gateway, opened, visitor)
  if (before && opened.profile.status === 'ACTIVE')
    return succeed(begun(gateway, opened, visitor, before.money))
  const problem = notOpenProblem(opened.status)
  if (problem) return fail(problem)
  const money = moneyOfLink(opened, body, impreciseNumbers)
  if (!money.ok) return money
  const methods = await methodsFor(gateway, opened.profile, money.value)
  if (methods.length === 0)
    return fail(paymentProblem('METHOD_UNAVAILABLE', 'No method can pay this amount at the moment.'))
  return succeed(begun(gateway, opened, visitor, money.value))
}

function moneyOfLink(
  { found }: OpenedPaymentLink,
  body: unknown,
  impreciseNumbers: readonly string[],
): Result<Money, Problem> {
  const { amount } = found.link
  if (amount.type === 'fixed') return succeed({ currency: amount.currency, amountMinor: amount.amountMinor })
  const refused = (fault: Fault) => fail(validationFailed([fault]))
  const read = readMoney(isObject(body) ? body.money : undefined, '/money', impreciseNumbers)
  if (!read.ok) return fail(validationFailed(read.failure))
  const { currency, minMinor, maxMinor } = amount
  const money = read.value
  if (money.currency !== currency)
    return refused({
      path: '/money/currencyCode',
      code: 'CONFLICT',
      message: 'is not the currency of the link',
    })
  if (minMinor !== undefined && money.amountMinor < minMinor)
    return refused({ path: '/money/amount', code: 'OUT_OF_RANGE', message: 'is less than the minimum' })
  if (maxMinor !== undefined && money.amountMinor > maxMinor)
    return refused({ path: '/money/amount', code: 'OUT_OF_RANGE', message: 'is more than the maximum' })
  return succeed(money)
}

function begun(
  { deps }: Pick<Gateway, 'deps'>,
  opened: OpenedPaymentLink,
  visitor: string,
  money: Money,
): BegunByLink {
  const { link } = opened.found
  const idPayin = payinIdOf(opened.found, visitor)
  const issuedAtSecs = Math.floor(deps.clock.now() / 1_000)
  const { callbackUrl, returnUrl } = link
  return {
    idPayin,
    grant: {
      merchantCode: link.merchantId,
      scope: { kind: 'action', action: 'PAYIN_CHECKOUT', idPayment: idPayin },
      money: moneyText(money),
      ...(callbackUrl !== undefined && { callbackUrl }),
      ...(returnUrl !== undefined && { returnUrl }),
      madeWith: `link:${link.id}`,
      jti: Buffer.from(deps.randomness.bytes(JTI_BYTES)).toString('base64url'),
      issuedAtSecs,
      expiresAtSecs: issuedAtSecs + TOKEN_SECS,
    },
  }
}
