/** `GET /balances/entries`: the account statement, with every change of the available balances and its reason. */
import { CURRENCIES } from '@sluice/core/catalogue/currencies.ts'
import { idNameOf, PAYMENT_KINDS } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { ExactNumber } from '@sluice/core/foundation/json.ts'
import type { CurrencyCode } from '@sluice/core/foundation/money.ts'
import { Type } from 'typebox'
import { listOf } from '../api/caller.ts'
import { endpoint } from '../api/endpoint.ts'
import { currenciesFilter } from '../api/filters.ts'
import { pageSchema } from '../api/list-endpoints.ts'
import { BY_TIME, pageOf } from '../api/pages.ts'
import { moneyBody } from '../api/views.ts'
import { readEntries, type StatementEntry } from '../payments/balances.ts'

const EntrySchema = Type.Object({
  at: Type.String({ format: 'date-time' }),
  money: Type.Object(
    { amount: Type.Unsafe<ExactNumber>(Type.Number()), currencyCode: Type.String() },
    { description: 'Change of the available balance; negative: a debit.' },
  ),
  kind: Type.Unsafe<StatementEntry['kind']>(
    Type.Union(
      [...PAYMENT_KINDS, 'funding' as const].map((kind) => Type.Literal(kind)),
      {
        description:
          'settlement: paid out to you by your settlement terms. funding: a top-up, an opening balance, or a manual settlement.',
      },
    ),
  ),
  reason: Type.Optional(Type.String()),
  idPayin: Type.Optional(Type.String()),
  idPayout: Type.Optional(Type.String()),
  idRefund: Type.Optional(Type.String()),
  idSettlement: Type.Optional(Type.String()),
})

const entryBody = (entry: StatementEntry) => ({
  at: isoTime(entry.at),
  money: moneyBody({ currency: entry.currency as CurrencyCode, amountMinor: entry.amountMinor }),
  kind: entry.kind,
  ...(entry.reason !== undefined && { reason: entry.reason }),
  ...(entry.id !== undefined && { [idNameOf(entry.kind)]: entry.id }),
})

export const ENTRIES_ENDPOINT = endpoint({
  route: 'GET /balances/entries',
  tag: 'Account',
  summary: 'List the balance transactions, newest first',
  query: {
    currencies: currenciesFilter,
  },
  pages: 'by time',
  exports: EntrySchema,
  answers: { 200: pageSchema(EntrySchema) },
  async handle(call) {
    const { from, to, after, limit } = call.page(BY_TIME)
    const wanted = listOf(call.query.currencies)
    const currencies = CURRENCIES.map(({ code }) => code).filter((code) => wanted.includes(code))
    const [at, key, seq] = after ?? []
    const entries = await readEntries(call.gateway.database, {
      merchantId: call.caller.profile.merchantCode,
      currencies,
      from,
      to,
      after:
        at === undefined || key === undefined || seq === undefined
          ? undefined
          : { at: Number(at), key, seq: Number(seq) },
      limit: limit + 1,
    })
    return pageOf(entries, limit, (last) => [String(last.at), last.key, String(last.seq)], entryBody)
  },
})
