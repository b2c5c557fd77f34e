/** Persons' requests: their payments are found by an exact identifier, their data is erased, and there is a receipt. */
import { isMerchantCode, isUuid, PAYMENT_KINDS } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { PERSONAL_CATEGORIES } from '@sluice/core/payment/erased.ts'
import { Type } from 'typebox'
import { BY_KEY, NextCursor, pageOf } from '../../api/pages.ts'
import { Undecided } from '../../payments/change.ts'
import { erasePayment } from '../../privacy/erasing.ts'
import { maskedValues, type PaymentOfPerson } from '../../privacy/finding.ts'
import { KEPT, type Receipt, receiptOf } from '../../privacy/receipt.ts'
import {
  createRequest,
  type ErasureRequest,
  findErasureRequest,
  hashFor,
  readErasureRequests,
  wasRequestedFor,
} from '../../privacy/requests.ts'
import { nextLookAt, WAITS_FOR } from '../../privacy/standing.ts'
import { fingerprintOf } from '../approval-requests.ts'
import type { BackOffice } from '../back-office.ts'
import type { Decider } from '../call.ts'
import { instant, notFound } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { choice } from '../fields.ts'
import {
  Identifier,
  lookUp,
  mustBeWithinLimit,
  OneMerchant,
  oneMerchant,
  paymentsOf,
  personIn,
} from './person.ts'

const GUIDE = 'privacy.md' as const

const Why = choice(WAITS_FOR, {
  description:
    'OPEN: the payment is in progress. CASE: an open case is about it. REFUND: a refund of it is in progress. HOLD: it is under a legal hold. TERM: it must be kept for now.',
})

const FoundSchema = Type.Object({
  merchantCode: Type.String(),
  kind: choice(PAYMENT_KINDS),
  id: Type.String(),
  status: Type.String(),
  createdAt: instant(),
  values: Type.Array(Type.String(), { description: 'What identifies the person, masked.' }),
  categories: Type.Array(choice(PERSONAL_CATEGORIES)),
  erasable: Type.Boolean({ description: 'Whether its personal data can be erased now.' }),
  why: Type.Optional(Why),
  until: Type.Optional(instant('When it can be erased. Absent if that is not known.')),
})

function foundBody({ payment, standing, categories }: PaymentOfPerson) {
  const { merchantId, kind, id, status, createdAt } = payment
  return {
    merchantCode: merchantId,
    ...{ kind, id, status, createdAt: isoTime(createdAt), values: [...maskedValues(payment)] },
    categories: [...categories],
    erasable: standing.type === 'NOW',
    ...(standing.type === 'WAITS' && {
      why: standing.why,
      ...(standing.until !== undefined && { until: isoTime(standing.until) }),
    }),
  }
}

/** The newest ones; the numbers are of all. */
const MOST_SHOWN = 100

const find = endpoint({
  route: 'POST /admin/privacy/!find',
  role: 'OPERATOR',
  summary: 'Find the payments of a person by an exact identifier, masked, and when they can be erased',
  guide: GUIDE,
  body: Type.Object({ identifier: Identifier, merchantCode: OneMerchant }),
  example: { identifier: 'somchai@example.com' },
  answers: {
    200: Type.Object({
      found: Type.Integer({ description: 'The number of payments.' }),
      erasable: Type.Integer({ description: 'Those that can be erased now.' }),
      data: Type.Array(FoundSchema, { maxItems: MOST_SHOWN, description: `The newest ${MOST_SHOWN}.` }),
    }),
  },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  async handle(call) {
    const { found } = await lookUp(call, call.body())
    return {
      found: found.length,
      erasable: found.filter(({ standing }) => standing.type === 'NOW').length,
      data: found.toReversed().slice(0, MOST_SHOWN).map(foundBody),
    }
  },
})

