/**
 * What must be true at the end of a simulated world, when everything works again and all time has passed that anything waits for. Payments
 * are read as a merchant reads them and compared with the model; only callbacks and money without a payment are looked up in the database.
 */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { PAYMENT_KINDS, type PaymentKind } from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, minorFromText } from '@sluice/core/foundation/money.ts'
import { isFinal, isOpen } from '@sluice/core/payment/transitions.ts'
import type { Database, Row } from '@sluice/database/port.ts'
import { checkInvariants, INVARIANTS } from '@sluice/gateway/admin/invariants/invariants.ts'
import type { Answer, Json } from '../harness.ts'
import type { Fact } from './bank.ts'
import { amountsOf, type KnownPayment, type Model, moneyRequested, nameOf } from './model.ts'
import { needsReference } from './orders.ts'
import { MERCHANT_OF_THE_RAIL } from './provider.ts'
import type { Receivers } from './receivers.ts'
import { holds } from './violation.ts'

const SCHEDULED_ATTEMPTS = 10

/** All invariants in one query, run after every step. */
const BROKEN = {
  name: 'simulation_broken',
  text: `select array_remove(array[${INVARIANTS.map(
    ({ name, violations }) => `case when exists (${violations}) then '${name}' end`,
  ).join(',\n')}], null) as names`,
}

/** The invariants of the core, computed again from the rows. */
export async function checkStored(database: Database): Promise<void> {
  const [row] = await database.run(BROKEN, [])
  const names = row?.names as readonly string[]
  if (names.length === 0) return
  const { checks } = await checkInvariants(database)
  for (const check of checks) holds(check.holds, `invariant ${check.name}`, () => check.detail)
  throw new Error(`the two ways to check the invariants differ: ${names}`)
}

/** Every payment has ended, and none exists that nobody created. */
export async function checkEnds(model: Model, database: Database): Promise<void> {
  const rows = await query(
    database,
    // The gateway returns money beyond an order without a merchant's request.
    "select merchant_id, kind, id from payment where not coalesce(request -> 'refund' ? 'excess', false) order by merchant_id, kind, id",
  )
  const stored = new Set(rows.map((row) => `${row.merchant_id}/${row.kind}/${row.id}`))
  for (const known of model.payments.values()) {
    const name = nameOf(known)
    const mayBe = known.attempts.some(({ fate }) => fate !== 'refused')
    holds(!known.isAccepted || stored.has(name), 'what was accepted is there', () => name)
    holds(mayBe || !stored.has(name), 'a refused create leaves nothing', () => name)
    stored.delete(name)
    if (!known.isAccepted) continue
    const { status } = known
    const isOver = status && (isFinal(status) || status === 'EXPIRED')
    holds(isOver, 'every payment comes to its end', () => `${name} is ${status}`)
    if (known.kind === 'refund') holdsAsClaim(known)
    const expected = expectedEnds(known)
    holds(
      expected.includes(status),
      'the sandbox does what its table says',
      () => `${name} is ${status}, not ${expected}`,
    )
  }
  holds(stored.size === 0, 'no payment is there that nobody asked for', () => [...stored].join(', '))
}

/** Only a refund that waits for its payee may expire. */
function holdsAsClaim(refund: KnownPayment): void {
  const route = String(refund.body?.route)
  const isRight = refund.status !== 'EXPIRED' || route === 'CLAIM'
  holds(isRight, 'only a claim expires', () => `${nameOf(refund)} went by ${route}`)
}

/** The result of the sandbox's steering amounts, if nobody else acted. */
function expectedEnds(known: KnownPayment): readonly string[] {
  if (known.isActedOn || known.merchant === MERCHANT_OF_THE_RAIL)
    return ['SUCCESS', 'REFUSED', 'FAILED', 'EXPIRED']
  const money = moneyRequested(known.body)
  const ending = Math.floor(Number(money?.amount)) % 1_000
  // A refund whose payee is never named ends regardless of its amount.
  if (known.kind === 'refund')
    return ending === 901 || ending === 902 ? ['FAILED', 'EXPIRED'] : ['SUCCESS', 'EXPIRED']
  const isPayin = known.kind === 'payin'
  // The payer may decline after the payin has expired.
  if (ending === 901) return isPayin ? ['REFUSED', 'EXPIRED'] : ['REFUSED']
  if (ending === 902 || (ending === 903 && isPayin)) return isPayin ? ['FAILED', 'EXPIRED'] : ['FAILED']
  if (isPayin && (ending === 906 || ending === 907)) return ['EXPIRED']
  // It may expire before the processor has accepted it.
  if (isPayin && (ending === 910 || ending === 911)) return ['SUCCESS', 'EXPIRED']
  const mayLackReference = needsReference(known.body?.paymentMethodResponse?.paymentMethodCode)
  return isPayin && mayLackReference ? ['SUCCESS', 'EXPIRED'] : ['SUCCESS']
}

