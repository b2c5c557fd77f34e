/** `sluice audit list`: who did what, for operators. */
import { Option } from 'commander'
import type { SluiceCommand } from './context.ts'
import { addOperations, listed } from './operator-command.ts'

export function addAudit(program: SluiceCommand): void {
  addOperations(program.command('audit').description('the audit log (operators)'), [
    {
      name: 'list',
      isDefault: true,
      sends: 'GET /admin/audit',
      does: 'who did what, newest first',
      options: {
        operator: new Option('--operator <name>', 'of one operator'),
        action: new Option('--action <act>', 'of one action, or a prefix such as merchant'),
        subject: new Option('--subject <part>', 'whose subject contains this, such as an ID'),
        merchantCode: new Option('--merchant <code>', 'about one merchant and its payments'),
      },
      shows: listed(
        [
          ['TIME', 'at'],
          ['OPERATOR', 'operator'],
          ['ACTION', 'action'],
          ['SUBJECT', 'subject'],
          ['DETAIL', 'detail'],
        ],
        'none',
      ),
    },
  ])
}
