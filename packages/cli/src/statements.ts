/** `sluice statements …`: merchants' statements, issued and written to files, for operators. */
import { Option } from 'commander'
import type { SluiceCommand } from './context.ts'
import { addDocument } from './document-command.ts'
import { addOperations, listed, OF_MERCHANT } from './operator-command.ts'
import { upperCase } from './request.ts'

export function addStatements(program: SluiceCommand): void {
  const statements = program.command('statements').description('account statements of merchants (operators)')
  addOperations(statements, [
    {
      name: 'list',
      isDefault: true,
      sends: 'GET /admin/statements',
      does: 'list issued statements, newest first',
      options: { merchantCode: new Option('--merchant <code>', 'of one merchant') },
      shows: listed([
        ['MERCHANT', 'merchantCode'],
        ['ID', 'idStatement'],
        ['FROM', 'from'],
        ['UNTIL', 'until'],
        ['LINES', 'entries'],
        ['OPENING', 'opening.total.amount'],
        ['CLOSING', 'closing.total.amount'],
      ]),
    },
    {
      name: 'issue',
      sends: 'POST /admin/statements',
      does: 'issue the next statement of a merchant and currency, up to now or an earlier time',
      options: {
        merchantCode: new Option(...OF_MERCHANT).makeOptionMandatory(),
        currencyCode: new Option('--currency <code>', 'currency').argParser(upperCase).makeOptionMandatory(),
        until: new Option('--until <time>', 'the end: a time, or the start of a day; default: now'),
      },
    },
  ])
  addDocument(statements, {
    sends: 'GET /admin/statements/{merchantCode}/{idStatement}',
    below: 'statements',
    file: 'statement',
    example: 'THB-7',
    formats: ['json', 'csv', 'xlsx', 'pdf', 'camt.053'],
    endings: { 'camt.053': 'xml' },
  })
}
