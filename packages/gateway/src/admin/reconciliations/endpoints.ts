/** Bank against books: what the bank reported for an own account on a day, and what the books posted for it. */
import { dayOnly, isoTime } from '@sluice/core/foundation/instants.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { dayAfter, localTime } from '@sluice/core/foundation/zones.ts'
import { Type } from 'typebox'
import { moneyBody } from '../../api/views.ts'
import type { FeedAccount } from '../../reconciliation/feeds.ts'
import type { BalanceRemark } from '../../reconciliation/joining.ts'
import { LINE_REASONS } from '../../reconciliation/reconcile.ts'
import {
  type BookedEntry,
  type Reconciliation,
  reconciliationOf,
} from '../../reconciliation/reconciliation.ts'
import { OUTCOMES } from '../../reconciliation/store.ts'
import type { BackOffice } from '../back-office.ts'
import { invalid, MoneySchema, notFound } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { choice } from '../fields.ts'

const REMARKS = ['NO_STATEMENT', 'GAP', 'ENTRIES_DIFFER'] as const
const MOST_DAYS = 31
/** Further entries are in the feed's own list; totals and lines cover all of them. */
const MOST_ENTRIES = 1_000

const Day = Type.String({ description: 'A day in the zone of the account, such as 2026-11-21.' })
const signed = (description: string) =>
  Type.Object(MoneySchema.properties, { description: `${description} Negative: out of the account.` })

const SUMMARY = {
  account: Type.String(),
  day: Day,
  bank: signed('The sum of the entries of the day.'),
  books: signed(
    'The movement of the clearing account because of them, and its movement on that day without an entry.',
  ),
  difference: signed('Bank minus books: the sum of the lines.'),
  remarks: Type.Array(
    Type.Object({
      type: choice(REMARKS),
      afterDay: Type.Optional(Type.String({ description: 'For a gap: the day of the previous statement.' })),
      closing: Type.Optional(MoneySchema),
      opening: Type.Optional(MoneySchema),
      balances: Type.Optional(MoneySchema),
      entries: Type.Optional(MoneySchema),
    }),
    { description: 'Problems with the statements of the day.' },
  ),
  openCases: Type.Integer({ description: 'Open cases of its entries.' }),
}

const ReconciliationSchema = Type.Object({
  ...SUMMARY,
  openingBalance: Type.Optional(MoneySchema),
  closingBalance: Type.Optional(MoneySchema),
  lines: Type.Array(
    Type.Object({
      reason: choice(LINE_REASONS),
      money: MoneySchema,
      entry: Type.Optional(Type.String({ description: "The bank's reference of the entry." })),
      about: Type.Optional(Type.String({ description: 'The case or payout that was posted.' })),
    }),
  ),
  statements: Type.Array(
    Type.Object({
      source: Type.String(),
      openingBalance: MoneySchema,
      closingBalance: MoneySchema,
      firstDay: Type.String(),
      lastDay: Type.String(),
      takenAt: Type.String({ format: 'date-time' }),
    }),
  ),
  cases: Type.Array(Type.Object({ id: Type.String(), reason: Type.String(), entry: Type.String() }), {
    description: 'Number of open ones.',
  }),
  entries: Type.Array(
    Type.Object({
      reference: Type.String(),
      money: MoneySchema,
      outcome: Type.Optional(choice(OUTCOMES)),
      payment: Type.Optional(
        Type.Object({ merchantCode: Type.String(), kind: Type.String(), id: Type.String() }),
      ),
      posted: Type.Optional(
        Type.Object({ account: Type.String(), money: MoneySchema, at: Type.String({ format: 'date-time' }) }),
      ),
    }),
    { description: `The first ${MOST_ENTRIES}. The list of the feed has all.` },
  ),
  hasMoreEntries: Type.Boolean(),
})

const contextOf = ({ gateway, feeds }: BackOffice) => ({
  database: gateway.database,
  debtorAccounts: gateway.bankFiles.accounts,
  accountNumbers: (id: string) => feeds.accountNumbers(id),
})

async function accountOf(backOffice: BackOffice, id: string): Promise<FeedAccount> {
  const found = await backOffice.feeds.account(id)
  if (!found) throw notFound('receiving account')
  return found
}

/** No bank reports days before 1970, whose time zones are unreliable. @throws ProblemError 400 */
function dayIn(name: string, text: string | undefined): string {
  if (text === undefined) throw invalid(`query:${name}`, 'REQUIRED', 'is mandatory: a day such as 2026-11-21')
  const at = dayOnly(text)
  if (at === undefined || text < '1970-01-02' || text > '9998-12-31')
    throw invalid(`query:${name}`, 'INVALID_FORMAT', 'must be a day such as 2026-11-21')
  return text
}

const moneyIn =
  ({ currency }: FeedAccount) =>
  (amountMinor: bigint) =>
    moneyBody({ currency: currency.code, amountMinor: minor(amountMinor) })

function remarkBody(remark: BalanceRemark, account: FeedAccount) {
  const money = moneyIn(account)
  const { type } = remark
  switch (remark.type) {
    case 'NO_STATEMENT':
      return { type }
    case 'GAP':
      return {
        type,
        afterDay: remark.afterDay,
        closing: money(remark.closingMinor),
        opening: money(remark.openingMinor),
      }
    case 'ENTRIES_DIFFER':
      return { type, balances: money(remark.balancesMinor), entries: money(remark.entriesMinor) }
  }
}

