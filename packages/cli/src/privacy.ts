/** `sluice privacy …`: personal data found, erased and proved, terms and legal holds, for operators. */
import { randomUUID } from 'node:crypto'
import { Argument, Option } from 'commander'
import type { Context, SluiceCommand } from './context.ts'
import { fileBytes } from './files.ts'
import { addOperations, type GivenArguments, listed, type OperatorCommand } from './operator-command.ts'
import { at, shown, unsteered } from './output.ts'
import { wholeNumber } from './pages.ts'

export function addPrivacy(program: SluiceCommand): void {
  const noun = program
    .command('privacy')
    .description('personal data: find it, erase it, keep it for the law (operators)')
  addOperations(noun, COMMANDS)
}

const IDENTIFIER = {
  identifier: 'the whole account, phone number, email address or tax number; - reads it from standard input',
}
const OF_MERCHANT = {
  merchantCode: new Option('--merchant <code>', 'only payments of this merchant; default: of all'),
}

/** As it was typed, or from standard input, where no list of processes shows it. */
function identified({ identifier, merchantCode }: GivenArguments, context: Context) {
  const text =
    identifier === '-' ? new TextDecoder().decode(fileBytes(context, '-')).trim() : String(identifier)
  return { identifier: text, ...(merchantCode !== undefined && { merchantCode }) }
}

const days = (flag: string, help: string): Option => new Option(flag, help).argParser(wholeNumber)

const FOUND: Parameters<typeof listed>[0] = [
  ['MERCHANT', 'merchantCode'],
  ['KIND', 'kind'],
  ['ID', 'id'],
  ['STATUS', 'status'],
  ['CREATED', 'createdAt'],
  ['VALUES', 'values'],
  ['NOW', 'erasable'],
  ['WAITS FOR', 'why'],
  ['UNTIL', 'until'],
]

/** The receipt has lines, which `shown` would not keep. */
const receiptText = (body: unknown): string => {
  const text = at(body, 'text')
  return typeof text === 'string' ? unsteered(text) : shown(at(body, 'approval', 'summary'))
}

const COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'find',
    sends: 'POST /admin/privacy/!find',
    does: 'find the payments of a person by an exact identifier, masked, and when they can be erased',
    takes: IDENTIFIER,
    options: OF_MERCHANT,
    body: identified,
    shows: listed(FOUND, 'no payment has this identifier'),
  },
  {
    name: 'erase',
    sends: 'POST /admin/privacy/requests',
    does: 'erase the data of a person at their request, and show the receipt',
    takes: IDENTIFIER,
    options: OF_MERCHANT,
    body: (given, context) => ({ ...identified(given, context), salt: randomUUID() }),
    shows: receiptText,
  },
  {
    name: 'requests',
    sends: 'GET /admin/privacy/requests',
    options: { merchantCode: new Option('--merchant <code>', 'only requests for this merchant') },
    shows: listed(
      [
        ['ID', 'id'],
        ['REQUESTED', 'requestedAt'],
        ['BY', 'requestedBy'],
        ['MERCHANT', 'merchantCode'],
        ['FOUND', 'found'],
        ['ERASED', 'erased'],
      ],
      'no requests',
    ),
  },
  {
    name: 'receipt',
    sends: 'GET /admin/privacy/requests/{id}',
    does: 'the receipt of a request as text; --json has all of it',
    takes: { id: 'its number' },
    shows: receiptText,
  },
  {
    name: 'verify',
    sends: 'POST /admin/privacy/requests/{id}/!verify',
    takes: { id: 'the number of the receipt', ...IDENTIFIER },
    body: (given, context) => ({ identifier: identified(given, context).identifier }),
  },
  { name: 'terms', sends: 'GET /admin/privacy/terms' },
  { name: 'set-terms', sends: 'PUT /admin/privacy/terms' },
  {
    name: 'set-merchant-term',
    sends: 'PATCH /admin/privacy/terms/{merchantCode}',
    does: "set a merchant's own term; without --erase-days it has the default again",
    takes: { merchantCode: new Argument('<code>', 'its code') },
    options: { eraseDays: days('--erase-days <days>', 'days after the close of a payment') },
    body: ({ eraseDays }) => ({ eraseDays: eraseDays ?? null }),
  },
  {
    name: 'holds',
    sends: 'GET /admin/privacy/holds',
    options: { merchantCode: new Option('--merchant <code>', 'only holds of this merchant') },
    shows: listed(
      [
        ['ID', 'id'],
        ['MERCHANT', 'merchantCode'],
        ['KIND', 'kind'],
        ['PAYMENT', 'paymentId'],
        ['REASON', 'reason'],
        ['SET BY', 'setBy'],
        ['SET', 'setAt'],
        ['RELEASED', 'releasedAt'],
      ],
      'no legal holds',
    ),
  },
  { name: 'hold', sends: 'POST /admin/privacy/holds' },
  { name: 'release', sends: 'POST /admin/privacy/holds/{id}/!release', takes: { id: 'the ID of the hold' } },
]
