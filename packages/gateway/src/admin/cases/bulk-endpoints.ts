/** Operations on many cases, each with a dry run; see `bulk.ts`. */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { type Static, Type } from 'typebox'
import { validationFailed } from '../../http/problems.ts'
import { worded } from '../../http/reading.ts'
import { findCase } from '../../payments/cases.ts'
import { type ApprovalRequest, fingerprintOf } from '../approval-requests.ts'
import { MoneySchema, refuse } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { choice } from '../fields.ts'
import { aboutCase } from './approval-requests.ts'
import { type BulkCall, inBulk, settleInBulk, workInBulk } from './bulk.ts'
import { note, part, reference } from './settle-schemas.ts'
import { WORK } from './work-endpoints.ts'

const MAX_CASES = 200
/** Enough for the cases with their references. */
const LIMIT_BYTES = 256 * 1024

const id = worded(Type.String({ maxLength: 64 }), 'INVALID_FORMAT', "must be a case's id")
const dryRun = Type.Optional(
  Type.Boolean({ description: 'Change nothing, and report what would be done and what would be refused.' }),
)
const listOf = <Item extends ReturnType<typeof Type.Object>>(item: Item) =>
  worded(
    Type.Array(item, { minItems: 1, maxItems: MAX_CASES }),
    'WRONG_TYPE',
    `must be a list of 1 to ${MAX_CASES} cases, each an object with id`,
    { whole: false },
  )

const OneCase = Type.Object({ id })
const CasePart = Type.Object({ id, part })
const CaseReturn = Type.Object({ id, reference, part })

const BulkSchema = Type.Object({
  dryRun: Type.Boolean(),
  done: Type.Integer(),
  already: Type.Integer({ description: 'Already in the requested state: nothing was done.' }),
  refused: Type.Integer(),
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      outcome: choice(['DONE', 'ALREADY', 'REFUSED'], { description: 'In a dry run: what would be done.' }),
      money: Type.Optional(MoneySchema),
      code: Type.Optional(Type.String({ description: 'The reason for the refusal.' })),
      detail: Type.Optional(Type.String()),
    }),
  ),
})

const COMMON = { role: 'OPERATOR', limitBytes: LIMIT_BYTES, answers: { 200: BulkSchema } } as const

/** The same case twice would be two parts of it. @throws ProblemError 400 */
function eachOnce<Item extends Static<typeof OneCase>>(cases: readonly Item[]): readonly Item[] {
  const faults = cases.flatMap(({ id: one }, index) =>
    cases.findIndex((other) => other.id === one) === index
      ? []
      : [{ path: `/cases/${index}/id`, code: 'CONFLICT' as const, message: 'is already in the list' }],
  )
  if (faults.length > 0) throw refuse(validationFailed(faults))
  return cases
}

const setWorkOfMany = endpoint({
  ...COMMON,
  route: 'PATCH /admin/cases',
  summary: 'Assign several cases to an operator, until a time',
  body: Type.Object({ cases: listOf(OneCase), ...WORK, dryRun }),
  example: { cases: [{ id: '019a91f4-7c4e-7d1a-9b1c-0a4f2f6f1c11' }], owner: 'anna' },
  handle(call) {
    const { cases, dryRun: isDry = false, ...work } = call.body()
    return inBulk(eachOnce(cases), isDry, (one) => workInBulk(call, one.id, work, isDry))
  },
})

/**
 * The approval request for an operation on many cases: all that is left of them. With several currencies no limit
 * applies to the sum. Closed or unknown cases are refused one by one.
 */
async function approvalRequestOfMany(
  { backOffice: { gateway } }: Pick<BulkCall, 'backOffice'>,
  operation: ApprovalRequest['operation'],
  words: string,
  {
    cases,
    dryRun: isDry = false,
  }: { readonly cases: readonly Static<typeof OneCase>[]; readonly dryRun?: boolean },
): Promise<ApprovalRequest | undefined> {
  const all = await Promise.all(eachOnce(cases).map((one) => findCase(gateway.database, one.id)))
  const found = all.filter((one) => one !== undefined)
  const [first] = found.flatMap(({ money }) => money ?? [])
  if (isDry || !first) return undefined
  const isOne = found.every(({ money }) => money === undefined || money.currency === first.currency)
  const sum = found.reduce((whole, { leftMinor }) => whole + (leftMinor < 0n ? -leftMinor : leftMinor), 0n)
  const money = isOne ? { currency: first.currency, amountMinor: minor(sum) } : undefined
  const text = money ? moneyWords(money) : 'the rest'
  return {
    operation,
    summary: `${words} ${text} of ${cases.length} cases`,
    money,
    about: fingerprintOf(...all.map((one) => one && aboutCase(one))),
  }
}

const closeMany = endpoint({
  ...COMMON,
  route: 'POST /admin/cases/!close',
  summary: 'Close several cases that hold no money',
  body: Type.Object({ cases: listOf(CasePart), note, dryRun }),
  example: {
    cases: [{ id: '019a91f4-7c4e-7d1a-9b1c-0a4f2f6f1c11' }],
    note: 'the bank withdrew its report',
  },
  handle(call) {
    const { cases, note: why, dryRun: isDry = false } = call.body()
    const settlement = { action: 'close' } as const
    return inBulk(eachOnce(cases), isDry, (one) =>
      settleInBulk(call, { caseKey: one.id, part: one.part, settlement, note: why }, isDry),
    )
  },
})

const writeOffMany = endpoint({
  ...COMMON,
  route: 'POST /admin/cases/!write-off',
  summary: "Write off the rest of several cases as the gateway's gain or loss",
  body: Type.Object({ cases: listOf(CasePart), note, dryRun }),
  example: {
    cases: [{ id: '019a91f4-7c4e-7d1a-9b1c-0a4f2f6f1c11' }],
    note: 'less than the cost of a transfer',
  },
  operations: ['case.write-off'],
  operation: (call) => approvalRequestOfMany(call, 'case.write-off', 'Write off', call.body()),
  async handle(call) {
    const { cases, note: why, dryRun: isDry = false } = call.body()
    const settlement = { action: 'write-off' } as const
    await call.decideFirst()
    return inBulk(eachOnce(cases), isDry, (one) =>
      settleInBulk(call, { caseKey: one.id, part: one.part, settlement, note: why }, isDry),
    )
  },
})

const returnMany = endpoint({
  ...COMMON,
  route: 'POST /admin/cases/!return',
  summary: 'Record that the rest of several cases was returned to its senders',
  body: Type.Object({ cases: listOf(CaseReturn), note: Type.Optional(note), dryRun }),
  example: { cases: [{ id: '019a91f4-7c4e-7d1a-9b1c-0a4f2f6f1c11', reference: 'BR-20261122-17' }] },
  operations: ['case.return'],
  operation: (call) => approvalRequestOfMany(call, 'case.return', 'Record as returned', call.body()),
  async handle(call) {
    const { cases, note: why, dryRun: isDry = false } = call.body()
    await call.decideFirst()
    return inBulk(eachOnce(cases), isDry, (one) => {
      const settlement = { action: 'return', by: 'NOTED', reference: one.reference } as const
      return settleInBulk(call, { caseKey: one.id, part: one.part, settlement, note: why }, isDry)
    })
  },
})

export const BULK_ENDPOINTS = [setWorkOfMany, closeMany, writeOffMany, returnMany]
