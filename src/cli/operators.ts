/** `sluice operators …`: who may use the operators' API, as an admin. */
import { Option } from 'commander'
import { asOperator, report } from './client.ts'
import type { SluiceCommand } from './context.ts'
import { at, facts, leaves, listAt, table } from './output.ts'

export function addOperators(program: SluiceCommand): void {
  const operators = program.command('operators').description('who may use the operators’ API (admins)')
  operators
    .command('create')
    .description('make an operator; the token is shown once')
    .argument('<name>', 'who it is, as the audit log names it')
    .addOption(
      new Option('--role <role>', 'what it may do')
        .choices(['VIEWER', 'OPERATOR', 'ADMIN'])
        .default('OPERATOR'),
    )
    .action(async (name: string, { role }: { role: string }, command: SluiceCommand) => {
      const { context } = command
      const answer = await asOperator(context, {
        method: 'POST',
        path: '/admin/operators',
        body: { name, role },
      })
      report(context, answer, (body) => facts(leaves(body)))
    })
  operators
    .command('list')
    .description('all operators')
    .action(async (_options: object, command: SluiceCommand) => {
      const { context } = command
      const answer = await asOperator(context, { method: 'GET', path: '/admin/operators' })
      report(context, answer, (body) => {
        const rows = listAt(body, 'data').map((row) =>
          ['id', 'name', 'role', 'createdAt', 'revokedAt'].map((name) => at(row, name)),
        )
        return table(['ID', 'NAME', 'ROLE', 'SINCE', 'REVOKED'], rows, 'there are none')
      })
    })
  operators
    .command('revoke')
    .description("end an operator's token, at once")
    .argument('<id>', 'as operators list shows it')
    .action(async (id: string, _options: object, command: SluiceCommand) => {
      const { context } = command
      const path = `/admin/operators/${encodeURIComponent(id)}`
      report(context, await asOperator(context, { method: 'DELETE', path }), () => 'revoked')
    })
}
