/** `sluice reconcile`: compares what a bank reported for an account's day with the books, for operators. */
import { Option } from 'commander'
import type { SluiceCommand } from './context.ts'
import { addOperations, type Column, listed } from './operator-command.ts'
import { at, facts, listAt, shown } from './output.ts'

export function addReconcile(program: SluiceCommand): void {
  addOperations(program, [
    {
      name: 'reconcile',
      sends: 'GET /admin/reconciliations/{account}',
      does: 'reconcile a day of an account: bank against ledger (operators)',
      takes: { account: 'the receiving account' },
      options: {
        day: new Option(
          '--day <day>',
          'in the zone of the account, such as 2026-11-21',
        ).makeOptionMandatory(),
      },
      shows: dayText,
    },
    {
      name: 'reconciliations',
      sends: 'GET /admin/reconciliations',
      does: 'list the days of an account with their differences (operators)',
      takes: { account: 'the receiving account' },
      shows: listed([
        ['DAY', 'day'],
        ['BANK', 'bank'],
        ['BOOKS', 'books'],
        ['DIFFERENCE', 'difference'],
        ['OPEN CASES', 'openCases'],
        ['REMARKS', (row) => listAt(row, 'remarks').map(remarkText).join('; ')],
      ]),
    },
  ])
}

function dayText(body: unknown): string {
  const parts: readonly (readonly [string, string, readonly Column[]])[] = [
    [
      'Difference',
      'lines',
      [
        ['WHY', 'reason'],
        ['AMOUNT', 'money'],
        ['ENTRY', 'entry'],
        ['ABOUT', 'about'],
      ],
    ],
    [
      'Open cases',
      'cases',
      [
        ['CASE', 'id'],
        ['REASON', 'reason'],
        ['ENTRY', 'entry'],
      ],
    ],
    [
      'Entries',
      'entries',
      [
        ['REFERENCE', 'reference'],
        ['AMOUNT', 'money'],
        ['BECAME', 'outcome'],
        ['PAYMENT', 'payment.id'],
        ['POSTED', 'posted.money'],
      ],
    ],
  ]
  const head = facts([
    ['account', at(body, 'account')],
    ['day', at(body, 'day')],
    ['opening balance', at(body, 'openingBalance')],
    ['closing balance', at(body, 'closingBalance')],
    ['bank', at(body, 'bank')],
    ['books', at(body, 'books')],
    ['difference', at(body, 'difference')],
    ...listAt(body, 'remarks').map((remark) => ['statements', remarkText(remark)] as const),
  ])
  const tables = parts.flatMap(([title, list, columns]) =>
    listAt(body, list).length === 0 ? [] : [`${title}\n${listed(columns, '', list)(body)}`],
  )
  const more = at(body, 'hasMoreEntries') === true ? ['For all entries: sluice feed entries.'] : []
  return [head, ...tables, ...more].join('\n\n')
}

function remarkText(remark: unknown): string {
  const said = (name: string) => shown(at(remark, name))
  switch (at(remark, 'type')) {
    case 'NO_STATEMENT':
      return 'no statement with balances'
    case 'GAP':
      return `a gap: after ${said('afterDay')} it closed with ${said('closing')}, and the next opens with ${said('opening')}`
    default:
      return `the balances moved ${said('balances')}, the entries ${said('entries')}`
  }
}
