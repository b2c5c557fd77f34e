/** `sluice refunds …`: refunds payins for merchants, and records refunds that operators send by hand. */
import { randomUUID } from 'node:crypto'
import { REFUND_REASONS } from '@sluice/core/payment/model.ts'
import { Option } from 'commander'
import { asMerchant, report } from './client.ts'
import {
  addMerchantOptions,
  type Context,
  type MerchantIdentity,
  type MerchantOptions,
  merchantOf,
  type SluiceCommand,
} from './context.ts'
import { addOwnExplain } from './explain.ts'
import { CliFailure } from './failure.ts'
import { addOperations, type GivenArguments, objectIn } from './operator-command.ts'
import { at, type Fact, facts, listAt, table } from './output.ts'
import { pathOf } from './payment.ts'
import { lineText } from './payments.ts'
import { amountOf, upperCase } from './request.ts'

/** The fields of an operator's refund; currency and amount go together. */
const REFUNDED = {
  idPayin: new Option('--payin <id>', 'the payin to refund').makeOptionMandatory(),
  amount: new Option('--amount <number>', 'the amount, in major units; default: the whole remaining amount'),
  currency: new Option('--currency <code>', "the payin's currency, with --amount").argParser(upperCase),
  money: null,
}

/** @throws CliFailure if only one of amount and currency is given */
function payinIn({ idPayin, amount, currency }: GivenArguments): object {
  if ((amount === undefined) !== (currency === undefined))
    throw new CliFailure('usage', '--amount and --currency go together')
  return {
    idPayin,
    ...(amount !== undefined && { money: { amount: amountOf(String(amount)), currencyCode: currency } }),
  }
}

interface CreateOptions extends MerchantOptions {
  readonly payin: string
  readonly amount?: string
  readonly currency?: string
  readonly reason: string
  readonly note?: string
  readonly payee?: string
  readonly callbackUrl?: string
}

interface ListOptions extends MerchantOptions {
  readonly payin?: string
  readonly status?: string
}

export function addRefunds(program: SluiceCommand): void {
  const refunds = program.command('refunds').description('refunds of payins')
  addCreate(refunds)
  addGet(refunds)
  addList(refunds)
  addOwnExplain(refunds, 'refund')
  const refund = { idRefund: 'the ID of the refund' }
  addOperations(refunds, [
    {
      name: 'create-for-merchant',
      sends: 'POST /admin/refunds/{merchantCode}/{idRefund}',
      does: 'refund a payin on behalf of its merchant (operators)',
      takes: { idRefund: 'a new ID that begins with operator-' },
      options: {
        ...REFUNDED,
        reason: new Option('--reason <reason>', 'why')
          .choices(REFUND_REASONS)
          .default('REQUESTED_BY_CUSTOMER'),
        note: new Option('--note <text>', 'up to 140 characters, for the merchant'),
      },
      body: (given) => ({ ...payinIn(given), reason: given.reason, note: given.note }),
      shows: lineText,
    },
    {
      name: 'rehearse',
      sends: 'POST /admin/refunds/{merchantCode}/!rehearse',
      does: 'preview a refund; nothing is stored (operators)',
      options: REFUNDED,
      body: payinIn,
    },
    {
      name: 'mark-paid',
      sends: 'POST /admin/refunds/{merchantCode}/{idRefund}/!markPaid',
      does: 'mark a manual refund as paid (operators)',
      takes: refund,
      shows: lineText,
    },
    {
      name: 'mark-failed',
      sends: 'POST /admin/refunds/{merchantCode}/{idRefund}/!markFailed',
      does: 'mark an unsent refund as failed (operators)',
      takes: refund,
      shows: lineText,
    },
  ])
}

