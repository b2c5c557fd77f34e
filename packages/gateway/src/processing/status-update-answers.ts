/** How a processor's status update is answered, by the outcome of the change that it caused. */
import type { StatusUpdateAnswer } from '@sluice/core/processor/port.ts'
import { type CommitResult, Undecided } from '../payments/change.ts'

/** @throws Undecided if the outcome is not known */
export function answerOf(outcome: CommitResult): StatusUpdateAnswer {
  switch (outcome.type) {
    case 'done':
      return 'applied'
    case 'absent':
      return 'kept'
    case 'claimed':
    case 'duplicate':
      return 'repeated'
    case 'refused':
      if (outcome.refusal === 'REPEATED') return 'repeated'
      return outcome.refusal === 'REFERENCE_MISSING' ? 'not-now' : 'not-allowed'
    case 'short':
      throw new Error('a status update cannot overdraw a balance')
    case 'shed':
    case 'unavailable':
    case 'unknown':
      throw new Undecided('a report', outcome)
  }
}
