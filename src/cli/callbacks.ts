/** `sluice callbacks …`: what a merchant was told of a payment, and telling it again, as an operator. */
import { asOperator, report } from './client.ts'
import { type Context, merchantCodeOf, type SluiceCommand } from './context.ts'
import { CliFailure } from './failure.ts'
import { at, listAt, table } from './output.ts'
import { addPageOptions, noteNextPage, type PagingOptions, pathWith } from './pages.ts'
import { adminPaymentPath, callbacksText, kindArgument } from './payments.ts'

interface Options {
  readonly merchant?: string
}

interface ListOptions extends Options, PagingOptions {
  readonly failing?: boolean
}

const MERCHANT = ['--merchant <code>', "whose; otherwise the data folder's test merchant"] as const

export function addCallbacks(program: SluiceCommand): void {
  const callbacks = program
    .command('callbacks')
    .description('what merchants were told, and who does not hear it (operators)')
  addPageOptions(
    callbacks
      .command('list')
      .description('the callbacks of a payment and every attempt at them; or all that fail')
      .addArgument(kindArgument().argOptional())
      .argument('[id]', 'the Merchant Order ID')
      .option('--failing', 'instead: of all payments those whose latest attempt has failed')
      .option(
        '--merchant <code>',
        "whose; otherwise the data folder's test merchant, with --failing everybody's",
      ),
  ).action(
    async (
      kind: string | undefined,
      id: string | undefined,
      options: ListOptions,
      command: SluiceCommand,
    ) => {
      const { context } = command
      if (options.failing === true) {
        if (kind !== undefined) throw new CliFailure('usage', 'give a payment, or --failing')
        return listFailing(context, options)
      }
      if (kind === undefined || id === undefined)
        throw new CliFailure('usage', 'name a payment (payin order-1), or give --failing')
      const path = adminPaymentPath(merchantCodeOf(context, options), kind, id)
      const answer = await asOperator(context, { method: 'GET', path })
      report(context, answer, callbacksText)
    },
  )
  callbacks
    .command('redeliver')
    .description('send the last callback of a payment again')
    .addArgument(kindArgument())
    .argument('<id>', 'the Merchant Order ID')
    .option(...MERCHANT)
    .action(async (kind: string, id: string, options: Options, command: SluiceCommand) => {
      const { context } = command
      const path = `${adminPaymentPath(merchantCodeOf(context, options), kind, id)}/!redeliver`
      report(
        context,
        await asOperator(context, { method: 'POST', path, body: {} }),
        () => 'it will be sent again',
      )
    })
}

async function listFailing(context: Context, { merchant, limit, cursor }: ListOptions): Promise<void> {
  const filters = {
    ...(merchant !== undefined && { merchantCode: merchant }),
    ...(limit !== undefined && { limit }),
    ...(cursor !== undefined && { cursor }),
  }
  const answer = await asOperator(context, {
    method: 'GET',
    path: pathWith('/admin/callbacks/failing', filters),
  })
  report(context, answer, (body) => {
    const rows = listAt(body, 'data').map((row) => [
      at(row, 'lastAttempt', 'at'),
      at(row, 'merchantCode'),
      at(row, 'kind'),
      at(row, 'id'),
      at(row, 'state'),
      at(row, 'attempts'),
      at(row, 'nextAttemptAt'),
      at(row, 'lastAttempt', 'httpStatus'),
      at(row, 'lastAttempt', 'answer'),
    ])
    return table(
      ['LATEST ATTEMPT', 'MERCHANT', 'KIND', 'ID', 'STATE', 'ATTEMPTS', 'NEXT', 'STATUS', 'ANSWER'],
      rows,
      'every callback was taken',
    )
  })
  noteNextPage(context, answer)
}
