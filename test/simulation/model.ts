/**
 * The merchants' knowledge, kept outside the gateway and its database: the payments they requested, the answers they got, and what must
 * therefore be true. Every answer is checked against it immediately.
 *
 * An attempt to create is `open` until it is answered; without an answer (a crash) or with a 500 its result is `unknown`. A 201 means that
 * it was created; any other answer proves that this attempt stored nothing.
 */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { PAYMENT_KINDS, type PaymentKind } from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, minorFromText } from '@sluice/core/foundation/money.ts'
import { isFinal, STATUSES, type Status, TRANSITIONS } from '@sluice/core/payment/transitions.ts'
import type { Answer, Json } from '../harness.ts'
import { holds } from './violation.ts'

export interface Attempt {
  readonly body: string
  fate: 'open' | 'unknown' | 'created' | 'refused'
}

export interface KnownPayment {
  readonly merchant: string
  readonly kind: PaymentKind
  readonly id: string
  readonly attempts: Attempt[]
  /** An answer has proved that this ID was accepted. */
  isAccepted: boolean
  status: Status | undefined
  /** The terms in the first answer, which must never change. */
  terms: string | undefined
  body: Json | undefined
  /** Somebody besides the sandbox's own payer acted on it. */
  isActedOn: boolean
  /** It has an external reference. */
  hasReference: boolean
  /** For a refund: the payin that it refunds. */
  payin: KnownPayment | undefined
}

/** What was known when a request was sent: answers may overtake each other. */
export interface Before {
  readonly isAccepted: boolean
  readonly status: Status | undefined
}

const REACHABLE: ReadonlyMap<string, ReadonlySet<Status>> = new Map(
  PAYMENT_KINDS.flatMap((kind) =>
    STATUSES.map((from) => [`${kind} ${from}`, reachableFrom(kind, from)] as const),
  ),
)

function reachableFrom(kind: PaymentKind, start: Status): ReadonlySet<Status> {
  const reached = new Set([start])
  for (const from of reached) {
    for (const row of TRANSITIONS) if (row.from === from && row.kinds.includes(kind)) reached.add(row.to)
  }
  return reached
}

const canBecome = (kind: PaymentKind, from: Status, to: Status): boolean =>
  REACHABLE.get(`${kind} ${from}`)?.has(to) === true

export class Model {
  readonly payments = new Map<string, KnownPayment>()
  /** Money that came in or went out without a payment, in minor units by `merchant currency`. */
  readonly funded = new Map<string, bigint>()
  /** While the database fails on purpose, a request may be answered 500 or 503. */
  isExcused: () => boolean = () => false

  payment(merchant: string, kind: PaymentKind, id: string): KnownPayment {
    const name = nameOf({ merchant, kind, id })
    const known = this.payments.get(name)
    if (known) return known
    const fresh: KnownPayment = {
      merchant,
      kind,
      id,
      attempts: [],
      isAccepted: false,
      status: undefined,
      terms: undefined,
      body: undefined,
      isActedOn: false,
      hasReference: false,
      payin: undefined,
    }
    this.payments.set(name, fresh)
    return fresh
  }

  /** All payments that this merchant ever requested. */
  of(merchant: string): readonly KnownPayment[] {
    return [...this.payments.values()].filter((known) => known.merchant === merchant)
  }

  ofKind(kind: PaymentKind): readonly KnownPayment[] {
    return [...this.payments.values()].filter((known) => known.kind === kind)
  }

  /** None of this merchant's creates is under way, and the result of each is known. */
  isCertainOf(merchant: string): boolean {
    return this.of(merchant).every(
      ({ isAccepted, attempts }) =>
        isAccepted || attempts.every(({ fate }) => fate !== 'open' && fate !== 'unknown'),
    )
  }

  fund(merchant: string, currency: string, amountMinor: bigint): void {
    const name = `${merchant} ${currency}`
    this.funded.set(name, (this.funded.get(name) ?? 0n) + amountMinor)
  }

