/** The requests of merchants in a simulated world: the catalogue's examples, sometimes with amounts that steer the sandbox. */
import { EXAMPLES, type MethodExample } from '@sluice/core/catalogue/examples.ts'
import type { MethodKind } from '@sluice/core/foundation/identifiers.ts'
import { STEERING } from '@sluice/gateway/processors/sandbox/outcomes.ts'
import type { Json } from '../harness.ts'
import type { Dice } from './dice.ts'
import { type KnownPayment, moneyRequested } from './model.ts'

/** Merchants can pay out in only a few currencies, so that many payments compete for the same balances. */
const HOME_CURRENCIES: readonly string[] = ['BRL', 'IDR', 'KES', 'JPY', 'INR']
const BY_REFERENCE = /^(?:P2A_V2|UPIQR|UPICOLLECT)$/

const PAYINS = EXAMPLES.filter(({ method }) => method.kind === 'payin')
const PAYOUTS = EXAMPLES.filter(({ method }) => method.kind === 'payout')
const PAYINS_BY_REFERENCE = PAYINS.filter(({ method }) => BY_REFERENCE.test(method.code))
const ENDINGS = STEERING.map(({ endsIn }) => endsIn)

export const needsReference = (methodCode: unknown): boolean => BY_REFERENCE.test(String(methodCode))

/** The products of the merchants of one world: a part of the catalogue, because a merchant with all of it is slow to read. */
export interface Menu {
  /** Currencies with a balance. */
  readonly homes: readonly string[]
  readonly payins: readonly MethodExample[]
  readonly payinsByReference: readonly MethodExample[]
  readonly payouts: readonly MethodExample[]
}

const HOMES = 2
const PAYINS_ON_A_MENU = 10

export function menuOf(dice: Dice): Menu {
  const first = dice.between(0, HOME_CURRENCIES.length - 1)
  const homes = [...HOME_CURRENCIES, ...HOME_CURRENCIES].slice(first, first + HOMES)
  // Some payins in these currencies: a refund is taken from the balance, with the payin's fee.
  const atHome = PAYINS.filter(({ currencyCode }) => homes.includes(currencyCode))
  const payins = Array.from({ length: PAYINS_ON_A_MENU }, (_, at) => dice.one(at % 2 ? PAYINS : atHome))
  const affordable = PAYOUTS.filter(({ currencyCode }) => homes.includes(currencyCode))
  return {
    homes,
    payins,
    payinsByReference: [dice.one(PAYINS_BY_REFERENCE), dice.one(PAYINS_BY_REFERENCE)],
    // The last one is in a currency without a balance.
    payouts: [...affordable, dice.one(PAYOUTS)],
  }
}

export function exampleOf(kind: MethodKind | 'payin by reference', menu: Menu, dice: Dice): MethodExample {
  if (kind === 'payin') return dice.one(menu.payins)
  return dice.one(kind === 'payout' ? menu.payouts : menu.payinsByReference)
}

/** A merchant's products: everything on the menu and what its payins can be refunded by, each with these processors in order. */
export function productsOn(menu: Menu, processors: readonly string[]): readonly object[] {
  const isTaken = (payout: MethodExample) =>
    menu.payins.some(({ currencyCode }) => currencyCode === payout.currencyCode)
  const refundedBy = PAYOUTS.filter(isTaken)
  const all = [...menu.payins, ...menu.payinsByReference, ...menu.payouts, ...refundedBy]
  const names = new Map(
    all.map(({ method, currencyCode }) => [`${method.code} ${currencyCode}`, [method.code, currencyCode]]),
  )
  return Array.from(names.values(), ([code, currency]) => ({ code, currency, processors }))
}

/** The amount of a usual payout in this currency, in whole units. */
export const usualPayout = (currency: string): number =>
  Math.ceil(Number(PAYOUTS.find(({ currencyCode }) => currencyCode === currency)?.money.amount ?? 1_000))

/** The body of a create. */
export function orderOf(example: MethodExample, callbackUrl: string, dice: Dice): string {
  const { amount, currencyCode } = example.money
  const usual = Number(amount)
  const whole = Math.floor(usual)
  const chosen = dice.weighted([
    [4, usual],
    [3, whole - (whole % 1_000) + dice.one(ENDINGS)],
    [1, whole * dice.between(1, 9)],
    // Enough for a partial refund whose amount steers the sandbox.
    [example.method.kind === 'payin' ? 2 : 0, whole + 1_000 * dice.between(1, 3)],
  ])
  return JSON.stringify({
    paymentRequested: { money: { amount: chosen, currencyCode } },
    paymentMethod: example.paymentMethod,
    callbackUrl,
  })
}

/** The same with something that no gateway should accept. */
export function spoiled(order: string, dice: Dice): string {
  const request: Json = JSON.parse(order)
  const currencyCode = request.paymentRequested?.money?.currencyCode
  const wrong = dice.one([
    { paymentRequested: { money: { amount: -1, currencyCode } } },
    { paymentRequested: { money: { amount: 1, currencyCode: 'XXX' } } },
    { paymentMethod: { paymentMethodCode: 'NOBODY_PAYS' } },
    { callbackUrl: 'javascript:alert(1)' },
  ])
  return JSON.stringify({ ...request, ...wrong })
}

const REASONS = ['DUPLICATE', 'FRAUD', 'REQUESTED_BY_CUSTOMER', 'OTHER']

/** The body of a refund's create: everything left, a part, or too much; some name a payee. */
export function refundOrderOf(payin: KnownPayment, callbackUrl: string, dice: Dice): string {
  const money = moneyRequested(payin.body) ?? moneyRequested(JSON.parse(payin.attempts[0]?.body ?? 'null'))
  const currencyCode = String(money?.currencyCode)
  const all = Number(money?.amount)
  const amount = dice.weighted([
    [3, undefined],
    [3, Math.max(1, Math.floor(all / dice.between(2, 4)))],
    [5, steeredBelow(all, dice)],
    [1, all + 1],
  ])
  const payees = PAYOUTS.filter((payout) => payout.currencyCode === currencyCode)
  const payee = payees.length > 0 && dice.happens(0.3) ? dice.one(payees).paymentMethod : undefined
  return JSON.stringify({
    idPayin: payin.id,
    ...(amount !== undefined && { money: { amount, currencyCode } }),
    reason: dice.one(REASONS),
    ...(payee && { payee }),
    callbackUrl,
  })
}

const REFUNDS_STEERED = STEERING.filter(({ refund, payout }) => refund ?? payout).map(({ endsIn }) => endsIn)

/** The largest part that steers the sandbox, or everything if it is too small for that. */
function steeredBelow(all: number, dice: Dice): number {
  // Mostly amounts that lead to another refund route.
  const ending = dice.one([...REFUNDS_STEERED, 914, 915, 914, 915])
  const thousands = Math.floor((all - ending) / 1_000)
  return thousands < 0 ? all : thousands * 1_000 + ending
}

/** A different request under the same ID: with a slightly larger amount, or for a refund with another reason. */
export function dearer(order: string, dice: Dice): string {
  const request = JSON.parse(order)
  if (request.idPayin !== undefined)
    return JSON.stringify({ ...request, reason: dice.one(REASONS.filter((each) => each !== request.reason)) })
  const { money } = request.paymentRequested
  const changed = { money: { ...money, amount: money.amount + dice.between(1, 3) } }
  return JSON.stringify({ ...request, paymentRequested: changed })
}
