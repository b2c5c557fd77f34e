/** `sluice debtor-accounts …`: the own bank accounts from which bank files pay payouts. */
import type { SluiceCommand } from './context.ts'
import { addOperations, listed } from './operator-command.ts'

const ID = 'as debtor-accounts list shows it'

export function addDebtorAccounts(program: SluiceCommand): void {
  const accounts = program
    .command('debtor-accounts')
    .description('payout accounts: own bank accounts for bank files (admins)')
  addOperations(accounts, [
    {
      name: 'list',
      isDefault: true,
      sends: 'GET /admin/debtor-accounts',
      does: 'all of them',
      shows: listed([
        ['ID', 'id'],
        ['STATUS', 'status'],
        ['CURRENCY', 'currencyCode'],
        ['TEST', 'isTest'],
        ['HOLDER', 'name'],
        ['FORMATS', 'formats'],
      ]),
    },
    {
      name: 'show',
      sends: 'GET /admin/debtor-accounts/{id}',
      does: 'show an account, with the formats that its bank accepts',
      takes: { id: ID },
    },
    {
      name: 'register',
      sends: 'POST /admin/debtor-accounts',
      does: 'add an account',
      takes: { file: 'its description, JSON; - reads standard input' },
    },
    {
      name: 'change',
      sends: 'PATCH /admin/debtor-accounts/{id}',
      does: 'change an account: holidays, limits, formats',
      takes: { id: ID, file: 'what changes, JSON; - reads standard input' },
    },
    {
      name: 'close',
      sends: 'PATCH /admin/debtor-accounts/{id}',
      does: 'pause an account: no new payouts and no new files',
      takes: { id: ID },
      body: () => ({ status: 'CLOSED' }),
    },
  ])
}
