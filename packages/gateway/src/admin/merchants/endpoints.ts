/** Merchants: created, listed, read and changed. Their keys and secrets are in `credential-endpoints.ts`. */
import { isMerchantCode, type MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { succeed } from '@sluice/core/foundation/result.ts'
import type { SqlCall } from '@sluice/database/port.ts'
import { Type } from 'typebox'
import { keyBody, madeBody, secretBody } from '../../account/own-credentials.ts'
import type { Gateway } from '../../api/gateway.ts'
import { type CursorForm, NextCursor, pageOf } from '../../api/pages.ts'
import { mustMatch, tagOf } from '../../http/if-match.ts'
import { type Fault, validationFailed } from '../../http/problems.ts'
import { addressNotice, changedAddresses } from '../../merchants/addresses.ts'
import type { CredentialPurpose, Merchant, MerchantRecord } from '../../merchants/merchant.ts'
import { changeMerchant, findMerchant, pageOfMerchants } from '../../merchants/store.ts'
import { mustBeJudged } from '../approval-requests.ts'
import { MerchantCodeParam, notFound, refuse } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { adminProblem } from '../problems.ts'
import {
  aboutMerchant,
  changingApprovalRequests,
  makingApprovalRequest,
  opensAgain,
} from './approval-requests.ts'
import { type MerchantRefusal, makeMerchant, newKeys } from './register-merchant.ts'
import { changedMerchant, newMerchant } from './rules.ts'
import { MadeMerchant, MerchantChangeBody, MerchantSchema, NewMerchant } from './schemas.ts'

const BY_CODE: CursorForm = [/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/]

/** A merchant as operators see it: everything except its secrets. */
function merchantBody({ merchant, credentials: all }: MerchantRecord) {
  const of = (purpose: CredentialPurpose) => all.filter((credential) => credential.purpose === purpose)
  const { code, name, isTest, status, callbackUrl, rateLimitPerSecond, returnSchemes, products, checkout } =
    merchant
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
    keys: of('PUBLIC_KEY').map((key) => keyBody(isTest, key)),
    secrets: of('SECRET').map((secret) => secretBody(isTest, secret)),
    callbackSecrets: of('CALLBACK_SECRET').map(madeBody),
    createdAt: isoTime(merchant.createdAt),
    updatedAt: isoTime(merchant.updatedAt),
  }
}

const params = { merchantCode: MerchantCodeParam }

const create = endpoint({
  route: 'POST /admin/merchants',
  role: 'ADMIN',
  stepUp: true,
  summary: "Create a merchant; a test merchant's secrets are shown once, a live one has none yet",
  body: NewMerchant,
  example: {
    merchantCode: 'SIAM-SHOP',
    name: 'Siam Shop',
    isTest: true,
    paymentMethods: [{ code: 'PROMPTPAY', currency: 'THB', fee: { percent: '1.5', fixed: '0' } }],
  },
  answers: { 201: MadeMerchant },
  problems: ['ALREADY_EXISTS', 'KEY_EXISTS'],
  operations: ['merchant.create'],
  async operation(call) {
    const { gateway } = call.backOffice
    const wanted = call.check(newMerchant(gateway))
    if (wanted.merchant.isTest) return undefined
    const keys = newKeys(gateway, wanted)
    if (!keys.ok) throw notMade(keys.failure)
    if (await findMerchant(gateway.database, wanted.merchant.code)) throw notMade('ALREADY_EXISTS')
    return makingApprovalRequest(wanted.merchant, keys.value)
  },
  async handle(call) {
    const { gateway } = call.backOffice
    const by = { name: `operator ${call.operator.name}`, line: call.audit }
    const made = await makeMerchant(gateway, call.check(newMerchant(gateway)), by)
    if (!made.ok) throw notMade(made.failure)
    return { ...merchantBody(made.value.record), ...made.value.secrets }
  },
  location: ({ merchantCode }) => `/admin/merchants/${merchantCode}`,
})

