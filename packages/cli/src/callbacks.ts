/** `sluice callbacks …`, for operators: lists callbacks and sends them again. */
import { Option } from 'commander'
import { asOperator, report } from './client.ts'
import { adminToken, type Context, merchantCodeOf, type SluiceCommand } from './context.ts'
import { exportOptions, exportTo } from './export.ts'
import { CliFailure } from './failure.ts'
import { addOperations, listed } from './operator-command.ts'
import { addPageOptions, noteNextPage, type PagingOptions, pathWith } from './pages.ts'
import { adminPaymentPath, callbacksText, kindArgument, PAYMENT } from './payments.ts'

interface Options {
  readonly merchant?: string
}

interface ListOptions extends Options, PagingOptions {
  readonly failing?: boolean
  readonly state?: string
  readonly from?: string
  readonly to?: string
  readonly export?: string
  readonly zone?: string
}

export function addCallbacks(program: SluiceCommand): void {
  const callbacks = program.command('callbacks').description('callbacks to merchants (operators)')
  const list = addPageOptions(
    callbacks
      .command('list')
      .sends(
        'GET /admin/callbacks',
        'GET /admin/callbacks/failing',
        'GET /admin/payments/{merchantCode}/{kind}/{id}',
      )
      .description('list callbacks of all payments, of one payment with all attempts, or all failing ones')
      .addArgument(kindArgument().argOptional())
      .argument('[id]', 'the Merchant Order ID')
      .option('--failing', 'instead: callbacks whose latest attempt failed')
      .option(
        '--merchant <code>',
        "default: the data folder's test merchant for one payment, all merchants for many",
      )
      .option('--state <states>', 'of all payments: only these states, such as ABANDONED,WAITING')
      .option('--from <time>', 'of all payments: from this time or day on')
      .option('--to <time>', 'of all payments: before this time or day'),
  )
  for (const option of exportOptions()) list.addOption(option)
  list.action(
    async (
      kind: string | undefined,
      id: string | undefined,
      options: ListOptions,
      command: SluiceCommand,
    ) => {
      const { context } = command
      if (options.failing === true) {
        if (kind !== undefined) throw new CliFailure('usage', 'give a payment, or --failing')
        return listMany(context, '/admin/callbacks/failing', options, failingText)
      }
      if (kind === undefined) return listMany(context, '/admin/callbacks', options, announcedText)
      if (id === undefined) throw new CliFailure('usage', 'give a payment by kind and ID (payin order-1)')
      if (options.export !== undefined)
        throw new CliFailure('usage', 'the callbacks of all payments can be exported, not those of one')
      const path = adminPaymentPath(merchantCodeOf(context, options), kind, id)
      const answer = await asOperator(context, { method: 'GET', path })
      report(context, answer, callbacksText)
    },
  )
  addOperations(callbacks, [
    {
      name: 'redeliver',
      sends: 'POST /admin/payments/{merchantCode}/{kind}/{id}/!redeliver',
      does: 'resend the latest callback of a payment',
      takes: PAYMENT,
      shows: () => 'it will be resent',
    },
    {
      name: 'redeliver-range',
      sends: 'POST /admin/callbacks/!redeliver',
      does: 'resend the callbacks of a period, the latest of each payment; --dry-run counts them',
      options: {
        merchantCode: new Option('--merchant <code>', 'default: all merchants'),
        cursor: new Option('--cursor <cursor>', 'the nextCursor of the previous call, to continue'),
      },
    },
  ])
}

async function listMany(
  context: Context,
  path: string,
  { merchant, state, from, to, limit, cursor, export: file, zone }: ListOptions,
  shows: (body: unknown) => string,
): Promise<void> {
  const filters = {
    ...(merchant !== undefined && { merchantCode: merchant }),
    ...(state !== undefined && { state }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(limit !== undefined && { limit }),
    ...(cursor !== undefined && { cursor }),
  }
  const requested = pathWith(path, filters)
  if (file !== undefined) {
    const wanted = { path: requested, token: adminToken(context), file }
    return exportTo(context, { ...wanted, ...(zone !== undefined && { zone }) })
  }
  const answer = await asOperator(context, { method: 'GET', path: requested })
  report(context, answer, shows)
  noteNextPage(context, answer)
}

const announcedText = listed(
  [
    ['AT', 'at'],
    ['MERCHANT', 'merchantCode'],
    ['KIND', 'kind'],
    ['ID', 'id'],
    ['SEQ', 'sequence'],
    ['STATUS', 'status'],
    ['STATE', 'state'],
    ['NEXT', 'nextAttemptAt'],
    ['WAITS FOR', 'waitsFor.id'],
    ['WEBHOOK-ID', 'webhookId'],
  ],
  'no callbacks',
)

const failingText = listed(
  [
    ['LATEST ATTEMPT', 'lastAttempt.at'],
    ['MERCHANT', 'merchantCode'],
    ['KIND', 'kind'],
    ['ID', 'id'],
    ['STATE', 'state'],
    ['ATTEMPTS', 'attempts'],
    ['NEXT', 'nextAttemptAt'],
    ['HTTP', 'lastAttempt.httpStatus'],
    ['ANSWER', 'lastAttempt.answer'],
  ],
  'all callbacks were delivered',
)
