/** How calls to CHIP's two APIs are authenticated: Collect by its secret key, Send by a key and a checksum of the time. */
import { createHmac } from 'node:crypto'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { AccountCalls } from '@sluice/provider-kit/account-calls.ts'
import type { Calls } from '@sluice/provider-kit/calls.ts'
import { statusCodeOf } from './answers.ts'

/** The host's name in `otherUrls`. */
export const SEND_HOST = 'send'

export interface SendKeys {
  readonly apiKey: string
  readonly apiSecret: string
}

/** Over the time in seconds and the key only. */
export function sendProof({ apiKey, apiSecret }: SendKeys, at: Instant): Readonly<Record<string, string>> {
  const epoch = String(Math.floor(at / 1_000))
  const checksum = createHmac('sha512', apiSecret).update(`${epoch}${apiKey}`, 'utf8').digest('hex')
  return { authorization: `Bearer ${apiKey}`, epoch, checksum }
}

const WITHIN = { sendWithinMs: 6_000, readWithinMs: 8_000, statusCodeOf }
export const collectCalls = (calls: Calls): AccountCalls => new AccountCalls(calls, WITHIN)
export const sendCalls = (calls: Calls): AccountCalls =>
  new AccountCalls(calls, { ...WITHIN, host: SEND_HOST, root: '/send' })
