/** Checks an own account as an operator describes it, for creating and for changing. Pure. */
import { type Currency, currency as currencyOf } from '@sluice/core/catalogue/currencies.ts'
import type { PayinMethod } from '@sluice/core/catalogue/payment-method.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { Fault } from '@sluice/core/foundation/faults.ts'
import { pointerTo } from '@sluice/core/foundation/json-document.ts'
import { amountToMinor, type Minor } from '@sluice/core/foundation/money.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { Given, Terms } from '../../http/reading.ts'
import { type BankConnection, NO_CONNECTION } from '../../identity/operators/bank-connection.ts'
import type { ReceivingAccount, ServedMethod, StillShown } from '../../processors/own-account/account.ts'
import { changeoverFault, methodServed, mixtureFault } from '../../processors/own-account/rails.ts'
import { servedMethod } from './method-rules.ts'
import { AccountChangeBody, type NewAccount } from './schemas.ts'

const FIXED = ['id', 'currencyCode', 'isTest'] as const
/** The properties that `PATCH` accepts. */
export const CHANGEABLE = Object.keys(AccountChangeBody.properties).filter(
  (name) => !FIXED.some((each) => each === name),
)

type Changeable = Omit<ReceivingAccount, 'id' | 'currency' | 'isTest' | 'createdAt' | 'updatedAt'>
type Parts = Omit<Given<AccountChangeBody>, (typeof FIXED)[number]>

/** The programs that can report for a bank, by name. */
type Connections = ReadonlyMap<string, BankConnection>

const START: Changeable = {
  name: '',
  kind: 'BANK_ACCOUNT',
  status: 'ACTIVE',
  timeZone: 'UTC',
  methods: [],
  openingHours: [],
  minMinor: undefined,
  maxMinor: undefined,
  dayCount: undefined,
  dayAmountMinor: undefined,
  merchantShare: undefined,
  balances: 'CHECKED',
  bankConnection: undefined,
}

/** A new account. */
export const newAccount =
  (now: Instant, connections: Connections) =>
  ({ id, isTest, currencyCode, ...parts }: Given<NewAccount>, terms: Terms): ReceivingAccount | undefined => {
    // Methods and limits cannot be checked without the currency.
    const currency =
      typeof terms.sent.currencyCode === 'string' ? currencyOf(terms.sent.currencyCode) : undefined
    if (!currency || currencyCode === undefined) return undefined
    const made = over(START, parts, { currency, connections }, terms)
    if (id === undefined || isTest === undefined) return undefined
    return { ...made, id, currency: currency.code, isTest, createdAt: now, updatedAt: now }
  }

interface ChangeTerms {
  readonly now: Instant
  /** Methods still shown to payers who may pay: a method that could be confused with one of them must wait. */
  readonly shown: StillShown
  readonly connections: Connections
}

/** A change of this account. `null` removes a limit. */
export const changedAccount =
  (account: ReceivingAccount, { now, shown, connections }: ChangeTerms) =>
  (given: Given<AccountChangeBody>, terms: Terms): ReceivingAccount => {
    const { sent, say } = terms
    const is = { id: account.id, currencyCode: account.currency, isTest: account.isTest }
    const isOther = FIXED.filter((name) => sent[name] !== undefined && sent[name] !== is[name])
    for (const name of isOther) say(`/${name}`, 'CONFLICT', 'cannot be changed: create another account')
    if (isOther.length === 0 && !CHANGEABLE.some((name) => sent[name] !== undefined))
      say('', 'REQUIRED', `must name something to change: ${CHANGEABLE.join(', ')}`)
    const currency = currencyOf(account.currency)
    assert(currency, `an account in ${account.currency}`)
    const parts = over(account, given, { currency, connections }, terms)
    const tooEarly = sent.methods === undefined ? undefined : changeoverFault(parts.methods, shown)
    if (tooEarly !== undefined) say('/methods', 'CONFLICT', tooEarly)
    return { ...account, ...parts, updatedAt: now }
  }

/** Given values replace the old ones, all others stay. */
function over(
  before: Changeable,
  given: Parts,
  { currency, connections }: { readonly currency: Currency; readonly connections: Connections },
  terms: Terms,
): Changeable {
  const { say } = terms
  const limit = (name: 'min' | 'max' | 'dayAmount', was: Minor | undefined): Minor | undefined => {
    const amount = given[name]
    if (amount === undefined) return was
    return amount === null ? undefined : minorOf(name, amount, currency, terms)
  }
  const made: Changeable = {
    name: given.name ?? before.name,
    kind: given.kind ?? before.kind,
    status: given.status ?? before.status,
    timeZone: given.timeZone ?? before.timeZone,
    methods: methodsOf(given, currency, terms) ?? before.methods,
    openingHours: hoursOf(given) ?? before.openingHours,
    minMinor: limit('min', before.minMinor),
    maxMinor: limit('max', before.maxMinor),
    dayCount: given.dayCount === undefined ? before.dayCount : (given.dayCount ?? undefined),
    dayAmountMinor: limit('dayAmount', before.dayAmountMinor),
    merchantShare:
      given.merchantShare === undefined ? before.merchantShare : (given.merchantShare ?? undefined),
    balances: given.balances ?? before.balances,
    bankConnection: connectionIn(given, before, connections, terms),
  }
  // Also if the methods stay: an account from before this rule is corrected with its next change.
  const mixture = mixtureFault(made.methods)
  if (mixture) say('/methods', 'CONFLICT', mixture)
  const { minMinor, maxMinor } = made
  if (minMinor !== undefined && maxMinor !== undefined && minMinor > maxMinor)
    say('/max', 'CONFLICT', 'must not be below min')
  return made
}

/** One of the existing programs; the current one stays until it is changed. */
function connectionIn(
  { bankConnection: name }: Pick<Parts, 'bankConnection'>,
  { bankConnection: before }: Pick<Changeable, 'bankConnection'>,
  connections: Connections,
  { say }: Terms,
): BankConnection | undefined {
  if (name === undefined) return before
  if (name === null) return undefined
  return connections.get(name) ?? say('/bankConnection', 'UNKNOWN_VALUE', NO_CONNECTION)
}

function minorOf(
  name: string,
  amount: number,
  { ledgerDigits, practiceDigits, code }: Currency,
  { say }: Terms,
): Minor | undefined {
  const read = amountToMinor(amount, ledgerDigits, practiceDigits)
  if (read.ok) return read.value
  return say(
    `/${name}`,
    read.failure,
    `must be above zero, with at most ${practiceDigits} decimals in ${code}`,
  )
}

const hoursOf = ({ openingHours }: Parts) =>
  openingHours?.flatMap(({ days, from, to } = {}) =>
    days && from !== undefined && to !== undefined
      ? [{ days: days.filter((day) => day !== undefined), from, to }]
      : [],
  )

function methodsOf(
  { methods }: Parts,
  currency: Currency,
  { say, add }: Terms,
): readonly ServedMethod[] | undefined {
  const seen = new Set<PayinMethod>()
  return methods?.flatMap((given, index) => {
    // If it does not fit its schema, nothing more can be checked.
    if (given === undefined) return []
    const path = pointerTo('/methods', index)
    const faults: Fault[] = []
    const served = servedMethod(given, path, currency, faults)
    add(faults)
    const method = served && methodServed(served)
    if (!served || !method) return []
    if (seen.has(method)) say(path, 'CONFLICT', `${method.object} is in the list twice`)
    seen.add(method)
    return [served]
  })
}
