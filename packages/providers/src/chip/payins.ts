/**
 * Payins by purchases of CHIP Collect: a link to CHIP's page, which leads on to the bank if one is chosen.
 *
 * Purchases have no idempotency key and cannot be found by a reference. A repetition makes another link, but the payer is shown only one:
 * a link whose answer was lost is shown to nobody. The payin's status is that of the purchase that was shown; it must have our reference,
 * brand, amount and environment. Each purchase lists its payment methods, and cards are never among them.
 */
import type { Payment } from '@sluice/core/payment/model.ts'
import type { CancelAnswer, Declined } from '@sluice/core/processor/port.ts'
import { isSameMoney, minorNumber } from '@sluice/provider-kit/amounts.ts'
import { declined, done, noAnswer, readDone, unclear } from '@sluice/provider-kit/answers.ts'
import { accepted, ended, FAILED, factOf, known } from '@sluice/provider-kit/findings.ts'
import type { OrderAnswer, OrderFindings, ProviderOrder, Unclear } from '@sluice/provider-kit/provider.ts'
import { checked, pageBack } from '@sluice/provider-kit/requests.ts'
import { BaseProduct } from '@sluice/provider-kit/routed-account.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { COLLECT } from './answers.ts'
import { FPX_BANKS } from './banks.ts'
import { Methods, PURCHASE_STATUS, Purchase, sen } from './read.ts'

export interface CollectSettings {
  readonly isTest: boolean
  readonly brandId: string
  /** CHIP requires one of every payer: this one if the request has none. */
  readonly email: string
}

/** For payers who choose no bank. DuitNow QR has two names at CHIP. */
const ANY = ['fpx', 'dnqr', 'duitnow_qr']
const MOST_TEXT = 128

interface PayinChannelOption {
  readonly type: 'channel'
  readonly bank: string | undefined
  /** Whether DuitNow QR is possible, too. */
  readonly isAny: boolean
}

interface Found {
  readonly type: 'found'
  readonly purchase: Purchase
}

export class ChipPayins extends BaseProduct<CollectSettings> {
  check = (payment: Payment) => checked(this.optionOf(payment))

  optionOf({ method, operator }: Payment): PayinChannelOption | Declined {
    if (method !== 'FPX' && method !== 'ONLINE') return declined('METHOD', 'it supports FPX and ONLINE')
    if (operator !== undefined && !FPX_BANKS.includes(operator))
      return declined('OPERATOR', 'it does not know this FPX bank')
    return { type: 'channel', bank: operator, isAny: method === 'ONLINE' && operator === undefined }
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const { payment, reference, merchantName } = order
    const option = this.optionOf(payment)
    if (option.type === 'declined') return option
    if (payment.processorRef !== undefined) {
      const found = await this.#purchaseOf(order, payment.processorRef)
      return found.type === 'found' ? this.#accepted(found.purchase, option) : found
    }
    const whitelist = option.isAny ? await this.#available(order) : ['fpx']
    if ('type' in whitelist) return whitelist
    const { brandId, email } = this.settings
    const { notificationUrl } = this.standing
    const { accountName, emailAddress } = payment.request
    const body = {
      brand_id: brandId,
      reference,
      client: {
        email: emailAddress ?? email,
        ...(accountName !== undefined && { full_name: accountName.slice(0, MOST_TEXT) }),
      },
      purchase: {
        currency: payment.money.currency,
        products: [
          { name: merchantName.slice(0, MOST_TEXT) || 'Payment', price: minorNumber(payment.money) },
        ],
        ...(payment.expireAt !== undefined && { due_strict: true }),
      },
      ...(payment.expireAt !== undefined && { due: Math.ceil(payment.expireAt / 1_000) }),
      payment_method_whitelist: whitelist,
      send_receipt: false,
      ...(notificationUrl && { success_callback: notificationUrl() }),
      ...refundRoute(payment),
    }
    const answer = await this.calls.send(order, 'create', '/purchases/', body)
    if (!done(answer)) return COLLECT.declineOf(answer)
    const purchase = readDone(Purchase, answer)
    return purchase && this.#isOf(order, purchase)
      ? this.#accepted(purchase, option)
      : unclear('a purchase that is not the one requested')
  }

