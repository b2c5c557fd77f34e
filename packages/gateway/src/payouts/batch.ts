/**
 * Many payouts in one file: previews what would become of each row, then pays all. Stateless: the file is sent twice,
 * and its fingerprint proves that it is the same.
 *
 * Promises: nothing is created unless the whole file is valid, which is checked again on the same bytes when it is
 * paid. Each row becomes a payout through the ordinary create, under the ID in its row, so a row is paid once however
 * often its file is sent. After a crash, sending the file again continues. A person's limit applies to the total of all
 * rows of a currency, so an amount cannot be split over rows. Never stores a file and never guesses the meaning of a
 * row.
 */
import type { Minor, Money } from '@sluice/core/foundation/money.ts'
import { minor, ZERO } from '@sluice/core/foundation/money.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { inSpan } from '@sluice/core/foundation/tracing.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { DeclinedBy } from '@sluice/core/processor/port.ts'
import type { Caller } from '../api/caller.ts'
import { create } from '../api/create/create.ts'
import { draftOf, paymentWith } from '../api/create/drafting.ts'
import { readRequest } from '../api/create/reading.ts'
import type { Gateway } from '../api/gateway.ts'
import { balanceProblem, declinedProblem, paymentProblem } from '../api/problems.ts'
import { grantMoneyProblem, personMoneyProblem, readId } from '../api/requests.ts'
import { type Fault, httpProblem, type Problem } from '../http/problems.ts'
import { personIn } from '../identity/access/grant.ts'
import { readBalances } from '../payments/balances.ts'
import { findPayment } from '../payments/reading.ts'
import { decisiveDecline } from '../processing/route.ts'
import { type BatchFile, columnAt, type FileRow, type RowFault } from './batch-file.ts'
import type { ROW_FATES } from './batch-schemas.ts'
import { PAYOUT } from './create.ts'

/** Rows previewed or paid in parallel. */
const AT_ONCE = 20
/** Rows in one request, so that the caller sees progress. */
export const ROWS_A_REQUEST = 200
const PAYS_WITHIN_MS = 10_000
/**
 * How long the preview waits for processors behind a network. Those not reached by then are consulted when the file is
 * paid.
 */
const ASKS_WITHIN_MS = 8_000
const MAX_REPORTED = 50

export interface JudgedRow extends FileRow {
  readonly fate: (typeof ROW_FATES)[number]
  readonly faults: readonly RowFault[]
  /** The earlier row with the same ID, or with the same payee and amount. */
  readonly duplicateOf: number | undefined
  readonly payout: Pick<Payment, 'money' | 'feeMinor' | 'vatMinor' | 'method'> | undefined
}

export interface CurrencyTotal {
  /** The sum of the rows that become a payout. */
  readonly money: Money
  /** Including those created before: a person's limit applies to this sum. */
  readonly whole: Money
  readonly chargesMinor: Minor
  readonly availableMinor: Minor
  readonly rows: number
  /** Why this person may not pay the total. */
  readonly problem: Problem | undefined
}

export interface Judged {
  readonly file: BatchFile
  readonly rows: readonly JudgedRow[]
  readonly totals: readonly CurrencyTotal[]
}

type World = Pick<Caller, 'profile' | 'grant' | 'payer'>

/** @param asks whether to consult the processors as well, as a create does before it commits */
export async function judge(
  gateway: Gateway,
  caller: World,
  file: BatchFile,
  asks: 'processors' | 'nobody',
): Promise<Judged> {
  const until = gateway.deps.clock.now() + ASKS_WITHIN_MS
  const looked: Looked[] = []
  for (let at = 0; at < file.rows.length; at += AT_ONCE) {
    const requested = asks === 'processors' && gateway.deps.clock.now() < until
    const some = file.rows.slice(at, at + AT_ONCE)
    looked.push(...(await Promise.all(some.map((row) => lookAt(gateway, caller, row, requested)))))
  }
  const rows = withDuplicates(looked)
  const balances = await readBalances(gateway.database, caller.profile.merchantCode)
  return { file, rows, totals: totalsOf(rows, caller, (code) => balances.get(code)?.availableMinor ?? ZERO) }
}