/** The balances equal the sum of the payments and top-ups that the merchant knows of: available, pending, reserved. */
export function checkBalances(model: Model, merchant: string, answer: Answer): void {
  const expected = new Map<string, { available: bigint; pending: bigint; reserved: bigint }>()
  const of = (currency: string) => {
    const sums = expected.get(currency) ?? { available: 0n, pending: 0n, reserved: 0n }
    expected.set(currency, sums)
    return sums
  }
  for (const [name, amount] of model.funded) {
    const [owner, currency = ''] = name.split(' ')
    if (owner === merchant) of(currency).available += amount
  }
  for (const known of model.payments.values()) {
    if (known.merchant !== merchant || !known.body || !known.status) continue
    const { currency, amountMinor, costMinor } = amountsOf(known.body)
    if (known.kind === 'payin') {
      if (known.status === 'SUCCESS') of(currency).available += amountMinor - costMinor
      if (isOpen(known.status)) of(currency).pending += amountMinor
      continue
    }
    if (known.status === 'REFUSED' || known.status === 'FAILED' || known.status === 'EXPIRED') continue
    of(currency).available -= amountMinor + costMinor
    if (known.status !== 'SUCCESS') of(currency).reserved += amountMinor + costMinor
  }
  const rows = new Map(
    (answer.body.data as unknown as readonly Json[]).map((row) => [String(row.currencyCode), row]),
  )
  for (const [currency, sums] of expected) {
    const row = rows.get(currency)
    const minorOf = (money: Json | undefined) =>
      minorFromText(String(money?.amount ?? 0), offered(currency as CurrencyCode).ledgerDigits)
    const seen = [row?.available, row?.pending, row?.reserved].map(minorOf).join(', ')
    const wanted = [sums.available, sums.pending, sums.reserved].join(', ')
    holds(
      seen === wanted,
      'balances are what the payments add up to',
      () => `${merchant} ${currency}: available, pending, reserved ${seen}, not ${wanted}`,
    )
    holds(sums.available >= 0n, 'payouts never overdraw', () => `${merchant} ${currency}: ${wanted}`)
  }
}

/** The receiver got a callback for every change, or all attempts were used up. */
export async function checkCallbacks(model: Model, receivers: Receivers, database: Database): Promise<void> {
  const waiting = await query(
    database,
    'select merchant_id, kind, id, seq from callback order by merchant_id, kind, id, seq',
  )
  holds(waiting.length === 0, 'no callback waits for ever', () => JSON.stringify(waiting[0]))
  const rows = await query(
    database,
    `select p.merchant_id, p.kind, p.id, count(e.announced)::integer as reported,
       (select a.outcome from attempt a where a.merchant_id = p.merchant_id and a.key = p.key
         order by a.seq desc, a.attempt desc limit 1) as outcome
     from payment p join history e on e.merchant_id = p.merchant_id and e.key = p.key
     group by p.merchant_id, p.kind, p.id, p.key order by p.merchant_id, p.kind, p.id`,
  )
  for (const row of rows) checkReported(model, receivers, row)
}

function checkReported(model: Model, receivers: Receivers, row: Row): void {
  const [merchant, kind, id] = [String(row.merchant_id), kindOf(row.kind), String(row.id)] as const
  const name = `${merchant}/${kind}/${id}`
  const reported = Number(row.reported)
  const heard = receivers.of(merchant, kind, id)
  const { status } = model.payment(merchant, kind, id)
  const isEach = kind === 'payin' || kind === 'refund'
  // A refund created in its present end status has sent no callback, only its answer.
  const isOver = status !== undefined && (isFinal(status) || status === 'EXPIRED')
  const isChanged = kind === 'payin' ? status !== undefined && status !== 'PENDING' : isOver
  holds(
    !isChanged || reported > 0,
    'a change is announced',
    () => `${name} is ${status}, and nobody was told`,
  )
  holds(isEach || reported <= 1, 'a payout is announced once', () => `${name}: ${reported}`)
  if (heard.saidGone || reported === 0) return
  holds(heard.last === reported, 'every change is told', () => `${name}: ${heard.last} of ${reported}`)
  const isDone =
    heard.delivered.has(reported) || (row.outcome === 'ABANDONED' && heard.arrivals >= SCHEDULED_ATTEMPTS)
  holds(isDone, 'the last change reached its receiver', () => `${name}: ${reported}, then ${row.outcome}`)
}

function kindOf(stored: unknown): PaymentKind {
  const kind = PAYMENT_KINDS.find((each) => each === stored)
  if (kind === undefined) throw new Error(`no kind of payment: ${stored}`)
  return kind
}

/** Money that was sent is on a payment, or in suspense with a case. */
export async function checkMoney(facts: readonly Fact[], database: Database): Promise<void> {
  const rows = await query(
    database,
    `select confirmation as "statusUpdate" from payment where confirmation is not null
     union all select request -> 'refund' -> 'excess' ->> 'statusUpdate' from payment where request -> 'refund' ? 'excess'
     union all select detail ->> 'statusUpdate' from case_file order by 1`,
  )
  const known = new Set(rows.map((row) => row.statusUpdate))
  for (const { statusUpdate, answer } of facts) {
    const { statusChange, statusUpdateId } = statusUpdate
    if (statusChange.type !== 'paid' && statusChange.type !== 'returned') continue
    // Without its reference the money is not accepted yet: its bank keeps it.
    if (answer === 'not-now') continue
    holds(
      known.has(statusUpdateId),
      'money is never dropped',
      () => `${statusUpdateId} for ${statusUpdate.id} was ${answer}, and is nowhere`,
    )
  }
}

const query = (database: Database, text: string) => database.run({ name: '', text }, [])
