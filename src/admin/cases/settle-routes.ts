/**
 * The acts by which operators settle cases. Each is in the audit log before it is done, and in the case with who decided it;
 * where it moves a payment, in that payment's history.
 */
import type { FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { offered } from '../../catalogue/currencies.ts'
import { amountText, type Money } from '../../foundation/money.ts'
import type { Problem } from '../../http/problems.ts'
import { validationFailed } from '../../http/problems.ts'
import { undecidedProblem } from '../../intake/problems.ts'
import { type CaseFile, findCase } from '../../payments/cases.ts'
import { Undecided } from '../../payments/change.ts'
import { wantedOf } from '../../payments/plans.ts'
import { findPayment } from '../../payments/reading.ts'
import { type SettleFault, type Settlement, settleCase } from '../../payments/settling.ts'
import { splitCase } from '../../payments/splitting.ts'
import { operatorOfRequest } from '../authorize.ts'
import {
  type AdminContext,
  auditFirst,
  auditLine,
  described,
  invalid,
  MoneySchema,
  merchantOf,
  notFound,
  objectOf,
  refuse,
} from '../context.ts'
import { adminProblem } from '../problems.ts'
import { type AssignmentRequest, SettleReading } from './settle-request.ts'

type SettleRequest = FastifyRequest<{ Params: { id: string }; Body: unknown }>

const MoneyPart = Type.Optional(
  Type.Object(MoneySchema.properties, { description: 'Left out: all that is left.' }),
)
const Note = Type.Optional(Type.String({ maxLength: 500, description: 'Why; nothing personal.' }))
const Part = Type.Optional(
  Type.Integer({
    description: 'The number of this decision, from 1: another one is refused, so a repetition is safe.',
  }),
)
const Payin = { merchantCode: Type.String(), idPayin: Type.String() }
const AcceptDifference = Type.Optional(
  Type.Boolean({
    description: 'It may be more or less than the payin wants; the gateway bears or keeps the gap.',
  }),
)

interface Act {
  readonly name: string
  readonly summary: string
  readonly body: Readonly<Record<string, TSchema>>
  readonly note: 'mandatory' | 'optional'
  /** @returns undefined where it found faults */
  read(reading: SettleReading): Promise<Settlement | undefined> | Settlement | undefined
}

/** Undefined leaves it out. */
const some = <Value>(money: Value | undefined) => (money === undefined ? {} : { money })

const actsOf = ({ gateway }: AdminContext): readonly Act[] => [
  {
    name: 'assign',
    summary: "Say that a case's money was a payin's: that payin becomes a SUCCESS",
    body: { ...Payin, money: MoneyPart, acceptDifference: AcceptDifference, note: Note },
    note: 'optional',
    read: (reading) => {
      const read = reading.assignment()
      if (!read) return undefined
      const { to, money, acceptDifference } = read
      return { action: 'assign', to, acceptDifference, ...some(money) }
    },
  },
  {
    name: 'credit',
    summary: "Give a case's money to a merchant's balance, without a payment",
    body: { merchantCode: Type.String(), money: MoneyPart, note: Note },
    note: 'mandatory',
    read: async (reading) => {
      const code = reading.merchantCode()
      const money = reading.money()
      if (code === undefined) return undefined
      const { merchantCode: merchantId, isTest } = await merchantOf(gateway, code)
      return { action: 'credit', to: { merchantId, isTest }, ...some(money) }
    },
  },
  {
    name: 'return',
    summary: "Note that a case's money went back to its sender",
    body: { reference: Type.String({ maxLength: 140 }), money: MoneyPart, note: Note },
    note: 'optional',
    read: (reading) => {
      const reference = reading.reference()
      const money = reading.money()
      return reference === undefined ? undefined : { action: 'return', reference, ...some(money) }
    },
  },
  {
    name: 'write-off',
    summary: "Book a case's money as the gateway's gain, or missing money as its loss",
    body: { money: MoneyPart, note: Note },
    note: 'mandatory',
    read: (reading) => ({ action: 'write-off', ...some(reading.money()) }),
  },
  {
    name: 'close',
    summary: 'Close a case that has no money',
    body: { note: Note },
    note: 'mandatory',
    read: () => ({ action: 'close' }),
  },
]

type Described<Schema> = { readonly schema: Schema; readonly bodyOf: (found: CaseFile) => object }

export function registerSettling<Schema extends TSchema>(
  context: AdminContext,
  schema: Schema,
  bodyOf: (found: CaseFile) => object,
): void {
  const as = { schema, bodyOf }
  for (const act of actsOf(context)) registerAct(context, act, as)
  registerSplit(context, as)
}

const factsOf = (summary: string, body: Act['body'], schema: TSchema) =>
  ({
    role: 'OPERATOR',
    summary,
    params: { id: Type.String({ description: "The case's id." }) },
    body: Type.Object({ ...body }),
    answers: { 200: schema },
    problems: ['NOT_FOUND', 'CASE_SETTLED', 'AMOUNT_DIFFERS', 'INVALID_STATE', 'INSUFFICIENT_BALANCE'],
  }) as const

function registerAct<Schema extends TSchema>(
  context: AdminContext,
  act: Act,
  { schema, bodyOf }: Described<Schema>,
): void {
  const { app, gateway } = context
  app.post<{ Params: { id: string }; Body: unknown; Reply: unknown }>(
    `/admin/cases/:id/!${act.name}`,
    described(context, factsOf(act.summary, { ...act.body, part: Part }, schema)),
    async (request) => {
      const reading = new SettleReading(objectOf(request.body), request.impreciseNumbers)
      const settlement = await act.read(reading)
      const note = reading.note(act.note)
      const part = reading.part()
      if (reading.faults.length > 0 || !settlement) throw refuse(validationFailed(reading.faults))
      await audited(context, request, act.name)
      const by = { caseKey: request.params.id, operator: operatorOfRequest(request).name, note }
      const settled = await known(settleCase(gateway, { ...by, part, settlement }))
      if (!settled.ok) {
        if (settled.failure === 'AMOUNT_DIFFERS' && settlement.action === 'assign')
          throw refuse(amountDiffers(await amountsOf(gateway, by.caseKey, settlement)))
        throw refuse(problemOf(settled.failure))
      }
      return bodyOf(settled.value)
    },
  )
}

function registerSplit<Schema extends TSchema>(
  context: AdminContext,
  { schema, bodyOf }: Described<Schema>,
): void {
  const { app, gateway } = context
  const part = Type.Object({ ...Payin, money: MoneySchema, acceptDifference: AcceptDifference })
  app.post<{ Params: { id: string }; Body: unknown; Reply: unknown }>(
    '/admin/cases/:id/!split',
    described(
      context,
      factsOf("Say that a case's money was several payins'", { parts: Type.Array(part), note: Note }, schema),
    ),
    async (request) => {
      const reading = new SettleReading(objectOf(request.body), request.impreciseNumbers)
      const parts = reading.parts()
      const note = reading.note('optional')
      if (reading.faults.length > 0) throw refuse(validationFailed(reading.faults))
      await audited(context, request, 'split')
      const by = { caseKey: request.params.id, operator: operatorOfRequest(request).name, note }
      const split = await known(splitCase(gateway, { ...by, parts }))
      if (split.ok) return bodyOf(split.value)
      const { fault, part: index, settled } = split.failure
      const where = index === undefined ? '' : `Part ${index + 1}, after ${settled} that are settled: `
      const assignment = index === undefined ? undefined : parts[index]
      if (fault === 'AMOUNT_DIFFERS' && assignment)
        throw refuse(amountDiffers(await amountsOf(gateway, by.caseKey, assignment), where))
      throw refuse(problemOf(fault, where))
    },
  )
}

const IN_AUDIT: ReadonlySet<string> = new Set([
  'merchantCode',
  'idPayin',
  'money',
  'acceptDifference',
  'reference',
  'note',
  'parts',
  'part',
])

async function audited({ gateway }: AdminContext, request: SettleRequest, act: string): Promise<void> {
  const { id } = request.params
  // A stranger's text has no place in the log.
  const subject = `case ${/^[0-9a-f-]{36}$/.test(id) ? id : ''}`
  const detail = Object.fromEntries(
    Object.entries(objectOf(request.body)).filter(([name]) => IN_AUDIT.has(name)),
  )
  await auditFirst(gateway, auditLine(gateway, request, { action: `case.${act}`, subject, detail }))
}

/** Where the journal cannot say: the operator looks at the case. */
async function known<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Undecided) throw refuse(undecidedProblem(error.outcome))
    throw error
  }
}

