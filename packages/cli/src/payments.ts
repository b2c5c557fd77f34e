/** `sluice payments …`: payments of all merchants with their complete history, for operators. */
import { PAYMENT_KINDS } from '@sluice/core/foundation/identifiers.ts'
import { STATUSES } from '@sluice/core/payment/transitions.ts'
import { Argument, InvalidArgumentError, Option } from 'commander'
import type { SluiceCommand } from './context.ts'
import { addOperations, listed } from './operator-command.ts'
import { at, type Fact, facts, listAt, table } from './output.ts'
import { amountOf, upperCase } from './request.ts'

export const kindArgument = (): Argument =>
  new Argument('<kind>', 'what kind of payment').choices(PAYMENT_KINDS)

/** The arguments that identify a payment; its merchant is an option. */
export const PAYMENT = { kind: kindArgument(), id: 'the Merchant Order ID' } as const

export function addPayments(program: SluiceCommand): void {
  addOperations(program.command('payments').description('payments and their history (operators)'), [
    {
      name: 'list',
      sends: 'GET /admin/payments',
      does: 'payments, newest first',
      options: {
        merchantCode: new Option('--merchant <code>', 'of one merchant'),
        kind: new Option('--kind <kind>', 'of one kind').choices(PAYMENT_KINDS),
        status: new Option(
          '--status <status>',
          `${STATUSES.join(', ')}; several separated by commas`,
        ).argParser(statuses),
        currencyCode: new Option('--currency <code>', 'of one currency').argParser(upperCase),
        paymentMethodCode: new Option('--method <code>', 'of one method').argParser(upperCase),
        paymentOperatorCode: new Option('--operator <code>', 'of one operator; ~none: those without one'),
      },
      shows: listed([
        ['CREATED', 'createdAt'],
        ['MERCHANT', 'merchantCode'],
        ['KIND', 'kind'],
        ['ID', 'id'],
        ['STATUS', 'status'],
        ['AMOUNT', 'money'],
        ['METHOD', 'paymentMethodCode'],
      ]),
    },
    {
      name: 'show',
      sends: 'GET /admin/payments/{merchantCode}/{kind}/{id}',
      does: 'one payment: its states, ledger lines and callbacks',
      takes: PAYMENT,
      shows: historyText,
    },
    {
      name: 'try',
      sends: 'POST /admin/payments/{merchantCode}/!try',
      does: 'create a checkout link for a test payment',
      options: {
        amount: new Option('--amount <number>', 'the amount that the payer pays, in major units')
          .argParser(amountOf)
          .makeOptionMandatory(),
        currencyCode: new Option('--currency <code>', 'the currency')
          .argParser(upperCase)
          .makeOptionMandatory(),
        money: null,
      },
      body: ({ amount, currencyCode }) => ({ money: { amount, currencyCode } }),
    },
    {
      name: 'cancel',
      sends: 'POST /admin/payments/{merchantCode}/{kind}/{id}/!cancel',
      does: 'cancel an open payment at its processor, if it is not too late',
      takes: PAYMENT,
      shows: lineText,
    },
  ])
}

export const adminPaymentPath = (merchant: string, kind: string, id: string): string =>
  `/admin/payments/${encodeURIComponent(merchant)}/${kind}/${encodeURIComponent(id)}`

/** The gateway ignores unknown statuses, but here one is a typing mistake. */
function statuses(text: string): string {
  const wanted = text.split(',').map((each) => each.trim().toUpperCase())
  if (wanted.every((each) => STATUSES.some((status) => status === each))) return wanted.join(',')
  throw new InvalidArgumentError(`Allowed are ${STATUSES.join(', ')}.`)
}

/** A line of the list, also for the answers of operations on one payment. */
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

export function lineText(body: unknown): string {
  return facts(LINE.map(([name, member]): Fact => [name, at(body, member)]))
}

const FROM_TO = ['TIME', 'FROM', 'TO', 'BY', 'REASON', 'CALLBACK']
const LEDGER = ['TIME', 'STATE', 'ACCOUNT', 'AMOUNT']
const CASES = ['SINCE', 'REASON', 'AMOUNT', 'CLOSED']

/** One payment with its complete history. */
function historyText(body: unknown): string {
  const rows = (list: string, ...names: readonly string[]) =>
    listAt(body, list).map((row) => names.map((name) => at(row, name)))
  const sections = [
    [
      'States',
      table(FROM_TO, rows('states', 'at', 'from', 'to', 'actor', 'reason', 'callbackSequence'), 'none'),
    ],
    ['Ledger', table(LEDGER, rows('postings', 'at', 'seq', 'account', 'money'), 'none')],
    ['Callbacks', callbacksText(body)],
    [
      'Pending tasks',
      table(['DUE', 'WHAT', 'ATTEMPTS'], rows('steps', 'dueAt', 'purpose', 'tries'), 'nothing'),
    ],
    ['Cases', table(CASES, rows('cases', 'openedAt', 'reason', 'money', 'closedAt'), 'none')],
  ] as const
  return [lineText(body), ...sections.map(([title, text]) => `${title}\n${indented(text)}`)].join('\n\n')
}

/** Each callback with all its attempts. */
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
  return table(['NUMBER', 'STATE', 'STATUS', 'ATTEMPT', 'OUTCOME', 'HTTP', 'MS', 'ANSWER'], rows, 'none')
}

const indented = (text: string): string => text.replace(/^/gm, '  ')
