import type { Static } from 'typebox'
import { expect, expectTypeOf, it } from 'vitest'
import type { AnswerOf } from '../http/endpoint.ts'
import { MERCHANT_ENDPOINTS } from './merchants-api.ts'

type Endpoint = (typeof MERCHANT_ENDPOINTS)[number]
/** Of the endpoint with this route. */
type DeclaredAt<Route> = Extract<Endpoint, { readonly declared: { readonly route: Route } }>['declared']

it('the types of requests, answers and refusals follow from the declarations', () => {
  type Balances = AnswerOf<DeclaredAt<'GET /balances'>['answers'][200]>
  expectTypeOf<Balances['data'][number]['currencyCode']>().toEqualTypeOf<string>()
  type NewKey = Static<NonNullable<DeclaredAt<'POST /keys'>['body']>>
  expectTypeOf<NewKey>().toEqualTypeOf<{ publicKey: string }>()
  type Refusal = NonNullable<DeclaredAt<'DELETE /keys/:id'>['problems']>[number]
  expectTypeOf<Refusal>().toEqualTypeOf<'NOT_FOUND' | 'STEP_UP_NEEDED' | 'LAST_CREDENTIAL'>()
})

it('no two endpoints have the same route', () => {
  const routes = MERCHANT_ENDPOINTS.map(({ facts: { route } }) => route)
  expect(routes).toHaveLength(new Set(routes).size)
})

it('what changes something says what it takes of a merchant’s own people, and a read does not', () => {
  for (const { facts } of MERCHANT_ENDPOINTS)
    expect([facts.route, facts.person !== undefined]).toEqual([facts.route, !facts.route.startsWith('GET ')])
})
