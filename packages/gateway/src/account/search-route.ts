/**
 * `GET /search?q=`: a merchant's own payments by ID, reference, name or amount. It searches only what the person may
 * read. Tokens are refused: a program knows its IDs, and a leaked token could be used to go through the names of all
 * payers.
 */
import { moneySchema } from '@sluice/core/catalogue/response-schemas.ts'
import { PAYMENT_KINDS } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { STATUSES } from '@sluice/core/payment/transitions.ts'
import { Type } from 'typebox'
import { endpoint } from '../api/endpoint.ts'
import { moneyBody } from '../api/views.ts'
import { choice } from '../http/choice.ts'
import { ProblemError, validationFailed } from '../http/problems.ts'
import { searchOwn } from '../search/own.ts'
import { readQuery } from '../search/query.ts'
import { MATCHES } from '../search/search.ts'
import { FOUND_BY, MAX_QUERY_CHARACTERS } from '../search/terms.ts'

const oneOf = <const Code extends string>(codes: readonly Code[], description: string) =>
  choice(codes, { description })

const FoundSchema = Type.Object({
  data: Type.Array(
    Type.Object({
      kind: oneOf(PAYMENT_KINDS, 'The kind of payment. Its plural is the path to read it: `/payins/{id}`.'),
      id: Type.String(),
      matched: Type.Array(oneOf([...FOUND_BY, ...MATCHES], 'The kind of value that matched.')),
      money: moneySchema('The amount of the order.'),
      status: oneOf(STATUSES, 'The same value as when you read the payment.'),
      createdAt: Type.String({ format: 'date-time' }),
    }),
    { description: 'At most 50. Complete matches come first.' },
  ),
  hasMore: Type.Boolean({ description: 'There are more results. Make the query more specific.' }),
})

export const SEARCH_ENDPOINT = endpoint({
  route: 'GET /search',
  tag: 'Account',
  operationId: 'searchPayments',
  summary: 'Search payments by an ID, a reference, a name or an amount',
  description:
    'Search by an ID, reference, account, name or phone number, complete or by its first characters; by an amount with its currency; or by a complete transfer number, bank or provider reference, or the name or account that money came from. New payments can be found a few seconds after they are created. Only payments that the person may read are searched.',
  forPeople: true,
  query: {
    q: Type.Optional(Type.String({ description: `Mandatory. At most ${MAX_QUERY_CHARACTERS} characters.` })),
  },
  answers: { 200: FoundSchema },
  problems: ['VALIDATION_FAILED'],
  async handle({ gateway, caller: { profile }, person, query: { q } }) {
    const query = readQuery(q)
    if (!query.ok) throw new ProblemError(validationFailed([query.failure]))
    const kinds = PAYMENT_KINDS.filter((kind) => person.lacks(`/${kind}s`, true) === undefined)
    const accounts = gateway.receivingAccounts.all.map(({ id }) => id)
    const found = await searchOwn(
      { database: gateway.database, accounts },
      { merchantId: profile.merchantCode, kinds },
      query.value,
    )
    return {
      data: found.payments.map(({ payment, matched }) => ({
        kind: payment.kind,
        id: payment.id,
        matched,
        money: moneyBody(payment.money),
        status: payment.status,
        createdAt: isoTime(payment.createdAt),
      })),
      hasMore: found.hasMore,
    }
  },
})
