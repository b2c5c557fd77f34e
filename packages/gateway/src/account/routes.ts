/** What a merchant reads besides its payments: its name, its balances and the code lists. */
import { operatorRows, topupOptions } from '@sluice/core/catalogue/code-lists.ts'
import { CURRENCIES } from '@sluice/core/catalogue/currencies.ts'
import { moneySchema } from '@sluice/core/catalogue/response-schemas.ts'
import { type TProperties, Type } from 'typebox'
import { listOf } from '../api/caller.ts'
import { endpoint } from '../api/endpoint.ts'
import { choice } from '../http/choice.ts'
import { balanceRows } from './balances.ts'
import { CALLBACKS_ENDPOINTS } from './callbacks.ts'
import { channelInfoOf } from './channel-info.ts'
import { ENTRIES_ENDPOINT } from './entries.ts'

const list = <Fields extends TProperties>(fields: Fields) =>
  Type.Object({ data: Type.Array(Type.Object(fields)) })
const commaSeparated = (description: string) =>
  Type.Optional(Type.String({ description: `${description} Comma-separated; unknown values are ignored.` }))

const MerchantInfoSchema = Type.Object({
  channelInfo: Type.Object({
    name: Type.String(),
    logo: Type.Optional(Type.String({ description: 'Path of the picture on this gateway.' })),
    colour: Type.Optional(Type.String({ description: '#rrggbb' })),
  }),
})

const merchantInfo = endpoint({
  route: 'GET /merchant-info',
  tag: 'Account',
  operationId: 'readMerchantInfo',
  summary: 'Read the name of the merchant channel',
  description:
    'The response header `x-is-test` is `true` for a test merchant, for which no money moves, and `false` otherwise.',
  answers: { 200: MerchantInfoSchema },
  handle(call) {
    const { isTest, merchant } = call.caller.profile
    // The body is defined by the merchants' contract, so this is a header. A client that generates data must know
    // whether real money is involved.
    call.header('x-is-test', String(isTest))
    return { channelInfo: channelInfoOf(merchant) }
  },
})

const balances = endpoint({
  route: 'GET /balances',
  tag: 'Account',
  operationId: 'readBalances',
  summary: 'Read the balances',
  query: { currencies: commaSeparated('Currency codes.') },
  answers: {
    200: list({
      currencyCode: Type.String(),
      available: moneySchema('The amount available for payouts.'),
      pending: moneySchema('The sum of the pending payins.'),
      reserved: moneySchema('The amount reserved for payouts in progress.'),
    }),
  },
  handle: async ({ gateway, caller: { profile }, query }) => ({
    data: await balanceRows(gateway.database, profile, listOf(query.currencies)),
  }),
})

const currencies = endpoint({
  route: 'GET /currencies',
  tag: 'Code lists',
  operationId: 'listCurrencies',
  summary: 'List the currencies',
  answers: {
    200: list({
      code: Type.String(),
      name: Type.String(),
      fractionDigits: Type.Integer(),
      kind: choice(['FIAT', 'CRYPTO']),
    }),
  },
  handle: () => CURRENCY_LIST,
})

const paymentOperators = endpoint({
  route: 'GET /payment-operators',
  tag: 'Code lists',
  operationId: 'listPaymentOperators',
  summary: 'List the payment operators',
  query: {
    paymentMethodCodes: commaSeparated('Payment method codes.'),
    currencies: commaSeparated('Currency codes.'),
  },
  answers: {
    200: list({
      code: Type.String(),
      name: Type.String(),
      paymentMethodCode: Type.String(),
      currencyCode: Type.String(),
    }),
  },
  handle: ({ query }) => ({
    data: operatorRows({
      paymentMethodCodes: listOf(query.paymentMethodCodes),
      currencies: listOf(query.currencies),
    }),
  }),
})

const topups = endpoint({
  route: 'GET /topup-options',
  tag: 'Code lists',
  operationId: 'listTopupOptions',
  summary: 'List the methods to top up a wallet',
  query: {
    currencies: commaSeparated('Currency codes.'),
    paymentTypeCode: commaSeparated('TOPUP_WALLET.'),
  },
  answers: {
    200: list({
      paymentTypeCode: Type.Literal('TOPUP_WALLET'),
      paymentMethodCode: Type.String(),
      currencyCode: Type.String(),
      paymentOperators: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
    }),
  },
  // There is only one payment type, so no known value of this filter excludes anything.
  handle: ({ caller: { profile }, query }) => ({
    data: topupOptions(profile.product, { currencies: listOf(query.currencies) }),
  }),
})

const CURRENCY_LIST = {
  data: CURRENCIES.map(({ code, name, ledgerDigits, kind }) => ({
    code,
    name,
    fractionDigits: ledgerDigits,
    kind,
  })),
}

export const ACCOUNT_ENDPOINTS = [
  merchantInfo,
  balances,
  ENTRIES_ENDPOINT,
  ...CALLBACKS_ENDPOINTS,
  currencies,
  paymentOperators,
  topups,
] as const
