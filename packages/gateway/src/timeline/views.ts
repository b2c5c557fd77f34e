/** The response body of an explanation, for merchants and for operators. */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { type TOptional, type TString, Type } from 'typebox'
import { EVIDENCE_TYPES } from './evidence.ts'
import type { PaymentExplanation } from './explain.ts'
import { NEXT_ACTIONS, WAITING_FOR } from './texts.ts'

const oneOf = <const Text extends string>(texts: readonly Text[], description: string) =>
  Type.Unsafe<Text>(
    Type.Union(
      texts.map((text) => Type.Literal(text)),
      { description },
    ),
  )
const instant = () => Type.String({ format: 'date-time' })

const EXAMPLE = {
  kind: 'payin',
  id: 'order-1',
  status: 'PENDING',
  summary: 'The payer has not paid yet.',
  sentences: ['It was created on 2026-11-21 at 08:00 UTC.', 'The payer has not paid yet.'],
  waitingFor: 'PAYER',
  next: { operation: 'PAY', at: '2026-11-21T08:15:00.000Z' },
  evidence: [{ type: 'HISTORY', at: '2026-11-21T08:00:00.000Z', text: 'Created and accepted immediately.' }],
}

const explanationWith = <More extends Readonly<Record<string, TOptional<TString>>>>(more: More) =>
  Type.Object(
    {
      kind: Type.String(),
      id: Type.String(),
      status: Type.String(),
      summary: Type.String({ description: 'The status and its reason in a sentence or two.' }),
      sentences: Type.Array(Type.String(), {
        description:
          'The whole explanation in order: what happened, the status, who has to act, what comes next.',
      }),
      waitingFor: oneOf(WAITING_FOR, "Who has to act. `OPERATOR`: the gateway's operator."),
      next: Type.Optional(
        Type.Object(
          { operation: oneOf(NEXT_ACTIONS, 'What comes next.'), at: Type.Optional(instant()) },
          { description: 'Absent if nothing more happens. `at`: the latest time.' },
        ),
      ),
      evidence: Type.Array(
        Type.Object({
          type: oneOf(EVIDENCE_TYPES, 'The kind of source.'),
          at: instant(),
          text: Type.String(),
          ...more,
        }),
        { description: 'The evidence, oldest first.' },
      ),
    },
    {
      description: 'What happened to the payment, why, and who has to act.',
      examples: [EXAMPLE],
    },
  )

/** For operators. */
export const ExplanationSchema = explanationWith({
  ref: Type.Optional(Type.String({ description: 'The ID of the source: a case, a file, an entry.' })),
})
export const OwnExplanationSchema = explanationWith({})

export const explanationBody = (
  { kind, id, status }: Payment,
  { summary, sentences, waitingFor, next, evidence }: PaymentExplanation,
) => ({
  kind,
  id,
  status,
  summary,
  sentences,
  waitingFor,
  ...(next && {
    next: { operation: next.operation, ...(next.at !== undefined && { at: isoTime(next.at) }) },
  }),
  evidence: evidence.map(({ at, ...fact }) => ({ ...fact, at: isoTime(at) })),
})