  created(known: KnownPayment, attempt: Attempt, before: Before, answer: Answer | undefined): void {
    if (!answer || answer.status === 500) {
      attempt.fate = 'unknown'
      if (answer) this.#mustBeExcused(known, answer)
      return
    }
    if (answer.status === 201) {
      holds(
        known.attempts.every((other) => other.fate !== 'created'),
        'an ID is accepted once',
        () => `${nameOf(known)} was answered 201 twice`,
      )
      attempt.fate = 'created'
      this.#seen(known, undefined, answer.body)
      return
    }
    attempt.fate = 'refused'
    if (answer.status === 409) this.#alreadyExists(known, attempt, answer)
    else {
      holds(
        !before.isAccepted || answer.status === 503,
        'an accepted ID is answered 409',
        () => `${nameOf(known)}: ${answer.status} ${answer.text}`,
      )
      if (answer.status === 503) this.#mustBeExcused(known, answer)
      else {
        // A refund's payin may be missing.
        const isExpected =
          [400, 406, 422].includes(answer.status) || (answer.status === 404 && known.kind === 'refund')
        holds(isExpected, 'a create has an expected answer', () => `${answer.status} ${answer.text}`)
      }
    }
  }

  #alreadyExists(known: KnownPayment, attempt: Attempt, answer: Answer): void {
    const others = known.attempts.filter((other) => other !== attempt && other.fate !== 'refused')
    holds(others.length > 0, 'a 409 needs an accepted ID', () => `${nameOf(known)}: ${answer.text}`)
    const same = answer.body.sameRequest
    const possible = others.some((other) => (other.body === attempt.body) === Boolean(same))
    const creator = others.find((other) => other.fate === 'created')
    holds(
      creator ? (creator.body === attempt.body) === Boolean(same) : possible,
      'sameRequest tells a repetition from another request',
      () => `${nameOf(known)}: ${answer.text}`,
    )
    known.isAccepted = true
  }

  read(known: KnownPayment, before: Before, answer: Answer | undefined): void {
    if (!answer) return
    if (answer.status === 200) {
      holds(
        known.attempts.some(({ fate }) => fate !== 'refused'),
        'a refused create leaves nothing',
        () => `${nameOf(known)} can be read: ${answer.text}`,
      )
      this.#seen(known, before.status, answer.body)
    } else if (answer.status === 404) {
      holds(!before.isAccepted, 'what was accepted can be read', () => nameOf(known))
    } else {
      holds(
        answer.status === 503 || answer.status === 500,
        'a read has an expected answer',
        () => `${answer.status} ${answer.text}`,
      )
      this.#mustBeExcused(known, answer)
    }
  }

  #mustBeExcused(known: KnownPayment, answer: Answer): void {
    holds(
      this.isExcused(),
      'nothing fails without a cause',
      () => `${nameOf(known)}: ${answer.status} ${answer.text}`,
    )
  }

  /** @param since the status that was known when the request was sent */
  #seen(known: KnownPayment, since: Status | undefined, body: Json): void {
    const { kind } = known
    known.isAccepted = true
    const terms = termsOf(kind, body)
    known.terms ??= terms
    holds(
      known.terms === terms,
      'what was agreed stays',
      () => `${nameOf(known)}: ${known.terms} then ${terms}`,
    )
    holds(
      known.attempts.some(
        ({ fate, body: requested }) => fate !== 'refused' && isWhatWasRequested(JSON.parse(requested), body),
      ),
      'a payment is what was asked for',
      () => `${nameOf(known)}: ${moneyText(moneyRequested(body))}`,
    )
    const status = String(body.process?.status) as Status
    holds(STATUSES.includes(status), 'a status is one of the known', () => `${nameOf(known)}: ${status}`)
    const path = `${nameOf(known)}: ${since} then ${status}`
    holds(!since || canBecome(kind, since, status), 'statuses move along the table', () => path)
    holds(
      isOver(kind, status) === (body.process?.processedAt !== undefined),
      'processedAt is there when it is final',
      () => `${path}: ${JSON.stringify(body.process)}`,
    )
    if (!known.status || canBecome(kind, known.status, status)) {
      known.status = status
      known.body = body
    }
    if (known.payin) this.#returned(known.payin)
    if (kind === 'payin' && body.refunds) sumsMatch(known, body)
  }

  /** Money that has reached the payer stays there, so this holds at every moment. */
  #returned(payin: KnownPayment): void {
    if (!payin.body) return
    const { amountMinor, currency } = amountsOf(payin.body)
    const done = this.ofKind('refund').filter((each) => each.payin === payin && each.status === 'SUCCESS')
    const given = done.reduce((sum, { body }) => sum + (body ? amountsOf(body).amountMinor : 0n), 0n)
    holds(
      given <= amountMinor,
      'never more is given back than was credited',
      () => `${nameOf(payin)}: ${given} of ${amountMinor} ${currency}`,
    )
  }
}

