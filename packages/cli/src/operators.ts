/** `sluice operators …`: who may use the operators' API, for admins. */
import type { Answer } from '@sluice/client/main.ts'
import { Option } from 'commander'
import type { Context, SluiceCommand } from './context.ts'
import { addOperations, type GivenArguments, listed } from './operator-command.ts'

export function addOperators(program: SluiceCommand): void {
  addOperations(program.command('operators').description('who may use the operators’ API (admins)'), [
    {
      name: 'create',
      sends: 'POST /admin/operators',
      does: 'create an operator for a program; the token is shown once',
      takes: { name: 'the name in the audit log' },
      options: {
        role: new Option('--role <role>', 'its role')
          .choices(['VIEWER', 'OPERATOR', 'ADMIN'])
          .default('OPERATOR'),
      },
      after: noteDualApproval,
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
      does: 'confirm that you have met an operator: they can then approve requests of the person who invited them',
      takes: { id: 'as operators list shows it' },
    },
    {
      name: 'revoke',
      sends: 'DELETE /admin/operators/{id}',
      does: 'revoke an operator immediately: a program’s token is rejected, a person is signed out',
      takes: { id: 'as operators list shows it' },
    },
  ])
}

/** After an operator was created who can do more than read: with the second one, operations begin to wait for approval. */
export function noteDualApproval({ status }: Answer, context: Context, { role }: GivenArguments): void {
  if (status !== 201 || role === 'VIEWER') return
  context.note(
    'With two such operators, operations that move money or change access need both: one requests, the other approves (sluice approvals list). Which ones: sluice approval-policy get',
  )
}
