/** `sluice cases …`: money and reports that no rule settles, listed, read and decided, for operators. */
import { Option } from 'commander'
import { caseText } from './case-text.ts'
import { addBulk } from './cases-bulk.ts'
import { asOperator, report } from './client.ts'
import { confirmed, withYes, type YesOption } from './confirm.ts'
import type { SluiceCommand } from './context.ts'
import { CliFailure } from './failure.ts'
import { addOperations, listed, type OperatorCommand } from './operator-command.ts'
import { at, listAt, shown } from './output.ts'
import { amountOf } from './request.ts'

const pathOf = (id: string): string => `/admin/cases/${encodeURIComponent(id)}`
const PAYIN = ['<payin>', "a merchant's payin: MERCHANT/ID"] as const

export function addCases(program: SluiceCommand): void {
  const cases = program
    .command('cases')
    .description('cases: money and status updates that need a manual decision (operators)')
  addOperations(cases, READING_AND_WORK)
  addAssign(cases)
  addSplit(cases)
  addCredit(cases)
  addOthers(cases)
  addBulk(cases)
}

const SHOWN_CANDIDATES = 2

/** The payment that a case is about, or its candidates. */
function aboutOf(row: unknown): string {
  const nameOf = (merchantCode: unknown, payment: unknown) =>
    `${merchantCode}/${at(payment, 'kind')}/${at(payment, 'id')}`
  const payment = at(row, 'payment')
  if (payment !== undefined) return nameOf(at(row, 'merchantCode'), payment)
  const candidates = listAt(row, 'detail', 'candidates')
  const names = candidates
    .slice(0, SHOWN_CANDIDATES)
    .map((candidate) => nameOf(at(candidate, 'merchantCode'), candidate))
  const more = candidates.length - names.length
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(' or ')
}

const READING_AND_WORK: readonly OperatorCommand[] = [
  {
    name: 'list',
    isDefault: true,
    sends: 'GET /admin/cases',
    does: 'list cases, newest first; --sort DUE sorts by due date',
    options: {
      merchantCode: new Option('--merchant <code>', 'of one merchant; ~gateway: without a merchant'),
      open: new Option('--open', 'only those that are still open'),
      reason: new Option('--reason <code>', 'of one reason, such as SECOND_PAYMENT'),
      owner: new Option('--owner <name>', 'assigned to this operator'),
      unowned: new Option('--unowned', 'unassigned'),
      overdue: new Option('--overdue', 'open and overdue'),
      olderThanHours: new Option('--older-than-hours <number>', 'opened more than this many hours ago'),
    },
    shows: listed([
      ['ID', 'id'],
      ['SINCE', 'openedAt'],
      ['MERCHANT', 'merchantCode'],
      ['REASON', 'reason'],
      ['LEFT', 'left'],
      ['OWNER', 'owner'],
      ['DUE', (row) => (at(row, 'overdue') === true ? `${at(row, 'dueAt')} !` : at(row, 'dueAt'))],
      ['CLOSED', 'closedAt'],
      ['ABOUT', aboutOf],
      ['BANK ENTRY', entryOf],
    ]),
  },
  {
    name: 'show',
    sends: 'GET /admin/cases/{id}',
    does: 'show a case: the money, possible payments, ways to settle it, and decisions',
    takes: { id: 'its id' },
    shows: caseText,
  },
  {
    name: 'work',
    sends: 'PATCH /admin/cases/{id}',
    does: 'assign a case and set its due date',
    takes: { id: 'its id' },
    options: {
      owner: new Option('--owner <name>', "an operator; '' to unassign"),
      dueAt: new Option('--due <time>', "the due date, such as 2026-01-31T12:00:00Z; '' for none"),
    },
    body: ({ owner, dueAt }) => ({
      ...(owner !== undefined && { owner: owner === '' ? null : owner }),
      ...(dueAt !== undefined && { dueAt: dueAt === '' ? null : dueAt }),
    }),
    shows: caseText,
  },
  {
    name: 'note',
    sends: 'POST /admin/cases/{id}/!note',
    takes: { id: 'its id' },
    options: { note: new Option('--note <text>', 'the note; no personal data') },
    body: ({ note }) => ({ note }),
    shows: listed(
      [
        ['AT', 'at'],
        ['BY', 'operator'],
        ['NOTE', 'note'],
      ],
      'none',
      'notes',
    ),
  },
]

function entryOf(row: unknown): string {
  return [at(row, 'detail', 'entry', 'account'), at(row, 'detail', 'entry', 'reference')]
    .filter((part) => part !== undefined)
    .join(' ')
}

interface SettleOptions {
  readonly note?: string
  /** As it was typed. */
  readonly part?: unknown
  /** As it was typed. */
  readonly amount?: unknown
  readonly acceptDifference?: boolean
}

async function settle(command: SluiceCommand, id: string, operation: string, body: object): Promise<void> {
  const { context } = command
  const answer = await asOperator(context, { method: 'POST', path: `${pathOf(id)}/!${operation}`, body })
  report(context, answer, caseText)
}

/** A part has the currency of the case, so the case is read first. */
async function moneyOf(command: SluiceCommand, id: string, amount: unknown): Promise<object> {
  if (amount === undefined) return {}
  return { money: { amount, currencyCode: await currencyOf(command, id) } }
}

async function currencyOf(command: SluiceCommand, id: string): Promise<unknown> {
  const { body } = await asOperator(command.context, { method: 'GET', path: pathOf(id) })
  return at(body, 'money', 'currencyCode')
}

function payinOf(text: string): { readonly merchantCode: string; readonly idPayin: string } {
  const slash = text.indexOf('/')
  if (slash < 1 || slash === text.length - 1)
    throw new CliFailure('usage', 'a payin is MERCHANT/ID, such as SHOP/order-1')
  return { merchantCode: text.slice(0, slash), idPayin: text.slice(slash + 1) }
}

