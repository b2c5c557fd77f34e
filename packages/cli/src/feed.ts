/** `sluice feed …`: what banks report for own accounts, for operators. */
import type { Answer } from '@sluice/client/main.ts'
import { Option } from 'commander'
import { asOperator, report } from './client.ts'
import type { Context, SluiceCommand } from './context.ts'
import { fileBytes, fileJson } from './files.ts'
import { addOperations, listed } from './operator-command.ts'
import { at, type Fact, facts, listAt, shown, table } from './output.ts'
import { pathWith } from './pages.ts'

const LOOK_EVERY_MS = 1_000
const ACCOUNT = ['--account <id>', 'the receiving account'] as const

interface ImportOptions {
  readonly account: string
  readonly format?: string
  readonly dryRun?: boolean
  readonly anyAccount?: boolean
}

const feedOf = (account: string): string => `/admin/bank-feeds/${encodeURIComponent(account)}`

export function addFeed(program: SluiceCommand): void {
  const feed = program.command('feed').description('bank statements and matching (operators)')
  feed
    .command('import')
    .description('import a statement file: camt.053, camt.054, MT940 or CSV')
    .argument('<file>', 'the file from the bank')
    .requiredOption(...ACCOUNT)
    .addOption(
      new Option('--format <format>', 'default: detected from the content').choices(['camt', 'mt940', 'csv']),
    )
    .option('--any-account', 'import although the file names another account number')
    .option('--dry-run', 'show the result without storing anything')
    .sends('POST /admin/bank-feeds/{account}/statements', 'GET /admin/bank-feeds/{account}')
    .action(async (file: string, options: ImportOptions, command: SluiceCommand) => {
      const { context } = command
      const { taken, now } = await imported(context, fileBytes(context, file), options)
      report(context, now, (body) => takenText(taken.body, body, options.dryRun === true))
    })
  addOperations(feed, [
    {
      name: 'entries',
      sends: 'GET /admin/bank-feeds/{account}/entries',
      does: 'entries of an account, last received first',
      options: {
        account: new Option(...ACCOUNT),
        state: new Option('--state <state>', 'NEW, WAITING or APPLIED'),
        outcome: new Option(
          '--outcome <outcome>',
          'PAID, PAID_LATE, SENT_BACK, DELIVERED, RETURNED, CASE or IGNORED',
        ),
      },
      shows: entriesText,
    },
  ])
  addMapping(feed)
}

/**
 * Sends the file and follows the matching until everything is done, then reads the result of the file again.
 * @returns the answers to the import and to the last read
 */
async function imported(
  context: Context,
  file: Uint8Array<ArrayBuffer>,
  { account, format, dryRun, anyAccount }: ImportOptions,
): Promise<{ readonly taken: Answer; readonly now: Answer }> {
  const send = (dry: boolean) => {
    const path = pathWith(`${feedOf(account)}/statements`, { format, anyAccount, dryRun: dry || undefined })
    return asOperator(context, { method: 'POST', path, body: file })
  }
  context.note(`sending ${Math.ceil(file.length / 1024)} KiB`)
  const taken = await send(dryRun === true)
  if (dryRun || !hasNew(taken)) return { taken, now: taken }
  let before = Number.POSITIVE_INFINITY
  for (;;) {
    const { body } = await asOperator(context, { method: 'GET', path: feedOf(account) })
    const left = Number(at(body, 'unfinished', 'new') ?? 0)
    if (left === 0) break
    if (left !== before) context.note(`${left} entries are still to be matched`)
    before = left
    await context.pause(LOOK_EVERY_MS)
  }
  return { taken, now: await send(true) }
}

const hasNew = ({ body }: Answer): boolean =>
  listAt(body, 'data').some((entry) => at(entry, 'state') === 'NEW')

interface Reported {
  readonly entry: unknown
  /** The result at the import. */
  readonly result: unknown
  readonly outcome: unknown
}

/** What was new at the import and what has become of it; for a dry run, each entry and its expected outcome. */
function takenText(taken: unknown, now: unknown, dryRun: boolean): string {
  const results = listAt(taken, 'data').map((entry) => at(entry, 'result'))
  const entries = listAt(now, 'data').map(
    (entry, index): Reported => ({ entry, result: results[index], outcome: at(entry, 'outcome') }),
  )
  // In a dry run only new entries have an expected outcome.
  const counted = Map.groupBy(
    entries.filter(({ result }) => !(dryRun && result === 'KNOWN')),
    ({ entry, result, outcome }) => String(outcome ?? at(entry, 'state') ?? result),
  )
  const summary = facts([
    ['entries', at(taken, 'summary', 'entries')],
    ['new', at(taken, 'summary', 'new')],
    ['already imported', at(taken, 'summary', 'known')],
    ['in conflict', at(taken, 'summary', 'conflict')],
    ['skipped lines', at(taken, 'summary', 'skipped')],
    ['balances', BALANCES[String(at(taken, 'balances'))]],
    ...[...counted].map(([name, { length }]): Fact => [name, length]),
  ])
  const reported = dryRun ? triedText(entries) : openText(entries)
  return [summary, ...reported].join('\n')
}

