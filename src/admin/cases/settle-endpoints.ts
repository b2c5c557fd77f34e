/**
 * The acts by which operators settle cases. Each is in the audit log before it is done, and in the case with who decided it;
 * where it moves a payment, in that payment's history.
 */
import { Type } from 'typebox'
import { offered } from '../../catalogue/currencies.ts'
import { amountText, type Money } from '../../foundation/money.ts'
import type { Problem } from '../../http/problems.ts'
import type { Gateway } from '../../intake/gateway.ts'
import { undecidedProblem } from '../../intake/problems.ts'
import { moneyText } from '../../intake/requests.ts'
import { type CaseFile, findCase, isCaseKey } from '../../payments/cases.ts'
import { Undecided } from '../../payments/change.ts'
import { wantedOf } from '../../payments/plans.ts'
import { findPayment } from '../../payments/reading.ts'
import { type SettleFault, type Settlement, settleCase } from '../../payments/settling.ts'
import { splitCase } from '../../payments/splitting.ts'
import { fingerprintOf, type Stake } from '../asking.ts'
import { invalid, merchantOf, notFound, refuse } from '../context.ts'
import { type Call, endpoint } from '../endpoint.ts'
import { adminProblem } from '../problems.ts'
import {
  ASSIGNMENT,
  assignmentOf,
  merchantCode,
  money,
  note,
  part,
  parts,
  reference,
} from './settle-schemas.ts'
import { CaseSchema, caseBody } from './views.ts'

const optionalNote = { note: Type.Optional(note) }

/** What settling in any way has in common. */
const SETTLING = {
  role: 'OPERATOR',
  params: { id: Type.String({ description: "The case's id." }) },
  answers: { 200: CaseSchema },
  problems: ['NOT_FOUND', 'CASE_SETTLED', 'AMOUNT_DIFFERS', 'INVALID_STATE', 'INSUFFICIENT_BALANCE'],
} as const

type SettlingCall = Pick<
  Call<{ readonly id: string }, unknown, unknown>,
  'office' | 'operator' | 'params' | 'sent' | 'note' | 'alongside' | 'askedAbout' | 'still'
>

interface Said {
  readonly note?: string
  readonly part?: number
}

async function settle(call: SettlingCall, settlement: Settlement, { note: why, part: number }: Said) {
  const { gateway } = call.office
  await audited(call, settlement.action)
  const by = { ...decidedBy(call), note: why }
  const settled = await known(settleCase(gateway, { ...by, part: number, settlement }))
  if (settled.ok) return caseBody(settled.value, gateway.deps.clock.now())
  if (settled.failure === 'AMOUNT_DIFFERS' && settlement.action === 'assign')
    throw refuse(amountDiffers(await amountsOf(gateway, by.caseKey, settlement)))
  throw refuse(problemOf(settled.failure))
}

/** Undefined leaves it out. */
const some = (given: Money | undefined) => (given === undefined ? {} : { money: given })

/** Who decides, and with what in the commit. What was approved is a decision about the case as it was then. */
const decidedBy = (call: SettlingCall) => ({
  caseKey: call.params.id,
  operator: call.operator.name,
  look: (found: CaseFile) => call.still(aboutCase(found)),
  alongside: call.alongside(),
})

/** As it is: what nobody has decided about since. */
export const aboutCase = ({ key, decisions, leftMinor, closedAt }: CaseFile): string =>
  fingerprintOf(key, decisions.length, leftMinor, closedAt)

/**
 * What an act on a case puts at stake: this money, or all that is left of it.
 * @throws ProblemError 404
 */
async function stakeOf(
  { office, params }: Pick<SettlingCall, 'office' | 'params'>,
  act: Stake['act'],
  words: string,
  of: { readonly money?: Money | undefined; readonly note?: string | undefined },
): Promise<Stake | undefined> {
  const found = await findCase(office.gateway.database, params.id)
  if (!found) throw notFound('case')
  // Nothing of it is left for ever, or there is no money in it: it is refused.
  if (found.closedAt !== undefined || !found.money) return undefined
  const money = of.money ?? { currency: found.money.currency, amountMinor: found.leftMinor }
  const { amount, currencyCode } = moneyText(money)
  const why = of.note === undefined ? '' : `: ${of.note}`
  const summary = `${words} ${amount} ${currencyCode} of case ${found.key}${why}`
  return { act, summary, money, about: aboutCase(found) }
}

