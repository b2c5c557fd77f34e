/** `sluice search`: the search for operators. */
import type { SluiceCommand } from './context.ts'
import { addOperations } from './operator-command.ts'
import { at, listAt, table } from './output.ts'

export function addSearch(program: SluiceCommand): void {
  addOperations(program, [
    {
      name: 'search',
      sends: 'GET /admin/search',
      does: 'search payments, cases, merchants and bank entries by partial match (operators)',
      takes: { q: "an ID, a reference, an account, a name, a phone; an amount as '500.25 THB'" },
      shows: foundText,
    },
  ])
}

const PAYMENT = ['CREATED', 'MERCHANT', 'KIND', 'ID', 'STATUS', 'AMOUNT', 'FOUND BY']

function foundText(body: unknown): string {
  const payments = listAt(body, 'payments').map((hit) => [
    ...['createdAt', 'merchantCode', 'kind', 'id', 'status', 'money'].map((name) => at(hit, 'payment', name)),
    listAt(hit, 'matched').join(' '),
  ])
  const rows = (list: string, ...names: readonly string[]) =>
    listAt(body, list).map((row) => names.map((name) => at(row, name)))
  /** With the field that matched. */
  const matched = (list: string, ...names: readonly string[]) =>
    listAt(body, list).map((row) => [...names.map((name) => at(row, name)), listAt(row, 'matched').join(' ')])
  const parts: readonly (readonly [string, readonly string[], readonly (readonly unknown[])[]])[] = [
    ['Payments', PAYMENT, payments],
    [
      'Cases',
      ['SINCE', 'ID', 'MERCHANT', 'REASON', 'FOUND BY'],
      matched('cases', 'openedAt', 'id', 'merchantCode', 'reason'),
    ],
    ['Merchants', ['CODE', 'NAME', 'FOUND BY'], matched('merchants', 'merchantCode', 'name')],
    [
      'Bank entries',
      ['BOOKED', 'ACCOUNT', 'REFERENCE', 'WHICH WAY', 'AMOUNT', 'BECAME'],
      rows('bankEntries', 'bookedAt', 'account', 'reference', 'direction', 'money', 'outcome'),
    ],
  ]
  const found = parts.filter(([, , lines]) => lines.length > 0)
  if (found.length === 0) return 'no results'
  const more = at(body, 'hasMore') === true ? ['There are more results. Refine your search.'] : []
  return [...found.map(([title, heads, lines]) => `${title}\n${table(heads, lines, '')}`), ...more].join(
    '\n\n',
  )
}
