/**
 * The spans of commits: one for each change, in the trace of its payment, and one for each batch that has a recorded change.
 *
 * A batch serves many payments, so its span is in a separate trace. It has links to the changes in it, and they to it.
 */
import type { TraceSpan, Tracing } from '@sluice/core/foundation/tracing.ts'
import type { Change, CommitResult } from './change.ts'

/** @param commit gets the change's span */
export async function tracedCommit(
  tracing: Tracing,
  change: Change,
  commit: (span: TraceSpan) => Promise<CommitResult>,
): Promise<CommitResult> {
  const { subject } = change
  const span = tracing.start('journal.commit', {
    kind: 'internal',
    key: subject.type === 'create' ? subject.payment.key : undefined,
    isFirst: true,
    attributes: { 'sluice.change': subject.type },
  })
  let hasFailed = true
  try {
    const outcome = await commit(span)
    placeSpan(span, outcome)
    span.set({ 'sluice.outcome': outcome.type })
    hasFailed = outcome.type === 'unavailable' || outcome.type === 'unknown'
    return outcome
  } finally {
    span.end({ hasFailed })
  }
}

/** Which payment a change moves is known when it has been moved. */
function placeSpan(span: TraceSpan, outcome: CommitResult): void {
  if (outcome.type === 'done' && outcome.payment) span.belongTo(outcome.payment.key, { isFirst: false })
}

/** A change of a batch, with its span. */
interface Spanned {
  readonly span: TraceSpan | undefined
}

/** Call it when the batch has ended. @param startedAtMs by `tracing.nowMs` */
export function traceBatch(
  tracing: Tracing,
  batch: readonly Spanned[],
  outcomes: readonly CommitResult[],
  startedAtMs: number | undefined,
): void {
  const spans = batch.flatMap(({ span }, index) => {
    const outcome = outcomes[index]
    if (span && outcome) placeSpan(span, outcome)
    return span ?? []
  })
  const recorded = spans.filter(({ context }) => context.isSampled)
  if (recorded.length === 0) return
  const span = tracing.start('journal.batch', {
    kind: 'internal',
    isApart: true,
    isSampled: true,
    startedAtMs,
    links: recorded.map(({ context }) => context),
    attributes: { 'sluice.changes': batch.length },
  })
  span.end()
  for (const each of recorded) each.link(span.context)
}