interface Looked extends Omit<JudgedRow, 'duplicateOf'> {
  /** Identifies payee and amount: equal for the same payout. */
  readonly payee: string | undefined
}

async function lookAt(gateway: Gateway, caller: World, row: FileRow, asks: boolean): Promise<Looked> {
  const invalid = (faults: readonly RowFault[]): Looked => ({
    ...row,
    fate: 'INVALID',
    faults,
    payout: undefined,
    payee: undefined,
  })
  const id = readId(row.id, 'idPayout')
  const wrongId: readonly RowFault[] =
    id.ok || row.id === '' ? [] : [{ column: 'id', code: id.failure.code, message: id.failure.message }]
  if (!row.body) return invalid([...row.faults, ...wrongId])
  const { value: body, impreciseNumbers } = row.body
  const request = { ...caller, id: row.id, body, impreciseNumbers, apiVersion: 2 }
  const read = readRequest(gateway, PAYOUT, request)
  if (!id.ok) return invalid([...wrongId, ...(read.ok ? [] : read.failure.map(rowFault))])
  const existing = await findPayment(gateway.database, caller.profile.merchantCode, 'payout', id.value)
  if (existing) {
    const isSame = read.ok && existing.requestHash === read.value.hash
    return {
      ...row,
      fate: isSame ? 'MADE_BEFORE' : 'EXISTS',
      payout: isSame ? existing : undefined,
      payee: undefined,
    }
  }
  if (!read.ok) return invalid(read.failure.map(rowFault))
  const draft = draftOf(gateway, PAYOUT, request, id.value, read.value)
  const { unavailable, wanted, charges } = draft.terms
  const problem =
    grantMoneyProblem(caller.grant, wanted.money) ?? unavailable ?? (await refusedBy(draft, asks))
  if (problem) return invalid(problemFaults(problem))
  const { fields, operator } = read.value.request
  const payee = JSON.stringify([wanted.method, operator?.code, fields.accountNumber, fields.bankCode])
  return {
    ...row,
    fate: 'VALID',
    payout: { ...charges, money: wanted.money, method: wanted.method },
    payee: `${payee} ${wanted.money.amountMinor} ${wanted.money.currency}`,
  }
}

const rowFault = ({ path, code, message }: Fault): RowFault => ({
  column: columnAt(path),
  code,
  message: columnAt(path) === undefined && path !== '' ? `${path} ${message}` : message,
})

const problemFaults = ({ code, detail, errors }: Problem): readonly RowFault[] =>
  errors && errors.length > 0 ? errors.map(rowFault) : [{ column: undefined, code, message: detail }]

/** As in a create, the first processor on the route that would accept it decides. */
async function refusedBy(draft: ReturnType<typeof draftOf>, asks: boolean): Promise<Problem | undefined> {
  const { route, wanted } = draft.terms
  const declined: DeclinedBy[] = [...route.declined]
  for (const processor of route.candidates) {
    if (!asks) return undefined
    const answer = await processor.check(paymentWith(draft, processor))
    if (answer.type === 'customer')
      return paymentProblem(answer.refusal, 'the processor does not serve this payee')
    if (answer.type !== 'declined') return undefined
    declined.push({ ...answer, processor: processor.name })
  }
  return declinedProblem(decisiveDecline(declined), wanted)
}

/**
 * The same ID twice is an error. The same payee and amount under another ID is only a warning, because it may be
 * intended.
 */
