/** Merchants: made, listed, read and changed. Their keys and secrets stand in `credential-routes.ts`. */
import { Type } from 'typebox'
import { isMerchantCode, type MerchantCode } from '../../foundation/identifiers.ts'
import { isoTime } from '../../foundation/instants.ts'
import { validationFailed } from '../../http/problems.ts'
import {
  type CursorForm,
  NextCursor,
  PAGE_PARAMETERS,
  pageOf,
  type Query,
  readPageRequest,
} from '../../intake/pages.ts'
import { keyFacts } from '../../merchants/credentials.ts'
import type { CredentialPurpose, MerchantRecord } from '../../merchants/merchant.ts'
import { changeMerchant, findMerchant, pageOfMerchants } from '../../merchants/store.ts'
import { operatorOfRequest } from '../authorize.ts'
import {
  type AdminContext,
  auditLine,
  described,
  instant,
  MerchantCodeParam,
  notFound,
  refuse,
} from '../context.ts'
import { adminProblem } from '../problems.ts'
import { CheckoutSchema } from './checkout-settings.ts'
import { registerMerchant } from './register-merchant.ts'
import { readPatch } from './request.ts'

const BY_CODE: CursorForm = [/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/]

const Amount = Type.Union([Type.Number(), Type.String()], {
  description: 'A number or decimal text in major units.',
})
const Optional = { amount: Type.Optional(Amount), texts: Type.Optional(Type.Array(Type.String())) }

const ProductSchema = Type.Object({
  code: Type.String({ description: 'paymentMethodCode, of a payin or a payout.' }),
  currency: Type.String(),
  operators: Optional.texts,
  min: Optional.amount,
  max: Optional.amount,
  fee: Type.Optional(
    Type.Object({
      percent: Optional.amount,
      fixed: Optional.amount,
      min: Optional.amount,
      cap: Optional.amount,
    }),
  ),
  vatRate: Type.Optional(Type.Union([Type.Number(), Type.String()], { description: 'Share of the fee.' })),
  require: Optional.texts,
  processors: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Names of processors, the first choice first: the next one is asked where one declines or is not healthy. ' +
        "Left out: all of the gateway's, in its order.",
    }),
  ),
})

const CHANGEABLE = {
  callbackUrl: Type.Optional(
    Type.Union([Type.String({ format: 'uri' }), Type.Null()], {
      description: 'For creates that bring none.',
    }),
  ),
  rateLimitPerSecond: Type.Optional(Type.Integer({ minimum: 1, default: 10 })),
  returnSchemes: Type.Optional(
    Type.Array(Type.String(), { description: "Apps' schemes that a returnUrl may have besides https." }),
  ),
  paymentMethods: Type.Optional(
    Type.Union([Type.Array(ProductSchema), Type.Null()], {
      description:
        'The whole list: a change replaces it. Left out of a create, or null: everything the catalogue has, at its typical fees.',
    }),
  ),
  checkout: Type.Optional(Type.Union([CheckoutSchema, Type.Null()])),
  status: Type.Optional(Type.Union([Type.Literal('ACTIVE'), Type.Literal('SUSPENDED')])),
}
const credentials = (more = {}) =>
  Type.Array(Type.Object({ id: Type.String(), createdAt: instant(), ...more }))

export const KEY_FACTS = {
  fingerprint: Type.String({ description: 'SHA-256 of the key (SPKI, DER), in hex.' }),
  bits: Type.Integer(),
}

const MERCHANT = {
  merchantCode: Type.String(),
  name: Type.String(),
  isTest: Type.Boolean(),
  ...CHANGEABLE,
  keys: credentials({ publicKey: Type.String(), ...KEY_FACTS }),
  secrets: credentials(),
  callbackSecrets: credentials(),
  createdAt: instant(),
  updatedAt: instant(),
}
const MerchantSchema = Type.Object(MERCHANT, { description: 'The merchant as it is now.' })

/** A merchant as operators see it: everything but its secrets. */
function merchantBody({ merchant, credentials: all }: MerchantRecord) {
  const of = (purpose: CredentialPurpose) => all.filter((credential) => credential.purpose === purpose)
  const { code, name, isTest, status, callbackUrl, rateLimitPerSecond, returnSchemes, products, checkout } =
    merchant
  const plain = ({ id, createdAt }: { id: string; createdAt: number }) => ({
    id,
    createdAt: isoTime(createdAt),
  })
  return {
    merchantCode: code,
    name,
    isTest,
    status,
    ...(callbackUrl !== undefined && { callbackUrl }),
    rateLimitPerSecond,
    returnSchemes,
    paymentMethods: products ?? null,
    ...(checkout !== undefined && { checkout }),
    keys: of('PUBLIC_KEY').map((key) => ({ ...plain(key), publicKey: key.value, ...keyFacts(key) })),
    secrets: of('SECRET').map(plain),
    callbackSecrets: of('CALLBACK_SECRET').map(plain),
    createdAt: isoTime(merchant.createdAt),
    updatedAt: isoTime(merchant.updatedAt),
  }
}

