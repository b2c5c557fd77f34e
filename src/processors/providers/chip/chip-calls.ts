/** Calls to CHIP's two APIs, and how each proves who calls: Collect by its secret key, Send by a key and a checksum of the time. */
import { createHmac } from 'node:crypto'
import type { Instant } from '../../../foundation/deps.ts'
import type { Calls, ProviderCall } from '../calls.ts'
import type { ProviderOrder } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { statusCodeOf } from './answers.ts'

const CREATE_WITHIN_MS = 6_000
const INQUIRE_WITHIN_MS = 8_000

export const SEND = 'send'

export interface SendKeys {
  readonly apiKey: string
  readonly apiSecret: string
}

export const collectProof = (secretKey: string): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${secretKey}`,
})

/** Over the time in whole seconds and the key, and nothing of what is sent. */
export function sendProof({ apiKey, apiSecret }: SendKeys, at: Instant): Readonly<Record<string, string>> {
  const epoch = String(Math.floor(at / 1_000))
  const checksum = createHmac('sha512', apiSecret).update(`${epoch}${apiKey}`, 'utf8').digest('hex')
  return { authorization: `Bearer ${apiKey}`, epoch, checksum }
}

type Requested = Pick<ProviderCall, 'operation' | 'path' | 'host'>

export class ChipCalls {
  readonly #calls: Calls

  constructor(calls: Calls) {
    this.#calls = calls
  }

  post({ payment }: ProviderOrder, call: Requested & Pick<ProviderCall, 'body'>): Promise<CallAnswer> {
    return this.#calls.call({ ...call, method: 'POST', timeoutMs: CREATE_WITHIN_MS, payment, statusCodeOf })
  }

  ask({ payment }: ProviderOrder, call: Requested): Promise<CallAnswer> {
    return this.#calls.call({ ...call, method: 'GET', timeoutMs: INQUIRE_WITHIN_MS, payment, statusCodeOf })
  }

  /** Nobody's, and through an open breaker. */
  probe(call: Requested): Promise<CallAnswer> {
    return this.#calls.call({ ...call, method: 'GET', timeoutMs: INQUIRE_WITHIN_MS, isProbe: true })
  }

  pause(delayMs: number): Promise<void> {
    return this.#calls.pause(delayMs)
  }
}
