/** Reads the bank entries of `POST /admin/bank-feeds/{account}/entries`: all of them, or none. Pure. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { dayOrTime } from '@sluice/core/foundation/instants.ts'
import { fail, succeed } from '@sluice/core/foundation/result.ts'
import { type Static, Type } from 'typebox'
import { type Given, readAs, type Terms, worded } from '../../http/reading.ts'
import { refined } from '../../http/texts.ts'
import { dayOf, type ParsedEntry, party, plainText, tooFarAhead } from '../../reconciliation/entry.ts'
import type { FeedAccount } from '../../reconciliation/feeds.ts'
import { choice, money } from '../fields.ts'

const MAX_ENTRIES_A_REQUEST = 1_000
const MAX_TEXT = { reference: 140, remittance: 1_000, party: 140 } as const
type Limit = keyof typeof MAX_TEXT

const text = (limit: Limit, description?: string) =>
  Type.Optional(
    readAs<string>(
      Type.String({ maxLength: MAX_TEXT[limit], ...(description !== undefined && { description }) }),
      (value, { path }) => {
        if (typeof value !== 'string')
          return fail([{ path, code: 'WRONG_TYPE', message: 'must be a string' }])
        if (value.length <= MAX_TEXT[limit]) return succeed(value)
        return fail([{ path, code: 'TOO_LONG', message: `must have at most ${MAX_TEXT[limit]} characters` }])
      },
    ),
  )

const Sender = worded(
  Type.Object({ name: text('party'), accountNumber: text('party'), bank: text('party') }),
  'WRONG_TYPE',
  'must be an object',
  { whole: false },
)

const Entry = worded(
  Type.Object({
    reference: text(
      'reference',
      "The bank's reference of the entry. The same reference is the same entry. Default: derived from the content.",
    ),
    bookedAt: refined(
      (sent) => bookedOf(sent) !== undefined,
      'INVALID_FORMAT',
      'must be a time such as 2026-01-31T12:00:00Z or a day such as 2026-01-31',
      {
        description:
          'A time, or only a day if the bank reports no time: `2026-11-21T09:15:00+07:00`, `2026-11-21`.',
      },
    ),
    valueDate: Type.Optional(
      refined((sent) => dayOf(sent) !== undefined, 'INVALID_FORMAT', 'must be a day such as 2026-01-31', {
        description: 'A day.',
      }),
    ),
    direction: Type.Optional(choice(['CREDIT', 'DEBIT'])),
    reversal: Type.Optional(Type.Boolean({ description: 'Whether it reverses an earlier entry.' })),
    money: money('ledger'),
    remittance: text('remittance', 'The remittance text from the payer.'),
    endToEndId: text('reference', "The payer's own reference."),
    utr: text('reference', "The clearing system's reference of the transfer."),
    sender: Type.Optional(Sender),
  }),
  'WRONG_TYPE',
  'must be an object',
  { whole: false },
)

export const EntryList = Type.Object({
  data: worded(
    Type.Array(Entry, { minItems: 1, description: `At most ${MAX_ENTRIES_A_REQUEST}.` }),
    'WRONG_TYPE',
    'must be a list of entries',
    { whole: false },
  ),
})

interface ListTerms {
  readonly account: FeedAccount
  readonly now: Instant
}

export const entriesOf =
  (about: ListTerms) =>
  ({ data = [] }: Given<Static<typeof EntryList>>, terms: Terms): readonly ParsedEntry[] => {
    const sent: readonly unknown[] = Array.isArray(terms.sent.data) ? terms.sent.data : []
    if (sent.length > MAX_ENTRIES_A_REQUEST) {
      const message = `must have at most ${MAX_ENTRIES_A_REQUEST} entries: send the rest in another request`
      terms.say('/data', 'OUT_OF_RANGE', message)
      return []
    }
    return data.flatMap((given, index) => (given && entryOf(given, sent[index], index, about, terms)) ?? [])
  }

function entryOf(
  given: Given<Static<typeof Entry>>,
  sent: unknown,
  index: number,
  { account, now }: ListTerms,
  { say }: Terms,
): ParsedEntry | undefined {
  const { money: amount, bookedAt, sender = {} } = given
  const pointer = `/data/${index}`
  if (amount && amount.currency !== account.currency.code) {
    const message = `must be ${account.currency.code}, the currency of the account`
    say(`${pointer}/money/currencyCode`, 'CONFLICT', message)
  }
  const booked = bookedAt === undefined ? undefined : bookedOf(bookedAt)
  const ahead = booked && tooFarAhead(booked.bookedAt, now)
  if (ahead !== undefined) say(`${pointer}/bookedAt`, 'OUT_OF_RANGE', ahead)
  if (!amount || !booked) return undefined
  const kept = (value: string | undefined, limit: Limit) =>
    value === undefined ? undefined : plainText(value, limit)
  return {
    reference: kept(given.reference, 'reference'),
    remittance: kept(given.remittance, 'remittance') ?? '',
    endToEndId: kept(given.endToEndId, 'reference'),
    utr: kept(given.utr, 'reference'),
    sender: party(
      kept(sender.name, 'party'),
      kept(sender.accountNumber, 'party'),
      kept(sender.bank, 'party'),
    ),
    ...booked,
    money: amount,
    direction: given.direction === 'DEBIT' ? 'debit' : 'credit',
    reversal: given.reversal === true,
    valueDate: given.valueDate,
    raw: plainText(JSON.stringify(sent), 'raw') ?? '',
  }
}

function bookedOf(value: string): { bookedAt: Instant; bookedPrecision: 'day' | 'time' } | undefined {
  const at = dayOrTime(value)
  if (at === undefined || at < 0) return undefined
  return { bookedAt: at, bookedPrecision: value.includes('T') ? 'time' : 'day' }
}