function withDuplicates(rows: readonly Looked[]): readonly JudgedRow[] {
  const ids = new Map<string, number>()
  const payees = new Map<string, number>()
  return rows.map(({ payee, ...row }) => {
    const sameId = row.id === '' ? undefined : ids.get(row.id)
    const samePayee = payee === undefined ? undefined : payees.get(payee)
    if (sameId === undefined) ids.set(row.id, row.row)
    if (payee !== undefined && samePayee === undefined) payees.set(payee, row.row)
    if (sameId !== undefined)
      return {
        ...row,
        fate: row.fate === 'INVALID' ? 'INVALID' : 'DUPLICATE',
        duplicateOf: sameId,
        payout: undefined,
      }
    return { ...row, duplicateOf: samePayee }
  })
}

function totalsOf(
  rows: readonly JudgedRow[],
  { grant }: World,
  availableOf: (code: string) => Minor,
): readonly CurrencyTotal[] {
  const payouts = rows.flatMap(({ fate, payout }) => (payout ? [{ fate, payout }] : []))
  return [...Map.groupBy(payouts, ({ payout }) => payout.money.currency)].map(([currency, all]) => {
    const sum = (of: (each: (typeof all)[number]) => bigint) =>
      minor(all.reduce((total, each) => total + of(each), 0n))
    const isNew = ({ fate }: (typeof all)[number]) => fate === 'VALID'
    const whole = { currency, amountMinor: sum(({ payout }) => payout.money.amountMinor) }
    return {
      whole,
      money: { currency, amountMinor: sum((each) => (isNew(each) ? each.payout.money.amountMinor : 0n)) },
      chargesMinor: sum((each) => (isNew(each) ? each.payout.feeMinor + each.payout.vatMinor : 0n)),
      availableMinor: availableOf(currency),
      rows: all.filter(isNew).length,
      problem: personMoneyProblem(grant, whole),
    }
  })
}

export const missingOf = ({ money, chargesMinor, availableMinor }: CurrencyTotal): Minor => {
  const missing = money.amountMinor + chargesMinor - availableMinor
  return minor(missing > 0n ? missing : 0n)
}

const isFaulty = ({ fate }: JudgedRow): boolean => fate !== 'VALID' && fate !== 'MADE_BEFORE'
const needsProof = ({ problem }: CurrencyTotal): boolean => problem?.code === 'STEP_UP_NEEDED'
export const isBeyondLimit = (total: CurrencyTotal): boolean =>
  total.problem !== undefined && !needsProof(total)

/** Whether it can be paid, apart from a fresh proof of identity. */
export const isGood = ({ rows, totals }: Judged): boolean =>
  !rows.some(isFaulty) &&
  rows.some(({ fate }) => fate === 'VALID') &&
  totals.every((total) => missingOf(total) === ZERO && !isBeyondLimit(total))
export const needsFreshProof = ({ totals }: Judged): boolean => totals.some(needsProof)

/** Why nothing of the file may be paid. */
function refusalOf({ rows, totals }: Judged): Problem | undefined {
  const faulty = rows.filter(isFaulty)
  if (faulty.length > 0)
    return paymentProblem(
      'BATCH_REFUSED',
      `${faulty.length} of ${rows.length} rows cannot be paid, so none is. The first is in line ${faulty[0]?.line}.`,
      { errors: faulty.slice(0, MAX_REPORTED).map(faultOfRow) },
    )
  const [held] = totals.flatMap(({ problem }) => problem ?? [])
  if (held) return held
  const short = totals.find((total) => missingOf(total) > ZERO)
  return short && balanceProblem(short.money.currency, missingOf(short))
}

function faultOfRow({ line, fate, faults, duplicateOf }: JudgedRow): Fault {
  const [first] = faults
  const path = first?.column === undefined ? `file:${line}` : `file:${line}:${first.column}`
  const message =
    first?.message ??
    (fate === 'EXISTS' ? 'there is another payout with this ID' : `has the same ID as row ${duplicateOf}`)
  return { path, code: fate === 'INVALID' ? 'INVALID_FORMAT' : 'CONFLICT', message }
}

