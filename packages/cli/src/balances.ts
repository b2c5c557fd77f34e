/** `sluice balances`: a merchant's balances; `credit` and `debit` change them as an operator (top-up, settlement). */
import { randomUUID } from 'node:crypto'
import { asMerchant, asOperator, report } from './client.ts'
import {
  addMerchantOptions,
  type MerchantOptions,
  merchantCodeOf,
  merchantOf,
  type SluiceCommand,
} from './context.ts'
import { addOperations, listed, OF_MERCHANT } from './operator-command.ts'
import { facts, leaves } from './output.ts'
import { amountOf, upperCase } from './request.ts'

interface ListOptions extends MerchantOptions {
  readonly currencies?: string
}

export function addBalances(program: SluiceCommand): void {
  const balances = program.command('balances').description("a merchant's balances")
  addMerchantOptions(balances.command('list', { isDefault: true }).description('read them, as the merchant'))
    .option('--currencies <codes>', 'only these, separated by commas', upperCase)
    .action(async (options: ListOptions, command: SluiceCommand) => {
      const { context } = command
      const query =
        options.currencies === undefined ? '' : `?currencies=${encodeURIComponent(options.currencies)}`
      const call = { method: 'GET', path: `/balances${query}` } as const
      report(context, await asMerchant(context, merchantOf(context, options), call), balancesText)
    })
  addOperations(balances, [
    {
      name: 'show',
      sends: 'GET /admin/balances/{merchantCode}',
      does: "read a merchant's balances (operators)",
      shows: balancesText,
    },
  ])
  addMove(balances, 'credit', "credit a merchant's balance: a top-up")
  addMove(balances, 'debit', "debit a merchant's balance: a settlement")
}

function balancesText(body: unknown): string {
  return listed([
    ['CURRENCY', 'currencyCode'],
    ['AVAILABLE', 'available.amount'],
    ['PENDING', 'pending.amount'],
    ['RESERVED', 'reserved.amount'],
  ])(body)
}

interface MoveOptions {
  readonly merchant?: string
  readonly amount: string
  readonly currency: string
  readonly reference?: string
}

function addMove(balances: SluiceCommand, what: 'credit' | 'debit', description: string): void {
  balances
    .command(what)
    .description(`${description} (operators)`)
    .option(...OF_MERCHANT)
    .requiredOption('--amount <number>', 'amount in major units')
    .requiredOption('--currency <code>', 'currency', upperCase)
    .option('--reference <text>', 'a reference is booked only once; default: a new one')
    .sends(`POST /admin/balances/!${what}`)
    .action(async (options: MoveOptions, command: SluiceCommand) => {
      const { context } = command
      const reference = options.reference ?? randomUUID()
      const money = { amount: amountOf(options.amount), currencyCode: options.currency }
      const answer = await asOperator(context, {
        method: 'POST',
        path: `/admin/balances/!${what}`,
        body: { merchantCode: merchantCodeOf(context, options), money, reference },
      })
      if (options.reference === undefined) context.note(`reference ${reference}`)
      report(context, answer, (body) => facts(leaves(body)))
    })
}