  #accepted({ id, status, checkout_url: page }: Purchase, { bank }: PayinChannelOption): OrderAnswer {
    if (!page || !URL.canParse(page)) return unclear('a purchase without a page')
    const url = new URL(page)
    if (bank !== undefined) {
      url.searchParams.set('preferred', 'fpx')
      url.searchParams.set('fpx_bank_code', bank)
    }
    return accepted(id, status, { pageUrl: url.toString() })
  }

  /** A purchase is refused if it names a method that the brand does not have. */
  async #available(order: ProviderOrder): Promise<readonly string[] | Declined | Unclear> {
    const query = methodsQuery(this.settings.brandId, order.payment.money.amountMinor)
    const answer = await this.calls.read(order, 'methods', `/payment_methods/?${query}`)
    const methods = readDone(Methods, answer)?.available_payment_methods
    // Nothing was sent yet.
    if (!methods) return answer.type === 'none' ? noAnswer(answer) : COLLECT.unanswered(answer)
    const ways = ANY.filter((each) => methods.includes(each))
    return ways.length > 0
      ? ways
      : declined('METHOD', 'the brand has neither FPX nor DuitNow QR at the moment')
  }

  /** With our reference, brand, environment, amount and currency. */
  #isOf(
    { payment, reference }: ProviderOrder,
    { reference: reported, brand_id, is_test, purchase }: Purchase,
  ) {
    const { brandId, isTest } = this.settings
    const isOurs = reported === reference && brand_id.toLowerCase() === brandId.toLowerCase()
    return (
      isOurs &&
      is_test === isTest &&
      purchase.currency === 'MYR' &&
      isSameMoney(payment.money, sen(purchase.total))
    )
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const { processorRef, status } = order.payment
    // A link whose answer was lost was shown to nobody.
    if (processorRef === undefined) return { type: 'never' }
    const found = await this.#purchaseOf(order, processorRef)
    return found.type === 'found' ? becameOf(found.purchase, status === 'SUCCESS') : found
  }

  async #purchaseOf(order: ProviderOrder, id: string): Promise<Found | Unclear> {
    const path = `/purchases/${encodeURIComponent(id)}/`
    const answer = await this.calls.read(order, 'read', path)
    if (!done(answer)) return COLLECT.unanswered(answer)
    const purchase = readDone(Purchase, answer)
    return purchase?.id === id && this.#isOf(order, purchase)
      ? { type: 'found', purchase }
      : unclear('a purchase that is not the one inquired about')
  }

  /** CHIP guarantees that a cancelled purchase is not paid any more. */
  async cancel(order: ProviderOrder): Promise<CancelAnswer> {
    const { processorRef: id } = order.payment
    if (id === undefined) return 'too-late'
    const path = `/purchases/${encodeURIComponent(id)}/cancel/`
    const answer = await this.calls.send(order, 'cancel', path, {})
    if (answer.type === 'none' || answer.status >= 500) return 'later'
    const purchase = readDone(Purchase, answer)
    if (!purchase) return 'too-late'
    return purchase.id === id && purchase.status === 'cancelled' ? 'cancelled' : 'later'
  }
}

/** @param amountMinor in sen: CHIP leaves out methods with a higher minimum */
export const methodsQuery = (brandId: string, amountMinor: bigint): string =>
  new URLSearchParams({ brand_id: brandId, currency: 'MYR', amount: String(amountMinor) }).toString()

/** CHIP accepts only web pages, up to this length and without these characters. */
function refundRoute(payment: Payment): object {
  const back = pageBack(payment)
  if (back === undefined || back.length > 500 || /[<>'"]/.test(back)) return {}
  return { success_redirect: back, failure_redirect: back, cancel_redirect: back }
}

/** @param wasPaid as our own books have it */
function becameOf(purchase: Purchase, wasPaid: boolean): OrderFindings {
  const { id, status, payment, marked_as_paid: isMarked } = purchase
  const about = { purchase: id }
  switch (listed(PURCHASE_STATUS, status)) {
    case undefined:
      return { type: 'unlisted', statusCode: status }
    case 'open':
      return known(status)
    case 'over':
      return ended(id, status, { type: 'expired' }, about)
    case 'undone':
      // A reversal of a payment that we do not know settles nothing. For a success an operator decides.
      return wasPaid
        ? known(status, [factOf(`${id}:undone`, status, FAILED, about)])
        : { type: 'unlisted', statusCode: status }
    case 'paid':
      break
  }
  // Marked by a person on CHIP's page: no money arrived there.
  if (isMarked === true) return unclear('a purchase that was marked as paid by hand')
  if (!payment || payment.is_outgoing === true || payment.currency !== 'MYR')
    return unclear('a purchase that is paid, without a payment')
  return known(status, [factOf(id, status, { type: 'paid', received: sen(payment.amount) }, about)])
}
