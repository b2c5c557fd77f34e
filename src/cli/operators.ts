/** `sluice operators …`: who may use the operators' API, as an admin. */
import { Option } from 'commander'
import type { SluiceCommand } from './context.ts'
import { addOperations, listed } from './operator-command.ts'

export function addOperators(program: SluiceCommand): void {
  addOperations(program.command('operators').description('who may use the operators’ API (admins)'), [
    {
      name: 'create',
      sends: 'POST /admin/operators',
      does: 'make an operator for a program; the token is shown once',
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
      does: 'all operators: people, who sign in, and programs, which have tokens',
      shows: listed([
        ['ID', 'id'],
        ['NAME', 'name'],
        ['KIND', 'kind'],
        ['ROLE', 'role'],
        ['CONFIRMED', 'isConfirmed'],
        ['SINCE', 'createdAt'],
        ['REVOKED', 'revokedAt'],
      ]),
    },
    {
      name: 'confirm',
      sends: 'POST /admin/operators/{id}/!confirm',
      does: 'say that you have met somebody: they then count as a second person for whoever brought them',
      takes: { id: 'as operators list shows it' },
    },
    {
      name: 'revoke',
      sends: 'DELETE /admin/operators/{id}',
      does: 'end an operator, at once: a program’s token is refused, a person is out',
      takes: { id: 'as operators list shows it' },
    },
  ])
}
