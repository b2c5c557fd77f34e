/** `sluice operators …`: who may use the operators' API, as an admin. */
import { Option } from 'commander'
import type { SluiceCommand } from './context.ts'
import { addOperations, listed } from './operator-command.ts'

export function addOperators(program: SluiceCommand): void {
  addOperations(program.command('operators').description('who may use the operators’ API (admins)'), [
    {
      name: 'create',
      sends: 'POST /admin/operators',
      does: 'make an operator; the token is shown once',
      takes: { name: 'who it is, as the audit log names it' },
      options: {
        role: new Option('--role <role>', 'what it may do')
          .choices(['VIEWER', 'OPERATOR', 'ADMIN'])
          .default('OPERATOR'),
      },
    },
    {
      name: 'list',
      sends: 'GET /admin/operators',
      does: 'all operators',
      shows: listed([
        ['ID', 'id'],
        ['NAME', 'name'],
        ['ROLE', 'role'],
        ['SINCE', 'createdAt'],
        ['REVOKED', 'revokedAt'],
      ]),
    },
    {
      name: 'revoke',
      sends: 'DELETE /admin/operators/{id}',
      does: "end an operator's token, at once",
      takes: { id: 'as operators list shows it' },
    },
  ])
}
