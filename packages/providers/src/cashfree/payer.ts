/** What an order or link says about payer, times and addresses. */
import type { Clock } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { Payment } from '@sluice/core/payment/model.ts'

/** A mobile number in India, with or without the country code. */
const MOBILE = /^(?:\+?91)?([6-9]\d{9})$/
const MAX_URL_LENGTH = 250
/** The shortest life of an order seems to be 15 minutes; one more for the call. */
const LEAST_LIFE_MS = 16 * 60_000

export interface PayerSettings {
  /** For payers who gave no number: Cashfree requires one. */
  readonly customerPhone: string
  readonly notificationUrl?: (() => string) | undefined
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
    const [, phone = customerPhone] = MOBILE.exec(request.phoneNumber ?? '') ?? []
    return {
      phone,
      expiryTime: isoTime(Math.max(expireAt, this.#clock.now() + LEAST_LIFE_MS)),
      returnUrl: fitting(request.returnUrl),
      notifyUrl: fitting(notificationUrl?.()),
    }
  }
}

const fitting = (url: string | undefined): string | undefined =>
  url?.startsWith('https://') && url.length <= MAX_URL_LENGTH ? url : undefined
