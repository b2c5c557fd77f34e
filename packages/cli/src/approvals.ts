/** `sluice approvals …` and `sluice approval-policy …`: operations that wait for dual approval, for operators. */
import { Option } from 'commander'
import { asOperator } from './client.ts'
import type { SluiceCommand } from './context.ts'
import { writeNewFile } from './files.ts'
import { addOperations, listed } from './operator-command.ts'
import { at, facts, leaves, listAt, shown } from './output.ts'

const ID = 'its id, as approvals list shows it'

/** The request comes last, as it was sent. */
function approvalText(body: unknown): string {
  const approvers = listAt(body, 'approvers').map(String)
  const unconfirmed = listAt(body, 'unconfirmed').map(String)
  const isPlain = (name: string) => !/^(?:request\.|approvers|unconfirmed)/.test(name)
  const plain = leaves(body).filter(([name]) => isPlain(name))
  return [
    facts([
      ...plain,
      ['can approve', approvers.length > 0 ? approvers.join(', ') : undefined],
      ['can approve after confirmation', unconfirmed.length > 0 ? unconfirmed.join(', ') : undefined],
      ['operation', at(body, 'request', 'operation')],
      ['path', at(body, 'request', 'path')],
    ]),
    '',
    shown(at(body, 'request', 'body')),
  ].join('\n')
}

/** The answer of the operation itself, below the result of the approval. */
const doneText = (body: unknown): string =>
  [facts(leaves(at(body, 'approval'))), '', facts(leaves(at(body, 'answer', 'body')))].join('\n').trimEnd()

export function addApprovals(program: SluiceCommand): void {
  const approvals = program.command('approvals').description('requests that need dual approval (operators)')
  addOperations(approvals, [
    {
      name: 'list',
      isDefault: true,
      sends: 'GET /admin/approvals',
      does: 'approvals, newest first',
      options: {
        status: new Option('--status <status>', 'only those').choices([
          'WAITING',
          'APPROVED',
          'REJECTED',
          'EXPIRED',
        ]),
      },
      shows: listed(
        [
          ['ID', 'id'],
          ['STATUS', 'status'],
          ['REQUESTED BY', 'requestedBy'],
          ['UNTIL', 'expiresAt'],
          ['DECIDED BY', 'decidedBy'],
          ['OPERATION', 'operation'],
          ['WHAT', 'summary'],
        ],
        'none',
      ),
    },
    {
      name: 'get',
      sends: 'GET /admin/approvals/{id}',
      does: 'show an approval: the exact request, and who can approve it',
      takes: { id: ID },
      shows: approvalText,
    },
    {
      name: 'approve',
      sends: 'POST /admin/approvals/{id}/!approve',
      does: 'approve a request of another operator; it is executed immediately, once',
      takes: { id: ID },
      shows: doneText,
    },
    {
      name: 'collect',
      sends: 'POST /admin/approvals/{id}/!collect',
      does: 'collect the result of your approved request: a link, token or secret; shown once, within a day',
      takes: { id: ID },
      shows: (body) => facts(leaves(at(body, 'body'))),
    },
    {
      name: 'reject',
      sends: 'POST /admin/approvals/{id}/!reject',
      does: 'reject a request, or withdraw your own',
      takes: { id: ID },
      options: { note: new Option('--note <text>', 'the reason; no personal data') },
    },
  ])
  addDownload(approvals)
}

/** To compare a waiting file with what the bank has provided. */
function addDownload(approvals: SluiceCommand): void {
  approvals
    .command('download')
    .description('save the request as it was sent, such as a bank statement')
    .argument('<id>', ID)
    .argument('<file>', 'the file to write; existing files are not overwritten')
    .sends('GET /admin/approvals/{id}/content')
    .action(async (id: string, file: string, _options: object, { context }: SluiceCommand) => {
      const path = `/admin/approvals/${encodeURIComponent(id)}/content`
      const { bytes } = await asOperator(context, { method: 'GET', path })
      writeNewFile(context, file, bytes)
      context.note(`written: ${file} (${bytes.length} bytes)`)
    })
}

function limitsOf(row: unknown): string {
  return listAt(row, 'above').map(shown).join(', ')
}

const policyText = listed([
  ['OPERATION', 'operation'],
  ['NEEDS AN APPROVAL', 'rule'],
  ['ABOVE', limitsOf],
  ['WHAT', 'words'],
])

export function addApprovalPolicy(program: SluiceCommand): void {
  const policy = program
    .command('approval-policy')
    .description('operations that need dual approval (operators)')
  addOperations(policy, [
    {
      name: 'get',
      isDefault: true,
      sends: 'GET /admin/approval-policy',
      does: 'show which operations need dual approval',
      shows: policyText,
    },
    {
      name: 'set',
      sends: 'PUT /admin/approval-policy',
      does: 'set which operations need dual approval; others follow the default (admins)',
      takes: { file: 'the policy as JSON; - reads standard input' },
      shows: policyText,
    },
  ])
}