const ReceiptSchema = Type.Object({
  id: Type.String({ description: 'The number of the receipt.' }),
  requestedAt: instant(),
  requestedBy: Type.String(),
  approvedBy: Type.Optional(Type.String()),
  merchantCode: Type.Optional(Type.String({ description: 'Absent: payments of all merchants.' })),
  identifierHash: Type.String({
    description: 'HMAC-SHA-256 of the identifier. `!verify` shows whether it belongs to an identifier.',
  }),
  categories: Type.Array(choice(PERSONAL_CATEGORIES)),
  found: Type.Integer({ description: 'Payments with the identifier at the time of the request.' }),
  erased: Type.Integer({ description: 'Payments whose personal data is erased.' }),
  waiting: Type.Array(
    Type.Object({
      why: Why,
      payments: Type.Integer(),
      until: Type.Optional(instant('When the last of them can be erased.')),
    }),
    { description: 'What waits. It is erased without another request.' },
  ),
  kept: Type.Array(Type.String(), { description: 'What is never erased.' }),
  text: Type.String({ description: 'The receipt as text, for the person.' }),
})

function receiptBody({ request, waiting, text }: Receipt) {
  const { id, requestedAt, requestedBy, approvedBy, merchantCode, hash, categories, found, erased } = request
  return {
    ...{ id, requestedAt: isoTime(requestedAt), requestedBy, identifierHash: hash, found, erased, text },
    ...(approvedBy !== undefined && { approvedBy }),
    ...(merchantCode !== undefined && { merchantCode }),
    categories: [...categories],
    kept: [...KEPT],
    waiting: waiting.map(({ why, payments, until }) => ({
      ...{ why, payments },
      ...(until !== undefined && { until: isoTime(until) }),
    })),
  }
}

const receiptBodyOf = async ({ gateway: { database, deps } }: BackOffice, request: ErasureRequest) =>
  receiptBody(await receiptOf(database, request, deps.clock.now()))

/** An approver can compare it: it says nothing to others. */
const about = (backOffice: BackOffice, identifier: string, merchantCode: string | undefined): string =>
  fingerprintOf(personIn(backOffice, identifier), merchantCode)

const erase = endpoint({
  route: 'POST /admin/privacy/requests',
  role: 'OPERATOR',
  summary: 'Erase the personal data of a person at their request, now and as soon as the rest may be erased',
  guide: GUIDE,
  body: Type.Object({
    identifier: Identifier,
    merchantCode: OneMerchant,
    salt: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'Any random text. The hash of the body, which an approval keeps for comparison, then reveals no identifier to somebody who tries many.',
      }),
    ),
  }),
  example: { identifier: 'somchai@example.com', salt: 'f3b1c0d2a94e47d0' },
  secrets: ['identifier', 'salt'],
  answers: { 201: ReceiptSchema },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  operations: ['privacy.erase'],
  location: ({ id }) => `/admin/privacy/requests/${id}`,
  async operation(call) {
    const { identifier, merchantCode: code } = call.body()
    const isApproved = call.requestedAbout !== undefined
    const merchantCode = await oneMerchant(call.backOffice, code)
    const found = isApproved
      ? await paymentsOf(call.backOffice, identifier, merchantCode)
      : (await lookUp(call, call.body())).found
    const now = found.filter(({ standing }) => standing.type === 'NOW').length
    const whose = merchantCode === undefined ? 'all merchants' : merchantCode
    return {
      operation: 'privacy.erase',
      summary: `Erase the data of ${personIn(call.backOffice, identifier)} in ${found.length} payments of ${whose}, ${now} of them now`,
      about: about(call.backOffice, identifier, merchantCode),
    }
  },
  async handle(call) {
    const { backOffice } = call
    const { database, deps, masterKey } = backOffice.gateway
    const { identifier, merchantCode: code } = call.body()
    const merchantCode = await oneMerchant(backOffice, code)
    call.still(about(backOffice, identifier, merchantCode))
    const found = await paymentsOf(backOffice, identifier, merchantCode)
    const at = deps.clock.now()
    const id = deps.randomness.uuidV7(at)
    const request: ErasureRequest = {
      ...{ id, merchantCode, requestedAt: at, found: found.length, erased: 0 },
      ...hashFor(id, identifier, masterKey, deps),
      requestedBy: call.requestedBy.name,
      approvedBy: call.approvedBy?.name,
      categories: PERSONAL_CATEGORIES.filter((each) =>
        found.some(({ categories }) => categories.includes(each)),
      ),
    }
    const due = found.map(({ payment: { merchantId, key }, standing }) => ({
      ...{ merchantId, key, requestId: id },
      dueAt: standing.type === 'NOW' ? at : nextLookAt(standing, at),
    }))
    const line = call.audit({
      action: 'privacy.erase',
      subject: `erasure request ${id}`,
      detail: { payments: found.length, ...(merchantCode !== undefined && { merchantCode }) },
    })
    await createRequest(database, request, due, line)
    await eraseSoon(backOffice, found, call.requestedBy)
    return receiptBodyOf(backOffice, (await findErasureRequest(database, id)) ?? request)
  },
})

