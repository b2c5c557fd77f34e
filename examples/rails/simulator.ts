/**
 * The rail simulator: plays the payer, the payer's bank and the receiver's bank for any payin of a gateway.
 *
 *   offer.ts   what the payer sees and checks       bank.ts    the receiver's bank and its feed
 *   chain.ts   the payer's wallet                   follow.ts  pages of others
 *
 * It knows a payin only by what a merchant gets to see, and the gateway by two of its doors: the list of receiving accounts, and
 * their feeds. Nothing is paid that does not hold under the payer's checks. For tests and for trying things out: money that it
 * sends does not exist.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { type Account, destination, entryOf } from './bank.ts'
import { chainIdOf, sendToken } from './chain.ts'
import { pressButtonOf } from './follow.ts'
import { type Money, type Offer, offerOf, type Refusal, type Shown } from './offer.ts'

export interface Surroundings {
  readonly gatewayUrl: string
  /** Of an operator who may read accounts and write feeds. */
  readonly adminToken: string
  /** JSON-RPC addresses of local chains. */
  readonly chains: readonly string[]
  /** Where requests to pay are shown that come without a link: `<url>/<reference>`. */
  readonly payerPages: string | undefined
}

export interface Paid {
  readonly way: Offer['way']
  readonly money: Money
  /** What the receiving account's bank calls it. */
  readonly bankReference?: string
  readonly account?: string
  /** The number of the transfer that an Indian payer's app shows. */
  readonly utr?: string
  readonly transaction?: string
  readonly page?: string
}

export interface Changes {
  /** Another amount than the one asked for, as a payer who mistypes. */
  readonly amount?: number
}

export type NotPaid = Refusal | { readonly code: 'NOT_DELIVERED'; readonly message: string }

const notDelivered = (message: string) => fail({ code: 'NOT_DELIVERED' as const, message })

/** Pays what is shown, if it holds. */
export async function pay(
  shown: Shown,
  around: Surroundings,
  changes: Changes = {},
): Promise<Result<Paid, NotPaid>> {
  const read = offerOf(shown)
  if (!read.ok) return read
  const offer = read.value
  switch (offer.way) {
    case 'transfer':
      return transfer(shown.paymentMethodCode, withAmount(offer, changes), around)
    case 'token':
      return token(offer, around)
    case 'link':
      return follow(offer, offer.url)
    case 'push':
      return around.payerPages === undefined
        ? notDelivered('nobody serves the payer’s app here')
        : follow(offer, `${around.payerPages}/${offer.reference}`)
  }
}

const withAmount = <Of extends Offer>(offer: Of, { amount }: Changes): Of =>
  amount === undefined ? offer : { ...offer, money: { ...offer.money, amount } }

async function transfer(
  methodCode: string,
  offer: Extract<Offer, { way: 'transfer' }>,
  around: Surroundings,
): Promise<Result<Paid, NotPaid>> {
  const accounts = await admin<{ data: readonly Account[] }>(around, 'GET', '/admin/accounts')
  if (!accounts.ok) return accounts
  const found = destination(methodCode, offer, accounts.value.data)
  if (!found) return notDelivered('no account here is the one that the payer would pay')
  const utr = String(randomInt(1e11, 1e12 - 1))
  const bankReference = `RAILS-${randomUUID()}`
  const entry = entryOf(offer, found.passesReference, {
    reference: bankReference,
    utr,
    bookedAt: new Date().toISOString(),
  })
  const account = found.account.id
  const reported = await admin(around, 'POST', `/admin/bank-feeds/${account}/entries`, { data: [entry] })
  if (!reported.ok) return reported
  return succeed({ way: 'transfer', money: offer.money, account, bankReference, ...(entry.utr && { utr }) })
}

async function token(
  offer: Extract<Offer, { way: 'token' }>,
  { chains }: Surroundings,
): Promise<Result<Paid, NotPaid>> {
  for (const url of chains) {
    if ((await chainIdOf(url)) !== offer.chainId) continue
    return succeed({ way: 'token', money: offer.money, transaction: await sendToken(url, offer) })
  }
  return notDelivered(`no chain ${offer.chainId} is here`)
}

async function follow(offer: Offer, url: string): Promise<Result<Paid, NotPaid>> {
  const pressed = await pressButtonOf(url)
  return pressed.ok
    ? succeed({ way: offer.way, money: offer.money, page: pressed.value })
    : notDelivered(pressed.failure)
}

async function admin<Answer>(
  { gatewayUrl, adminToken }: Surroundings,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<Result<Answer, NotPaid>> {
  const answer = await fetch(gatewayUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${adminToken}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) return notDelivered(`${method} ${path} answers ${answer.status}: ${text.slice(0, 500)}`)
  return succeed(JSON.parse(text) as Answer)
}