const ENTRY_HEADS = ['BOOKED', 'AMOUNT', 'REFERENCE', 'SENDER', 'RESULT', 'OUTCOME', 'REASON', 'PAYMENT']
const rowOf = ({ entry, result }: Reported): readonly unknown[] => [
  at(entry, 'bookedAt'),
  at(entry, 'direction') === 'DEBIT' ? `-${shown(at(entry, 'money'))}` : at(entry, 'money'),
  at(entry, 'reference'),
  at(entry, 'sender', 'name') ?? at(entry, 'sender', 'accountNumber'),
  result,
  ...matchOf(entry),
]

/** Each entry with the payin that it would pay or the case that it would open. */
const triedText = (entries: readonly Reported[]): readonly string[] => [
  'preview:',
  table(ENTRY_HEADS, entries.map(rowOf), 'no entries'),
  'This was a dry run: nothing was stored, nothing was paid, no case was opened.',
]

function openText(entries: readonly Reported[]): readonly string[] {
  const rows = entries
    .filter(({ outcome }) => !['PAID', 'PAID_LATE', 'IGNORED', 'DELIVERED'].includes(String(outcome)))
    .map(rowOf)
  return rows.length === 0 ? [] : ['see:', table(ENTRY_HEADS, rows, '')]
}

const BALANCES: Readonly<Record<string, string>> = {
  COMPARED: 'checked: the entries add up to the balances',
  NOT_IN_FILE: 'none in the file',
  NOT_PROVIDED_BY_BANK: "NOT CHECKED: this bank's balances are not reliable, so the file cannot be verified",
}

/** Outcome, reason and payment, or the candidates. */
function matchOf(entry: unknown): readonly unknown[] {
  const name = (payment: unknown) =>
    ['merchantCode', 'kind', 'id'].map((part) => String(at(payment, part))).join('/')
  const payment = at(entry, 'payment')
  const candidates = listAt(entry, 'candidates').map(name)
  const why = listAt(entry, 'why').join(' ')
  return [
    at(entry, 'outcome') ?? at(entry, 'state'),
    at(entry, 'reason') ?? why,
    payment === undefined ? candidates.join(' or ') : name(payment),
  ]
}

function entriesText(body: unknown): string {
  const rows = listAt(body, 'data').map((entry) => [
    at(entry, 'bookedAt'),
    at(entry, 'reference'),
    at(entry, 'direction'),
    at(entry, 'money'),
    ...matchOf(entry),
  ])
  const heads = ['BOOKED', 'REFERENCE', 'DIRECTION', 'AMOUNT', 'OUTCOME', 'REASON', 'PAYMENT']
  return table(heads, rows, 'none')
}

interface MappingOptions {
  readonly account: string
  readonly like?: string
  readonly file?: string
}

function addMapping(feed: SluiceCommand): void {
  addOperations(feed, [
    {
      name: 'mappings',
      sends: 'GET /admin/csv-mappings',
      does: 'the ready-made CSV mappings',
      shows: listed([
        ['NAME', 'name'],
        ['BANK', 'bank'],
      ]),
    },
  ])
  feed
    .command('mapping')
    .description("show or set the CSV format of an account's bank")
    .requiredOption(...ACCOUNT)
    .option('--like <name>', 'set it to a ready-made one')
    .option('--file <file>', 'set it to this JSON document')
    .sends('GET /admin/bank-feeds/{account}/csv-mapping', 'PUT /admin/bank-feeds/{account}/csv-mapping')
    .action(async ({ account, like, file }: MappingOptions, command: SluiceCommand) => {
      const { context } = command
      const path = `${feedOf(account)}/csv-mapping`
      const body =
        file === undefined
          ? { like }
          : { ...(like !== undefined && { like }), ...Object(fileJson(context, file)) }
      const isShown = like === undefined && file === undefined
      const call = isShown ? ({ method: 'GET', path } as const) : ({ method: 'PUT', path, body } as const)
      report(context, await asOperator(context, call), (mapping) => JSON.stringify(mapping, null, 2))
    })
}
