/** `sluice people …`: who signs in to the console, for admins. */
import { Option } from 'commander'
import type { SluiceCommand } from './context.ts'
import { addOperations, listed, type OperatorCommand } from './operator-command.ts'
import { noteDualApproval } from './operators.ts'

const MAIL = new Option(
  '--mail <address>',
  'email address: the link is sent only there (default: the link is shown)',
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
    does: 'create an invitation link for an operator; shown once, works once, for a day',
    takes: { name: 'the name in the audit log' },
    options: {
      role: new Option('--role <role>', 'the role')
        .choices(['VIEWER', 'OPERATOR', 'ADMIN'])
        .default('OPERATOR'),
      rights: null,
      mail: MAIL,
    },
    body: ({ name, role, mail }) => ({ name, role, ...(mail !== undefined && { mail }) }),
    after: noteDualApproval,
  },
  {
    name: 'links',
    sends: 'GET /admin/people-links',
    does: 'list open invitation and recovery links',
    shows: listed(
      [
        ['ID', 'id'],
        ['FOR', 'name'],
        ['WHAT', 'purpose'],
        ['ROLE', 'role'],
        ['REQUESTED BY', 'requestedBy'],
        ['APPROVED BY', 'approvedBy'],
        ['UNTIL', 'expiresAt'],
      ],
      'none',
    ),
  },
  {
    name: 'revoke',
    sends: 'DELETE /admin/people-links/{link}',
    does: 'revoke an unused link',
    takes: { link: 'its id, as people links shows it' },
  },
]

const CHANGING: readonly OperatorCommand[] = [
  {
    name: 'recover',
    sends: 'POST /admin/people/{id}/!recover',
    does: 'create a recovery link for a person who cannot sign in; their old sign-in methods end when it is used',
    takes: WHO,
    options: { mail: MAIL },
  },
  {
    name: 'change',
    sends: 'PATCH /admin/people/{id}',
    does: 'change role and permissions, effective immediately',
    takes: { ...WHO, file: 'what to change, as JSON' },
  },
  {
    name: 'remove',
    sends: 'DELETE /admin/people/{id}',
    does: 'remove a person; access ends immediately',
    takes: WHO,
  },
  {
    name: 'sessions',
    sends: 'GET /admin/people/{id}/sessions',
    does: 'list the sessions of a person',
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
    does: 'end a session of a person',
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