interface Amounts {
  readonly given?: Money | undefined
  readonly wanted?: Money
}

/** What was to be given to the payin, and what it wants. */
async function amountsOf(
  { database }: AdminContext['gateway'],
  caseKey: string,
  { to, money }: Pick<AssignmentRequest, 'to' | 'money'> | Extract<Settlement, { action: 'assign' }>,
): Promise<Amounts> {
  const [found, payment] = await Promise.all([
    findCase(database, caseKey),
    findPayment(database, to.merchantId, 'payin', to.id),
  ])
  const left = found?.money && { currency: found.money.currency, amountMinor: found.leftMinor }
  return { given: money ?? left, ...(payment && { wanted: wantedOf(payment) }) }
}

function amountDiffers({ given, wanted }: Amounts, where = ''): Problem {
  const text = ({ currency, amountMinor }: Money) =>
    `${amountText(amountMinor, offered(currency).ledgerDigits)} ${currency}`
  const both =
    given && wanted
      ? `The payin wants ${text(wanted)}, and this is ${text(given)}`
      : 'The payin wants another amount'
  return adminProblem(
    'AMOUNT_DIFFERS',
    `${where}${both}: name the part of the money that belongs to it (money, --amount), or say that the gateway bears the gap (acceptDifference, --accept-difference).`,
  )
}

