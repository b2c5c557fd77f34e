/** `sluice payments …`: payments of all merchants with their whole history, as an operator. */
import { Argument, type Command } from 'commander'
import { asOperator, report } from './client.ts'
import { contextOf, merchantCodeOf } from './context.ts'
import { at, type Fact, facts, leaves, listAt, note, shown, table } from './output.ts'
import { wholeNumber } from './payment.ts'

interface ListOptions {
  readonly merchant?: string
  readonly kind?: string
  readonly status?: string
  readonly limit?: number
  readonly cursor?: string
}

export function addPayments(program: Command): void {
  const payments = program.command('payments').description('payments and their history (operators)')
  payments
    .command('list')
    .description('payments, the newest first')
    .option('--merchant <code>', 'of one merchant')
    .option('--kind <kind>', 'payin or payout')
    .option('--status <status>', 'NEW, PENDING, SUCCESS, REFUSED, FAILED or EXPIRED')
    .option('--limit <number>', 'how many', wholeNumber)
    .option('--cursor <cursor>', 'the page after, as the last one said')
    .action(list)
  payments
    .command('show')
    .description('one payment: its states, ledger lines and callbacks')
    .addArgument(kindArgument())
    .argument('<id>', 'the Merchant Order ID')
    .option('--merchant <code>', "whose; otherwise the data folder's test merchant")
    .action(async (kind: string, id: string, options: { merchant?: string }, command: Command) => {
      const context = contextOf(command)
      const path = adminPaymentPath(merchantCodeOf(context.sandbox, options), kind, id)
      report(context, await asOperator(context, { method: 'GET', path }), historyText)
    })
}

export const kindArgument = (): Argument =>
  new Argument('<kind>', 'payin or payout').choices(['payin', 'payout'])

export const adminPaymentPath = (merchant: string, kind: string, id: string): string =>
  `/admin/payments/${encodeURIComponent(merchant)}/${kind}/${encodeURIComponent(id)}`

async function list(options: ListOptions, command: Command): Promise<void> {
  const context = contextOf(command)
  const query = new URLSearchParams()
  if (options.merchant !== undefined) query.set('merchantCode', options.merchant)
  for (const name of ['kind', 'status', 'limit', 'cursor'] as const) {
    const value = options[name]
    if (value !== undefined) query.set(name, String(value))
  }
  const answer = await asOperator(context, { method: 'GET', path: `/admin/payments?${query}` })
  report(context, answer, (body) => {
    const rows = listAt(body, 'data').map((row) => [
      at(row, 'createdAt') ?? at(row, 'process', 'createdAt'),
      at(row, 'merchantCode'),
      at(row, 'kind'),
      at(row, 'id'),
      at(row, 'status') ?? at(row, 'process', 'status'),
      at(row, 'money') ?? at(row, 'paymentRequested', 'money'),
      at(row, 'paymentMethodCode') ?? at(row, 'method'),
    ])
    return table(['CREATED', 'MERCHANT', 'KIND', 'ID', 'STATUS', 'AMOUNT', 'METHOD'], rows, 'there are none')
  })
  const next = at(answer.body, 'nextCursor')
  if (typeof next === 'string' && !context.json) note(`there are more: --cursor ${next}`)
}

/** The lists of its history as tables, the rest as facts. */
export function historyText(body: unknown): string {
  if (typeof body !== 'object' || body === null) return shown(body)
  const members: Fact[] = Object.entries(body)
  const plain = members.filter(([, value]) => !Array.isArray(value))
  const lists = members.filter(([, value]) => Array.isArray(value))
  const sections = lists.map(([name, value]) => `${name}\n${indented(listText(value))}`)
  return [facts(plain.flatMap(([name, value]) => leaves(value, name))), ...sections].join('\n\n')
}

export function listText(value: unknown): string {
  const rows = Array.isArray(value) ? value : []
  const names = [...new Set(rows.flatMap((row) => leaves(row).map(([name]) => name)))]
  return table(
    names,
    rows.map((row) => names.map((name) => at(row, ...name.split('.')))),
    'none',
  )
}

const indented = (text: string): string => text.replace(/^/gm, '  ')
