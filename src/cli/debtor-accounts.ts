/** `sluice debtor-accounts …`: the own bank accounts that payouts are paid from by bank files. */
import type { Answer } from '../../client/src/main.ts'
import { type ApiCall, asOperator, report } from './client.ts'
import type { SluiceCommand } from './context.ts'
import { fileJson } from './files.ts'
import { at, facts, leaves, listAt, table } from './output.ts'

const PATH = '/admin/debtor-accounts'
const one = (id: string): string => `${PATH}/${encodeURIComponent(id)}`

export function addDebtorAccounts(program: SluiceCommand): void {
  const accounts = program
    .command('debtor-accounts')
    .description('own bank accounts that payouts are paid from by bank files (admins)')
  const show = (command: SluiceCommand, answer: Answer) =>
    report(command.context, answer, (body) => facts(leaves(body)))
  const ask = (command: SluiceCommand, call: ApiCall) => asOperator(command.context, call)

  accounts
    .command('list', { isDefault: true })
    .description('all of them')
    .action(async (_options: object, command: SluiceCommand) => {
      const answer = await ask(command, { method: 'GET', path: PATH })
      report(command.context, answer, (body) => {
        const rows = listAt(body, 'data').map((row) =>
          ['id', 'status', 'currencyCode', 'isTest', 'name', 'formats'].map((name) => at(row, name)),
        )
        return table(['ID', 'STATUS', 'CURRENCY', 'TEST', 'HOLDER', 'FORMATS'], rows, 'there are none')
      })
    })
  accounts
    .command('show')
    .description('one account, with all that its bank takes')
    .argument('<id>', 'as debtor-accounts list shows it')
    .action(async (id: string, _options: object, command: SluiceCommand) =>
      show(command, await ask(command, { method: 'GET', path: one(id) })),
    )
  accounts
    .command('register')
    .description('register an account')
    .argument('<file>', 'its description, JSON; - reads standard input')
    .action(async (file: string, _options: object, command: SluiceCommand) =>
      show(
        command,
        await ask(command, { method: 'POST', path: PATH, body: fileJson(command.context, file) }),
      ),
    )
  accounts
    .command('change')
    .description('change an account: holidays, limits, formats')
    .argument('<id>', 'as debtor-accounts list shows it')
    .argument('<file>', 'what changes, JSON; - reads standard input')
    .action(async (id: string, file: string, _options: object, command: SluiceCommand) =>
      show(
        command,
        await ask(command, { method: 'PATCH', path: one(id), body: fileJson(command.context, file) }),
      ),
    )
  accounts
    .command('close')
    .description('take no more payouts on for an account, and make no more files from it')
    .argument('<id>', 'as debtor-accounts list shows it')
    .action(async (id: string, _options: object, command: SluiceCommand) =>
      show(command, await ask(command, { method: 'PATCH', path: one(id), body: { status: 'CLOSED' } })),
    )
}
