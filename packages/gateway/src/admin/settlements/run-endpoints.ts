/** Settlement runs: previewed, prepared, started, stopped, and the result for each merchant. */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import { currency as currencyOf } from '@sluice/core/catalogue/currencies.ts'
import type { MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { isMerchantCode } from '@sluice/core/foundation/identifiers.ts'
import type { Database } from '@sluice/database/port.ts'
import { Type } from 'typebox'
import { BY_KEY, type CursorForm, NextCursor, pageOf } from '../../api/pages.ts'
import { worded } from '../../http/reading.ts'
import { refined } from '../../http/texts.ts'
import { findPayment } from '../../payments/reading.ts'
import { readPayoutInFile } from '../../processors/bank-file/listing.ts'
import { plannedSettlements, type RunFor } from '../../settlement/due.ts'
import {
  findRun,
  ITEM_STATES,
  itemsOfRun,
  moveRun,
  pageOfRuns,
  prepareRun,
  RUN_STATES,
  type RunState,
  revisionOf,
  type SettlementItem,
} from '../../settlement/runs.ts'
import type { ApprovalRequest } from '../approval-requests.ts'
import { note } from '../cases/settle-schemas.ts'
import { notFound, refuse } from '../context.ts'
import { type Call, endpoint } from '../endpoint.ts'
import { choice } from '../fields.ts'
import { adminProblem } from '../problems.ts'
import {
  type ItemNow,
  ItemSchema,
  itemBody,
  PreviewSchema,
  previewBody,
  RunSchema,
  runBody,
} from './run-views.ts'

const GUIDE = 'settlement.md' as const
const MAX_NAMED = 1_000

const WantedBody = Type.Object({
  merchantCodes: Type.Optional(
    worded(
      Type.Array(Type.Refine(Type.String(), isMerchantCode), { minItems: 1, maxItems: MAX_NAMED }),
      'WRONG_TYPE',
      `must be a list of 1 to ${MAX_NAMED} codes of merchants`,
    ),
  ),
  currencyCode: Type.Optional(
    refined((text) => currencyOf(text) !== undefined, 'UNKNOWN_VALUE', 'must be a currency'),
  ),
})

const wantedOf = ({
  merchantCodes,
  currencyCode: currency,
}: {
  readonly merchantCodes?: readonly string[]
  readonly currencyCode?: string
}): RunFor => (merchantCodes ? { type: 'named', merchantCodes, currency } : { type: 'due', currency })

const preview = endpoint({
  route: 'POST /admin/settlement-runs/!preview',
  role: 'OPERATOR',
  summary: 'Preview a settlement run: who would be paid, and how much; nothing is stored',
  guide: GUIDE,
  body: WantedBody,
  example: { merchantCodes: ['SIAM-SHOP'], currencyCode: 'THB' },
  bodyOptional: true,
  answers: { 200: PreviewSchema },
  async handle(call) {
    const { database, deps } = call.backOffice.gateway
    const planned = await plannedSettlements(database, wantedOf(call.body()), deps.clock.now())
    return previewBody(planned)
  },
})

const prepare = endpoint({
  route: 'POST /admin/settlement-runs',
  role: 'OPERATOR',
  summary: 'Prepare a settlement run of all due merchants, or of the named ones; nothing is paid yet',
  guide: GUIDE,
  body: WantedBody,
  example: { merchantCodes: ['SIAM-SHOP'], currencyCode: 'THB' },
  bodyOptional: true,
  answers: { 201: RunSchema },
  problems: ['NOTHING_TO_SETTLE', 'RUN_STATE'],
  async handle(call) {
    const { database, deps } = call.backOffice.gateway
    const wanted = wantedOf(call.body())
    const prepared = await prepareRun({ database, deps }, wanted, call.operator.name, (id) =>
      call.audit({
        action: 'settlement-run.prepare',
        subject: `settlement run ${id}`,
        detail: { ...wanted },
      }),
    )
    if (prepared === 'NOBODY')
      throw refuse(
        adminProblem('NOTHING_TO_SETTLE', 'No period is due for settlement, or no named merchant has terms.'),
      )
    if (prepared === 'RACED')
      throw refuse(adminProblem('RUN_STATE', 'Another run was prepared at the same time. Check it first.'))
    return runOf(call, prepared.id)
  },
  location: ({ id }) => `/admin/settlement-runs/${id}`,
})

type RunCall = Pick<Call<unknown, unknown, unknown>, 'backOffice'>

async function runOf({ backOffice }: RunCall, id: string) {
  const run = await findRun(backOffice.gateway.database, id)
  if (!run) throw notFound('settlement run')
  return runBody(run)
}

const list = endpoint({
  route: 'GET /admin/settlement-runs',
  role: 'VIEWER',
  summary: 'List the settlement runs, newest first',
  guide: GUIDE,
  query: {
    state: Type.Optional(worded(choice(RUN_STATES), 'UNKNOWN_VALUE', `must be ${RUN_STATES.join(', ')}`)),
  },
  pages: 'by key',
  answers: { 200: Type.Object({ data: Type.Array(RunSchema), nextCursor: NextCursor }) },
  async handle(call) {
    const { after, limit } = call.page(BY_KEY)
    const { database } = call.backOffice.gateway
    const runs = await pageOfRuns(database, call.query.state, after?.[0], limit + 1)
    return pageOf(runs, limit, ({ id }) => [id], runBody)
  },
})

const params = { id: Type.String({ description: 'ID of the run.' }) }

const show = endpoint({
  route: 'GET /admin/settlement-runs/:id',
  role: 'VIEWER',
  summary: 'Read a settlement run with its progress',
  guide: GUIDE,
  params,
  answers: { 200: RunSchema },
  problems: ['NOT_FOUND'],
  handle: (call) => runOf(call, call.params.id),
})

const BY_MERCHANT: CursorForm = [/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, /^[A-Z]{3,5}$/]

const items = endpoint({
  route: 'GET /admin/settlement-runs/:id/settlements',
  role: 'VIEWER',
  summary: 'List the result for each merchant in a run: paid, failed, below its minimum, or refused and why',
  guide: GUIDE,
  params,
  query: {
    state: Type.Optional(worded(choice(ITEM_STATES), 'UNKNOWN_VALUE', `must be ${ITEM_STATES.join(', ')}`)),
  },
  pages: 'by key',
  answers: { 200: Type.Object({ data: Type.Array(ItemSchema), nextCursor: NextCursor }) },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { database } = call.backOffice.gateway
    const run = await findRun(database, call.params.id)
    if (!run) throw notFound('settlement run')
    const { after, limit } = call.page(BY_MERCHANT)
    const place = after && {
      merchantId: after[0] as SettlementItem['merchantId'],
      currency: after[1] as SettlementItem['currency'],
    }
    const found = await itemsOfRun(database, run.id, call.query.state, place, limit + 1)
    const shown = await Promise.all(found.map((item) => itemNow(database, item)))
    return pageOf(shown, limit, ({ item }) => [item.merchantId, item.currency], itemBody)
  },
})

