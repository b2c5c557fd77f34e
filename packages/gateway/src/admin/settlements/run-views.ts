/** The response bodies of settlement runs: a run with its sums, and the plan or result for each merchant. */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { minor, ZERO } from '@sluice/core/foundation/money.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { Type } from 'typebox'
import { moneyBody } from '../../api/views.ts'
import type { SettlementAgreement } from '../../settlement/agreement.ts'
import type { PlannedSettlement } from '../../settlement/due.ts'
import {
  ITEM_STATES,
  type ItemState,
  RUN_STATES,
  type SettlementItem,
  type SettlementRun,
} from '../../settlement/runs.ts'
import { instant, MoneySchema } from '../context.ts'
import { choice } from '../fields.ts'
import { ReserveSchema, reserveBody } from './terms.ts'

const money = (description: string) => Type.Object(MoneySchema.properties, { description })

export const RunSchema = Type.Object({
  id: Type.String(),
  state: choice(RUN_STATES),
  preparedBy: Type.String({ description: 'Name of the operator, or `gateway` if a schedule started it.' }),
  preparedAt: instant(),
  startedBy: Type.Optional(Type.String()),
  startedAt: Type.Optional(instant()),
  finishedAt: Type.Optional(instant()),
  stoppedWhy: Type.Optional(Type.String()),
  totals: Type.Array(
    Type.Object({
      planned: money('The sum of the planned settlements.'),
      paid: money('The sum of settlements in progress or delivered, without failed ones.'),
      counts: Type.Object({
        WAITING: Type.Integer(),
        PAID: Type.Integer(),
        FAILED: Type.Integer(),
        BELOW_MINIMUM: Type.Integer(),
        SETTLED_BEFORE: Type.Integer(),
        REFUSED: Type.Integer(),
      } satisfies Readonly<Record<ItemState, unknown>>),
    }),
  ),
})

export const runBody = (run: SettlementRun) => ({
  id: run.id,
  state: run.state,
  preparedBy: run.preparedBy,
  preparedAt: isoTime(run.preparedAt),
  ...(run.startedBy !== undefined && { startedBy: run.startedBy }),
  ...(run.startedAt !== undefined && { startedAt: isoTime(run.startedAt) }),
  ...(run.finishedAt !== undefined && { finishedAt: isoTime(run.finishedAt) }),
  ...(run.stoppedWhy !== undefined && { stoppedWhy: run.stoppedWhy }),
  totals: run.totals.map(({ currency, counts, plannedMinor, paidMinor }) => ({
    planned: moneyBody({ currency, amountMinor: plannedMinor }),
    paid: moneyBody({ currency, amountMinor: paidMinor }),
    counts: { ...counts },
  })),
})

const PlannedSchema = {
  merchantCode: Type.String(),
  day: Type.String(),
  cutOff: instant(),
  available: money('Credited before the cut-off and still available.'),
  heldBack: money('The reserve according to the terms.'),
  planned: money('The maximum that is paid out.'),
  reserve: ReserveSchema,
  minimum: money('The minimum according to the terms. Less is not paid out.'),
  payee: Type.Object(
    {},
    {
      additionalProperties: true,
      description: 'The payee according to the terms, as `paymentMethod` of a payout.',
    },
  ),
}

type Planned = Pick<
  PlannedSettlement,
  'agreement' | 'day' | 'cutOff' | 'availableMinor' | 'heldBackMinor' | 'plannedMinor'
>

function plannedBody({ agreement, day, cutOff, availableMinor, heldBackMinor, plannedMinor }: Planned) {
  const of = (amountMinor: SettlementAgreement['minimumMinor']) =>
    moneyBody({ currency: agreement.currency, amountMinor })
  return {
    merchantCode: agreement.merchantId,
    day,
    cutOff: isoTime(cutOff),
    available: of(availableMinor),
    heldBack: of(heldBackMinor),
    planned: of(plannedMinor),
    reserve: reserveBody(agreement.reserve),
    minimum: of(agreement.minimumMinor),
    payee: agreement.payee,
  }
}

/** People read the lists of a preview. */
const MAX_SHOWN = 200

export const PreviewSchema = Type.Object({
  settlements: Type.Integer({ description: 'Number of merchants. The list shows only the first of them.' }),
  toBePaid: Type.Integer({ description: 'Number of those that reach their minimum.' }),
  totals: Type.Array(
    Type.Object({
      toBePaid: Type.Integer(),
      planned: money('The sum of those that reach their minimum.'),
      heldBack: money('The sum of the reserves of all.'),
    }),
    { description: 'The totals by currency, including merchants that the list does not show.' },
  ),
  data: Type.Array(Type.Object({ ...PlannedSchema, isEnough: Type.Boolean() })),
})

export const previewBody = (planned: readonly PlannedSettlement[]) => ({
  settlements: planned.length,
  toBePaid: planned.filter(({ isEnough }) => isEnough).length,
  totals: [...Map.groupBy(planned, ({ agreement }) => agreement.currency)].map(([currency, all]) => {
    const paid = all.filter(({ isEnough }) => isEnough)
    const sum = (amounts: readonly bigint[]) =>
      moneyBody({ currency, amountMinor: minor(amounts.reduce<bigint>((total, each) => total + each, ZERO)) })
    return {
      toBePaid: paid.length,
      planned: sum(paid.map(({ plannedMinor }) => plannedMinor)),
      heldBack: sum(all.map(({ heldBackMinor }) => heldBackMinor)),
    }
  }),
  data: planned.slice(0, MAX_SHOWN).map((each) => ({ ...plannedBody(each), isEnough: each.isEnough })),
})

export const ItemSchema = Type.Object({
  ...PlannedSchema,
  state: choice(ITEM_STATES),
  idSettlement: Type.Optional(Type.String()),
  paid: Type.Optional(MoneySchema),
  status: Type.Optional(Type.String({ description: 'The current status of the settlement.' })),
  bankFile: Type.Optional(
    Type.String({
      description: 'ID of the bank file that contains the settlement, if any.',
    }),
  ),
  detail: Type.Optional(Type.String({ description: 'The reason for the refusal.' })),
})

/** An item with the current state of its settlement. */
export interface ItemNow {
  readonly item: SettlementItem
  readonly status: Payment['status'] | undefined
  /** The bank file that contains it. */
  readonly bankFile: string | undefined
}

export const itemBody = ({ item, status, bankFile }: ItemNow) => ({
  ...plannedBody(item),
  state: item.state,
  ...(item.id !== undefined && { idSettlement: item.id }),
  ...(item.paidMinor !== undefined && {
    paid: moneyBody({ currency: item.currency, amountMinor: item.paidMinor }),
  }),
  ...(status !== undefined && { status }),
  ...(bankFile !== undefined && { bankFile }),
  ...(item.detail !== undefined && { detail: item.detail }),
})