export interface PaidRow {
  readonly row: number
  readonly idPayout: string
  readonly outcome: 'MADE' | 'MADE_BEFORE' | 'REFUSED' | 'UNKNOWN'
  readonly problem?: { readonly code: string; readonly detail: string }
}

export interface Paid {
  readonly rows: readonly PaidRow[]
  /** Where the next request with the same file continues; undefined after the last row. */
  readonly nextRow: number | undefined
}

/**
 * Pays the rows from `from` on, up to the limit of one request.
 * @param fingerprint of the file that was previewed
 */
export async function payBatch(
  gateway: Gateway,
  caller: World,
  file: BatchFile,
  { fingerprint, from }: { readonly fingerprint: string; readonly from: number },
): Promise<Result<Paid, Problem>> {
  if (file.fingerprint !== fingerprint)
    return fail(paymentProblem('FILE_CHANGED', 'This file differs from the previewed one. Nothing was paid.'))
  const judged = await judge(gateway, caller, file, 'nobody')
  const refusal = refusalOf(judged)
  if (refusal) return fail(refusal)
  const { clock } = gateway.deps
  const until = clock.now() + PAYS_WITHIN_MS
  const left = judged.rows.filter(({ row }) => row >= from)
  const paid: PaidRow[] = []
  while (paid.length < Math.min(left.length, ROWS_A_REQUEST) && clock.now() < until) {
    const some = left.slice(paid.length, paid.length + AT_ONCE)
    const lost = await lostSince(caller, judged)
    if (lost) return fail(lost)
    paid.push(...(await Promise.all(some.map((row) => payRow(gateway, caller, row)))))
    const unknown = paid.find(({ outcome }) => outcome === 'UNKNOWN')
    if (unknown) return succeed({ rows: paid, nextRow: unknown.row })
  }
  return succeed({ rows: paid, nextRow: left[paid.length]?.row })
}

/** A person who has left the team, or whose rights or limit no longer suffice, pays no more rows. */
async function lostSince({ grant }: World, { totals }: Judged): Promise<Problem | undefined> {
  const person = personIn(grant)
  if (!person) return undefined
  const now = await person.again()
  if (!now) return httpProblem('AUTHENTICATION_FAILED', 'you are signed out or no longer in the team')
  const lacking = now.lacks('/payout-batches', false)
  if (lacking !== undefined)
    return httpProblem('SCOPE_EXCEEDED', `this needs the right ${lacking}, which you no longer have`)
  // The fresh proof is required once, when the request arrives.
  const scope = { kind: 'person', person: { ...now, isProved: person.isProved } } as const
  return totals.map(({ whole }) => personMoneyProblem({ scope }, whole)).find((problem) => problem)
}

async function payRow(gateway: Gateway, caller: World, judged: JudgedRow): Promise<PaidRow> {
  const { row, id, body, fate } = judged
  const named = { row, idPayout: id }
  if (fate === 'MADE_BEFORE' || !body) return { ...named, outcome: 'MADE_BEFORE' }
  const { value, impreciseNumbers } = body
  const request = { ...caller, id, body: value, impreciseNumbers, apiVersion: 2 }
  const { tracing } = gateway.deps
  const pay = () => create(gateway, PAYOUT, request)
  // A separate trace for each row, or the whole file would be in the trace of its first row.
  const made = await (tracing ? inSpan(tracing, 'payouts.row', { kind: 'internal' }, pay) : pay())
  if (made.ok) return { ...named, outcome: 'MADE' }
  const { code, detail, status, extra } = made.failure
  // Somebody else has sent the same file at the same time.
  if (code === 'ALREADY_EXISTS' && extra?.sameRequest === true) return { ...named, outcome: 'MADE_BEFORE' }
  return { ...named, outcome: status >= 500 ? 'UNKNOWN' : 'REFUSED', problem: { code, detail } }
}
