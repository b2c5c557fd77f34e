/** `sluice payouts …`: outgoing payments, for merchants. */
import type { SluiceCommand } from './context.ts'
import { addOwnExplain } from './explain.ts'
import { addCreate, addGet } from './payment.ts'

export function addPayouts(program: SluiceCommand): void {
  const payouts = program.command('payouts').description('outgoing payments')
  addCreate(payouts, 'payout')
  addGet(payouts, 'payout')
  addOwnExplain(payouts, 'payout')
}
