/** The tables and the diagram in documents that come from the code. */
import { CURRENCIES } from '@sluice/core/catalogue/currencies.ts'
import type { PayinMethod } from '@sluice/core/catalogue/payment-method.ts'
import { FAULT_CODES } from '@sluice/core/foundation/faults.ts'
import { ID_NAMES } from '@sluice/core/foundation/identifiers.ts'
import { TRANSITIONS, type Transition } from '@sluice/core/payment/transitions.ts'
import { INVARIANTS } from '@sluice/gateway/admin/invariants/invariants.ts'
import { AMOUNT_FAULTS } from '@sluice/gateway/api/requests.ts'
import { EXPLAINED_CODES, type ExplainedCode } from '@sluice/gateway/api-docs/explanations.ts'
import { WAITS_MS } from '@sluice/gateway/callbacks/schedule.ts'
import { type Fault, problemDocument, validationFailed } from '@sluice/gateway/http/problems.ts'
import { ACTIONS } from '@sluice/gateway/identity/access/grant.ts'
import { PEOPLE_PROBLEMS } from '@sluice/gateway/identity/people/problems.ts'
import { SERVABLE } from '@sluice/gateway/processors/own-account/rails.ts'
import { type SandboxOutcome, STEERING } from '@sluice/gateway/processors/sandbox/outcomes.ts'
import { SETTINGS } from '@sluice/gateway/server/settings.ts'
import { PERSONAL } from '../structure/personal-data.ts'
import { code, codes, duration, fenced, paragraphs, table } from './markdown.ts'

const explained = (rows: readonly ExplainedCode[]): string =>
  paragraphs(
    table(
      ['Status', 'code', 'Title'],
      rows.map((one) => [one.status, `[${one.code}](#${one.code.toLowerCase()})`, one.title]),
    ),
    ...rows.map((one) =>
      paragraphs(
        `### ${one.code}`,
        `HTTP ${one.status}. ${one.title}.`,
        `**When:** ${one.when}`,
        `**What to do:** ${one.whatToDo}`,
      ),
    ),
  )

/** People who sign in get the same refusals in the dashboard and the console. */
export const errors = (): string =>
  explained(
    EXPLAINED_CODES.filter(({ code: each, isForOperators }) => !isForOperators || each in PEOPLE_PROBLEMS),
  )
/** A refusal as the code makes it. */
export function errorExample(): string {
  const fault: Fault = {
    path: '/paymentRequested/money/amount',
    code: 'NOT_POSITIVE',
    message: AMOUNT_FAULTS.NOT_POSITIVE,
  }
  const problem = problemDocument(validationFailed([fault]), '0194f0c2-6a3e-7d21-9d5a-3f6b1c2d4e5f')
  return fenced('json', JSON.stringify(problem, undefined, 2))
}
export const operatorErrors = (): string =>
  explained(EXPLAINED_CODES.filter(({ isForOperators }) => isForOperators))

/** The possible values of `code` within `errors`. */
export const faults = (): string =>
  table(
    ['code', 'The field …'],
    Object.entries(FAULT_CODES).map(([name, meaning]) => [code(name), meaning]),
  )
/** Where personal data is kept, and what erasing a payment makes of it. */
export const erasedData = (): string =>
  table(
    ['Column', 'Whose', 'After erasure'],
    Object.entries(PERSONAL).flatMap(([column, { of, ...end }]) =>
      'becomes' in end ? [[code(column), of, end.becomes]] : [],
    ),
  )
export const keptData = (): string =>
  table(
    ['Column', 'Whose', 'Why it stays'],
    Object.entries(PERSONAL).flatMap(([column, { of, ...end }]) =>
      'stays' in end ? [[code(column), of, end.stays]] : [],
    ),
  )

/** What an own account can serve, a row for each method. */
export const ownAccountMethods = (): string => {
  const rows = new Map<PayinMethod, { currencies: string[]; recognised: Set<string> }>()
  for (const { method, currency, recognitions } of SERVABLE) {
    const row = rows.get(method) ?? { currencies: [], recognised: new Set() }
    row.currencies.push(currency)
    row.recognised.add(recognitions[0] ?? '')
    rows.set(method, row)
  }
  return table(
    ['Method', 'Currencies', '`receiving`', 'Usually recognised by'],
    [...rows].map(([method, { currencies, recognised }]) => [
      `${code(method.code)}${method.variant ? ` (${code(method.variant.operatorCode)})` : ''}`,
      currencies.join(', '),
      Object.entries(method.receiving)
        .filter(([, { need }]) => need !== 'provider')
        .map(([name, { need }]) => (need === 'optional' ? `(${code(name)})` : code(name)))
        .join(', '),
      [...recognised].map(code).join(' or '),
    ]),
  )
}

