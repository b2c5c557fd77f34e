/** Banks' status codes of a payout and their meaning, from the tables that decide. */
import { REJECTION_REASONS, STATUS_MEANINGS } from '@sluice/gateway/processors/bank-file/bank-reasons.ts'
import { code, codes, table } from './markdown.ts'

const ADDED: Readonly<Record<string, string>> = {
  PROCESSOR_INSUFFICIENT_FUNDS: ': your account was short',
}

export function bankStatuses(): string {
  const { delivered, open, rejected, cancelled } = STATUS_MEANINGS
  const { duplicate, refused, ...failures } = REJECTION_REASONS
  return table(
    ['Status', 'The payout'],
    [
      [codes(delivered), `is ${code('SUCCESS')}`],
      ...Object.entries(failures).map(([failure, reasons]) => [
        `${codes(rejected)} with ${codes(reasons)}`,
        `${code('FAILED')}, ${code(failure)}${ADDED[failure] ?? ''}`,
      ]),
      [`${codes(rejected)} with ${codes(refused)}`, code('REFUSED')],
      [`${codes(rejected)} with any other reason, or none`, `${code('FAILED')}, ${code('PROCESSOR_ERROR')}`],
      [
        `${codes(cancelled)}`,
        `${code('REFUSED')}, unless its reason is listed above: then as ${codes(rejected)} with that reason`,
      ],
      [
        `${codes(rejected)} as a duplicate: ${codes(duplicate)}`,
        `stays ${code('PENDING')}: the first one may have been paid. Contact the bank`,
      ],
      [codes(open), `stays ${code('PENDING')}`],
      ['any other', `stays ${code('PENDING')}: the gateway does not know its meaning. Contact the bank`],
    ],
  )
}
