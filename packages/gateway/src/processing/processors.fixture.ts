/** For tests: a processor that answers as it is told to. */
import type { Acceptance, Processor } from '@sluice/core/processor/port.ts'

export interface Scripted extends Processor {
  /** What it was asked, in order: `accept order-1`. */
  readonly requested: string[]
}

export const ACCEPTED: Acceptance = { type: 'accepted', receiving: {}, processorRef: 'ref', steps: [] }
export const declines = (reason: 'LIMIT' | 'METHOD' | 'AMOUNT' | 'OPERATOR' | 'HOURS' = 'LIMIT') =>
  ({ type: 'declined', reason, detail: 'as the test wants it' }) as const

/** @param name begins with `test-`: it serves test merchants */
export function scripted(name: string, answers: Partial<Processor> = {}): Scripted {
  const requested: string[] = []
  return {
    name,
    forTests: true,
    requested,
    serves: () => ({ type: 'serves' }),
    health: () => ({ healthy: true, since: 0, detail: 'as the test wants it' }),
    check: () => ({ type: 'fine' }),
    silenceMs: () => Number.POSITIVE_INFINITY,
    ...answers,
    async accept(payment, context) {
      requested.push(`accept ${payment.id}`)
      return answers.accept?.(payment, context) ?? { ...ACCEPTED, receiving: context.sandboxReceiving() }
    },
    ...(answers.ask && {
      async ask(payment) {
        requested.push(`ask ${payment.id}`)
        return (await answers.ask?.(payment)) ?? 'open'
      },
    }),
    ...(answers.cancel && {
      async cancel(payment) {
        requested.push(`cancel ${payment.id}`)
        return (await answers.cancel?.(payment)) ?? 'cancelled'
      },
    }),
  }
}