const assign = endpoint({
  ...SETTLING,
  // The gap is written off.
  async act(call) {
    const { acceptDifference = false, ...body } = call.body()
    if (!acceptDifference) return undefined
    const { merchantCode: merchantId, idPayin } = body
    const words = `Give payin ${merchantId}/${idPayin}, whatever it wants,`
    const stake = await stakeOf(call, 'case.write-off', words, body)
    return stake && { ...stake, money: undefined }
  },
  route: 'POST /admin/cases/:id/!assign',
  summary: "Say that a case's money was a payin's: that payin becomes a SUCCESS",
  body: Type.Object({ ...ASSIGNMENT, ...optionalNote, part }),
  handle(call) {
    const body = call.body()
    const { to, acceptDifference } = assignmentOf({ ...body, money: undefined })
    return settle(call, { action: 'assign', to, acceptDifference, ...some(body.money) }, body)
  },
})

const credit = endpoint({
  ...SETTLING,
  route: 'POST /admin/cases/:id/!credit',
  summary: "Give a case's money to a merchant's balance, without a payment",
  body: Type.Object({ merchantCode, money, note, part }),
  act(call) {
    const body = call.body()
    return stakeOf(call, 'case.credit', `Give ${body.merchantCode}`, body)
  },
  async handle(call) {
    const body = call.body()
    const profile = await merchantOf(call.office.gateway, body.merchantCode)
    const to = { merchantId: profile.merchantCode, isTest: profile.isTest }
    return settle(call, { action: 'credit', to, ...some(body.money) }, body)
  },
})

const giveBack = endpoint({
  ...SETTLING,
  route: 'POST /admin/cases/:id/!return',
  summary: "Note that a case's money went back to its sender",
  body: Type.Object({ reference, money, ...optionalNote, part }),
  act: (call) => stakeOf(call, 'case.return', 'Note as sent back', call.body()),
  handle(call) {
    const body = call.body()
    return settle(call, { action: 'return', reference: body.reference, ...some(body.money) }, body)
  },
})

const writeOff = endpoint({
  ...SETTLING,
  route: 'POST /admin/cases/:id/!write-off',
  summary: "Book a case's money as the gateway's gain, or missing money as its loss",
  body: Type.Object({ money, note, part }),
  act: (call) => stakeOf(call, 'case.write-off', 'Write off', call.body()),
  handle(call) {
    const body = call.body()
    return settle(call, { action: 'write-off', ...some(body.money) }, body)
  },
})

const close = endpoint({
  ...SETTLING,
  route: 'POST /admin/cases/:id/!close',
  summary: 'Close a case that has no money',
  body: Type.Object({ note, part }),
  handle: (call) => settle(call, { action: 'close' }, call.body()),
})

const split = endpoint({
  ...SETTLING,
  route: 'POST /admin/cases/:id/!split',
  summary: "Say that a case's money was several payins'",
  body: Type.Object({ parts, ...optionalNote }),
  async act(call) {
    const { parts: all, note: why } = call.body()
    if (!all.some(({ acceptDifference }) => acceptDifference)) return undefined
    const words = `Split among ${all.length} payins, whatever they want,`
    const stake = await stakeOf(call, 'case.write-off', words, { note: why })
    return stake && { ...stake, money: undefined }
  },
  async handle(call) {
    const { gateway } = call.office
    const body = call.body()
    const assignments = body.parts.map(assignmentOf)
    await audited(call, 'split')
    const by = { ...decidedBy(call), note: body.note }
    const done = await known(splitCase(gateway, { ...by, parts: assignments }))
    if (done.ok) return caseBody(done.value, gateway.deps.clock.now())
    const { fault, part: index, settled } = done.failure
    const where = index === undefined ? '' : `Part ${index + 1}, after ${settled} that are settled: `
    const assignment = index === undefined ? undefined : assignments[index]
    if (fault === 'AMOUNT_DIFFERS' && assignment)
      throw refuse(amountDiffers(await amountsOf(gateway, by.caseKey, assignment), where))
    throw refuse(problemOf(fault, where))
  },
})

export const SETTLE_ENDPOINTS = [assign, split, credit, giveBack, writeOff, close]

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

/** A stranger's text has no place in the log. */
export const caseSubject = (id: string): string => `case ${isCaseKey(id) ? id : ''}`

async function audited({ params: { id }, sent, note: keep }: SettlingCall, act: string): Promise<void> {
  const subject = caseSubject(id)
  const detail = Object.fromEntries(Object.entries(sent).filter(([name]) => IN_AUDIT.has(name)))
  await keep({ action: `case.${act}`, subject, detail })
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
  { database }: Gateway,
  caseKey: string,
  { to, money }: Omit<Extract<Settlement, { action: 'assign' }>, 'action'>,
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

export function problemOf(fault: SettleFault, where = ''): Problem {
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
