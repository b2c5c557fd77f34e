/** `sluice accounts …`: where payers' money arrives, as an operator. */
import { Argument } from 'commander'
import { BALANCE_RULES } from '../processors/own-account/account.ts'
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
    does: 'register an account',
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
      'there are none yet',
    ),
  },
  {
    name: 'check',
    sends: 'POST /admin/accounts/!check',
    does: 'say what an account would come to, or what is wrong with it; nothing is stored',
    takes: { file: 'the account as JSON' },
  },
  {
    name: 'methods',
    sends: 'GET /admin/payment-methods',
    does: 'what there is in each currency, and what an account has to have for it',
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
    does: 'change an account; what the file does not name stays',
    takes: { id: ID, file: 'what to change, as JSON' },
  },
  {
    name: 'balances',
    sends: 'PATCH /admin/accounts/{id}',
    does: "whether the balances in the bank's statements are true, and have to prove them",
    takes: {
      id: ID,
      balances: new Argument('<rule>', 'NOT_PROVIDED_BY_BANK: this bank makes them up').choices(
        BALANCE_RULES,
      ),
    },
    body: ({ balances }) => ({ balances }),
    after: (_answer, context, { balances }) => {
      if (balances !== 'CHECKED')
        context.note(
          'from now on nothing proves the statements of this account: a line too many in them is money',
        )
    },
  },
  {
    name: 'pause',
    sends: 'POST /admin/accounts/{id}/!pause',
    does: 'take nothing new on it; what payers were shown is still recognised',
    takes: { id: ID },
  },
  {
    name: 'resume',
    sends: 'POST /admin/accounts/{id}/!resume',
    does: 'take payins on it again',
    takes: { id: ID },
  },
]
