/** How calls to CHIP's two APIs prove who calls: Collect by its secret key, Send by a key and a checksum of the time. */

import { createHmac } from 'node:crypto'
import type { Instant } from '../../../foundation/deps.ts'
import { AccountCalls } from '../account-calls.ts'
import type { Calls } from '../calls.ts'
import { statusCodeOf } from './answers.ts'

/** The name of its host among the account's. */
export const SEND_HOST = 'send'

export interface SendKeys {
  readonly apiKey: string
  readonly apiSecret: string
}

/** Over the time in whole seconds and the key, and nothing of what is sent. */
export function sendProof({ apiKey, apiSecret }: SendKeys, at: Instant): Readonly<Record<string, string>> {
  const epoch = String(Math.floor(at / 1_000))
  const checksum = createHmac('sha512', apiSecret).update(`${epoch}${apiKey}`, 'utf8').digest('hex')
  return { authorization: `Bearer ${apiKey}`, epoch, checksum }
}

const WITHIN = { sendWithinMs: 6_000, readWithinMs: 8_000, statusCodeOf }
export const collectCalls = (calls: Calls): AccountCalls => new AccountCalls(calls, WITHIN)
export const sendCalls = (calls: Calls): AccountCalls =>
  new AccountCalls(calls, { ...WITHIN, host: SEND_HOST, root: '/send' })
