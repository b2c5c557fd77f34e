/** `sluice callbacks …`: what a merchant was told of a payment, and telling it again, as an operator. */
import type { Command } from 'commander'
import { asOperator, report } from './client.ts'
import { contextOf, merchantCodeOf } from './context.ts'
import { adminPaymentPath, callbacksText, kindArgument } from './payments.ts'

interface Options {
  readonly merchant?: string
}

const MERCHANT = ['--merchant <code>', "whose; otherwise the data folder's test merchant"] as const

export function addCallbacks(program: Command): void {
  const callbacks = program.command('callbacks').description('callbacks of a payment (operators)')
  callbacks
    .command('list')
    .description('the callbacks of a payment and every attempt at them')
    .addArgument(kindArgument())
    .argument('<id>', 'the Merchant Order ID')
    .option(...MERCHANT)
    .action(async (kind: string, id: string, options: Options, command: Command) => {
      const context = contextOf(command)
      const path = adminPaymentPath(merchantCodeOf(context.sandbox, options), kind, id)
      const answer = await asOperator(context, { method: 'GET', path })
      report(context, answer, callbacksText)
    })
  callbacks
    .command('redeliver')
    .description('send the last callback of a payment again')
    .addArgument(kindArgument())
    .argument('<id>', 'the Merchant Order ID')
    .option(...MERCHANT)
    .action(async (kind: string, id: string, options: Options, command: Command) => {
      const context = contextOf(command)
      const path = `${adminPaymentPath(merchantCodeOf(context.sandbox, options), kind, id)}/!redeliver`
      report(
        context,
        await asOperator(context, { method: 'POST', path, body: {} }),
        () => 'it will be sent again',
      )
    })
}
