/** One search for payments, cases, merchants and bank entries by ID, reference, name or amount. */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { Type } from 'typebox'
import { moneyBody } from '../../api/views.ts'
import { validationFailed } from '../../http/problems.ts'
import { readQuery } from '../../search/query.ts'
import { CASE_MATCHES, MATCHES, MERCHANT_MATCHES, search } from '../../search/search.ts'
import { FOUND_BY, MAX_QUERY_CHARACTERS } from '../../search/terms.ts'
import { instant, MoneySchema, refuse } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { choice } from '../fields.ts'
import { PaymentLineSchema } from '../payments/endpoints.ts'
import { paymentLine } from '../payments/history.ts'

const HIT = {
  path: Type.String({ description: 'The path to read it in this API.' }),
}

const SearchSchema = Type.Object({
  payments: Type.Array(
    Type.Object({
      ...HIT,
      matched: Type.Array(choice([...FOUND_BY, ...MATCHES]), {
        description: 'The kind of value that matched.',
      }),
      payment: PaymentLineSchema,
    }),
  ),
  cases: Type.Array(
    Type.Object({
      ...HIT,
      matched: Type.Array(choice(CASE_MATCHES), {
        description:
          "What matched: its ID, the processor's reference of its money, its bank entry, or its payment.",
      }),
      id: Type.String(),
      merchantCode: Type.String(),
      reason: Type.String(),
      openedAt: instant(),
    }),
  ),
  merchants: Type.Array(
    Type.Object({
      ...HIT,
      matched: Type.Array(choice(MERCHANT_MATCHES)),
      merchantCode: Type.String(),
      name: Type.String(),
    }),
  ),
  bankEntries: Type.Array(
    Type.Object({
      ...HIT,
      account: Type.String(),
      reference: Type.String(),
      direction: choice(['CREDIT', 'DEBIT']),
      money: MoneySchema,
      bookedAt: instant(),
      outcome: Type.Optional(Type.String()),
    }),
  ),
  hasMore: Type.Boolean({ description: 'There are more results. Make the query more specific.' }),
})

const find = endpoint({
  route: 'GET /admin/search',
  role: 'VIEWER',
  summary: 'Search payments, cases, merchants and bank entries by an ID, a reference, a name or an amount',
  guide: 'search.md',
  query: {
    q: Type.Optional(
      Type.String({
        description: `An ID, reference, UTR, account, name, phone number, address or transaction on a chain, or an amount with its currency. At most ${MAX_QUERY_CHARACTERS} characters.`,
      }),
    ),
  },
  answers: { 200: SearchSchema },
  async handle(call) {
    const { gateway } = call.backOffice
    const query = readQuery(call.query.q)
    if (!query.ok) throw refuse(validationFailed([query.failure]))
    const accounts = gateway.receivingAccounts.all.map(({ id }) => id)
    const found = await search(
      { database: gateway.database, merchants: gateway.merchants, accounts },
      query.value,
    )
    return {
      payments: found.payments.map(({ payment, matched }) => ({
        path: `/admin/payments/${payment.merchantId}/${payment.kind}/${encodeURIComponent(payment.id)}`,
        matched,
        payment: paymentLine(payment),
      })),
      cases: found.cases.map(({ matched, file: { key, merchantId, reason, openedAt } }) => ({
        ...{ path: `/admin/cases/${key}`, matched, id: key, merchantCode: merchantId, reason },
        openedAt: isoTime(openedAt),
      })),
      merchants: found.merchants.map(({ merchantCode, name, matched }) => ({
        ...{ path: `/admin/merchants/${merchantCode}`, matched: [matched], merchantCode, name },
      })),
      bankEntries: found.entries.map((entry) => ({
        path: `/admin/bank-feeds/${entry.account}/entries`,
        account: entry.account,
        reference: entry.reference,
        direction: entry.direction === 'credit' ? ('CREDIT' as const) : ('DEBIT' as const),
        money: moneyBody(entry.money),
        bookedAt: isoTime(entry.bookedAt),
        ...(entry.outcome !== undefined && { outcome: entry.outcome }),
      })),
      hasMore: found.hasMore,
    }
  },
})

export const SEARCH_ENDPOINTS = [find]
