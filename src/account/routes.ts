/** What a merchant reads besides its payments: its name, its balances and statement, its callbacks, and the code lists. */
import type { onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { listOf, readCaller } from '../api/caller.ts'
import type { Gateway } from '../api/gateway.ts'
import { READ_PROBLEMS } from '../api/schemas.ts'
import { operatorRows, topupOptions } from '../catalogue/code-lists.ts'
import { CURRENCIES } from '../catalogue/currencies.ts'
import { moneySchema } from '../catalogue/response-schemas.ts'
import { describeOnly, problemResponses } from '../http/openapi.ts'
import type { Server } from '../http/server.ts'
import { balanceRows } from './balances.ts'
import { registerCallbacksAcross } from './callbacks.ts'
import { channelInfoOf } from './channel-info.ts'
import { registerEntries } from './entries.ts'

type Query = Readonly<Record<string, unknown>>

const readProblems = problemResponses(...READ_PROBLEMS.filter((code) => code !== 'NOT_FOUND'))
const list = (item: ReturnType<typeof Type.Object>) => Type.Object({ data: Type.Array(item) })
const commaSeparated = (description: string) =>
  Type.Optional(Type.String({ description: `${description} Comma-separated; unknown values are ignored.` }))

const described = (tag: string, operationId: string, summary: string) => ({
  tags: [tag],
  operationId,
  summary,
  security: [{ bearer: [] }],
})

const MerchantInfoSchema = Type.Object({
  channelInfo: Type.Object({
    name: Type.String(),
    logo: Type.Optional(Type.String({ description: 'A picture: its path at this gateway.' })),
    colour: Type.Optional(Type.String({ description: '#rrggbb' })),
  }),
})

const Operator = Type.Object({ code: Type.String(), name: Type.String() })

export function registerAccountRoutes(app: Server, gateway: Gateway, bearer: onRequestHookHandler): void {
  const common = { onRequest: bearer, validatorCompiler: describeOnly }

  app.get(
    '/merchant-info',
    {
      ...common,
      schema: {
        ...described('Account', 'readMerchantInfo', 'Read the name of the merchant channel'),
        description:
          'The header `x-is-test` of the answer says whether this is a test merchant, for which no money moves: `true` or `false`.',
        response: {
          200: MerchantInfoSchema,
          ...readProblems,
        },
      },
    },
    async (request, reply) => {
      const { profile } = await readCaller(gateway, request)
      // The body is the contract's. Whoever makes up data must know whether it could cost anybody money.
      reply.header('x-is-test', String(profile.isTest))
      return { channelInfo: channelInfoOf(profile.merchant) }
    },
  )

  app.get<{ Querystring: Query }>(
    '/balances',
    {
      ...common,
      schema: {
        ...described('Account', 'readBalances', 'Read the balances'),
        querystring: Type.Object({ currencies: commaSeparated('Currency codes.') }),
        response: {
          200: list(
            Type.Object({
              currencyCode: Type.String(),
              available: moneySchema('What can be paid out.'),
              pending: moneySchema('The sum of the open payins.'),
              reserved: moneySchema('Set aside for payouts under way.'),
            }),
          ),
          ...readProblems,
        },
      },
    },
    async (request) => {
      const { profile } = await readCaller(gateway, request)
      return { data: await balanceRows(gateway.database, profile, listOf(request.query.currencies)) }
    },
  )

  registerEntries(app, gateway, bearer)
  registerCallbacksAcross(app, gateway, bearer)

  app.get(
    '/currencies',
    {
      ...common,
      schema: {
        ...described('Code lists', 'listCurrencies', 'List the currencies'),
        response: {
          200: list(
            Type.Object({
              code: Type.String(),
              name: Type.String(),
              fractionDigits: Type.Integer(),
              kind: Type.Union([Type.Literal('FIAT'), Type.Literal('CRYPTO')]),
            }),
          ),
          ...readProblems,
        },
      },
    },
    async () => CURRENCY_LIST,
  )

  app.get<{ Querystring: Query }>(
    '/payment-operators',
    {
      ...common,
      schema: {
        ...described('Code lists', 'listPaymentOperators', 'List the payment operators'),
        querystring: Type.Object({
          paymentMethodCodes: commaSeparated('Payment method codes.'),
          currencies: commaSeparated('Currency codes.'),
        }),
        response: {
          200: list(
            Type.Object({
              code: Type.String(),
              name: Type.String(),
              paymentMethodCode: Type.String(),
              currencyCode: Type.String(),
            }),
          ),
          ...readProblems,
        },
      },
    },
    async ({ query }) => ({
      data: operatorRows({
        paymentMethodCodes: listOf(query.paymentMethodCodes),
        currencies: listOf(query.currencies),
      }),
    }),
  )

  app.get<{ Querystring: Query }>(
    '/topup-options',
    {
      ...common,
      schema: {
        ...described('Code lists', 'listTopupOptions', 'List the ways to top up a wallet'),
        querystring: Type.Object({
          currencies: commaSeparated('Currency codes.'),
          paymentTypeCode: commaSeparated('TOPUP_WALLET.'),
        }),
        response: {
          200: list(
            Type.Object({
              paymentTypeCode: Type.Literal('TOPUP_WALLET'),
              paymentMethodCode: Type.String(),
              currencyCode: Type.String(),
              paymentOperators: Type.Array(Operator),
            }),
          ),
          ...readProblems,
        },
      },
    },
    async (request) => {
      const { profile } = await readCaller(gateway, request)
      // The one payment type there is: no known value of this filter leaves anything out.
      return { data: topupOptions(profile.product, { currencies: listOf(request.query.currencies) }) }
    },
  )
}

const CURRENCY_LIST = {
  data: CURRENCIES.map(({ code, name, ledgerDigits, kind }) => ({
    code,
    name,
    fractionDigits: ledgerDigits,
    kind,
  })),
}
