/** `sluice cases list`: money and reports that no rule settles, as an operator. */
import type { Command } from 'commander'
import { asOperator, report } from './client.ts'
import { contextOf } from './context.ts'
import { at, listAt, table } from './output.ts'
import { addPageOptions, noteNextPage, type PageOptions, pathWith } from './pages.ts'

interface Options extends PageOptions {
  readonly merchant?: string
  readonly open?: boolean
}

export function addCases(program: Command): void {
  const cases = program.command('cases').description('money and reports that no rule settles (operators)')
  addPageOptions(cases.command('list', { isDefault: true }).description('cases, the newest first'))
    .option('--merchant <code>', 'of one merchant')
    .option('--open', 'only those that are still open')
    .action(async ({ merchant, ...options }: Options, command: Command) => {
      const context = contextOf(command)
      const path = pathWith('/admin/cases', { ...options, merchantCode: merchant })
      const answer = await asOperator(context, { method: 'GET', path })
      report(context, answer, (body) => {
        const rows = listAt(body, 'data').map((row) =>
          ['openedAt', 'merchantCode', 'reason', 'money', 'closedAt', 'detail'].map((name) => at(row, name)),
        )
        return table(['SINCE', 'MERCHANT', 'REASON', 'AMOUNT', 'CLOSED', 'DETAIL'], rows, 'there are none')
      })
      noteNextPage(context, answer)
    })
}
