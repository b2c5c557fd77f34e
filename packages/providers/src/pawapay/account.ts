/**
 * An account with pawaPay: deposits, refunds of deposits, and payouts, each under our own ID.
 *
 * The ID is the idempotency key: pawaPay never accepts a second payment under it. The status is read from the payment, and counts only if
 * ID, amount and currency are ours. Notifications only lead to inquiries.
 *
 * Payers are prompted on their phones, so nothing is sent twice unless the first certainly was not: a later try first looks for the
 * payment, and a payin that has expired is not sent.
 */
import type { Payment } from '@sluice/core/payment/model.ts'
import type { CancelAnswer, CheckAnswer, Declined } from '@sluice/core/processor/port.ts'
import { AccountCalls, bearer } from '@sluice/provider-kit/account-calls.ts'
import { moneyIn } from '@sluice/provider-kit/amounts.ts'
import { declined, noAnswer, readAs, readDone, unclear, whyUnanswered } from '@sluice/provider-kit/answers.ts'
import { accepted, known } from '@sluice/provider-kit/findings.ts'
import type {
  Balances,
  Offer,
  OrderAnswer,
  OrderFindings,
  Ping,
  ProviderOrder,
  Unclear,
} from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { UUID_REFERENCE } from '@sluice/provider-kit/references.ts'
import { required } from '@sluice/provider-kit/requests.ts'
import { BaseAccount } from '@sluice/provider-kit/routed-account.ts'
import { reading } from '@sluice/provider-kit/signed-notification.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { sinceLastTryMs } from '@sluice/provider-kit/tries.ts'
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
/** A payment that is not found may be on its way: pawaPay's guides treat it as never sent after this time. */
const FOUND_WITHIN_MS = 900_000

export interface PawapayOptions {
  readonly apiToken: string
  /** Whether requests are signed. */
  readonly signs: boolean
  /** pawaPay's. Undefined: notifications need no signature. */
  readonly publicKeys: PublicKeys | undefined
}

const NO_DEPOSIT = declined('METHOD', 'it does not know the deposit that paid the payin')
const NO_PHONE: Declined = {
  ...declined('METHOD', 'it needs the phone number of the payer or payee'),
  faults: [required('phoneNumber')],
}
const WHOLE_ONLY: Declined = {
  ...declined('AMOUNT', 'the operator accepts whole amounts only'),
  faults: [
    {
      path: '/paymentRequested/money/amount',
      code: 'TOO_MANY_DECIMALS',
      message: 'must be a whole amount for this operator',
    },
  ],
}

/** As pawaPay writes numbers: with the country code, without a plus. */
const phoneOf = ({ request: { phoneNumber } }: Payment): string | undefined => {
  const digits = phoneNumber?.replace(/[^0-9]/g, '')
  return digits === undefined || digits === '' ? undefined : digits
}

type Wallet = { readonly provider: string; readonly phoneNumber: string }

export class PawapayAccount extends BaseAccount<PawapayOptions> {
  readonly #calls = new AccountCalls(this.standing.calls, {
    headers: bearer(this.settings.apiToken),
    statusCodeOf: wordIn,
  })
  /** From pawaPay's last report. */
  #configured: readonly Configured[] = []
  /** The answers to the connection test, which the next offer is made from. */
  #reported: readonly CallAnswer[] | undefined

  check(payment: Payment): CheckAnswer {
    if (phoneOf(payment) === undefined) return NO_PHONE
    return hasTooManyDecimals(this.#configured, payment) ? WHOLE_ONLY : { type: 'fine' }
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const before = order.isFirst ? undefined : await this.#read(order)
    if (before && before.type !== 'never') return acceptedBy(order, before)
    if (!order.isFirst && this.#isTimeOver(order.payment))
      return unclear('it has expired, so it is not sent again')
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
    return kind === 'payin' && expireAt !== undefined && expireAt <= this.standing.clock.now()
  }

  /** @returns why nothing can be sent, if so */
  async #bodyOf(order: ProviderOrder): Promise<object | Declined | Unclear> {
    const { payment, reference, payin, merchantName } = order
    const { id } = kindOf(payment)
    const money = { amount: amountOf(payment), currency: String(payment.money.currency) }
    if (id === 'refundId') {
      // Money that was not credited: that deposit is refunded. Otherwise the one that paid the payin.
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

  /** If no operator is chosen, pawaPay finds it by the number. */
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
    const isSure = sinceLastTryMs(order, this.standing.clock.now()) >= FOUND_WITHIN_MS
    return isSure ? found : known('NOT_FOUND')
  }

  async #read(order: ProviderOrder): Promise<Sought> {
    const path = `${kindOf(order.payment).path}/${order.reference}`
    return foundIn(order, await this.#calls.read(order, 'read', path))
  }

  /** Only a payment that waits for its operator can be stopped. It is then reported as failed. */
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
      !this.settings.signs
    )
      return { ok: false, why: 'it accepts signed requests only, and the account has no private key' }
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
    if (unread || read.every((each) => !each)) return unclear('a configuration that is invalid')
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

  readNotification = reading((notification) => {
    const { publicKeys } = this.settings
    const { clock, notificationUrl } = this.standing
    const { path, headers, body } = notification
    // The URL as pawaPay knows it and signs it, whatever a proxy changes.
    const url = [notificationUrl?.() ?? '', path].filter(Boolean).join('/')
    const isSigned =
      publicKeys && (() => isSignedBy(publicKeys, { method: 'POST', url, headers, body }, clock.now()))
    return referencesIn(notification, isSigned)
  })

  /** By country, because the answer for all is too long. */
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

/** The answer for a country that the account does not have is not documented. Nothing is offered there. */
const isUnknownCountry = (answer: CallAnswer): boolean =>
  answer.type === 'answer' && (answer.status === 400 || answer.status === 404)

/** On a later try: the first may have been accepted meanwhile. */
const later = (why: Declined | Unclear): Unclear => unclear(why.type === 'declined' ? why.detail : why.why)

const acceptedAs = ({ reference }: ProviderOrder, status: string): OrderAnswer => accepted(reference, status)

function acceptedBy(order: ProviderOrder, found: Sought): OrderAnswer {
  switch (found.type) {
    case 'found':
      return acceptedAs(order, found.transaction.status)
    case 'never':
      return unclear('it ignores a repetition, but does not find the first')
    case 'unclear':
      return found
  }
}
