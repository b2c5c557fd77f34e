/**
 * An account with pawaPay: deposits, refunds of deposits, payouts, each under an ID that is ours.
 *
 * Their IDs are the keys against repetition: what was taken on under one is never taken on again. What became of it is read from
 * the payment itself, and counts where ID, amount and currency are those of ours; whatever they notify us of only makes us look.
 *
 * A payer is prompted on the phone, so nothing is sent again while it is not known that nothing was: on a later try the payment is looked for
 * first, and a payin whose time is over is not sent any more.
 */

import type { Payment } from '../../../payments/model.ts'
import type { CancelAnswer, CheckAnswer, Declined } from '../../../processing/port.ts'
import { AccountCalls, bearer } from '../account-calls.ts'
import { moneyIn } from '../amounts.ts'
import { declined, noAnswer, readAs, readDone, unclear, whyUnanswered } from '../answers.ts'
import { accepted, known } from '../findings.ts'
import type {
  AccountStanding,
  Balances,
  Notification,
  NotificationReading,
  Offer,
  OrderAnswer,
  OrderFindings,
  Ping,
  ProviderAccount,
  ProviderOrder,
  Unclear,
} from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { UUID_REFERENCE } from '../references.ts'
import { required } from '../requests.ts'
import { listed } from '../status-codes.ts'
import { sinceLastTryMs } from '../tries.ts'
import {
  customerMessage,
  findingsOf,
  foundIn,
  type Initiated,
  initiatedIn,
  kindOf,
  type Sought,
} from './answers.ts'
import {
  ActiveConfiguration,
  amountOf,
  COUNTRIES,
  type Configured,
  configuredIn,
  hasTooManyDecimals,
  operatorsOf,
  servicesOf,
} from './configuration.ts'
import {
  failureCode,
  INITIATION,
  Initiation,
  Prediction,
  REJECTIONS,
  WalletBalances,
  wordIn,
} from './read.ts'
import { isSignedBy, type PublicKeys } from './signatures.ts'
import { referencesIn } from './webhook.ts'

const PREDICT_WITHIN_MS = 4_000
/** What was not found may still be on its way: their guides count it as never sent after so long. */
const FOUND_WITHIN_MS = 900_000

export interface PawapayOptions {
  readonly apiToken: string
  /** Whether its requests are signed. */
  readonly signs: boolean
  /** Of pawaPay; undefined: notifications need not be signed. */
  readonly publicKeys: PublicKeys | undefined
}

const NO_DEPOSIT = declined('METHOD', 'the payin was not paid by a deposit that it knows')
const NO_PHONE: Declined = {
  ...declined('METHOD', 'it needs the number of the phone that pays or is paid'),
  faults: [required('phoneNumber')],
}
const WHOLE_ONLY: Declined = {
  ...declined('AMOUNT', 'the operator takes whole amounts alone'),
  faults: [
    {
      path: '/paymentRequested/money/amount',
      code: 'TOO_MANY_DECIMALS',
      message: 'must be a whole amount for this operator',
    },
  ],
}

/** As pawaPay writes numbers: with the country's, without a plus. */
const phoneOf = ({ request: { phoneNumber } }: Payment): string | undefined => {
  const digits = phoneNumber?.replace(/[^0-9]/g, '')
  return digits === undefined || digits === '' ? undefined : digits
}

type Wallet = { readonly provider: string; readonly phoneNumber: string }

export class PawapayAccount implements ProviderAccount {
  readonly #options: PawapayOptions
  readonly #standing: AccountStanding
  readonly #calls: AccountCalls
  /** As pawaPay has last said it. */
  #configured: readonly Configured[] = []
  /** What a ping has just been told: the offer that is asked for after it is made of that. */
  #reported: readonly CallAnswer[] | undefined

