/** `sluice accounts …`: where payers' money arrives, as an operator. */
import { Argument } from 'commander'
import { BALANCE_RULES } from '../processors/own-account/account.ts'
import { asOperator, report } from './client.ts'
import type { SluiceCommand } from './context.ts'
import { CliFailure } from './failure.ts'
import { fileJson } from './files.ts'
import { at, facts, leaves, listAt, table } from './output.ts'

const pathOf = (id: string): string => `/admin/accounts/${encodeURIComponent(id)}`
const accountText = (body: unknown): string => facts(leaves(body))

export function addAccounts(program: SluiceCommand): void {
  const accounts = program
    .command('accounts')
    .description("receiving accounts: where payers' money arrives (operators)")
  accounts
    .command('add')
    .description('register an account')
    .argument('<file>', 'the account as JSON; docs/operators/accounts.md has examples')
    .action(async (file: string, _options: object, command: SluiceCommand) => {
      const { context } = command
      const body = fileJson(context, file)
      report(
        context,
        await asOperator(context, { method: 'POST', path: '/admin/accounts', body }),
        accountText,
      )
    })
  accounts
    .command('list', { isDefault: true })
    .description('all accounts, by id')
    .action(async (_options: object, command: SluiceCommand) => {
      const { context } = command
      const answer = await asOperator(context, { method: 'GET', path: '/admin/accounts' })
      report(context, answer, (body) => {
        const rows = listAt(body, 'data').map((row) => [
          at(row, 'id'),
          at(row, 'isTest') === true ? 'test' : 'live',
          at(row, 'status'),
          at(row, 'currencyCode'),
          listAt(row, 'methods')
            .map((method) => `${at(method, 'code')} by ${at(method, 'recognisedBy')}`)
            .join(', '),
          at(row, 'name'),
        ])
        return table(['ID', 'FOR', 'STATUS', 'CURRENCY', 'METHODS', 'NAME'], rows, 'there are none yet')
      })
    })
  accounts
    .command('show')
    .description('one account')
    .argument('<id>', 'its id')
    .action(async (id: string, _options: object, command: SluiceCommand) => {
      const { context } = command
      report(context, await asOperator(context, { method: 'GET', path: pathOf(id) }), accountText)
    })
  accounts
    .command('update')
    .description('change an account; what the file does not name stays')
    .argument('<id>', 'its id')
    .argument('<file>', 'what to change, as JSON')
    .action(async (id: string, file: string, _options: object, command: SluiceCommand) => {
      const { context } = command
      const body = fileJson(context, file)
      if (typeof body !== 'object') throw new CliFailure('usage', `${file} holds no JSON object`)
      report(context, await asOperator(context, { method: 'PATCH', path: pathOf(id), body }), accountText)
    })
  accounts
    .command('balances')
    .description("whether the balances in the bank's statements are true, and have to prove them")
    .argument('<id>', 'its id')
    .addArgument(new Argument('<rule>', 'NOT_GIVEN_BY_BANK: this bank makes them up').choices(BALANCE_RULES))
    .action(async (id: string, balances: string, _options: object, command: SluiceCommand) => {
      const { context } = command
      const call = { method: 'PATCH', path: pathOf(id), body: { balances } } as const
      report(context, await asOperator(context, call), accountText)
      if (balances !== 'CHECKED')
        context.note(
          'from now on nothing proves the statements of this account: a line too many in them is money',
        )
    })
  for (const [name, description] of [
    ['pause', 'take nothing new on it; what payers were shown is still recognised'],
    ['resume', 'take payins on it again'],
  ] as const) {
    accounts
      .command(name)
      .description(description)
      .argument('<id>', 'its id')
      .action(async (id: string, _options: object, command: SluiceCommand) => {
        const { context } = command
        const path = `${pathOf(id)}/!${name}`
        report(context, await asOperator(context, { method: 'POST', path }), accountText)
      })
  }
}
