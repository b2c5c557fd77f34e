/** The response body of an explanation, for merchants and for operators. */
import { type TOptional, type TString, Type } from 'typebox'
import { isoTime } from '../foundation/instants.ts'
import type { Payment } from '../payments/model.ts'
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
  evidence: [{ type: 'HISTORY', at: '2026-11-21T08:00:00.000Z', text: 'Created, and taken on at once.' }],
}

const explanationWith = <More extends Readonly<Record<string, TOptional<TString>>>>(more: More) =>
  Type.Object(
    {
      kind: Type.String(),
      id: Type.String(),
      status: Type.String(),
      summary: Type.String({ description: 'Where it stands and why, in a sentence or two.' }),
      sentences: Type.Array(Type.String(), {
        description:
          'The whole story in order: what happened, where it stands, who has to act, what comes next.',
      }),
      waitingFor: oneOf(WAITING_FOR, 'Who has to do something. `OPERATOR`: of the gateway.'),
      next: Type.Optional(
        Type.Object(
          { operation: oneOf(NEXT_ACTIONS, 'What comes next.'), at: Type.Optional(instant()) },
          { description: 'Left out where nothing comes any more. `at`: by then.' },
        ),
      ),
      evidence: Type.Array(
        Type.Object({
          type: oneOf(EVIDENCE_TYPES, 'What it is taken from.'),
          at: instant(),
          text: Type.String(),
          ...more,
        }),
        { description: 'What it rests on, oldest first.' },
      ),
    },
    {
      description: 'What happened to the payment, why, and who has to act.',
      examples: [EXAMPLE],
    },
  )

/** For operators. */
export const ExplanationSchema = explanationWith({
  ref: Type.Optional(Type.String({ description: "Where it is found: a case's ID, a file's, an entry's." })),
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
