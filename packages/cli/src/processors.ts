/** `sluice processors`: the processors and their health, for operators. */
import type { MethodKind } from '@sluice/core/foundation/identifiers.ts'
import { Argument } from 'commander'
import { asOperator, report } from './client.ts'
import type { SluiceCommand } from './context.ts'
import { fileText } from './files.ts'
import { addOperations, listed } from './operator-command.ts'
import { at, listAt, shown, table } from './output.ts'
import { collect } from './payment.ts'
import { type CreateOptions, givenBody, upperCase } from './request.ts'

export function addProcessors(program: SluiceCommand): void {
  const processors = program.command('processors').description('processors and their health (operators)')
  addRehearse(processors)
  addOperations(processors, [
    {
      name: 'list',
      isDefault: true,
      sends: 'GET /admin/processors',
      does: 'list processors in the order in which they are tried',
      shows: listed([
        ['NAME', 'name'],
        ['KIND', (row) => (at(row, 'forTests') === true ? 'test' : 'live')],
        ['HEALTH', (row) => (at(row, 'healthy') === true ? 'healthy' : 'UNHEALTHY')],
        ['SINCE', 'since'],
        ['DETAIL', 'detail'],
      ]),
    },
  ])
}

interface RehearseOptions extends CreateOptions {
  readonly file?: string
}

function addRehearse(processors: SluiceCommand): void {
  processors
    .command('rehearse')
    .description(
      'test routing: which processor would accept a payment, and why others would not; nothing is stored',
    )
    .argument('<merchant>', "the merchant's code")
    .addArgument(new Argument('<kind>', 'payin or payout').choices(['payin', 'payout']))
    .option('--method <code>', 'payment method', upperCase)
    .option('--operator <code>', 'payment operator')
    .option('--currency <code>', 'currency', upperCase)
    .option('--amount <number>', 'amount in major units')
    .option('--field <name=value>', 'a field of paymentMethod; may be repeated', collect, [])
    .option('--file <file>', "the whole body of the merchant's create from a JSON file, - for standard input")
    .sends('POST /admin/payments/{merchantCode}/{kind}/!rehearse')
    .action(async (merchant: string, kind: MethodKind, options: RehearseOptions, command: SluiceCommand) => {
      const { context } = command
      const path = `/admin/payments/${encodeURIComponent(merchant)}/${kind}/!rehearse`
      // Sent incomplete: the answer also says what is missing.
      const body =
        options.file === undefined ? givenBody(kind, options).body : fileText(context, options.file)
      const answer = await asOperator(context, { method: 'POST', path, body })
      report(context, answer, rehearsalText)
    })
}

function rehearsalText(body: unknown): string {
  const rows = [
    ...listAt(body, 'takers').map((name) => [name, 'would be tried', '']),
    ...listAt(body, 'declined').map((each) => [
      at(each, 'processor'),
      at(each, 'reason'),
      at(each, 'detail'),
    ]),
  ]
  const said = table(['PROCESSOR', 'ANSWER', 'WHY'], rows, 'no processor available')
  const refusal = at(body, 'refusal')
  if (refusal === null) return said
  const read = `${shown(at(refusal, 'code'))}: ${shown(at(refusal, 'detail'))}`
  return `${said}\n\nThe merchant would read 422 ${read}`
}