/** More than these are erased in the background. */
const MOST_AT_ONCE = 100

async function eraseSoon(
  { gateway }: BackOffice,
  found: readonly PaymentOfPerson[],
  { name }: Decider,
): Promise<void> {
  const now = found.filter(({ standing }) => standing.type === 'NOW').slice(0, MOST_AT_ONCE)
  try {
    for (const { payment } of now) await erasePayment(gateway, payment, `operator:${name}`)
  } catch (error) {
    // What is left is stored as due, and is erased in the background.
    if (!(error instanceof Undecided)) throw error
  }
}

const list = endpoint({
  route: 'GET /admin/privacy/requests',
  role: 'VIEWER',
  summary: 'List the requests of persons to erase their data, newest first',
  guide: GUIDE,
  query: { merchantCode: Type.Optional(Type.String({ description: 'Only requests for this merchant.' })) },
  pages: 'by key',
  answers: {
    200: Type.Object({
      data: Type.Array(
        Type.Object({
          id: Type.String(),
          requestedAt: instant(),
          requestedBy: Type.String(),
          merchantCode: Type.Optional(Type.String()),
          found: Type.Integer(),
          erased: Type.Integer(),
        }),
      ),
      nextCursor: NextCursor,
    }),
  },
  async handle(call) {
    const { after, limit } = call.page(BY_KEY)
    const { merchantCode: code } = call.query
    if (code !== undefined && !isMerchantCode(code)) return { data: [] }
    const page = { merchantCode: code, after: after?.[0], limit: limit + 1 }
    const requests = await readErasureRequests(call.backOffice.gateway.database, page)
    return pageOf(
      requests,
      limit,
      ({ id }) => [id],
      ({ id, requestedAt, requestedBy, merchantCode, found, erased }) => ({
        ...{ id, requestedAt: isoTime(requestedAt), requestedBy, found, erased },
        ...(merchantCode !== undefined && { merchantCode }),
      }),
    )
  },
})

const params = { id: Type.String({ description: 'The number of the receipt.' }) }

/** @throws ProblemError 404 */
async function requestOf({ gateway: { database } }: BackOffice, id: string): Promise<ErasureRequest> {
  const request = isUuid(id) ? await findErasureRequest(database, id) : undefined
  if (!request) throw notFound('request')
  return request
}

const show = endpoint({
  route: 'GET /admin/privacy/requests/:id',
  role: 'VIEWER',
  summary: 'Read the receipt of a request: what was erased, what waits and why',
  guide: GUIDE,
  params,
  answers: { 200: ReceiptSchema },
  problems: ['NOT_FOUND'],
  handle: async ({ backOffice, params: { id } }) =>
    receiptBodyOf(backOffice, await requestOf(backOffice, id)),
})

const verify = endpoint({
  route: 'POST /admin/privacy/requests/:id/!verify',
  role: 'OPERATOR',
  summary: 'Check whether a receipt belongs to a person',
  guide: GUIDE,
  params,
  body: Type.Object({ identifier: Identifier }),
  example: { identifier: 'somchai@example.com' },
  answers: { 200: Type.Object({ matches: Type.Boolean() }) },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const request = await requestOf(call.backOffice, call.params.id)
    const { identifier } = call.body()
    await mustBeWithinLimit(call.backOffice, call.operator)
    const matches = wasRequestedFor(request, identifier, call.backOffice.gateway.masterKey)
    const subject = `erasure request ${request.id}`
    await call.note({ action: 'privacy.verify', subject, detail: { matches } })
    return { matches }
  },
})

export const PRIVACY_ENDPOINTS = [find, erase, list, show, verify] as const