  constructor(options: PawapayOptions, standing: AccountStanding) {
    this.#options = options
    this.#standing = standing
    this.#calls = new AccountCalls(standing.calls, {
      headers: bearer(options.apiToken),
      statusCodeOf: wordIn,
    })
  }

  check(payment: Payment): CheckAnswer {
    if (phoneOf(payment) === undefined) return NO_PHONE
    return hasTooManyDecimals(this.#configured, payment) ? WHOLE_ONLY : { type: 'fine' }
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const before = order.isFirst ? undefined : await this.#read(order)
    if (before && before.type !== 'never') return acceptedBy(order, before)
    if (!order.isFirst && this.#isTimeOver(order.payment))
      return unclear('its time is over: it is not sent again')
    const body = await this.#bodyOf(order)
    if ('type' in body) return order.isFirst ? body : later(body)
    const answer = await this.#calls.send(order, 'create', kindOf(order.payment).path, body)
    const initiated = initiatedIn(order.reference, answer)
    return this.#answerTo(order, initiated)
  }

  async #answerTo(order: ProviderOrder, initiated: Initiated): Promise<OrderAnswer> {
    switch (initiated.type) {
      case 'accepted':
        return acceptedAs(order, 'ACCEPTED')
      case 'known before':
        return acceptedBy(order, await this.#read(order))
      case 'declined':
        return order.isFirst ? initiated : later(initiated)
      case 'unclear':
        return initiated
    }
  }

  #isTimeOver({ kind, expireAt }: Payment): boolean {
    return kind === 'payin' && expireAt !== undefined && expireAt <= this.#standing.clock.now()
  }

  /** @returns why nothing is sent, where it cannot be */
  async #bodyOf(order: ProviderOrder): Promise<object | Declined | Unclear> {
    const { payment, reference, payin, merchantName } = order
    const { id } = kindOf(payment)
    const money = { amount: amountOf(payment), currency: String(payment.money.currency) }
    if (id === 'refundId') {
      // Of what was not credited just that deposit goes back; otherwise the one that paid the payin.
      const depositId = payment.request.refund?.excess?.statusUpdate ?? payin?.confirmation
      if (depositId === undefined || !UUID_REFERENCE.test(depositId)) return NO_DEPOSIT
      return { refundId: reference, depositId, ...money }
    }
    const wallet = await this.#walletOf(payment)
    if ('type' in wallet) return wallet
    const message = customerMessage(merchantName)
    return {
      [id]: reference,
      ...money,
      [id === 'depositId' ? 'payer' : 'recipient']: { type: 'MMO', accountDetails: wallet },
      ...(message !== undefined && { customerMessage: message }),
    }
  }

  /** Where nobody has named the operator, pawaPay knows whose numbers these are. */
  async #walletOf(payment: Payment): Promise<Wallet | Declined | Unclear> {
    const phoneNumber = phoneOf(payment)
    if (phoneNumber === undefined) return NO_PHONE
    if (payment.operator !== undefined) return { phoneNumber, provider: payment.operator }
    const body = { phoneNumber }
    const within = { timeoutMs: PREDICT_WITHIN_MS }
    const answer = await this.#calls.send({ payment }, 'predict', '/v2/predict-provider', body, within)
    if (answer.type === 'none') return noAnswer(answer)
    const predicted = readAs(Prediction, answer.body)
    if (answer.status === 200 && predicted)
      return operatorsOf(payment.money.currency).includes(predicted.provider)
        ? { phoneNumber: predicted.phoneNumber, provider: predicted.provider }
        : declined('OPERATOR', 'the number is of an operator that pays in another currency')
    const reason = listed(REJECTIONS, failureCode(answer.body))
    if (answer.status < 500 && reason !== undefined && reason !== 'unclear')
      return declined(reason, 'pawaPay knows no operator of this number')
    return unclear(`status ${answer.status}`)
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const found = await this.#read(order)
    if (found.type === 'unclear') return found
    if (found.type === 'found') return findingsOf(order, found.transaction)
    const isSure = sinceLastTryMs(order, this.#standing.clock.now()) >= FOUND_WITHIN_MS
    return isSure ? found : known('NOT_FOUND')
  }

  async #read(order: ProviderOrder): Promise<Sought> {
    const path = `${kindOf(order.payment).path}/${order.reference}`
    return foundIn(order, await this.#calls.read(order, 'read', path))
  }

  /** Only what waits for its operator can be stopped. That it was comes as its failure. */
  async cancel(order: ProviderOrder): Promise<CancelAnswer> {
    const { path, id } = kindOf(order.payment)
    if (id === 'depositId') return 'too-late'
    const answer = await this.#calls.send(order, 'cancel', `${path}/fail-enqueued/${order.reference}`)
    if (answer.type === 'none') return 'later'
    const said = readDone(Initiation, answer)
    return said && listed(INITIATION, said.status) === 'accepted' ? 'later' : 'too-late'
  }

  async ping(): Promise<Ping> {
    const answers = await this.#configurations()
    this.#reported = answers
    const refused = answers.find(isRefused)
    if (refused)
      return { ok: false, why: 'it refuses the API token: each of its two environments has its own' }
    const read = answers.flatMap((answer) => configurationIn(answer) ?? [])
    if (
      read.some(({ signatureConfiguration }) => signatureConfiguration?.signedRequestsOnly) &&
      !this.#options.signs
    )
      return { ok: false, why: 'it takes signed requests alone, and the account has no private key' }
    if (read.length > 0) return { ok: true }
    const [answer] = answers
    if (answer?.type === 'answer') return { ok: false, why: `it answers with status ${answer.status}` }
    return { ok: false, why: whyUnanswered({ why: answer?.why ?? '' }) }
  }

  async offers(): Promise<Offer | Unclear> {
    const answers = this.#reported ?? (await this.#configurations())
    this.#reported = undefined
    const read = answers.map(configurationIn)
    const unread = answers.find((answer, index) => !read[index] && !isUnknownCountry(answer))
    if (unread || read.every((each) => !each)) return unclear('a configuration that cannot be read')
    this.#configured = read.flatMap((each) => (each ? configuredIn(each) : []))
    return { type: 'offer', services: servicesOf(this.#configured) }
  }

  async balances(): Promise<Balances | Unclear> {
    const answer = await this.#calls.probe('balances', '/v2/wallet-balances')
    const read = readDone(WalletBalances, answer)
    if (!read) return unclear(answer.type === 'none' ? answer.why : `status ${answer.status}`)
    const balances = read.balances.flatMap(({ country, provider, balance, currency }) => {
      const money = moneyIn(balance, currency)
      return money ? [{ name: [country, provider].filter(Boolean).join(' '), money }] : []
    })
    return { type: 'balances', balances }
  }

  readNotification(notification: Notification): NotificationReading {
    const { publicKeys } = this.#options
    const { clock, notificationUrl } = this.#standing
    const { path, headers, body } = notification
    // As pawaPay was given it: what it signs is that, whatever a proxy makes of it.
    const url = [notificationUrl?.() ?? '', path].filter(Boolean).join('/')
    const isSigned =
      publicKeys && (() => isSignedBy(publicKeys, { method: 'POST', url, headers, body }, clock.now()))
    return { references: referencesIn(notification, isSigned) }
  }

  /** One country each: all of them with their instructions in every language are long. */
  #configurations(): Promise<readonly CallAnswer[]> {
    return Promise.all(
      COUNTRIES.map(({ country }) =>
        this.#calls.probe('configuration', `/v2/active-conf?country=${country}`),
      ),
    )
  }
}

const configurationIn = (answer: CallAnswer): ActiveConfiguration | undefined =>
  readDone(ActiveConfiguration, answer)

const isRefused = (answer: CallAnswer): boolean =>
  answer.type === 'answer' && (answer.status === 401 || answer.status === 403)

/** What it says of a country that the account does not have is on no page: nothing is offered there. */
const isUnknownCountry = (answer: CallAnswer): boolean =>
  answer.type === 'answer' && (answer.status === 400 || answer.status === 404)

/** On a later try: the first one may have been taken on meanwhile. */
const later = (why: Declined | Unclear): Unclear => unclear(why.type === 'declined' ? why.detail : why.why)

const acceptedAs = ({ reference }: ProviderOrder, status: string): OrderAnswer => accepted(reference, status)

function acceptedBy(order: ProviderOrder, found: Sought): OrderAnswer {
  switch (found.type) {
    case 'found':
      return acceptedAs(order, found.transaction.status)
    case 'never':
      return unclear('it ignores a repetition of what it cannot find')
    case 'unclear':
      return found
  }
}
