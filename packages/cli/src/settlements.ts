/** `sluice settlements …`: when merchants are paid out, and the runs that do it, for operators. */
import { Argument, Option } from 'commander'
import { asOperator, report } from './client.ts'
import { confirmed, withYes, type YesOption } from './confirm.ts'
import type { SluiceCommand } from './context.ts'
import { addOperations, listed, type OperatorCommand } from './operator-command.ts'
import { at, facts, leaves, listAt, shown, table } from './output.ts'

export function addSettlements(program: SluiceCommand): void {
  const settlements = program.command('settlements').description('settlement terms and runs (operators)')
  addOperations(settlements, COMMANDS)
  addStart(settlements)
}

const WANTED = {
  merchantCodes: new Option('--merchants <code...>', 'these merchants, now; default: all that are due'),
  currencyCode: new Option('--currency <code>', 'only in this currency'),
}
const wanted = ({ merchantCodes, currencyCode }: Readonly<Record<string, unknown>>) => ({
  ...(merchantCodes !== undefined && { merchantCodes }),
  ...(currencyCode !== undefined && { currencyCode }),
})

const PLANNED = [
  ['MERCHANT', 'merchantCode'],
  ['DAY', 'day'],
  ['AVAILABLE', 'available'],
  ['HELD BACK', 'heldBack'],
  ['PLANNED', 'planned'],
  ['TO', (row: unknown) => at(row, 'payee', 'account', 'accountNumber')],
] as const

const COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'list',
    isDefault: true,
    sends: 'GET /admin/settlement-runs',
    does: 'settlement runs, newest first',
    shows: listed([
      ['ID', 'id'],
      ['STATE', 'state'],
      ['PREPARED', 'preparedAt'],
      ['BY', 'preparedBy'],
      ['STARTED BY', 'startedBy'],
      ['FINISHED', 'finishedAt'],
      ['PLANNED', (row) => totals(row, 'planned')],
      ['PAID', (row) => totals(row, 'paid')],
    ]),
  },
  {
    name: 'preview',
    sends: 'POST /admin/settlement-runs/!preview',
    does: 'preview a run: merchants and amounts; nothing is stored',
    options: WANTED,
    body: wanted,
    shows: (body) =>
      [
        listed([...PLANNED, ['ENOUGH', 'isEnough']])(body),
        '',
        `${at(body, 'settlements')} due, ${at(body, 'toBePaid')} of them reach their minimum`,
      ].join('\n'),
  },
  {
    name: 'prepare',
    sends: 'POST /admin/settlement-runs',
    does: 'prepare a run; nothing is paid until it is started',
    options: WANTED,
    body: wanted,
    shows: runText,
  },
  { name: 'show', sends: 'GET /admin/settlement-runs/{id}', takes: { id: 'its id' }, shows: runText },
  {
    name: 'results',
    sends: 'GET /admin/settlement-runs/{id}/settlements',
    does: 'list the result for each merchant of a run',
    takes: { id: "the run's id" },
    shows: listed([
      ...PLANNED,
      ['STATE', 'state'],
      ['SETTLEMENT', 'idSettlement'],
      ['PAID', 'paid'],
      ['STATUS', 'status'],
      ['FILE', 'bankFile'],
      ['WHY', 'detail'],
    ]),
  },
  {
    name: 'stop',
    sends: 'POST /admin/settlement-runs/{id}/!stop',
    does: 'stop a run; nothing is paid until it is started again',
    takes: { id: "the run's id" },
    shows: runText,
  },
  {
    name: 'terms',
    sends: 'GET /admin/merchants/{merchantCode}/settlement-terms',
    does: 'show the settlement terms of a merchant',
    shows: listed([
      ['CURRENCY', 'currencyCode'],
      ['SCHEDULE', 'schedule'],
      ['CUT-OFF', 'cutOff'],
      ['ZONE', 'zone'],
      ['CALENDAR', 'calendar'],
      ['MINIMUM', 'minimum'],
      ['RESERVE', (row) => `${at(row, 'reserve', 'percent')} % of ${at(row, 'reserve', 'days')} days`],
      ['NEXT CUT-OFF', (row) => at(row, 'cutOffs', '0', 'at')],
      ['PAYEE', (row) => at(row, 'payee', 'account', 'accountNumber')],
    ]),
  },
  {
    name: 'set-terms',
    sends: 'PUT /admin/merchants/{merchantCode}/settlement-terms/{currencyCode}',
    does: 'say show the settlement terms of a merchant',
    takes: {
      currencyCode: new Argument('<currency>', 'the currency'),
      file: 'the terms as JSON; - reads standard input',
    },
    shows: (body) => facts(leaves(body)),
  },
  {
    name: 'calendars',
    sends: 'GET /admin/settlement-calendars',
    does: 'list the business-day calendars',
    shows: listed([
      ['CODE', 'code'],
      [
        'CLOSED',
        (row) =>
          listAt(row, 'closedWeekdays')
            .map((day) => WEEKDAYS[Number(day)])
            .join(' '),
      ],
      ['HOLIDAYS', (row) => listAt(row, 'holidays').length],
      ['CHANGED', 'updatedAt'],
    ]),
  },
  {
    name: 'set-calendar',
    sends: 'PUT /admin/settlement-calendars/{code}',
    does: 'set a calendar: closed weekdays and holidays',
    takes: { code: 'its code', file: 'the calendar as JSON; - reads standard input' },
  },
]

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const totals = (run: unknown, which: 'planned' | 'paid'): string =>
  listAt(run, 'totals')
    .map((total) => shown(at(total, which)))
    .join(', ')

const STATES = ['WAITING', 'PAID', 'FAILED', 'BELOW_MINIMUM', 'SETTLED_BEFORE', 'REFUSED'] as const

function runText(body: unknown): string {
  const of = ['id', 'state', 'preparedBy', 'preparedAt', 'startedBy', 'startedAt', 'finishedAt', 'stoppedWhy']
  const rows = listAt(body, 'totals').map((total) => [
    at(total, 'planned'),
    at(total, 'paid'),
    ...STATES.map((state) => at(total, 'counts', state)),
  ])
  const heads = ['PLANNED', 'PAID', ...STATES.map((state) => state.replace('_', ' '))]
  return `${facts(of.map((name) => [name, at(body, name)]))}\n\n${table(heads, rows, 'no merchants')}`
}

/** Starting pays: shows the amount and asks for confirmation. */
function addStart(settlements: SluiceCommand): void {
  withYes(
    settlements.command('start').description('start or resume a run; it pays, so it asks for confirmation'),
  )
    .argument('<id>', "the run's id")
    .sends('POST /admin/settlement-runs/{id}/!start')
    .action(async (id: string, options: YesOption, command: SluiceCommand) => {
      const { context } = command
      const path = `/admin/settlement-runs/${encodeURIComponent(id)}`
      const { body } = await asOperator(context, { method: 'GET', path })
      await confirmed(`pay out up to ${totals(body, 'planned')}`, options, context.terminal)
      report(context, await asOperator(context, { method: 'POST', path: `${path}/!start` }), runText)
    })
}
