import type { Static } from 'typebox'
import { expect, expectTypeOf, it } from 'vitest'
import type { AnswerOf } from '../http/endpoint.ts'
import type { MerchantOperations } from './merchant-operations.ts'
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

it('the types of the dashboard’s operations follow from the declarations', () => {
  type Payins = MerchantOperations['GET /payins']
  expectTypeOf<'cursor' | 'from' | 'zone' | 'currencyCode'>().toExtend<keyof Payins['query']>()
  expectTypeOf<Payins['answer']['data'][number]['fee']['amount']>().toEqualTypeOf<string>()
  expectTypeOf<keyof MerchantOperations['GET /payins/{idPayin}']['query']>().toEqualTypeOf<never>()
  expectTypeOf<MerchantOperations['DELETE /keys/{id}']>().toEqualTypeOf<{
    readonly path: { readonly id: string }
    readonly query: Readonly<Record<never, string>>
    readonly body: undefined
    readonly answer: undefined
  }>()
  expectTypeOf<MerchantOperations['POST /keys']['body']>().toEqualTypeOf<{ readonly publicKey?: unknown }>()
  expectTypeOf<MerchantOperations['POST /payout-batches/!preview']['body']>().toEqualTypeOf<Blob>()
})

it('no two endpoints have the same route', () => {
  const routes = MERCHANT_ENDPOINTS.map(({ facts: { route } }) => route)
  expect(routes).toHaveLength(new Set(routes).size)
})

it('what changes something says what it takes of a merchant’s own people, and a read does not', () => {
  for (const { facts } of MERCHANT_ENDPOINTS)
    expect([facts.route, facts.person !== undefined]).toEqual([facts.route, !facts.route.startsWith('GET ')])
})