function summaryBody(found: Reconciliation, account: FeedAccount) {
  const money = moneyIn(account)
  return {
    account: account.id,
    day: found.day,
    bank: money(found.bankMinor),
    books: money(found.booksMinor),
    difference: money(found.differenceMinor),
    remarks: found.remarks.map((remark) => remarkBody(remark, account)),
    openCases: found.openCases.length,
  }
}

function entryBody({ entry, posting }: Reconciliation['entries'][number], account: FeedAccount) {
  const money = moneyIn(account)
  const payment = paymentOf(entry)
  return {
    reference: entry.reference,
    money: money(entry.movedMinor),
    ...(entry.outcome !== undefined && { outcome: entry.outcome }),
    ...(payment && { payment }),
    ...(posting && {
      posted: { account: posting.account, money: money(posting.movedMinor), at: isoTime(posting.at) },
    }),
  }
}

function paymentOf({ entry }: BookedEntry) {
  const payment = entry?.detail?.payment
  return payment && { merchantCode: payment.merchantCode, kind: payment.kind, id: payment.id }
}

function reconciliationBody(found: Reconciliation, account: FeedAccount) {
  const money = moneyIn(account)
  const { openingMinor, closingMinor } = found
  return {
    ...summaryBody(found, account),
    ...(openingMinor !== undefined && { openingBalance: money(openingMinor) }),
    ...(closingMinor !== undefined && { closingBalance: money(closingMinor) }),
    lines: found.lines.map(({ reason, movedMinor, entry, about }) => ({
      ...{ reason, money: money(movedMinor) },
      ...(entry !== undefined && { entry }),
      ...(about !== undefined && { about }),
    })),
    statements: found.statements.map((each) => ({
      source: each.source,
      openingBalance: money(each.openingMinor),
      closingBalance: money(each.closingMinor),
      firstDay: each.firstDay,
      lastDay: each.lastDay,
      takenAt: isoTime(each.takenAt),
    })),
    cases: found.openCases.map(({ id, reason, reference }) => ({ id, reason, entry: reference })),
    entries: found.entries.slice(0, MOST_ENTRIES).map((each) => entryBody(each, account)),
    hasMoreEntries: found.entries.length > MOST_ENTRIES,
  }
}

const show = endpoint({
  route: 'GET /admin/reconciliations/:account',
  role: 'VIEWER',
  summary: 'Compare a day of the bank with the books and list each difference',
  guide: 'reconciliation.md',
  params: { account: Type.String({ description: 'ID of the receiving account.' }) },
  query: { day: Type.Optional(Day) },
  answers: { 200: ReconciliationSchema },
  problems: ['NOT_FOUND', 'VALIDATION_FAILED'],
  async handle({ backOffice, params, query }) {
    const day = dayIn('day', query.day)
    const account = await accountOf(backOffice, params.account)
    return reconciliationBody(await reconciliationOf(contextOf(backOffice), account, day), account)
  },
})

const list = endpoint({
  route: 'GET /admin/reconciliations',
  role: 'VIEWER',
  summary: 'List the days of a receiving account with the difference between bank and books',
  guide: 'reconciliation.md',
  query: {
    account: Type.Optional(Type.String({ description: 'ID of the receiving account.' })),
    from: Type.Optional(Type.String({ description: 'The first day. Default: a week before the last day.' })),
    to: Type.Optional(
      Type.String({ description: `The last day, at most ${MOST_DAYS} days in total. Default: today.` }),
    ),
  },
  answers: { 200: Type.Object({ data: Type.Array(Type.Object(SUMMARY)) }) },
  problems: ['NOT_FOUND', 'VALIDATION_FAILED'],
  async handle({ backOffice, query }) {
    if (query.account === undefined)
      throw invalid('query:account', 'REQUIRED', 'is mandatory: the ID of a receiving account')
    const given = { from: query.from && dayIn('from', query.from), to: query.to && dayIn('to', query.to) }
    const account = await accountOf(backOffice, query.account)
    const { day: today } = localTime(account.timeZone, backOffice.gateway.deps.clock.now())
    const last = given.to || today
    const first = given.from || daysBefore(last, 6)
    if (first > last) throw invalid('query:from', 'OUT_OF_RANGE', 'must not be after the last day')
    const days = [first]
    for (let day = dayAfter(first); day <= last; day = dayAfter(day)) {
      days.push(day)
      if (days.length > MOST_DAYS)
        throw invalid('query:to', 'OUT_OF_RANGE', `must be within ${MOST_DAYS} days, both included`)
    }
    const data = []
    for (const day of days)
      data.push(summaryBody(await reconciliationOf(contextOf(backOffice), account, day), account))
    return { data }
  },
})

const DAY_MS = 86_400_000
const daysBefore = (day: string, count: number): string =>
  isoTime((dayOnly(day) ?? 0) - count * DAY_MS).slice(0, 10)

export const RECONCILIATION_ENDPOINTS = [show, list]