function notMade(failure: MerchantRefusal | readonly Fault[]) {
  switch (failure) {
    case 'ALREADY_EXISTS':
      return refuse(adminProblem('ALREADY_EXISTS', 'A merchant with this code already exists.'))
    case 'KEY_EXISTS':
      return refuse(adminProblem('KEY_EXISTS', 'publicKeys contains the same public key twice.'))
    default:
      return refuse(validationFailed(failure))
  }
}

const list = endpoint({
  route: 'GET /admin/merchants',
  role: 'VIEWER',
  summary: 'List the merchants by code',
  pages: 'by key',
  answers: { 200: Type.Object({ data: Type.Array(MerchantSchema), nextCursor: NextCursor }) },
  async handle(call) {
    const { database } = call.backOffice.gateway
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
    const { database } = call.backOffice.gateway
    const record = await findMerchant(database, codeOf(call.params))
    if (!record) throw notFound('merchant')
    call.header('etag', tagOfMerchant(record))
    return merchantBody(record)
  },
})

/** Covers everything that can be changed here; keys and secrets are separate. */
const tagOfMerchant = ({ merchant: { createdAt: _, updatedAt: __, ...merchant } }: MerchantRecord): string =>
  tagOf(merchant)

const change = endpoint({
  route: 'PATCH /admin/merchants/:merchantCode',
  role: 'ADMIN',
  stepUp: true,
  summary: 'Change or suspend a merchant',
  params,
  conditional: true,
  body: MerchantChangeBody,
  example: { name: 'Siam Shop Co., Ltd.' },
  answers: { 200: MerchantSchema },
  problems: ['NOT_FOUND', 'APPROVAL_STALE'],
  operations: ['merchant.products', 'merchant.addresses', 'merchant.activate'],
  async operation(call) {
    const { gateway } = call.backOffice
    const record = await findMerchant(gateway.database, codeOf(call.params))
    if (!record) throw notFound('merchant')
    mustMatch(call.headers, tagOfMerchant(record))
    const { merchant } = record
    const after = call.check(changedMerchant(merchant, gateway))
    return changingApprovalRequests(merchant, after, call.sent)
  },
  async handle(call) {
    const { gateway } = call.backOffice
    const { database, deps } = call.backOffice.gateway
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
      if (!read.ok) return read
      const after = { ...read.value, updatedAt: deps.clock.now() }
      mustBeJudged(call, changingApprovalRequests(merchant, after, call.sent))
      const by = `operator ${audit.operator}`
      return succeed({ merchant: after, alongside: noticesOf(gateway, merchant, after, by) })
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

/** What the owners are notified of: changed addresses of callbacks and payers, and resuming. */
const noticesOf = (
  { notifyOwners }: Pick<Gateway, 'notifyOwners'>,
  before: Merchant,
  after: Merchant,
  by: string,
): readonly SqlCall[] => {
  const about = addressNotice(changedAddresses(before, after))
  const to = { merchantCode: after.code, by }
  return [
    ...(about === undefined ? [] : notifyOwners({ ...to, what: 'addresses.change', about })),
    ...(opensAgain(before, after) ? notifyOwners({ ...to, what: 'status.activate', about: after.name }) : []),
  ]
}

function codeOf({ merchantCode }: { readonly merchantCode: string }): MerchantCode {
  if (!isMerchantCode(merchantCode)) throw notFound('merchant')
  return merchantCode
}

/**
 * Only known properties, because unknown names do not belong in the audit log. A new status is logged with its value.
 */
function changedNames(sent: object): readonly string[] {
  return Object.entries(sent)
    .filter(([name]) => Object.hasOwn(MerchantChangeBody.properties, name))
    .map(([name, value]) => (name === 'status' ? `status ${String(value)}` : name))
}

export const MERCHANT_ENDPOINTS = [create, list, show, change]
