/** The payins' endpoints: create, read, list, accounts, options, external reference. Read this file first. */
import { moneySchema } from '@sluice/core/catalogue/response-schemas.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { Type } from 'typebox'
import { CALLBACK_ENDPOINTS } from '../api/callbacks.ts'
import { readOwnPayin, readOwnPayment } from '../api/caller.ts'
import { create } from '../api/create/create.ts'
import { createRequest } from '../api/create/kind.ts'
import { endpoint, WrittenAnswer } from '../api/endpoint.ts'
import { pageSchema } from '../api/list-endpoints.ts'
import { GROUP_PARAMETERS, paymentPage, StatusParameter } from '../api/lists.ts'
import { isBeyondAllRanges, isObject, readMoney } from '../api/requests.ts'
import { CreatePayinSchema, OrderId, PayinSchema, paymentSheet } from '../api/schemas.ts'
import { orRefuse, ProblemError, validationFailed } from '../http/problems.ts'
import { EXPLAIN_PAYIN } from '../timeline/routes.ts'
import { accountsBody } from './accounts.ts'
import { PAYIN } from './create.ts'
import { setExternalReference } from './external-reference.ts'
import { OptionsSchema } from './option-schemas.ts'
import { freshen, optionsFor } from './options.ts'
import { payinBody } from './view.ts'

const AccountsSchema = Type.Object({
  data: Type.Array(
    Type.Object({
      source: Type.Union([Type.Literal('REQUEST'), Type.Literal('PAYMENT')]),
      accountName: Type.Optional(Type.String()),
      accountNumber: Type.Optional(Type.String()),
      bankCode: Type.Optional(Type.String()),
      bankName: Type.Optional(Type.String()),
      emailAddress: Type.Optional(Type.String()),
      phoneNumber: Type.Optional(Type.String()),
      recordedAt: Type.String({ format: 'date-time' }),
    }),
  ),
})
const OptionsBody = Type.Object(
  { money: moneySchema('The amount that the customer is to pay.') },
  { 'x-examples': { THB: { value: { money: { amount: 500.25, currencyCode: 'THB' } } } } },
)
const ReferenceBody = Type.Object(
  {
    externalReference: Type.Object({
      reference: Type.String({ pattern: '^\\d{12}$' }),
    }),
  },
  { 'x-examples': { UTR: { value: { externalReference: { reference: '632504123456' } } } } },
)

const params = { idPayin: OrderId }

const list = endpoint({
  route: 'GET /payins',
  tag: 'Payins',
  summary: 'List incoming payments, newest first',
  query: { status: StatusParameter, ...GROUP_PARAMETERS },
  pages: 'by time',
  exports: paymentSheet('payin'),
  answers: { 200: pageSchema(PayinSchema) },
  handle: (call) =>
    paymentPage(call, { kind: 'payin', body: (payin) => payinBody(call.gateway, payin, 'read') }),
})

const options = endpoint({
  route: 'POST /payins/!availablePaymentOptions',
  tag: 'Payins',
  operationId: 'listAvailablePaymentOptions',
  summary: 'List the payment methods and operators for an amount',
  asks: true,
  person: { why: 'READS', can: 'read the available payment options', worst: 'Nothing.' },
  body: OptionsBody,
  answers: { 200: OptionsSchema },
  async handle({ gateway, caller: { profile, payer }, request }) {
    const { body } = request
    const money = readMoney(isObject(body) ? body.money : undefined, '/money', request.impreciseNumbers)
    if (!money.ok && isBeyondAllRanges(money.failure)) return { data: [] }
    if (!money.ok) throw new ProblemError(validationFailed(money.failure))
    const requested = { money: money.value, ...(payer !== undefined && { payer }) }
    await freshen(gateway, profile, requested)
    return { data: optionsFor(gateway, profile, requested) }
  },
})

const made = endpoint({
  route: 'POST /payins/:idPayin',
  tag: 'Payins',
  operationId: 'createPayin',
  summary: 'Create an incoming payment',
  person: {
    why: 'TAKES_IN',
    can: 'create payins',
    worst: "Payers are asked for money that is then credited to the merchant's balance.",
  },
  params,
  body: CreatePayinSchema,
  answers: { 201: PayinSchema },
  problems: [
    'NOT_FOUND',
    'CUSTOMER_VERIFICATION_INACTIVITY',
    'CUSTOMER_NOT_REGISTERED',
    'ALREADY_EXISTS',
    'LINK_NOT_OPEN',
    'METHOD_UNAVAILABLE',
    'OPERATOR_UNAVAILABLE',
    'AMOUNT_OUT_OF_RANGE',
  ],
  // An ID needs no escaping in a path.
  location: ({ idPayin }) => `/payins/${idPayin}`,
  async handle(call) {
    const { gateway, caller } = call
    const linked = gateway.paymentLinks.forCreate(caller)
    const link = linked && (await linked)
    const early: { readonly of: Payment; readonly text: string }[] = []
    const meanwhile = (payin: Payment) =>
      void early.push({ of: payin, text: JSON.stringify(payinBody(gateway, payin, 'create')) })
    const requested = createRequest(call, call.params.idPayin, meanwhile)
    const payin = orRefuse(await create(gateway, PAYIN, link ? { ...requested, link } : requested))
    const written = early.find(({ of }) => of === payin)
    return written ? new WrittenAnswer(written.text) : payinBody(gateway, payin, 'create')
  },
})

const read = endpoint({
  route: 'GET /payins/:idPayin',
  tag: 'Payins',
  operationId: 'readPayin',
  summary: 'Read an incoming payment',
  params,
  answers: { 200: PayinSchema },
  problems: ['NOT_FOUND'],
  async handle({ gateway, caller, params: { idPayin } }) {
    const { payin, refunds } = await readOwnPayin(gateway, caller, idPayin)
    return payinBody(gateway, payin, 'read', refunds)
  },
})

const accounts = endpoint({
  route: 'GET /payins/:idPayin/accounts',
  tag: 'Payins',
  operationId: 'readPayinAccounts',
  summary: "Read the customer's known accounts",
  params,
  answers: { 200: AccountsSchema },
  problems: ['NOT_FOUND'],
  handle: async ({ gateway, caller, params: { idPayin } }) =>
    accountsBody(await readOwnPayment(gateway, caller, 'payin', idPayin)),
})

const externalReference = endpoint({
  route: 'POST /payins/:idPayin/!setExternalReference',
  tag: 'Payins',
  operationId: 'setExternalReference',
  summary: 'Set the external payment reference (UTR) that the customer supplied',
  person: {
    why: 'TAKES_IN',
    can: 'set a payin’s external reference',
    worst: "Another payer's transfer is claimed: two claims, or a contradicting detail, open a case.",
  },
  params,
  body: ReferenceBody,
  answers: { 200: PayinSchema },
  problems: ['NOT_FOUND', 'EXTERNAL_REFERENCE_CONFLICT', 'INVALID_STATE'],
  async handle({ gateway, caller, params: { idPayin }, request: { body } }) {
    const payin = await readOwnPayment(gateway, caller, 'payin', idPayin)
    const { payer } = caller
    const actor = payer === undefined ? 'merchant' : 'payer'
    const set = await setExternalReference(gateway, payin, body, { actor, payer })
    return payinBody(gateway, orRefuse(set), 'read')
  },
})

export const PAYIN_ENDPOINTS = [
  list,
  ...CALLBACK_ENDPOINTS.payin,
  EXPLAIN_PAYIN,
  options,
  made,
  read,
  accounts,
  externalReference,
] as const
