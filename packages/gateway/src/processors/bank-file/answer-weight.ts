/**
 * What accepting a bank's answer to a file would move. What it rejects goes back to merchants and may be paid by
 * another route; what it reports as delivered is spent. An answer that repeats what was accepted before moves nothing,
 * and neither do payouts that are on their way.
 */
import type { CurrencyCode } from '@sluice/core/foundation/money.ts'
import type { AnsweredLine, ReadAnswer } from './answers.ts'
import { type Verdict, verdictOf } from './bank-reasons.ts'

export interface AnswerWeight {
  /** By currency, in minor units. */
  readonly sums: ReadonlyMap<CurrencyCode, bigint>
  readonly rejected: number
  readonly delivered: number
  /** Everything that it depends on: differs if any of that has changed. */
  readonly state: readonly unknown[]
}

export function weightOf({ file, lines }: ReadAnswer): AnswerWeight {
  const ends = lines.flatMap((line) => {
    const end = endOf(line)
    return end ? [{ line, end }] : []
  })
  const sums = new Map<CurrencyCode, bigint>()
  for (const { line } of ends) {
    const { currency, amountMinor } = line.payout.money
    sums.set(currency, (sums.get(currency) ?? 0n) + amountMinor)
  }
  const delivered = ends.filter(({ end }) => end.type === 'delivered').length
  const state = ends.map(({ line: { payout, before }, end }) => [payout.reference, before, end])
  return { sums, delivered, rejected: ends.length - delivered, state: [file.id, file.status, ...state] }
}

type End = Exclude<Verdict, { type: 'open' | 'not-known' }>

/** How it ends a payout that has not ended that way yet. */
function endOf({ status, differs, before }: AnsweredLine): End | undefined {
  if (!status || differs) return undefined
  const verdict = verdictOf(status.status, status.reasons)
  if (verdict.type === 'open' || verdict.type === 'not-known') return undefined
  const isSame =
    verdict.type === 'delivered'
      ? before.status === 'SUCCESS'
      : before.status === 'FAILED' || before.status === 'REFUSED' || !before.isOurs
  return isSame ? undefined : verdict
}
