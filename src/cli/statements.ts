/** `sluice statements …`: what merchants had, what moved and what they have, issued and written as files, as an operator. */
import { Option } from 'commander'
import { asOperator } from './client.ts'
import { merchantCodeOf, type SluiceCommand } from './context.ts'
import { writeNewFile } from './files.ts'
import { addOperations, listed, OF_MERCHANT } from './operator-command.ts'
import { pathWith } from './pages.ts'
import { upperCase } from './request.ts'

interface GetOptions {
  readonly merchant?: string
  readonly format: string
  readonly to?: string
}

const FORMATS = ['json', 'csv', 'xlsx', 'pdf', 'camt.053']

export function addStatements(program: SluiceCommand): void {
  const statements = program
    .command('statements')
    .description('what merchants had, what moved, and what they have (operators)')
  addOperations(statements, [
    {
      name: 'list',
      isDefault: true,
      sends: 'GET /admin/statements',
      does: 'those that are issued, the latest first',
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
      does: 'issue the next one of a merchant and currency, up to now or an earlier time',
      options: {
        merchantCode: new Option(...OF_MERCHANT).makeOptionMandatory(),
        currencyCode: new Option('--currency <code>', 'currency').argParser(upperCase).makeOptionMandatory(),
        until: new Option('--until <time>', 'a time, or a day, at whose beginning it ends; otherwise now'),
      },
    },
  ])
  statements
    .command('get')
    .description('write one as a file, or its JSON to the terminal')
    .argument('<id>', 'its id, such as THB-7')
    .option(...OF_MERCHANT)
    .addOption(new Option('--format <format>', 'of the file').choices(FORMATS).default('json'))
    .option('--to <file>', 'where to write it; never over a file that is there')
    .sends('GET /admin/statements/{merchantCode}/{idStatement}')
    .action(async (id: string, options: GetOptions, { context }: SluiceCommand) => {
      const merchant = encodeURIComponent(merchantCodeOf(context, options))
      const path = pathWith(`/admin/statements/${merchant}/${encodeURIComponent(id)}`, {
        format: options.format,
      })
      const { bytes, text } = await asOperator(context, { method: 'GET', path })
      if (options.to === undefined && options.format === 'json') return context.print(text)
      const file = options.to ?? `statement-${id}.${options.format === 'camt.053' ? 'xml' : options.format}`
      writeNewFile(context, file, bytes)
      context.note(`written: ${file} (${bytes.length} bytes)`)
    })
}
