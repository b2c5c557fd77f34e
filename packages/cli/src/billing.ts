/** `sluice billing …`: the tax data on statements and invoices, and the time zone of months, for operators. */
import type { SluiceCommand } from './context.ts'
import { addOperations } from './operator-command.ts'

export function addBilling(program: SluiceCommand): void {
  const billing = program
    .command('billing')
    .description('details and schedule of statements and invoices (operators)')
  addOperations(billing, [
    { name: 'show', isDefault: true, sends: 'GET /admin/billing' },
    { name: 'put', sends: 'PUT /admin/billing' },
    { name: 'show-merchant', sends: 'GET /admin/merchants/{merchantCode}/billing' },
    { name: 'put-merchant', sends: 'PUT /admin/merchants/{merchantCode}/billing' },
  ])
}
