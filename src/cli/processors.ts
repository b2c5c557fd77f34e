/** `sluice processors`: who moves the money, and how they are, as an operator. */
import type { Command } from 'commander'
import { asOperator, report } from './client.ts'
import { contextOf } from './context.ts'
import { at, listAt, table } from './output.ts'

export function addProcessors(program: Command): void {
  program
    .command('processors')
    .description('who moves the money, and how they are (operators)')
    .command('list', { isDefault: true })
    .description('processors in the order in which they are asked')
    .action(async (_options: object, command: Command) => {
      const context = contextOf(command)
      const answer = await asOperator(context, { method: 'GET', path: '/admin/processors' })
      report(context, answer, (body) => {
        const rows = listAt(body, 'data').map((row) => [
          at(row, 'name'),
          at(row, 'forTests') === true ? 'test' : 'live',
          at(row, 'healthy') === true ? 'healthy' : 'UNHEALTHY',
          at(row, 'since'),
          at(row, 'detail'),
        ])
        return table(['NAME', 'KIND', 'HEALTH', 'SINCE', 'DETAIL'], rows, 'there are none')
      })
    })
}
