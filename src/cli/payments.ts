/** `sluice payments …`: payments of all merchants with their whole history, as an operator. */
import { Argument, InvalidArgumentError, Option } from 'commander'
import { STATUSES } from '../payments/transitions.ts'
import { asOperator, report } from './client.ts'
import { merchantCodeOf, type SluiceCommand } from './context.ts'
import { at, type Fact, facts, listAt, table } from './output.ts'
import { addPageOptions, noteNextPage, type PagingOptions, pathWith } from './pages.ts'

interface ListOptions extends PagingOptions {
  readonly merchant?: string
  readonly kind?: string
  readonly status?: string
}

export function addPayments(program: SluiceCommand): void {
  const payments = program.command('payments').description('payments and their history (operators)')
  addPageOptions(payments.command('list').description('payments, the newest first'))
    .option('--merchant <code>', 'of one merchant')
    .addOption(new Option('--kind <kind>', 'of one kind').choices(['payin', 'payout']))
    .option('--status <status>', `${STATUSES.join(', ')}; several separated by commas`, statuses)
    .action(list)
  payments
    .command('show')
    .description('one payment: its states, ledger lines and callbacks')
    .addArgument(kindArgument())
    .argument('<id>', 'the Merchant Order ID')
    .option('--merchant <code>', "whose; otherwise the data folder's test merchant")
    .action(async (kind: string, id: string, options: { merchant?: string }, command: SluiceCommand) => {
      const { context } = command
      const path = adminPaymentPath(merchantCodeOf(context, options), kind, id)
      report(context, await asOperator(context, { method: 'GET', path }), historyText)
    })
  payments
    .command('cancel')
    .description('take an open payment back from its processor, if it is not too late')
    .addArgument(kindArgument())
    .argument('<id>', 'the Merchant Order ID')
    .option('--merchant <code>', "whose; otherwise the data folder's test merchant")
    .action(async (kind: string, id: string, options: { merchant?: string }, command: SluiceCommand) => {
      const { context } = command
      const path = `${adminPaymentPath(merchantCodeOf(context, options), kind, id)}/!cancel`
      report(context, await asOperator(context, { method: 'POST', path }), lineText)
    })
}

export const kindArgument = (): Argument =>
  new Argument('<kind>', 'payin or payout').choices(['payin', 'payout'])

export const adminPaymentPath = (merchant: string, kind: string, id: string): string =>
  `/admin/payments/${encodeURIComponent(merchant)}/${kind}/${encodeURIComponent(id)}`

/** The gateway ignores a status that there is not; who types one has made a mistake. */
function statuses(text: string): string {
  const wanted = text.split(',').map((each) => each.trim().toUpperCase())
  if (wanted.every((each) => STATUSES.some((status) => status === each))) return wanted.join(',')
  throw new InvalidArgumentError(`Allowed are ${STATUSES.join(', ')}.`)
}

async function list(options: ListOptions, command: SluiceCommand): Promise<void> {
  const { context } = command
  const { merchant, ...filters } = options
  const path = pathWith('/admin/payments', { ...filters, merchantCode: merchant })
  const answer = await asOperator(context, { method: 'GET', path })
  report(context, answer, (body) => {
    const rows = listAt(body, 'data').map((row) => [
      at(row, 'createdAt'),
      at(row, 'merchantCode'),
      at(row, 'kind'),
      at(row, 'id'),
      at(row, 'status'),
      at(row, 'money'),
      at(row, 'paymentMethodCode'),
    ])
    return table(['CREATED', 'MERCHANT', 'KIND', 'ID', 'STATUS', 'AMOUNT', 'METHOD'], rows, 'there are none')
  })
  noteNextPage(context, answer)
}

/** A line of the list, as the acts on one payment answer it too. */
const LINE = [
  ['merchant', 'merchantCode'],
  ['kind', 'kind'],
  ['id', 'id'],
  ['status', 'status'],
  ['why', 'failureReasonCode'],
  ['amount', 'money'],
  ['method', 'paymentMethodCode'],
  ['operator', 'paymentOperatorCode'],
  ['processor', 'processor'],
  ['processor says', 'processorStatus'],
  ['cancellation', 'cancellation'],
  ['reference', 'externalReference'],
  ['created', 'createdAt'],
  ['processed', 'processedAt'],
  ['callbacks to', 'callbackUrl'],
] as const

export const lineText = (body: unknown): string =>
  facts(LINE.map(([name, member]): Fact => [name, at(body, member)]))

const FROM_TO = ['TIME', 'FROM', 'TO', 'BY', 'REASON', 'CALLBACK']
const LEDGER = ['TIME', 'STATE', 'ACCOUNT', 'AMOUNT']
const CASES = ['SINCE', 'REASON', 'AMOUNT', 'CLOSED']

/** One payment with its whole history. */
function historyText(body: unknown): string {
  const rows = (list: string, ...names: readonly string[]) =>
    listAt(body, list).map((row) => names.map((name) => at(row, name)))
  const sections = [
    [
      'States',
      table(FROM_TO, rows('states', 'at', 'from', 'to', 'actor', 'reason', 'callbackSequence'), 'none'),
    ],
    ['Ledger', table(LEDGER, rows('postings', 'at', 'seq', 'account', 'money'), 'nothing was posted')],
    ['Callbacks', callbacksText(body)],
    [
      'Still to be done',
      table(['DUE', 'WHAT', 'TRIES'], rows('steps', 'dueAt', 'purpose', 'tries'), 'nothing'),
    ],
    ['Cases', table(CASES, rows('cases', 'openedAt', 'reason', 'money', 'closedAt'), 'none')],
  ] as const
  return [lineText(body), ...sections.map(([title, text]) => `${title}\n${indented(text)}`)].join('\n\n')
}

/** Each callback with every attempt at it. */
export function callbacksText(body: unknown): string {
  const rows = listAt(body, 'callbacks').flatMap((callback) => {
    const head = [at(callback, 'sequence'), at(callback, 'state'), at(callback, 'status')]
    const attempts = listAt(callback, 'attempts').map((attempt) => [
      ...head,
      at(attempt, 'at'),
      at(attempt, 'outcome'),
      at(attempt, 'httpStatus'),
      at(attempt, 'durationMs'),
      at(attempt, 'answer'),
    ])
    return attempts.length > 0 ? attempts : [head]
  })
  return table(['NUMBER', 'STATE', 'TELLS OF', 'ATTEMPT', 'OUTCOME', 'STATUS', 'MS', 'ANSWER'], rows, 'none')
}

const indented = (text: string): string => text.replace(/^/gm, '  ')
