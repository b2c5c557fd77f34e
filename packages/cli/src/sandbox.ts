/** `sluice sandbox …`: decides what becomes of a test payment that waits, for operators. */
import type { SluiceCommand } from './context.ts'
import { addOperations } from './operator-command.ts'
import { lineText, PAYMENT } from './payments.ts'

const ACTIONS = [
  ['succeed', 'the money arrives'],
  ['refuse', 'the customer, bank or operator refuses it'],
  ['fail', 'it fails'],
  ['expire', 'it expires (payins)'],
] as const

export function addSandbox(program: SluiceCommand): void {
  const sandbox = program.command('sandbox').description('set the outcome of test payments (operators)')
  addOperations(
    sandbox,
    ACTIONS.map(([name, does]) => ({
      name,
      sends: `POST /admin/sandbox/{merchantCode}/{kind}/{id}/!${name}` as const,
      does,
      takes: PAYMENT,
      options: { failureReasonCode: null },
      shows: lineText,
    })),
  )
}
