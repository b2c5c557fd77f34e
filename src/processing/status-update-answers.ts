/** What a processor is answered to a report, by what became of the change that it asked for. */
import { type CommitResult, Undecided } from '../payments/change.ts'
import type { StatusUpdateAnswer } from './port.ts'

/** @throws Undecided where nobody can say */
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
      throw new Error('a report cannot overdraw a balance')
    case 'shed':
    case 'unavailable':
    case 'unknown':
      throw new Undecided('a report', outcome)
  }
}
