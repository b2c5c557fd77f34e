/** Bank entries as `POST /admin/bank-feeds/{account}/entries` brings them: all faults at once, or all entries. Pure. */

import { dayOf, type ParsedEntry, party, plainText, tooFarAhead } from '../../feeds/entry.ts'
import type { FeedAccount } from '../../feeds/feeds.ts'
import type { Instant } from '../../foundation/deps.ts'
import { dayOrTime } from '../../foundation/instants.ts'
import { fail, type Result, succeed } from '../../foundation/result.ts'
import type { Fault } from '../../http/problems.ts'
import { type Body, isObject, readMoney } from '../../intake/requests.ts'

export const MAX_ENTRIES_A_REQUEST = 1_000
const MAX_FAULTS = 50
const MAX_TEXT = { reference: 140, remittance: 1_000, party: 140 } as const

interface ListTerms {
  readonly account: FeedAccount
  /** Pointers of numbers with more than 15 significant digits. */
  readonly imprecise: readonly string[]
  readonly now: Instant
}

export function readEntryList(
  body: Body,
  terms: ListTerms,
): Result<readonly ParsedEntry[], readonly Fault[]> {
  const { data } = body
  if (!Array.isArray(data) || data.length === 0) {
    const code = data === undefined ? 'REQUIRED' : 'WRONG_TYPE'
    return fail([{ path: '/data', code, message: 'must be a list of entries' }])
  }
  if (data.length > MAX_ENTRIES_A_REQUEST) {
    const message = `must hold at most ${MAX_ENTRIES_A_REQUEST} entries: send the rest in another request`
    return fail([{ path: '/data', code: 'OUT_OF_RANGE', message }])
  }
  const faults: Fault[] = []
  const entries: ParsedEntry[] = []
  for (const [index, item] of data.entries()) {
    const entry = readEntry(item, `/data/${index}`, terms)
    if (entry.ok) entries.push(entry.value)
    else faults.push(...entry.failure)
    if (faults.length >= MAX_FAULTS) break
  }
  return faults.length > 0 ? fail(faults.slice(0, MAX_FAULTS)) : succeed(entries)
}

function readEntry(
  item: unknown,
  pointer: string,
  { account, imprecise, now }: ListTerms,
): Result<ParsedEntry, readonly Fault[]> {
  if (!isObject(item)) return fail([{ path: pointer, code: 'WRONG_TYPE', message: 'must be an object' }])
  const faults: Fault[] = []
  const fault = (name: string, code: Fault['code'], message: string): undefined => {
    faults.push({ path: `${pointer}/${name}`, code, message })
  }
  const text = (of: Body, name: string, limit: keyof typeof MAX_TEXT, path = name): string | undefined => {
    const value = of[name]
    if (value === undefined || value === null) return undefined
    if (typeof value !== 'string') return fault(path, 'WRONG_TYPE', 'must be a string')
    if (value.length > MAX_TEXT[limit])
      return fault(path, 'TOO_LONG', `must have at most ${MAX_TEXT[limit]} characters`)
    return plainText(value, limit)
  }
  const money = readMoney(item.money, `${pointer}/money`, imprecise, 'ledger')
  if (!money.ok) faults.push(...money.failure)
  else if (money.value.currency !== account.currency.code)
    fault('money/currencyCode', 'CONFLICT', `must be ${account.currency.code}, in which the account is kept`)
  const booked = bookedOf(item.bookedAt)
  if (!booked) {
    const code = item.bookedAt === undefined ? 'REQUIRED' : 'INVALID_FORMAT'
    fault('bookedAt', code, 'must be a time such as 2026-01-31T12:00:00Z or a day such as 2026-01-31')
  }
  const ahead = booked && tooFarAhead(booked.bookedAt, now)
  if (ahead !== undefined) fault('bookedAt', 'OUT_OF_RANGE', ahead)
  const { direction = 'CREDIT', reversal = false, valueDate, sender = {} } = item
  if (direction !== 'CREDIT' && direction !== 'DEBIT')
    fault('direction', 'UNKNOWN_VALUE', 'must be CREDIT or DEBIT')
  if (typeof reversal !== 'boolean') fault('reversal', 'WRONG_TYPE', 'must be true or false')
  const isDay = valueDate === undefined || (typeof valueDate === 'string' && dayOf(valueDate) !== undefined)
  if (!isDay) fault('valueDate', 'INVALID_FORMAT', 'must be a day such as 2026-01-31')
  if (!isObject(sender)) fault('sender', 'WRONG_TYPE', 'must be an object')
  const who = isObject(sender) ? sender : {}
  const from = (name: string) => text(who, name, 'party', `sender/${name}`)
  const entry = {
    reference: text(item, 'reference', 'reference'),
    remittance: text(item, 'remittance', 'remittance') ?? '',
    endToEndId: text(item, 'endToEndId', 'reference'),
    utr: text(item, 'utr', 'reference'),
    sender: party(from('name'), from('accountNumber'), from('bank')),
  }
  if (!money.ok || !booked || faults.length > 0) return fail(faults)
  return succeed({
    ...entry,
    ...booked,
    money: money.value,
    direction: direction === 'DEBIT' ? 'debit' : 'credit',
    reversal: reversal === true,
    valueDate: typeof valueDate === 'string' ? valueDate : undefined,
    raw: plainText(JSON.stringify(item), 'raw') ?? '',
  })
}

function bookedOf(value: unknown): { bookedAt: Instant; bookedPrecision: 'day' | 'time' } | undefined {
  const at = typeof value === 'string' ? dayOrTime(value) : undefined
  if (at === undefined || at < 0) return undefined
  return { bookedAt: at, bookedPrecision: String(value).includes('T') ? 'time' : 'day' }
}