const noted = ({ note, part }: SettleOptions) => ({
  ...(part !== undefined && { part }),
  ...(note !== undefined && { note }),
})

const withPart = (command: SluiceCommand): SluiceCommand =>
  command.option(
    '--part <number>',
    'the number of this decision in the case, from 1; makes a repeat safe',
    amountOf,
  )

const withNote = (command: SluiceCommand): SluiceCommand =>
  command.option('--note <text>', 'the reason; saved in the audit log')
const withAmount = (command: SluiceCommand): SluiceCommand =>
  command.option('--amount <number>', 'a part of the money; default: the whole rest', amountOf)

function addAssign(cases: SluiceCommand): void {
  withNote(
    withAmount(
      withPart(cases.command('assign').description('assign the money to a payin, which becomes a SUCCESS')),
    ),
  )
    .argument('<id>', "the case's id")
    .argument(...PAYIN)
    .option('--accept-difference', 'accept a different amount')
    .sends('POST /admin/cases/{id}/!assign')
    .action(async (id: string, payin: string, options: SettleOptions, command: SluiceCommand) => {
      await settle(command, id, 'assign', {
        ...payinOf(payin),
        ...(await moneyOf(command, id, options.amount)),
        ...(options.acceptDifference && { acceptDifference: true }),
        ...noted(options),
      })
    })
}

function addSplit(cases: SluiceCommand): void {
  withNote(cases.command('split').description('split the money between several payins'))
    .argument('<id>', "the case's id")
    .argument('<part...>', 'payins with their parts: MERCHANT/ID=AMOUNT')
    .option('--accept-difference', 'accept different amounts')
    .sends('POST /admin/cases/{id}/!split')
    .action(async (id: string, parts: readonly string[], options: SettleOptions, command: SluiceCommand) => {
      const currencyCode = await currencyOf(command, id)
      await settle(command, id, 'split', {
        parts: parts.map((part) => {
          const equals = part.lastIndexOf('=')
          if (equals < 0)
            throw new CliFailure('usage', 'a part is MERCHANT/ID=AMOUNT, such as SHOP/order-1=100')
          return {
            ...payinOf(part.slice(0, equals)),
            money: { amount: amountOf(part.slice(equals + 1)), currencyCode },
            ...(options.acceptDifference && { acceptDifference: true }),
          }
        }),
        ...noted(options),
      })
    })
}

function addCredit(cases: SluiceCommand): void {
  withNote(
    withAmount(
      withPart(cases.command('credit').description('credit the money to a merchant, without a payment')),
    ),
  )
    .argument('<id>', "the case's id")
    .argument('<merchant>', 'its code')
    .sends('POST /admin/cases/{id}/!credit')
    .action(async (id: string, merchantCode: string, options: SettleOptions, command: SluiceCommand) => {
      const money = await moneyOf(command, id, options.amount)
      await settle(command, id, 'credit', { merchantCode, ...money, ...noted(options) })
    })
}

function addOthers(cases: SluiceCommand): void {
  withNote(
    withAmount(
      withPart(
        cases.command('return').description('refund the money to its sender (--send), or record a refund'),
      ),
    ),
  )
    .argument('<id>', "the case's id")
    .argument('[reference]', 'the bank reference of the transfer that you made')
    .option('--send', "send the refund through the processor, or in a bank file to the sender's account")
    .sends('POST /admin/cases/{id}/!return')
    .action(
      async (
        id: string,
        reference: string | undefined,
        options: SettleOptions & { readonly send?: boolean },
        command: SluiceCommand,
      ) => {
        if ((reference === undefined) !== (options.send === true))
          throw new CliFailure('usage', 'give the bank reference of your transfer, or use --send')
        const money = await moneyOf(command, id, options.amount)
        const how = reference === undefined ? { by: 'PROCESSOR' } : { reference }
        await settle(command, id, 'return', { ...how, ...money, ...noted(options) })
      },
    )
  withYes(
    withNote(
      withAmount(
        withPart(
          cases
            .command('write-off')
            .description("write off the money as the gateway's gain or loss; asks for confirmation"),
        ),
      ),
    ),
  )
    .argument('<id>', "the case's id")
    .sends('POST /admin/cases/{id}/!write-off')
    .action(async (id: string, options: SettleOptions & YesOption, command: SluiceCommand) => {
      const { body } = await asOperator(command.context, { method: 'GET', path: pathOf(id) })
      const currencyCode = at(body, 'money', 'currencyCode')
      const money = options.amount === undefined ? undefined : { amount: options.amount, currencyCode }
      // Decides only what was shown, even if somebody else decides a part meanwhile.
      const part = options.part ?? listAt(body, 'decisions').length + 1
      const side = Number(at(body, 'left', 'amount')) < 0 ? 'loss' : 'gain'
      await confirmed(
        `book ${shown(money ?? at(body, 'left'))} of case ${shown(id)} as the gateway's ${side}`,
        options,
        command.context.terminal,
      )
      await settle(command, id, 'write-off', { ...(money && { money }), ...noted({ ...options, part }) })
    })
  withNote(cases.command('close').description('close a case without money'))
    .argument('<id>', "the case's id")
    .option('--right <first|later>', 'which status update is right, if a processor contradicts itself')
    .sends('POST /admin/cases/{id}/!close')
    .action(
      async (id: string, options: SettleOptions & { readonly right?: string }, command: SluiceCommand) =>
        settle(command, id, 'close', {
          ...noted(options),
          ...(options.right !== undefined && { right: options.right.toUpperCase() }),
        }),
    )
}
