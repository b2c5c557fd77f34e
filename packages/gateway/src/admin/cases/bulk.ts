/**
 * One operation on many cases: each is done, was done before, or is refused for its own reason, independently of the
 * others.
 *
 * Promises: `dryRun` changes nothing and answers what would change. Repeating changes nothing: a case that was decided
 * in the same way is `ALREADY`, so if the answer was lost, send the same again. Each operation writes its own audit
 * line.
 */
import type { Money } from '@sluice/core/foundation/money.ts'
import type { Result } from '@sluice/core/foundation/result.ts'
import { fail, succeed } from '@sluice/core/foundation/result.ts'
import type { Gateway } from '../../api/gateway.ts'
import { undecidedProblem } from '../../api/problems.ts'
import { moneyBody } from '../../api/views.ts'
import type { Problem } from '../../http/problems.ts'
import { auditCall } from '../../identity/operators/audit.ts'
import { decisionOf, type SettleCall } from '../../payments/case-decision.ts'
import { type CaseWork, setCaseWork } from '../../payments/case-work.ts'
import { type CaseFile, findCase } from '../../payments/cases.ts'
import { Undecided } from '../../payments/change.ts'
import { settleCase } from '../../payments/settling.ts'
import type { AuditEntry, Call } from '../endpoint.ts'
import { caseSubject } from './settle-endpoints.ts'
import { problemOf } from './settle-problems.ts'
import { workDetail, workProblem } from './work-endpoints.ts'

/** Cases that the journal may commit together, few enough that one request never fills its queue. */
const AT_ONCE = 20

export type BulkCall = Pick<
  Call<unknown, unknown, unknown>,
  'backOffice' | 'operator' | 'tried' | 'audit' | 'decideFirst'
>

type Outcome =
  | { readonly outcome: 'DONE'; readonly money?: Money }
  | { readonly outcome: 'ALREADY' }
  | { readonly outcome: 'REFUSED'; readonly problem: Problem }

export interface BulkResult {
  readonly id: string
  readonly outcome: Outcome['outcome']
  readonly money?: ReturnType<typeof moneyBody>
  readonly code?: string
  readonly detail?: string
}

export interface BulkAnswer {
  readonly dryRun: boolean
  readonly done: number
  readonly already: number
  readonly refused: number
  readonly data: readonly BulkResult[]
}

export async function inBulk<Item extends { readonly id: string }>(
  items: readonly Item[],
  dryRun: boolean,
  operation: (item: Item) => Promise<Outcome>,
): Promise<BulkAnswer> {
  const data: BulkResult[] = []
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const some = items.slice(from, from + AT_ONCE)
    data.push(...(await Promise.all(some.map(async (item) => resultOf(item.id, await operation(item))))))
  }
  const count = (which: Outcome['outcome']) => data.filter(({ outcome }) => outcome === which).length
  return { dryRun, done: count('DONE'), already: count('ALREADY'), refused: count('REFUSED'), data }
}

function resultOf(id: string, result: Outcome): BulkResult {
  switch (result.outcome) {
    case 'DONE':
      return { id, outcome: 'DONE', ...(result.money && { money: moneyBody(result.money) }) }
    case 'ALREADY':
      return { id, outcome: 'ALREADY' }
    case 'REFUSED': {
      const { code, detail, errors } = result.problem
      return { id, outcome: 'REFUSED', code, detail: errors?.[0]?.message ?? detail }
    }
  }
}

const refused = (problem: Problem): Outcome => ({ outcome: 'REFUSED', problem })

export async function workInBulk(
  call: BulkCall,
  id: string,
  work: CaseWork,
  dryRun: boolean,
): Promise<Outcome> {
  const audit = call.audit({ action: 'case.work', subject: caseSubject(id), detail: workDetail(work) })
  const set = await setCaseWork(call.backOffice.gateway.database, id, work, dryRun ? undefined : audit)
  if (!set.ok) return refused(workProblem(set.failure))
  return { outcome: set.value === 'CHANGED' ? 'DONE' : 'ALREADY' }
}

/** All that is left of the case's money, in one part. */
export async function settleInBulk(
  call: BulkCall,
  requested: Omit<SettleCall, 'operator'>,
  dryRun: boolean,
): Promise<Outcome> {
  const { gateway } = call.backOffice
  const by: SettleCall = { ...requested, operator: call.operator.name }
  const found = await findCase(gateway.database, requested.caseKey)
  if (!found) return refused(problemOf('NOT_FOUND'))
  const decision = decisionOf(found, by)
  if (!decision.ok)
    return wasSettledSo(found, by) ? { outcome: 'ALREADY' } : refused(problemOf(decision.failure))
  const { money } = decision.value
  if (!dryRun) {
    const settled = await settledOrProblem(gateway, {
      ...by,
      alongside: [auditCall(call.tried(actionOf(by)))],
    })
    if (!settled.ok) return refused(settled.failure)
  }
  return { outcome: 'DONE', ...(money && { money }) }
}

function actionOf({ caseKey, settlement, note, part }: SettleCall): AuditEntry {
  const reference = notedAs(settlement)
  const detail = {
    ...(reference !== undefined && { reference }),
    ...(note !== undefined && { note }),
    ...(part !== undefined && { part }),
  }
  return {
    action: `case.${settlement.action}`,
    subject: caseSubject(caseKey),
    detail: { ...detail, bulk: true },
  }
}

async function settledOrProblem(gateway: Gateway, by: SettleCall): Promise<Result<CaseFile, Problem>> {
  try {
    const settled = await settleCase(gateway, by)
    return settled.ok ? succeed(settled.value) : fail(problemOf(settled.failure))
  } catch (error) {
    if (error instanceof Undecided) return fail(undecidedProblem(error.outcome))
    throw error
  }
}

/** The bank's reference of a return that an operator has sent. */
const notedAs = (settlement: SettleCall['settlement']): string | undefined =>
  settlement.action === 'return' && settlement.by === 'NOTED' ? settlement.reference : undefined

/** Whether its last decision, or the one with that number, is the same as requested. */
function wasSettledSo({ decisions }: CaseFile, { settlement, note, part }: SettleCall): boolean {
  const before = part === undefined ? decisions.at(-1) : decisions.find((each) => each.part === part)
  if (before === undefined || before.action !== settlement.action) return false
  return before.detail.note === note && before.detail.reference === notedAs(settlement)
}