function problemOf(fault: SettleFault, where = ''): Problem {
  switch (fault) {
    case 'NOT_FOUND':
      return notFound('case').problem
    case 'CLOSED':
      return adminProblem('CASE_SETTLED', `${where}This case is closed: nothing of it is left.`)
    case 'RACED':
      return adminProblem('CASE_SETTLED', `${where}Somebody else has just decided about it: read it again.`)
    case 'AMOUNT':
      return invalid(
        '/money',
        'OUT_OF_RANGE',
        `${where}must be of the case's currency, and not more than is left`,
      ).problem
    case 'NO_MONEY':
      return adminProblem('INVALID_STATE', `${where}This case has no money: close it.`)
    case 'HAS_MONEY':
      return adminProblem(
        'INVALID_STATE',
        `${where}This case has money: assign, credit, return or write it off.`,
      )
    case 'NO_PAYMENT':
      return adminProblem('NOT_FOUND', `${where}there is no such payin`)
    case 'INVALID_STATE':
      return adminProblem(
        'INVALID_STATE',
        `${where}The payin cannot become a SUCCESS any more: give the money back, or credit it.`,
      )
    case 'STILL_RESERVED':
      return adminProblem(
        'INVALID_STATE',
        `${where}The payout is not over: its merchant's reserve still holds this money. Wait for its end; after SUCCESS it can be credited, after REFUSED or FAILED the merchant has it back by itself.`,
      )
    case 'GIVEN_BACK':
      return adminProblem(
        'INVALID_STATE',
        `${where}The payout was given up, and its merchant has the money back already: credited, it would have it twice. Use return, under the reference of the transfer that had gone out; if the merchant was debited for it meanwhile, credit its balance besides.`,
      )
    case 'AMOUNT_DIFFERS':
      return amountDiffers({}, where)
    case 'TEST_AND_LIVE':
      return adminProblem(
        'INVALID_STATE',
        `${where}Money of tests is not for live merchants, nor the other way round.`,
      )
    case 'SHORT':
      return adminProblem('INSUFFICIENT_BALANCE', `${where}The merchant has not as much available.`)
  }
}
