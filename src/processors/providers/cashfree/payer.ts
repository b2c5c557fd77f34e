/** What an order or a link says of a payer and of where things go: from the payment, and from the account's settings. Pure but for the clock. */
import type { Clock } from '../../../foundation/deps.ts'
import { isoTime } from '../../../foundation/instants.ts'
import type { Payment } from '../../../payments/model.ts'

/** Of a mobile number in India, with or without its prefix. */
const MOBILE = /^(?:\+?91)?([6-9]\d{9})$/
const MAX_URL_LENGTH = 250
/** It takes no shorter life of an order, as far as is known: a quarter of an hour, and some seconds for the way. */
const LEAST_LIFE_MS = 16 * 60_000

export interface PayerSettings {
  /** Of orders whose payer gave none: Cashfree asks for one. */
  readonly customerPhone: string
  readonly notificationUrl: (() => string) | undefined
}

export class PayerFacts {
  readonly #settings: PayerSettings
  readonly #clock: Clock

  constructor(settings: PayerSettings, clock: Clock) {
    this.#settings = settings
    this.#clock = clock
  }

  of({ request, expireAt = 0 }: Payment) {
    const { customerPhone, notificationUrl } = this.#settings
    const [, mobile = customerPhone] = MOBILE.exec(request.phoneNumber ?? '') ?? []
    const endsAt = Math.max(expireAt, this.#clock.now() + LEAST_LIFE_MS)
    return {
      phone: mobile,
      expiryTime: isoTime(endsAt),
      returnUrl: fitting(request.returnUrl),
      notifyUrl: fitting(notificationUrl?.()),
    }
  }
}

const fitting = (url: string | undefined): string | undefined =>
  url?.startsWith('https://') && url.length <= MAX_URL_LENGTH ? url : undefined
