/** `sluice audit list`: who did what, as an operator. */
import { asOperator, report } from './client.ts'
import type { SluiceCommand } from './context.ts'
import { at, listAt, table } from './output.ts'
import { addPageOptions, noteNextPage, type PagingOptions, pathWith } from './pages.ts'

interface Options extends PagingOptions {
  readonly operator?: string
}

export function addAudit(program: SluiceCommand): void {
  const audit = program.command('audit').description('the audit log (operators)')
  addPageOptions(audit.command('list', { isDefault: true }).description('who did what, the newest first'))
    .option('--operator <name>', 'of one operator')
    .action(async (options: Options, command: SluiceCommand) => {
      const { context } = command
      const path = pathWith('/admin/audit', { ...options })
      const answer = await asOperator(context, { method: 'GET', path })
      report(context, answer, (body) => {
        const rows = listAt(body, 'data').map((row) =>
          ['at', 'operator', 'action', 'subject', 'detail'].map((name) => at(row, name)),
        )
        return table(['TIME', 'OPERATOR', 'ACTION', 'SUBJECT', 'DETAIL'], rows, 'there is nothing')
      })
      noteNextPage(context, answer)
    })
}