function addCreate(refunds: SluiceCommand): void {
  addMerchantOptions(
    refunds
      .command('create')
      .description('refund a payin')
      .argument('[id]', 'your refund ID; default: a new one'),
  )
    .requiredOption('--payin <id>', 'the payin to refund')
    .option('--amount <number>', 'the amount, in major units; default: the whole remaining amount')
    .option('--currency <code>', "the payin's currency; default: looked up", upperCase)
    .addOption(
      new Option('--reason <reason>', 'why').choices(REFUND_REASONS).default('REQUESTED_BY_CUSTOMER'),
    )
    .option('--note <text>', 'up to 140 characters')
    .option('--payee <file>', 'the payee, as paymentMethod of a payout: a JSON file, or - for standard input')
    .option('--callback-url <url>', 'callback URL')
    .action(async (given: string | undefined, options: CreateOptions, command: SluiceCommand) => {
      const { context } = command
      const { payin: idPayin, amount, currency, reason, note, payee, callbackUrl } = options
      if (amount === undefined && currency !== undefined)
        throw new CliFailure(
          'usage',
          '--currency needs --amount; without both, the whole remaining amount is refunded',
        )
      const merchant = merchantOf(context, options)
      const money = amount === undefined ? undefined : { amount: amountOf(amount), currency }
      const answer = await asMerchant(context, merchant, {
        method: 'POST',
        path: pathOf('refund', given ?? randomUUID()),
        body: {
          idPayin,
          ...(money && {
            money: {
              amount: money.amount,
              currencyCode: money.currency ?? (await currencyOf(context, merchant, idPayin)),
            },
          }),
          reason,
          ...(note !== undefined && { note }),
          ...(payee !== undefined && { payee: objectIn(context, payee) }),
          ...(callbackUrl !== undefined && { callbackUrl }),
        },
      })
      report(context, answer, refundText)
    })
}

/** A refund has the currency of its payin. @throws CliFailure if the payin cannot be read */
async function currencyOf(context: Context, merchant: MerchantIdentity, idPayin: string): Promise<string> {
  const { body } = await asMerchant(context, merchant, { method: 'GET', path: pathOf('payin', idPayin) })
  return String(at(body, 'paymentRequested', 'money', 'currencyCode'))
}

function addGet(refunds: SluiceCommand): void {
  addMerchantOptions(
    refunds.command('get').description('read a refund').argument('<id>', 'the ID of the refund'),
  ).action(async (id: string, options: MerchantOptions, command: SluiceCommand) => {
    const { context } = command
    const call = { method: 'GET', path: pathOf('refund', id) } as const
    report(context, await asMerchant(context, merchantOf(context, options), call), refundText)
  })
}

function addList(refunds: SluiceCommand): void {
  addMerchantOptions(refunds.command('list').description('your refunds, newest first'))
    .option('--payin <id>', 'of one payin')
    .option('--status <status>', 'several separated by commas')
    .action(async (options: ListOptions, command: SluiceCommand) => {
      const { context } = command
      const query = new URLSearchParams({
        ...(options.payin !== undefined && { idPayin: options.payin }),
        ...(options.status !== undefined && { status: options.status }),
      })
      const answer = await asMerchant(context, merchantOf(context, options), {
        method: 'GET',
        path: '/refunds',
        ...(query.size > 0 && { query: `?${query}` }),
      })
      report(context, answer, (body) => {
        const rows = listAt(body, 'data').map((row) => [
          at(row, 'idRefund'),
          at(row, 'idPayin'),
          at(row, 'money'),
          at(row, 'route'),
          at(row, 'process', 'status'),
        ])
        return table(['REFUND', 'PAYIN', 'MONEY', 'ROUTE', 'STATUS'], rows, 'no refunds')
      })
    })
}

function refundText(body: unknown): string {
  const entries: Fact[] = [
    ['refund', at(body, 'idRefund')],
    ['payin', at(body, 'idPayin')],
    ['money', at(body, 'money')],
    ['status', at(body, 'process', 'status')],
    ['route', at(body, 'route')],
    ['claim', at(body, 'claimUrl')],
    ['failed', at(body, 'failureReasonCode')],
  ]
  return facts(entries.filter(([, value]) => value !== undefined))
}
