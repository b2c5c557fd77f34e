/** `sluice people …`: who signs in on a screen, as an admin. */
import { Option } from 'commander'
import type { SluiceCommand } from './context.ts'
import { addOperations, listed, type OperatorCommand } from './operator-command.ts'

const MAIL = new Option(
  '--mail <address>',
  'of the person: the link is sent there, and nobody else sees it (left out: it is shown)',
)
const WHO = { id: 'as people list shows it' }

const LIST: OperatorCommand = {
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
}

const INVITING: readonly OperatorCommand[] = [
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
      mail: MAIL,
    },
    body: ({ name, role, mail }) => ({ name, role, ...(mail !== undefined && { mail }) }),
  },
  {
    name: 'links',
    sends: 'GET /admin/people-links',
    does: 'links that could still make somebody an operator or bring one back',
    shows: listed(
      [
        ['ID', 'id'],
        ['FOR', 'name'],
        ['WHAT', 'purpose'],
        ['ROLE', 'role'],
        ['ASKED BY', 'requestedBy'],
        ['APPROVED BY', 'approvedBy'],
        ['UNTIL', 'expiresAt'],
      ],
      'there is none',
    ),
  },
  {
    name: 'revoke',
    sends: 'DELETE /admin/people-links/{link}',
    does: 'take back a link that nobody has used',
    takes: { link: 'its id, as people links shows it' },
  },
]

const CHANGING: readonly OperatorCommand[] = [
  {
    name: 'recover',
    sends: 'POST /admin/people/{id}/!recover',
    does: 'a link for somebody who has lost every way in; what they had ends when it is used',
    takes: WHO,
    options: { mail: MAIL },
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
      ['BY', 'signInMethod'],
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
]

export function addPeople(program: SluiceCommand): void {
  addOperations(program.command('people').description('who signs in to the console (admins)'), [
    LIST,
    ...INVITING,
    ...CHANGING,
  ])
}
