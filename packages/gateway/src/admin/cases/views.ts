/** The response bodies of cases. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { Type } from 'typebox'
import { moneyBody } from '../../api/views.ts'
import type { CaseFile } from '../../payments/cases.ts'
import { CASE_ACTIONS } from '../../payments/change.ts'
import { instant, MoneySchema } from '../context.ts'
import { choice } from '../fields.ts'

export const CaseSchema = Type.Object(
  {
    id: Type.String(),
    merchantCode: Type.String({ description: '`~gateway`: the merchant is not known.' }),
    reason: Type.String(),
    money: Type.Optional(MoneySchema),
    left: Type.Optional(
      Type.Object(MoneySchema.properties, { description: 'The amount that is not settled yet.' }),
    ),
    processor: Type.Optional(Type.String()),
    payment: Type.Optional(
      Type.Object({ kind: Type.String(), id: Type.String() }, { description: 'The payment, if known.' }),
    ),
    detail: Type.Object({}),
    owner: Type.Optional(Type.String({ description: 'The assigned operator.' })),
    dueAt: Type.Optional(instant('When it should be settled.')),
    overdue: Type.Boolean({ description: 'Whether it is open and `dueAt` has passed.' }),
    ageSecs: Type.Integer({ description: 'The time since it was opened, until now or until it was closed.' }),
    openedAt: instant(),
    closedAt: Type.Optional(instant()),
    decisions: Type.Array(
      Type.Object({
        part: Type.Integer(),
        action: choice(CASE_ACTIONS),
        money: Type.Optional(MoneySchema),
        detail: Type.Object({}),
        operator: Type.String(),
        at: instant(),
        provedBy: Type.Optional(
          Type.Object(
            { reference: Type.String(), bookedAt: instant() },
            {
              description:
                "For money recorded as returned: the bank's debit with that reference and amount. Absent if there is none. Only when you read a single case.",
            },
          ),
        ),
      }),
    ),
  },
  { description: 'The current case.' },
)

/** Negative: money is missing. */
export const caseBody = (found: CaseFile, now: Instant) => ({
  id: found.key,
  merchantCode: found.merchantId,
  reason: found.reason,
  ...(found.money && {
    money: moneyBody(found.money),
    left: moneyBody({ currency: found.money.currency, amountMinor: found.leftMinor }),
  }),
  ...(found.processor !== undefined && { processor: found.processor }),
  ...(found.payment && { payment: { kind: found.payment.kind, id: found.payment.id } }),
  detail: found.detail,
  ...(found.owner !== undefined && { owner: found.owner }),
  ...(found.dueAt !== undefined && { dueAt: isoTime(found.dueAt) }),
  overdue: found.closedAt === undefined && found.dueAt !== undefined && found.dueAt <= now,
  ageSecs: Math.max(0, Math.floor(((found.closedAt ?? now) - found.openedAt) / 1_000)),
  openedAt: isoTime(found.openedAt),
  ...(found.closedAt !== undefined && { closedAt: isoTime(found.closedAt) }),
  decisions: found.decisions.map(({ money, at, ...decision }) => ({
    ...decision,
    ...(money && { money: moneyBody(money) }),
    at: isoTime(at),
  })),
})
