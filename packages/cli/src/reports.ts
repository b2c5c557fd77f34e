/** `sluice reports …`: volume, success rates, time to money, and the age of open cases. */
import { Option } from 'commander'
import type { SluiceCommand } from './context.ts'
import { addOperations, listed } from './operator-command.ts'
import { upperCase } from './request.ts'

const options = {
  merchantCode: new Option('--merchant <code>', 'of one merchant'),
  firstDay: new Option(
    '--from <day>',
    'the first day, such as 2026-11-01; default: 29 days before the last day',
  ),
  lastDay: new Option('--to <day>', 'the last day, included; default: today'),
  by: new Option('--by <what>', 'group rows by day, month, merchant, method, operator'),
  kind: new Option('--kind <kind>', 'payin, payout, refund or settlement'),
  currencyCode: new Option('--currency <code>', 'of one currency').argParser(upperCase),
  paymentMethodCode: new Option('--method <code>', 'of one method').argParser(upperCase),
}

const GROUP = [
  ['PERIOD', 'period'],
  ['MERCHANT', 'merchantCode'],
  ['KIND', 'kind'],
  ['CURRENCY', 'currencyCode'],
  ['METHOD', 'paymentMethodCode'],
  ['OPERATOR', 'paymentOperatorCode'],
  ['CREATED', 'created'],
  ['SUCCEEDED', 'succeeded'],
] as const

export function addReports(program: SluiceCommand): void {
  const reports = program
    .command('reports')
    .description('volume, success rates, time to success, cases by age (operators)')
  addOperations(reports, [
    {
      name: 'volume',
      isDefault: true,
      sends: 'GET /admin/reports/volume',
      does: 'payment counts and volume',
      options,
      shows: listed([
        ...GROUP,
        ['MADE', 'createdMoney.amount'],
        ['MONEY', 'succeededMoney.amount'],
        ['FEE', 'fee.amount'],
      ]),
    },
    {
      name: 'success-rates',
      sends: 'GET /admin/reports/success-rates',
      does: 'success rates by method and operator',
      options,
      shows: listed([
        ...GROUP,
        ['FAILED', 'failed'],
        ['REFUSED', 'refused'],
        ['EXPIRED', 'expired'],
        ['OPEN', 'open'],
        ['RATE', 'successRate'],
      ]),
    },
    {
      name: 'time-to-money',
      sends: 'GET /admin/reports/time-to-money',
      does: 'time from create to SUCCESS',
      options,
      shows: listed([
        ...GROUP,
        ['AVERAGE S', 'averageSecs'],
        ['HALF WITHIN S', 'halfWithinSecs'],
        ['90 % WITHIN S', 'ninetyPercentWithinSecs'],
      ]),
    },
    {
      name: 'cases',
      sends: 'GET /admin/reports/cases',
      does: 'open cases by reason and age',
      options: { merchantCode: options.merchantCode },
      shows: listed([
        ['REASON', 'reason'],
        ['HOURS OLD, FROM', 'atLeastHours'],
        ['TO', 'lessThanHours'],
        ['OPEN', 'open'],
      ]),
    },
    {
      name: 'rebuild',
      sends: 'POST /admin/reports/!rebuild',
      does: 'rebuild all reports in the background; reports stay available',
    },
  ])
}
