/** The receipt of a person's request: what was erased, what waits and why, and what is kept. Never an erased value. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { Database } from '@sluice/database/port.ts'
import { judge } from './finding.ts'
import { type ErasureRequest, readWaiting } from './requests.ts'
import type { WaitsFor } from './standing.ts'
import { readTerms } from './terms.ts'

/** Payments that wait for the same. */
export interface WaitingPayments {
  readonly why: WaitsFor
  readonly payments: number
  /** When the last of them may be erased, if that is known. */
  readonly until: Instant | undefined
}

export interface Receipt {
  readonly request: ErasureRequest
  readonly waiting: readonly WaitingPayments[]
  /** As text, for the person. */
  readonly text: string
}

const MOST_WAITING = 5_000

export const WAITING_WORDS: Readonly<Record<WaitsFor, string>> = {
  OPEN: 'they are in progress',
  CASE: 'an open case concerns them',
  REFUND: 'a refund of them is in progress',
  HOLD: 'they are under a legal hold',
  TERM: 'the law requires their data',
}

/** What no erasure takes away, as the receipt says it. */
export const KEPT = [
  'amounts, fees, dates, states and postings of payments',
  'IDs that the merchant chose, and references of banks and providers',
  'the log of what operators did',
] as const

export async function receiptOf(database: Database, request: ErasureRequest, now: Instant): Promise<Receipt> {
  const due = await readWaiting(database, request.id, MOST_WAITING)
  const judged = await judge(database, due, await readTerms(database), 'REQUEST', now)
  const waiting = new Map<WaitsFor, WaitingPayments>()
  for (const { standing } of judged) {
    if (standing.type !== 'WAITS') continue
    const { why, until } = standing
    const before = waiting.get(why)
    const last = Math.max(before?.until ?? 0, until ?? 0)
    waiting.set(why, { why, payments: (before?.payments ?? 0) + 1, until: last === 0 ? undefined : last })
  }
  const lines = [...waiting.values()]
  return { request, waiting: lines, text: textOf(request, lines) }
}

function textOf(request: ErasureRequest, waiting: readonly WaitingPayments[]): string {
  const { id, requestedAt, merchantCode, hash, found, erased, categories } = request
  return [
    `Receipt for the erasure of personal data ${id}`,
    `Requested: ${isoTime(requestedAt)}`,
    `Payments: of ${merchantCode === undefined ? 'all merchants' : `the merchant ${merchantCode}`}`,
    `Person: HMAC-SHA-256 ${hash}`,
    `Kinds of data: ${categories.length === 0 ? 'none' : categories.map(plain).join(', ')}`,
    `Payments found: ${found}`,
    `Payments erased: ${erased}`,
    ...waiting.map(
      ({ why, payments, until }) =>
        `Payments waiting: ${payments}, because ${WAITING_WORDS[why]}${until === undefined ? '' : ` until ${isoTime(until)}`}`,
    ),
    `Kept: ${KEPT.join('; ')}`,
  ].join('\n')
}

const plain = (name: string): string => name.toLowerCase().replaceAll('_', ' ')
