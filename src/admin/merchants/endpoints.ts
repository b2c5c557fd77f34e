/** Merchants: made, listed, read and changed. Their keys and secrets stand in `credential-endpoints.ts`. */
import { Type } from 'typebox'
import { isMerchantCode, type MerchantCode } from '../../foundation/identifiers.ts'
import { isoTime } from '../../foundation/instants.ts'
import { succeed } from '../../foundation/result.ts'
import { mustMatch, tagOf } from '../../http/if-match.ts'
import { validationFailed } from '../../http/problems.ts'
import { type CursorForm, NextCursor, pageOf } from '../../intake/pages.ts'
import { keyFacts } from '../../merchants/credentials.ts'
import type { Credential, CredentialPurpose, Merchant, MerchantRecord } from '../../merchants/merchant.ts'
import { changeMerchant, findMerchant, pageOfMerchants } from '../../merchants/store.ts'
import { fingerprintOf } from '../asking.ts'
import { MerchantCodeParam, notFound, refuse } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { adminProblem } from '../problems.ts'
import { makeMerchant } from './register-merchant.ts'
import { changedMerchant, newMerchant } from './rules.ts'
import { MadeMerchant, MerchantChangeBody, MerchantSchema, NewMerchant } from './schemas.ts'

const BY_CODE: CursorForm = [/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/]

/** A merchant as operators see it: everything but its secrets. */
function merchantBody({ merchant, credentials: all }: MerchantRecord) {
  const of = (purpose: CredentialPurpose) => all.filter((credential) => credential.purpose === purpose)
  const { code, name, isTest, status, callbackUrl, rateLimitPerSecond, returnSchemes, products, checkout } =
    merchant
  const plain = ({ id, createdAt, usedAt }: Credential) => ({
    id,
    createdAt: isoTime(createdAt),
    ...(usedAt !== undefined && { usedAt: isoTime(usedAt) }),
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

const params = { merchantCode: MerchantCodeParam }

const create = endpoint({
  route: 'POST /admin/merchants',
  role: 'ADMIN',
  summary: 'Make a merchant; its secrets are shown once',
  body: NewMerchant,
  example: {
    merchantCode: 'SIAM-SHOP',
    name: 'Siam Shop',
    isTest: true,
    paymentMethods: [{ code: 'PROMPTPAY', currency: 'THB', fee: { percent: '1.5', fixed: '0' } }],
  },
  answers: { 201: MadeMerchant },
  problems: ['ALREADY_EXISTS', 'KEY_EXISTS'],
  async handle(call) {
    const { gateway } = call.office
    const made = await makeMerchant(gateway, call.check(newMerchant(gateway)), call.operator.name)
    if (!made.ok) {
      if (made.failure === 'ALREADY_EXISTS')
        throw refuse(adminProblem('ALREADY_EXISTS', 'There is a merchant with this code.'))
      if (made.failure === 'KEY_EXISTS')
        throw refuse(adminProblem('KEY_EXISTS', 'The same public key stands in publicKeys twice.'))
      throw refuse(validationFailed(made.failure))
    }
    const { record, secret, callbackSecret } = made.value
    return { ...merchantBody(record), secret, callbackSecret }
  },
  location: ({ merchantCode }) => `/admin/merchants/${merchantCode}`,
})

const list = endpoint({
  route: 'GET /admin/merchants',
  role: 'VIEWER',
  summary: 'List the merchants by code',
  pages: 'by key',
  answers: { 200: Type.Object({ data: Type.Array(MerchantSchema), nextCursor: NextCursor }) },
  async handle(call) {
    const { database } = call.office.gateway
    const { after, limit } = call.page(BY_CODE)
    const records = await pageOfMerchants(database, after?.[0] ?? '', limit + 1)
    return pageOf(records, limit, ({ merchant }) => [merchant.code], merchantBody)
  },
})

const show = endpoint({
  route: 'GET /admin/merchants/:merchantCode',
  role: 'VIEWER',
  summary: 'Read a merchant',
  params,
  answers: { 200: MerchantSchema },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { database } = call.office.gateway
    const record = await findMerchant(database, codeOf(call.params))
    if (!record) throw notFound('merchant')
    call.header('etag', tagOfMerchant(record))
    return merchantBody(record)
  },
})

/** Of all that can be changed of it: its keys and secrets are no part of that. */
const tagOfMerchant = ({ merchant: { createdAt: _, updatedAt: __, ...merchant } }: MerchantRecord): string =>
  tagOf(merchant)

const change = endpoint({
  route: 'PATCH /admin/merchants/:merchantCode',
  role: 'ADMIN',
  summary: 'Change a merchant, or suspend it',
  params,
  conditional: true,
  body: MerchantChangeBody,
  example: { name: 'Siam Shop Co., Ltd.' },
  answers: { 200: MerchantSchema },
  problems: ['NOT_FOUND'],
  acts: ['merchant.products'],
  async act(call) {
    const { gateway } = call.office
    const record = await findMerchant(gateway.database, codeOf(call.params))
    if (!record) throw notFound('merchant')
    mustMatch(call.headers, tagOfMerchant(record))
    const { merchant } = record
    const after = call.check(changedMerchant(merchant, gateway))
    if (merchant.isTest || !('paymentMethods' in call.sent)) return undefined
    const { products } = after
    const offer = products ? `${products.length} payment methods` : 'all payment methods'
    const others = Object.keys(call.sent).length > 1 ? ', and more' : ''
    const summary = `Change what ${merchant.code} offers and pays to ${offer}${others}`
    return { act: 'merchant.products', summary, about: aboutMerchant(merchant) }
  },
  async handle(call) {
    const { gateway } = call.office
    const { database, deps } = call.office.gateway
    const merchantCode = codeOf(call.params)
    const audit = call.audit({
      action: 'merchant.change',
      subject: `merchant ${merchantCode}`,
      detail: { changed: changedNames(call.sent) },
    })
    const changed = await changeMerchant(database, merchantCode, audit, (before) => {
      const { merchant } = before
      call.still(aboutMerchant(merchant))
      mustMatch(call.headers, tagOfMerchant(before))
      const read = call.read(changedMerchant(merchant, gateway))
      return read.ok ? succeed({ merchant: { ...read.value, updatedAt: deps.clock.now() } }) : read
    })
    gateway.merchants.forget(merchantCode)
    if (!changed.ok) {
      throw changed.failure === 'NOT_FOUND' ? notFound('merchant') : refuse(validationFailed(changed.failure))
    }
    const record = await findMerchant(database, merchantCode)
    if (!record) throw notFound('merchant')
    call.header('etag', tagOfMerchant(record))
    return merchantBody(record)
  },
})

/** All of it but when it was changed: a key that was added meanwhile makes no change of products stale. */
const aboutMerchant = ({ updatedAt: _, ...merchant }: Merchant): string => fingerprintOf(merchant)

function codeOf({ merchantCode }: { readonly merchantCode: string }): MerchantCode {
  if (!isMerchantCode(merchantCode)) throw notFound('merchant')
  return merchantCode
}

/** Of the properties that there are: a stranger's names have no place in the audit log. A new status is worth its own word. */
function changedNames(sent: object): readonly string[] {
  return Object.entries(sent)
    .filter(([name]) => Object.hasOwn(MerchantChangeBody.properties, name))
    .map(([name, value]) => (name === 'status' ? `status ${String(value)}` : name))
}

export const MERCHANT_ENDPOINTS = [create, list, show, change]
