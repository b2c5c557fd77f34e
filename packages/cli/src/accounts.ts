/** `sluice accounts …`: the own accounts that payers pay into, for operators. */
import { BALANCE_RULES } from '@sluice/gateway/processors/own-account/account.ts'
import { Argument } from 'commander'
import type { SluiceCommand } from './context.ts'
import { addOperations, listed, type OperatorCommand } from './operator-command.ts'
import { at, listAt } from './output.ts'

const ID = 'its id'

export function addAccounts(program: SluiceCommand): void {
  const accounts = program
    .command('accounts')
    .description("receiving accounts: where payers' money arrives (operators)")
  addOperations(accounts, [...REGISTERING, ...CHANGING])
}

const methodsOf = (row: unknown): string =>
  listAt(row, 'methods')
    .map((method) => `${at(method, 'code')} by ${at(method, 'recognisedBy')}`)
    .join(', ')

const recognisedIn = (row: unknown): string =>
  listAt(at(row, 'ownAccount'), 'recognisedBy')
    .map((each) => `by ${each}`)
    .join(', ')

const neededIn = (row: unknown): string =>
  listAt(at(row, 'ownAccount'), 'receiving')
    .filter((detail) => at(detail, 'isNeeded') === true)
    .map((detail) => String(at(detail, 'name')))
    .join(', ')

const REGISTERING: readonly OperatorCommand[] = [
  {
    name: 'add',
    sends: 'POST /admin/accounts',
    does: 'add an account',
    takes: { file: 'the account as JSON; docs/operators/accounts.md has examples' },
  },
  {
    name: 'list',
    isDefault: true,
    sends: 'GET /admin/accounts',
    does: 'all accounts, by id',
    shows: listed(
      [
        ['ID', 'id'],
        ['FOR', (row) => (at(row, 'isTest') === true ? 'test' : 'live')],
        ['STATUS', 'status'],
        ['CURRENCY', 'currencyCode'],
        ['METHODS', methodsOf],
        ['NAME', 'name'],
      ],
      'none yet',
    ),
  },
  {
    name: 'check',
    sends: 'POST /admin/accounts/!check',
    does: 'check an account without storing it',
    takes: { file: 'the account as JSON' },
  },
  {
    name: 'methods',
    sends: 'GET /admin/payment-methods',
    does: 'list the payment methods of each currency, and what an account needs for them',
    shows: listed([
      ['METHOD', 'code'],
      ['KIND', 'kind'],
      ['CURRENCY', 'currencyCode'],
      ['ON AN OWN ACCOUNT', recognisedIn],
      ['NEEDS', neededIn],
    ]),
  },
]

const CHANGING: readonly OperatorCommand[] = [
  { name: 'show', sends: 'GET /admin/accounts/{id}', does: 'one account', takes: { id: ID } },
  {
    name: 'update',
    sends: 'PATCH /admin/accounts/{id}',
    does: 'change an account; fields that the file omits stay',
    takes: { id: ID, file: 'what to change, as JSON' },
  },
  {
    name: 'balances',
    sends: 'PATCH /admin/accounts/{id}',
    does: 'set whether statement balances are reliable and must match the lines',
    takes: {
      id: ID,
      balances: new Argument(
        '<rule>',
        'NOT_PROVIDED_BY_BANK: the balances of this bank are not reliable',
      ).choices(BALANCE_RULES),
    },
    body: ({ balances }) => ({ balances }),
    after: (_answer, context, { balances }) => {
      if (balances !== 'CHECKED')
        context.note(
          'from now on, the statements of this account are not checked: an extra line counts as money received',
        )
    },
  },
  {
    name: 'pause',
    sends: 'POST /admin/accounts/{id}/!pause',
    does: 'pause an account: no new payins; payments to instructions already shown are still matched',
    takes: { id: ID },
  },
  {
    name: 'resume',
    sends: 'POST /admin/accounts/{id}/!resume',
    does: 'resume an account: accept new payins again',
    takes: { id: ID },
  },
]
