/** `sluice callbacks …`: what a merchant was told of a payment, and telling it again, as an operator. */
import { asOperator, report } from './client.ts'
import { type Context, merchantCodeOf, type SluiceCommand } from './context.ts'
import { CliFailure } from './failure.ts'
import { addOperations, listed } from './operator-command.ts'
import { addPageOptions, noteNextPage, type PagingOptions, pathWith } from './pages.ts'
import { adminPaymentPath, callbacksText, kindArgument, PAYMENT } from './payments.ts'

interface Options {
  readonly merchant?: string
}

interface ListOptions extends Options, PagingOptions {
  readonly failing?: boolean
}

export function addCallbacks(program: SluiceCommand): void {
  const callbacks = program
    .command('callbacks')
    .description('what merchants were told, and who does not hear it (operators)')
  addPageOptions(
    callbacks
      .command('list')
      .sends('GET /admin/callbacks/failing', 'GET /admin/payments/{merchantCode}/{kind}/{id}')
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
  addOperations(callbacks, [
    {
      name: 'redeliver',
      sends: 'POST /admin/payments/{merchantCode}/{kind}/{id}/!redeliver',
      does: 'send the last callback of a payment again',
      takes: PAYMENT,
      shows: () => 'it will be sent again',
    },
  ])
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
  report(context, answer, failingText)
  noteNextPage(context, answer)
}

const failingText = listed(
  [
    ['LATEST ATTEMPT', 'lastAttempt.at'],
    ['MERCHANT', 'merchantCode'],
    ['KIND', 'kind'],
    ['ID', 'id'],
    ['STATE', 'state'],
    ['ATTEMPTS', 'attempts'],
    ['NEXT', 'nextAttemptAt'],
    ['STATUS', 'lastAttempt.httpStatus'],
    ['ANSWER', 'lastAttempt.answer'],
  ],
  'every callback was taken',
)
