/** `sluice payouts …`: outgoing payments, as a merchant. */
import type { Command } from 'commander'
import { addCreate, addGet } from './payment.ts'

export function addPayouts(program: Command): void {
  const payouts = program.command('payouts').description('outgoing payments')
  addCreate(payouts, 'payout')
  addGet(payouts, 'payout')
}
