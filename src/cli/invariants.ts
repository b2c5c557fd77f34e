/** `sluice invariants`: whether the books hold, as an operator. Ends with 1 where one does not. */
import { asOperator, report } from './client.ts'
import type { SluiceCommand } from './context.ts'
import { CliFailure } from './failure.ts'
import { at, listAt, table } from './output.ts'

export function addInvariants(program: SluiceCommand): void {
  program
    .command('invariants')
    .description('check what must always hold: the ledger, the payments, the callbacks (operators)')
    .action(async (_options: object, command: SluiceCommand) => {
      const { context } = command
      const answer = await asOperator(context, { method: 'GET', path: '/admin/invariants' })
      report(context, answer, (body) => {
        const rows = listAt(body, 'checks').map((check) => [
          at(check, 'holds') === true ? 'holds' : 'BROKEN',
          at(check, 'name'),
          at(check, 'detail'),
        ])
        return table(['', 'CHECK', 'DETAIL'], rows, 'nothing was checked')
      })
      if (at(answer.body, 'holds') !== true) throw new CliFailure('refused', 'an invariant does not hold')
    })
}
