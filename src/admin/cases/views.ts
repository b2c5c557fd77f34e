/** How cases read in the admin API. */
import { Type } from 'typebox'
import { isoTime } from '../../foundation/instants.ts'
import { moneyBody } from '../../intake/views.ts'
import type { CaseFile } from '../../payments/cases.ts'
import { CASE_ACTIONS } from '../../payments/change.ts'
import { instant, MoneySchema } from '../context.ts'
import { choice } from '../fields.ts'

export const CaseSchema = Type.Object(
  {
    id: Type.String(),
    merchantCode: Type.String({ description: '`~gateway`: nobody knows whose it is.' }),
    reason: Type.String(),
    money: Type.Optional(MoneySchema),
    left: Type.Optional(
      Type.Object(MoneySchema.properties, { description: 'Of the money, not settled yet.' }),
    ),
    processor: Type.Optional(Type.String()),
    payment: Type.Optional(
      Type.Object({ kind: Type.String(), id: Type.String() }, { description: 'What it is about, if known.' }),
    ),
    detail: Type.Object({}),
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
      }),
    ),
  },
  { description: 'The case as it is now.' },
)

/** Below zero: money is missing. */
export const caseBody = (found: CaseFile) => ({
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
  openedAt: isoTime(found.openedAt),
  ...(found.closedAt !== undefined && { closedAt: isoTime(found.closedAt) }),
  decisions: found.decisions.map(({ money, at, ...decision }) => ({
    ...decision,
    ...(money && { money: moneyBody(money) }),
    at: isoTime(at),
  })),
})