/** Checks a payin's sums of its refunds. */
function sumsMatch(known: KnownPayment, body: Json): void {
  const { amountMinor, currency } = amountsOf(body)
  const [refunded, refundable] = [body.refunds?.refunded, body.refunds?.refundable].map((money) =>
    minorOf(money, currency),
  )
  const isWithin =
    refunded !== undefined &&
    refundable !== undefined &&
    refunded >= 0n &&
    refundable >= 0n &&
    refunded + refundable <= amountMinor
  holds(
    isWithin,
    'a payin tells what is left of it',
    () => `${nameOf(known)}: ${JSON.stringify(body.refunds)}`,
  )
}

/** True once `processedAt` must be set. An expired payin may still be paid late. */
const isOver = (kind: PaymentKind, status: Status): boolean =>
  isFinal(status) || (kind === 'refund' && status === 'EXPIRED')

export const nameOf = ({ merchant, kind, id }: Pick<KnownPayment, 'merchant' | 'kind' | 'id'>): string =>
  `${merchant}/${kind}/${id}`

export const beforeOf = ({ isAccepted, status }: KnownPayment): Before => ({ isAccepted, status })

/** The amount of a request or an answer; undefined: a refund of everything left. */
export const moneyRequested = (body: Json | undefined): Json | undefined =>
  body?.paymentRequested?.money ?? body?.money

const moneyText = (money: Json | undefined): string => `${money?.amount} ${money?.currencyCode}`

function isWhatWasRequested(requested: Json, body: Json): boolean {
  const money = moneyRequested(requested)
  const isSamePayin = requested.idPayin === undefined || requested.idPayin === body.idPayin
  return isSamePayin && (money === undefined || moneyText(money) === moneyText(moneyRequested(body)))
}

const termsOf = (kind: PaymentKind, body: Json): string =>
  JSON.stringify([
    moneyText(moneyRequested(body)),
    body.fee,
    body.paymentMethodResponse?.vat ?? body.vat,
    body.process?.createdAt,
    body.process?.isTest,
    idIn(kind, body),
    body.reason,
  ])

function idIn(kind: PaymentKind, body: Json): Json | undefined {
  if (kind === 'refund') return body.idRefund
  if (kind === 'settlement') return body.idSettlement
  return kind === 'payin' ? body.paymentMethodResponse?.idPayin : body.paymentMethodResponse?.idPayout
}

export interface Amounts {
  readonly currency: string
  readonly amountMinor: bigint
  /** Fee and VAT. */
  readonly costMinor: bigint
}

/** The amounts of a payment, from its answers. */
export function amountsOf(body: Json): Amounts {
  const money = moneyRequested(body)
  const currency = String(money?.currencyCode)
  const vat = body.paymentMethodResponse?.vat ?? body.vat
  const costMinor = minorOf(body.fee, currency) + minorOf(vat, currency)
  return { currency, amountMinor: minorOf(money, currency), costMinor }
}

const minorOf = (money: Json | undefined, currency: string): bigint =>
  money === undefined
    ? 0n
    : minorFromText(String(money.amount), offered(currency as CurrencyCode).ledgerDigits)
