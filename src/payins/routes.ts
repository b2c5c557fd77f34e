/** The payins' endpoints: create, read, accounts, options, external reference. Read this file first. */
import type { onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { registerCallbackRoutes } from '../api/callbacks.ts'
import { readCaller, readOwnPayin, readOwnPayment } from '../api/caller.ts'
import { create } from '../api/create/create.ts'
import type { CreateRequest } from '../api/create/kind.ts'
import type { Gateway } from '../api/gateway.ts'
import { registerList } from '../api/lists.ts'
import { PAYMENT_PROBLEMS } from '../api/problems.ts'
import { isBeyondAllRanges, isObject, readMoney } from '../api/requests.ts'
import { createSchema, PayinSchema, paymentSheet, READ_PROBLEMS, WRITE_PROBLEMS } from '../api/schemas.ts'
import { moneySchema } from '../catalogue/response-schemas.ts'
import { API_VERSION } from '../http/first-checks.ts'
import { describeOnly, problemResponsesOf } from '../http/openapi.ts'
import { HTTP_PROBLEMS, ProblemError, validationFailed } from '../http/problems.ts'
import type { Server } from '../http/server.ts'
import type { Payment } from '../payments/model.ts'
import { registerExplanation } from '../timeline/routes.ts'
import { accountsBody } from './accounts.ts'
import { PAYIN } from './create.ts'
import { setExternalReference } from './external-reference.ts'
import { OptionsSchema } from './option-schemas.ts'
import { freshen, optionsFor } from './options.ts'
import { payinBody } from './view.ts'

/** As fastify names what it writes itself. */
const JSON_TYPE = 'application/json; charset=utf-8'

const problems = problemResponsesOf({ ...HTTP_PROBLEMS, ...PAYMENT_PROBLEMS })
const IdSchema = Type.Object({
  idPayin: Type.String({ description: 'Merchant Order ID: 1 to 64 characters of A-Z a-z 0-9 . _ ~ -' }),
})
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
  { money: moneySchema('What the customer shall pay.') },
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

const VERSION = Number(API_VERSION)

const described = (operationId: string, summary: string) => ({
  tags: ['Payins'],
  operationId,
  summary,
  security: [{ bearer: [] }],
})

export function registerPayinRoutes(app: Server, gateway: Gateway, bearer: onRequestHookHandler): void {
  const common = { onRequest: bearer, validatorCompiler: describeOnly }
  registerList(app, gateway, bearer, {
    kind: 'payin',
    tag: 'Payins',
    what: 'incoming payments',
    schema: PayinSchema,
    sheet: paymentSheet('payin'),
    body: (payment) => payinBody(gateway, payment, 'read'),
  })
  registerCallbackRoutes(app, gateway, bearer, 'payin')
  registerExplanation(app, gateway, bearer, 'payin')

  app.post<{ Body: unknown }>(
    '/payins/!availablePaymentOptions',
    {
      ...common,
      config: { bodyRequired: true, asks: true },
      schema: {
        ...described('listAvailablePaymentOptions', 'List the payment methods and operators for an amount'),
        body: OptionsBody,
        response: { 200: OptionsSchema, ...problems(...WRITE_PROBLEMS) },
      },
    },
    async (request) => {
      const { profile, payer } = await readCaller(gateway, request)
      const { body } = request
      const money = readMoney(isObject(body) ? body.money : undefined, '/money', request.impreciseNumbers)
      if (!money.ok && isBeyondAllRanges(money.failure)) return { data: [] }
      if (!money.ok) throw new ProblemError(validationFailed(money.failure))
      const requested = { money: money.value, ...(payer !== undefined && { payer }) }
      await freshen(gateway, profile, requested)
      return { data: optionsFor(gateway, profile, requested) }
    },
  )

  app.post<{ Params: { idPayin: string } }>(
    '/payins/:idPayin',
    {
      ...common,
      config: { bodyRequired: true },
      schema: {
        ...described('createPayin', 'Create an incoming payment'),
        params: IdSchema,
        body: createSchema('payin'),
        response: {
          201: PayinSchema,
          ...problems(
            ...WRITE_PROBLEMS,
            'CUSTOMER_VERIFICATION_INACTIVITY',
            'CUSTOMER_NOT_REGISTERED',
            'ALREADY_EXISTS',
            'LINK_NOT_OPEN',
            'METHOD_UNAVAILABLE',
            'OPERATOR_UNAVAILABLE',
            'AMOUNT_OUT_OF_RANGE',
          ),
        },
      },
    },
    async (request, reply) => {
      // Neither is a promise for most: each wait costs a turn.
      const called = readCaller(gateway, request)
      const caller = called instanceof Promise ? await called : called
      const linked = gateway.paymentLinks.forCreate(caller)
      const link = linked && (await linked)
      const early: { readonly of: Payment; readonly text: string }[] = []
      const requested: CreateRequest = {
        ...caller,
        meanwhile: (payment) =>
          void early.push({ of: payment, text: JSON.stringify(payinBody(gateway, payment, 'create')) }),
        id: request.params.idPayin,
        body: request.body,
        impreciseNumbers: request.impreciseNumbers,
        apiVersion: VERSION,
      }
      const created = await create(gateway, PAYIN, link ? { ...requested, link } : requested)
      if (!created.ok) throw new ProblemError(created.failure)
      // An ID is of letters that a path takes as they are.
      reply.code(201).header('location', `/payins/${created.value.id}`)
      const made = early.find(({ of }) => of === created.value)
      if (made === undefined) return payinBody(gateway, created.value, 'create')
      reply.header('content-type', JSON_TYPE)
      return made.text
    },
  )

  app.get<{ Params: { idPayin: string } }>(
    '/payins/:idPayin',
    {
      ...common,
      schema: {
        ...described('readPayin', 'Read an incoming payment'),
        params: IdSchema,
        response: { 200: PayinSchema, ...problems(...READ_PROBLEMS) },
      },
    },
    async (request) => {
      // No promise for most.
      const called = readCaller(gateway, request)
      const caller = called instanceof Promise ? await called : called
      const { payin, refunds } = await readOwnPayin(gateway, caller, request.params.idPayin)
      return payinBody(gateway, payin, 'read', refunds)
    },
  )

  app.get<{ Params: { idPayin: string } }>(
    '/payins/:idPayin/accounts',
    {
      ...common,
      schema: {
        ...described('readPayinAccounts', "Read what is known of the customer's accounts"),
        params: IdSchema,
        response: { 200: AccountsSchema, ...problems(...READ_PROBLEMS) },
      },
    },
    async (request) => {
      const caller = await readCaller(gateway, request)
      return accountsBody(await readOwnPayment(gateway, caller, 'payin', request.params.idPayin))
    },
  )

  app.post<{ Params: { idPayin: string } }>(
    '/payins/:idPayin/!setExternalReference',
    {
      ...common,
      config: { bodyRequired: true },
      schema: {
        ...described(
          'setExternalReference',
          'Set the external payment reference (UTR) that the customer brings',
        ),
        params: IdSchema,
        body: ReferenceBody,
        response: {
          200: PayinSchema,
          ...problems(...WRITE_PROBLEMS, 'EXTERNAL_REFERENCE_CONFLICT', 'INVALID_STATE'),
        },
      },
    },
    async (request) => {
      const caller = await readCaller(gateway, request)
      const payment = await readOwnPayment(gateway, caller, 'payin', request.params.idPayin)
      const { payer } = caller
      const actor = payer === undefined ? 'merchant' : 'payer'
      const set = await setExternalReference(gateway, payment, request.body, { actor, payer })
      if (!set.ok) throw new ProblemError(set.failure)
      return payinBody(gateway, set.value, 'read')
    },
  )
}