async function itemNow(database: Database, item: SettlementItem): Promise<ItemNow> {
  const { merchantId, id } = item
  const payment =
    id === undefined
      ? undefined
      : await findPayment(database, merchantId, 'settlement', id as MerchantOrderId)
  const inFile = payment && (await readPayoutInFile(database, payment))
  return { item, status: payment?.status, bankFile: inFile?.file?.id }
}

const stateProblem = (state: RunState) => adminProblem('RUN_STATE', `The run is ${state}.`)

const start = endpoint({
  route: 'POST /admin/settlement-runs/:id/!start',
  role: 'OPERATOR',
  summary: 'Start a settlement run, or resume a stopped one; it pays out',
  guide: GUIDE,
  params,
  answers: { 200: RunSchema },
  problems: ['NOT_FOUND', 'RUN_STATE'],
  operations: ['settlement.run'],
  async operation(call): Promise<ApprovalRequest> {
    const run = await findRun(call.backOffice.gateway.database, call.params.id)
    if (!run) throw notFound('settlement run')
    if (run.state === 'RUNNING' || run.state === 'DONE') throw refuse(stateProblem(run.state))
    const [only, ...others] = run.totals
    const sums = run.totals.map(({ currency, plannedMinor: amountMinor }) =>
      moneyWords({ currency, amountMinor }),
    )
    return {
      operation: 'settlement.run',
      summary: `Start settlement run ${run.id}: pay up to ${sums.join(', ')}`,
      // With several currencies no limit applies to the sum.
      ...(only &&
        others.length === 0 && { money: { currency: only.currency, amountMinor: only.plannedMinor } }),
      about: revisionOf(run),
    }
  },
  async handle(call) {
    const { database, deps } = call.backOffice.gateway
    const { id } = call.params
    await runOf(call, id)
    const audit = call.audit({ action: 'settlement-run.start', subject: `settlement run ${id}` })
    const operation = { to: 'RUNNING', by: call.operator.name, at: deps.clock.now() } as const
    const moved = await moveRun(database, id, operation, audit, (revision) => call.still(revision))
    if (moved === 'NOT_FOUND') throw notFound('settlement run')
    if (moved !== 'DONE') throw refuse(stateProblem(moved.state))
    return runOf(call, id)
  },
})

const stop = endpoint({
  route: 'POST /admin/settlement-runs/:id/!stop',
  role: 'OPERATOR',
  summary: 'Stop a settlement run; it pays nothing until it is started again',
  guide: GUIDE,
  params,
  body: Type.Object({ note }),
  example: { note: 'the bank is closed today' },
  answers: { 200: RunSchema },
  problems: ['NOT_FOUND', 'RUN_STATE'],
  async handle(call) {
    const { database } = call.backOffice.gateway
    const { id } = call.params
    await runOf(call, id)
    const { note: why } = call.body()
    const audit = call.audit({
      action: 'settlement-run.stop',
      subject: `settlement run ${id}`,
      detail: { note: why },
    })
    const moved = await moveRun(database, id, { to: 'STOPPED', why: `${call.operator.name}: ${why}` }, audit)
    if (moved === 'NOT_FOUND') throw notFound('settlement run')
    if (moved !== 'DONE') throw refuse(stateProblem(moved.state))
    return runOf(call, id)
  },
})

export const SETTLEMENT_RUN_ENDPOINTS = [preview, prepare, list, show, items, start, stop]