export const configuration = (): string =>
  table(
    ['Variable', 'Must be', 'Default', 'Description'],
    Object.values(SETTINGS).map(({ variable, expects, fallback, help }) => [
      code(variable),
      expects,
      fallback === undefined ? 'see text' : fallback === '' ? 'none' : code(fallback),
      help,
    ]),
  )

export const sandbox = (): string =>
  table(
    ['Ends in', 'Payin', 'Payout', 'Refund'],
    STEERING.map(({ endsIn, payin, payout, refund = payout }) => [
      endsIn,
      outcomeWords(payin),
      payout ? outcomeWords(payout) : 'SUCCESS, as usual',
      refund
        ? outcomeWords(refund).replace(/^REFUSED$/, `FAILED, ${code('REFUSED_BY_BANK')}`)
        : 'SUCCESS, as usual',
    ]),
  )

function outcomeWords(outcome: SandboxOutcome): string {
  switch (outcome.type) {
    case 'success':
      return outcome.times === 2
        ? 'SUCCESS; the processor confirms twice, and it counts once'
        : 'SUCCESS, as usual'
    case 'refused':
      return 'REFUSED'
    case 'failed':
      return `FAILED, ${code(outcome.failureReason)}`
    case 'customer':
      return `the create returns 406 ${code(outcome.refusal)}; nothing is stored`
    case 'declined':
      return outcome.routes.includes('PAYOUT')
        ? `needs a payee from the payer: ${code('CLAIM')}, then SUCCESS`
        : `the rail does not return it, a payout does: ${code('PAYOUT')}, then SUCCESS`
    case 'failed-later':
      return `accepted, then fails and takes the next route, until the payer has named a payee: ${code('CLAIM')}`
    case 'short':
      return `the create returns 422 ${code('INSUFFICIENT_BALANCE')}, as if your balance were empty; nothing is stored`
    case 'expired':
      return outcome.paidLate ? 'EXPIRED, then SUCCESS with late money' : 'EXPIRED immediately'
    case 'pending':
      return 'stays PENDING until someone changes it'
    case 'confirmed-first':
      return 'SUCCESS; the confirmation arrives before the response to the create'
    case 'accepted-late':
      return 'NEW, because the processor answers late; then SUCCESS'
  }
}

/** Every transition, as a state diagram. */
export function statuses(): string {
  const arrows = TRANSITIONS.map(
    ({ from, to, kinds }) =>
      `    ${from ?? '[*]'} --> ${to}${kinds.length === 1 ? ` : ${kinds[0]}s only` : ''}`,
  )
  const goesOn = new Set(TRANSITIONS.map(({ from }) => from))
  const ends = [...new Set(TRANSITIONS.map(({ to }) => to))].filter((status) => !goesOn.has(status))
  const diagram = ['stateDiagram-v2', ...arrows, ...ends.map((status) => `    ${status} --> [*]`)]
  return paragraphs(
    fenced('mermaid', diagram.join('\n')),
    table(['From', 'To', 'Kinds', 'When'], TRANSITIONS.map(transitionRow)),
  )
}

const transitionRow = ({ from, to, kinds, when }: Transition): string[] => [
  from ?? '(create)',
  to,
  kinds.map((kind) => `${kind}s`).join(', '),
  when.replace('failureReasonCode', code('failureReasonCode')).replace('expireAt', code('expireAt')),
]

export const actions = (): string =>
  table(
    ['Action', 'Allows'],
    Object.entries(ACTIONS).map(([action, { kind, allows }]) => [
      code(action),
      codes(allows.map((entry) => entry.replace('{id}', `{${ID_NAMES[kind]}}`))),
    ]),
  )

export const invariants = (): string =>
  table(
    ['Invariant', 'What must hold'],
    INVARIANTS.map(({ name, meaning }) => [code(name), meaning]),
  )

export const retries = (): string =>
  table(
    ['After failed attempt', 'the next one follows in about'],
    WAITS_MS.map((waitMs, index) => [index + 1, waitMs === 86_400_000 ? '24 h' : duration(waitMs)]),
  )

/** A share as decimal text → percent, by moving the point: a double would show rounding errors. */
function percentOf(share: string): string {
  const [whole = '0', fraction = ''] = share.split('.')
  const padded = fraction.padEnd(2, '0')
  const units = `${whole}${padded.slice(0, 2)}`.replace(/^0+(?=\d)/, '')
  const rest = padded.slice(2).replace(/0+$/, '')
  return rest === '' ? units : `${units}.${rest}`
}

export const currencies = (): string =>
  table(
    ['Code', 'Name', 'Decimals in the ledger', 'Decimals of payable amounts', 'VAT on fees'],
    CURRENCIES.map(({ code: of, name, ledgerDigits, practiceDigits, vatRate }) => [
      of,
      name,
      ledgerDigits,
      practiceDigits,
      vatRate === undefined ? 'none' : `${percentOf(vatRate)} %`,
    ]),
  )
