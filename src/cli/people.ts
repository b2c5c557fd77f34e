/** `sluice people …`: who signs in on a screen, as an admin. */
import { Option } from 'commander'
import type { SluiceCommand } from './context.ts'
import { addOperations, listed } from './operator-command.ts'

const WHO = { id: 'as people list shows it' }

export function addPeople(program: SluiceCommand): void {
  addOperations(program.command('people').description('who signs in to the console (admins)'), [
    {
      name: 'list',
      sends: 'GET /admin/people',
      does: 'all people who may sign in',
      shows: listed([
        ['ID', 'id'],
        ['NAME', 'name'],
        ['ROLE', 'role'],
        ['PASSKEYS', 'passkeys'],
        ['APP', 'hasTotp'],
        ['SIGNED IN', 'sessions'],
        ['SEEN', 'lastSeenAt'],
      ]),
    },
    {
      name: 'invite',
      sends: 'POST /admin/people/!invite',
      does: 'a link by which somebody becomes an operator who signs in; shown once, good once, for a day',
      takes: { name: 'who it is, as the audit log names them' },
      options: {
        role: new Option('--role <role>', 'what they may do')
          .choices(['VIEWER', 'OPERATOR', 'ADMIN'])
          .default('OPERATOR'),
        rights: null,
      },
      body: ({ name, role }) => ({ name, role }),
    },
    {
      name: 'recover',
      sends: 'POST /admin/people/{id}/!recover',
      does: 'a link for somebody who has lost every way in; what they had ends when it is used',
      takes: WHO,
    },
    {
      name: 'change',
      sends: 'PATCH /admin/people/{id}',
      does: 'change role and rights, from the next request on',
      takes: { ...WHO, file: 'what to change, as JSON' },
    },
    {
      name: 'remove',
      sends: 'DELETE /admin/people/{id}',
      does: 'end a person: they are out with their next request',
      takes: WHO,
    },
    {
      name: 'sessions',
      sends: 'GET /admin/people/{id}/sessions',
      does: 'where a person is signed in',
      takes: WHO,
      shows: listed([
        ['ID', 'id'],
        ['BY', 'way'],
        ['DEVICE', 'device'],
        ['SINCE', 'signedInAt'],
        ['SEEN', 'seenAt'],
      ]),
    },
    {
      name: 'sign-out',
      sends: 'DELETE /admin/people/{id}/sessions/{session}',
      does: 'sign a person out of a browser',
      takes: { ...WHO, session: 'as people sessions shows it' },
    },
  ])
}
