/** `sluice cases bulk …`: one operation on many cases, with a preview. */
import { Option } from 'commander'
import type { OperationName } from './admin-operations.ts'
import { asOperator, report } from './client.ts'
import { confirmed, withYes, type YesOption } from './confirm.ts'
import type { SluiceCommand } from './context.ts'
import { CliFailure } from './failure.ts'
import { fileText } from './files.ts'
import { listed } from './operator-command.ts'
import { at } from './output.ts'

interface BulkOptions extends YesOption {
  readonly dryRun?: boolean
  readonly note?: string
  readonly owner?: string
  readonly nobody?: boolean
  readonly due?: string
  readonly withoutDue?: boolean
}

type BulkItem = { readonly id: string; readonly reference?: string }

export function addBulk(cases: SluiceCommand): void {
  const bulk = cases
    .command('bulk')
    .description('one operation on up to 200 cases; --dry-run shows the result without changes')
  const ids = ['<id...>', 'ids of cases; - reads them from standard input'] as const

  bulk
    .command('set-work')
    .description('assign the cases and set a due date')
    .argument(...ids)
    .option('--owner <name>', 'the operator to assign')
    .addOption(new Option('--nobody', 'remove the assignee').conflicts('owner'))
    .option('--due <time>', 'the due date, such as 2026-01-31T12:00:00Z')
    .addOption(new Option('--without-due', 'remove the due date').conflicts('due'))
    .option('--dry-run', 'change nothing')
    .sends('PATCH /admin/cases')
    .action(async (given: readonly string[], options: BulkOptions, command: SluiceCommand) => {
      await send(command, 'PATCH /admin/cases', idsOf(command, given), options, workOf(options))
    })

  bulk
    .command('close')
    .description('close cases without money')
    .argument(...ids)
    .requiredOption('--note <text>', 'the reason; saved in the audit log')
    .option('--dry-run', 'change nothing')
    .sends('POST /admin/cases/!close')
    .action(async (given: readonly string[], options: BulkOptions, command: SluiceCommand) => {
      await send(command, 'POST /admin/cases/!close', idsOf(command, given), options, { note: options.note })
    })

  withYes(
    bulk
      .command('write-off')
      .description("write off the remaining amounts as the gateway's gain or loss; asks for confirmation")
      .argument(...ids)
      .requiredOption('--note <text>', 'the reason; saved in the audit log')
      .option('--dry-run', 'change nothing'),
  )
    .sends('POST /admin/cases/!write-off')
    .action(async (given: readonly string[], options: BulkOptions, command: SluiceCommand) => {
      const cases = idsOf(command, given)
      if (!options.dryRun)
        await confirmed(`write off ${cases.length} cases`, options, command.context.terminal)
      await send(command, 'POST /admin/cases/!write-off', cases, options, { note: options.note })
    })

  bulk
    .command('return')
    .description('record that the remaining amounts were refunded to the senders')
    .argument(
      '<id=reference...>',
      "cases, each with the bank's reference of the outgoing transfer; - reads them",
    )
    .option('--note <text>', 'the reason; saved in the audit log')
    .option('--dry-run', 'change nothing')
    .sends('POST /admin/cases/!return')
    .action(async (given: readonly string[], options: BulkOptions, command: SluiceCommand) => {
      const cases = wordsOf(command, given).map(returnOf)
      await send(command, 'POST /admin/cases/!return', cases, options, { note: options.note })
    })
}

/** One per line, or separated by spaces. */
const wordsOf = ({ context }: SluiceCommand, given: readonly string[]): readonly string[] =>
  given.length === 1 && given[0] === '-'
    ? fileText(context, '-')
        .split(/\s+/)
        .filter((word) => word !== '')
    : given

const idsOf = (command: SluiceCommand, given: readonly string[]): readonly BulkItem[] =>
  wordsOf(command, given).map((id) => ({ id }))

function returnOf(word: string): BulkItem {
  const equals = word.indexOf('=')
  if (equals < 1) throw new CliFailure('usage', "a return is ID=REFERENCE, with the bank's reference")
  return { id: word.slice(0, equals), reference: word.slice(equals + 1) }
}

const workOf = ({ owner, nobody, due, withoutDue }: BulkOptions) => ({
  ...(owner !== undefined && { owner }),
  ...(nobody && { owner: null }),
  ...(due !== undefined && { dueAt: due }),
  ...(withoutDue && { dueAt: null }),
})

async function send(
  { context }: SluiceCommand,
  operation: OperationName,
  cases: readonly BulkItem[],
  { dryRun }: BulkOptions,
  rest: object,
): Promise<void> {
  const path = operation.slice(operation.indexOf('/'))
  const method = operation.startsWith('PATCH') ? 'PATCH' : 'POST'
  const body = { cases, ...rest, ...(dryRun && { dryRun: true }) }
  const answer = await asOperator(context, { method, path, body })
  report(context, answer, bulkText)
}

const resultTable = listed([
  ['CASE', 'id'],
  ['OUTCOME', 'outcome'],
  ['MONEY', 'money'],
  ['WHY', 'detail'],
])

function bulkText(body: unknown): string {
  const isDry = at(body, 'dryRun') === true
  const sum = `${at(body, 'done')} ${isDry ? 'would be done' : 'done'}, ${at(body, 'already')} as asked before, ${at(body, 'refused')} refused`
  return `${resultTable(body)}\n\n${sum}${isDry ? '; nothing was changed' : ''}`
}
