/** What a commit has changed, and the work it left, for observers of the journal. */
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Decided } from './decide.ts'
import type { Effects } from './effects.ts'

/** The work that a commit left. */
export interface CommitNotice {
  /** It has made callbacks that have no lease yet. */
  readonly callbacks: boolean
  /** When the earliest step set by it is due. */
  readonly stepDueAt: string | undefined
  /** Keys of payments whose steps it has all cleared. */
  readonly endedKeys: readonly string[]
}

/** As it is now. */
export interface Committed {
  readonly payments: readonly Payment[]
  /** Opened, closed or decided. */
  readonly cases: readonly { readonly merchantId: string; readonly key: string }[]
}

function casesIn({ cases, closedCases, decisions }: Effects): Committed['cases'] {
  const named = [...cases, ...closedCases].map(({ merchant_id, key }) => [merchant_id, key])
  const decided = decisions.map(({ merchant_id, case_key }) => [merchant_id, case_key])
  return [...named, ...decided].map(([merchantId, key]) => ({
    merchantId: String(merchantId),
    key: String(key),
  }))
}

export const committedBy = ({ outcomes, effects }: Decided): Committed => ({
  payments: outcomes.flatMap((outcome) => (outcome.type === 'done' && outcome.payment) || []),
  cases: casesIn(effects),
})
