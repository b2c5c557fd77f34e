/** `sluice invariants`: checks the invariants, for operators. Exit code 1 if one is broken. */
import type { SluiceCommand } from './context.ts'
import { CliFailure } from './failure.ts'
import { addOperations, listed } from './operator-command.ts'
import { at } from './output.ts'

export function addInvariants(program: SluiceCommand): void {
  addOperations(program, [
    {
      name: 'invariants',
      sends: 'GET /admin/invariants',
      does: 'check the ledger, payments and callbacks for consistency (operators)',
      shows: listed(
        [
          ['', (row) => (at(row, 'holds') === true ? 'holds' : 'BROKEN')],
          ['CHECK', 'name'],
          ['DETAIL', 'detail'],
        ],
        'nothing was checked',
        'checks',
      ),
      after: ({ body }) => {
        if (at(body, 'holds') !== true) throw new CliFailure('refused', 'an invariant is violated')
      },
    },
  ])
}
