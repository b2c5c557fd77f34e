/** `sluice billing …`: the tax data that stands on statements and invoices, and whose months are counted, as an operator. */
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
