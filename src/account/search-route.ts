/**
 * `GET /search?q=`: a merchant's own payments by ID, reference, name or amount. It searches only what the person may
 * read. Tokens are refused: a program knows its IDs, and a leaked token could be used to go through the names of all
 * payers.
 */
import { Type } from 'typebox'
import { endpoint } from '../api/endpoint.ts'
import { moneyBody } from '../api/views.ts'
import { moneySchema } from '../catalogue/response-schemas.ts'
import { PAYMENT_KINDS } from '../foundation/identifiers.ts'
import { isoTime } from '../foundation/instants.ts'
import { choice } from '../http/choice.ts'
import { ProblemError, validationFailed } from '../http/problems.ts'
import { STATUSES } from '../payments/transitions.ts'
import { searchOwn } from '../search/own.ts'
import { readQuery } from '../search/query.ts'
import { MATCHES } from '../search/search.ts'
import { FOUND_BY, MAX_QUERY_CHARACTERS } from '../search/terms.ts'

const oneOf = <const Code extends string>(codes: readonly Code[], description: string) =>
  choice(codes, { description })

const FoundSchema = Type.Object({
  data: Type.Array(
    Type.Object({
      kind: oneOf(PAYMENT_KINDS, 'Under its plural the payment is read by its ID: `/payins/{id}`.'),
      id: Type.String(),
      matched: Type.Array(oneOf([...FOUND_BY, ...MATCHES], 'By what of it.')),
      money: moneySchema('What was ordered.'),
      status: oneOf(STATUSES, 'As a read of the payment says it.'),
      createdAt: Type.String({ format: 'date-time' }),
    }),
    { description: 'Those that match whole first; at most 50.' },
  ),
  hasMore: Type.Boolean({ description: 'There is more than is told: ask more precisely.' }),
})

export const SEARCH_ENDPOINT = endpoint({
  route: 'GET /search',
  tag: 'Account',
  operationId: 'searchPayments',
  summary: 'Search payments by an ID, a reference, a name or an amount',
  description:
    'By an ID, a reference, an account, a name, a phone, each whole or from its beginning on, or an amount with its currency; by the number of a transfer, a bank’s or a provider’s reference, and the name or account that money came from, whole. New payments are found some seconds after they were made. Only those are looked through that the person may read.',
  forPeople: true,
  query: {
    q: Type.Optional(Type.String({ description: `Mandatory. Up to ${MAX_QUERY_CHARACTERS} characters.` })),
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