export function registerMerchantRoutes(context: AdminContext): void {
  const { app, gateway } = context
  const { database, deps } = gateway
  const params = { merchantCode: MerchantCodeParam }

  app.post<{ Body: unknown; Reply: unknown }>(
    '/admin/merchants',
    described(context, {
      role: 'ADMIN',
      summary: 'Make a merchant; its secrets are shown once',
      body: Type.Object({
        merchantCode: Type.String({ maxLength: 64 }),
        name: Type.String({ maxLength: 140 }),
        isTest: Type.Boolean({ description: 'For ever.' }),
        publicKeys: Type.Optional(Type.Array(Type.String({ description: 'RSA, PEM.' }))),
        ...CHANGEABLE,
      }),
      answers: {
        201: Type.Object(
          { ...MERCHANT, secret: Type.String(), callbackSecret: Type.String() },
          { description: 'The new merchant. The two secrets are shown this once.' },
        ),
      },
      problems: ['ALREADY_EXISTS', 'KEY_EXISTS'],
    }),
    async (request, reply) => {
      const made = await registerMerchant(gateway, request.body, {
        operator: operatorOfRequest(request).name,
        imprecise: request.impreciseNumbers,
      })
      if (!made.ok) {
        if (made.failure === 'ALREADY_EXISTS')
          throw refuse(adminProblem('ALREADY_EXISTS', 'There is a merchant with this code.'))
        if (made.failure === 'KEY_EXISTS')
          throw refuse(adminProblem('KEY_EXISTS', 'The same public key stands in publicKeys twice.'))
        throw refuse(validationFailed(made.failure))
      }
      const { record, secret, callbackSecret } = made.value
      reply.code(201).header('location', `/admin/merchants/${record.merchant.code}`)
      return { ...merchantBody(record), secret, callbackSecret }
    },
  )

  app.get<{ Querystring: Query; Reply: unknown }>(
    '/admin/merchants',
    described(context, {
      role: 'VIEWER',
      summary: 'List the merchants by code',
      query: { cursor: PAGE_PARAMETERS.cursor, limit: PAGE_PARAMETERS.limit },
      answers: { 200: Type.Object({ data: Type.Array(MerchantSchema), nextCursor: NextCursor }) },
      problems: ['VALIDATION_FAILED'],
    }),
    async ({ query: { cursor, limit: wished } }) => {
      const page = { ...(cursor !== undefined && { cursor }), ...(wished !== undefined && { limit: wished }) }
      const { after, limit } = readPageRequest(page, BY_CODE)
      const records = await pageOfMerchants(database, after?.[0] ?? '', limit + 1)
      return pageOf(records, limit, ({ merchant }) => [merchant.code], merchantBody)
    },
  )

  app.get<{ Params: { merchantCode: string }; Reply: unknown }>(
    '/admin/merchants/:merchantCode',
    described(context, {
      role: 'VIEWER',
      summary: 'Read a merchant',
      params,
      answers: { 200: MerchantSchema },
      problems: ['NOT_FOUND'],
    }),
    async (request) => {
      const record = await findMerchant(database, codeOf(request.params))
      if (!record) throw notFound('merchant')
      return merchantBody(record)
    },
  )

  app.patch<{ Params: { merchantCode: string }; Body: unknown; Reply: unknown }>(
    '/admin/merchants/:merchantCode',
    described(context, {
      role: 'ADMIN',
      summary: 'Change a merchant, or suspend it',
      params,
      body: Type.Object({ name: Type.Optional(Type.String({ maxLength: 140 })), ...CHANGEABLE }),
      answers: { 200: MerchantSchema },
      problems: ['NOT_FOUND'],
    }),
    async (request) => {
      const merchantCode = codeOf(request.params)
      const { body, impreciseNumbers: imprecise } = request
      const audit = auditLine(gateway, request, {
        action: 'merchant.change',
        subject: `merchant ${merchantCode}`,
        detail: { changed: changedNames(body) },
      })
      const changed = await changeMerchant(database, merchantCode, audit, ({ merchant }) => {
        const patch = readPatch(merchant, {
          value: body,
          imprecise,
          policyOf: gateway.callbackPolicyOf,
          processors: gateway.processors,
        })
        if (!patch.ok) return patch
        return { ok: true, value: { merchant: { ...patch.value, updatedAt: deps.clock.now() } } }
      })
      gateway.merchants.forget(merchantCode)
      if (!changed.ok) {
        throw changed.failure === 'NOT_FOUND'
          ? notFound('merchant')
          : refuse(validationFailed(changed.failure))
      }
      const record = await findMerchant(database, merchantCode)
      if (!record) throw notFound('merchant')
      return merchantBody(record)
    },
  )
}

function codeOf({ merchantCode }: { readonly merchantCode: string }): MerchantCode {
  if (!isMerchantCode(merchantCode)) throw notFound('merchant')
  return merchantCode
}

/** Of the properties that there are: a stranger's names have no place in the audit log. A new status is worth its own word. */
function changedNames(body: unknown): readonly string[] {
  const given = typeof body === 'object' && body !== null ? Object.entries(body) : []
  return given
    .filter(([name]) => name === 'name' || Object.hasOwn(CHANGEABLE, name))
    .map(([name, value]) => (name === 'status' ? `status ${String(value)}` : name))
}
