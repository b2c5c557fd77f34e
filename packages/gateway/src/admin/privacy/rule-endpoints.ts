/** How long personal data is kept, and what is held for the law: terms and legal holds. */
import {
  isMerchantCode,
  isMerchantOrderId,
  isUuid,
  PAYMENT_KINDS,
} from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Static, Type } from 'typebox'
import { BY_KEY, NextCursor, pageOf } from '../../api/pages.ts'
import { worded } from '../../http/reading.ts'
import { findPayment } from '../../payments/reading.ts'
import { findHold, type LegalHold, readHolds, releaseHold, setHold } from '../../privacy/holds.ts'
import {
  type ErasureTerms,
  LONGEST_DAYS,
  putTerms,
  readTerms,
  SHORTEST_KEEP_DAYS,
} from '../../privacy/terms.ts'
import { fingerprintOf } from '../approval-requests.ts'
import type { BackOffice } from '../back-office.ts'
import { instant, invalid, MerchantCodeParam, merchantOf, notFound, refuse } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { choice, named } from '../fields.ts'
import { adminProblem } from '../problems.ts'

const GUIDE = 'privacy.md' as const

const days = (description: string) =>
  worded(
    Type.Integer({ minimum: SHORTEST_KEEP_DAYS, maximum: LONGEST_DAYS, description }),
    'OUT_OF_RANGE',
    `must be a whole number of days from ${SHORTEST_KEEP_DAYS} to ${LONGEST_DAYS}`,
  )

const TermsSchema = Type.Object({
  keepDays: Type.Integer({ description: 'Days after its close before which no payment is erased.' }),
  mostDays: Type.Integer({ description: 'The longest term of a merchant.' }),
  eraseDays: Type.Optional(
    Type.Integer({ description: 'The default term. Absent: data is erased only on request.' }),
  ),
  merchants: Type.Array(Type.Object({ merchantCode: Type.String(), eraseDays: Type.Integer() }), {
    description: 'Merchants with their own term.',
  }),
})

const termsBody = ({ bounds: { keepDays, mostDays, eraseDays }, merchants }: ErasureTerms) => ({
  ...{ keepDays, mostDays },
  ...(eraseDays !== undefined && { eraseDays }),
  merchants: [...merchants.values()].map(({ merchantCode, eraseDays: own }) => ({
    merchantCode,
    eraseDays: own,
  })),
})

const showTerms = endpoint({
  route: 'GET /admin/privacy/terms',
  role: 'VIEWER',
  summary: 'Read how long personal data is kept',
  guide: GUIDE,
  answers: { 200: TermsSchema },
  handle: async ({ backOffice }) => termsBody(await readTerms(backOffice.gateway.database)),
})

const TermsBody = Type.Object({
  keepDays: days('Days after its close before which no payment is erased, not even on request.'),
  mostDays: days('The longest term that a merchant may have.'),
  eraseDays: Type.Optional(days('The default term. Leave it out to erase only on request.')),
})

/** @throws ProblemError 400 */
function wantedTerms(wanted: Static<typeof TermsBody>): Static<typeof TermsBody> {
  const { keepDays, mostDays, eraseDays } = wanted
  if (mostDays < keepDays) throw invalid('/mostDays', 'OUT_OF_RANGE', 'must be at least keepDays')
  mustBeWithin(eraseDays, { keepDays, mostDays })
  return wanted
}

/** @throws ProblemError 400 */
function mustBeWithin(
  eraseDays: number | null | undefined,
  { keepDays, mostDays }: { readonly keepDays: number; readonly mostDays: number },
): void {
  if (eraseDays === undefined || eraseDays === null) return
  if (eraseDays < keepDays || eraseDays > mostDays)
    throw invalid('/eraseDays', 'OUT_OF_RANGE', `must be from ${keepDays} to ${mostDays} days`)
}

const aboutBounds = ({ bounds }: ErasureTerms): string => fingerprintOf('bounds', bounds.version)

const changeTerms = endpoint({
  route: 'PUT /admin/privacy/terms',
  role: 'ADMIN',
  summary: 'Set how long personal data is kept, for all merchants',
  guide: GUIDE,
  body: TermsBody,
  example: { keepDays: 1826, mostDays: 3653, eraseDays: 2557 },
  answers: { 200: TermsSchema },
  operations: ['privacy.terms'],
  async operation({ backOffice, body }) {
    const { keepDays, mostDays, eraseDays } = wantedTerms(body())
    const erased = eraseDays === undefined ? 'erase on request only' : `erase after ${eraseDays} days`
    return {
      operation: 'privacy.terms',
      summary: `Keep personal data for ${keepDays} to ${mostDays} days, and ${erased}`,
      about: aboutBounds(await readTerms(backOffice.gateway.database)),
    }
  },
  async handle(call) {
    const { database, deps } = call.backOffice.gateway
    const wanted = wantedTerms(call.body())
    const { keepDays, mostDays, eraseDays } = wanted
    const change = { merchantCode: undefined, keepDays, mostDays, eraseDays }
    await putTerms(database, change, deps.clock.now(), (before) => {
      call.still(aboutBounds(before))
      const detail = { before: before.bounds, after: wanted }
      return call.audit({ action: 'privacy.terms', subject: 'all merchants', detail })
    })
    return termsBody(await readTerms(database))
  },
})

const TermBody = Type.Object({
  eraseDays: Type.Union([days('Days after its close until the data of a payment is erased.'), Type.Null()], {
    description: 'null: the default of the installation.',
  }),
})

const aboutTerm = ({ bounds, merchants }: ErasureTerms, code: string): string =>
  fingerprintOf(bounds.version, code, merchants.get(code)?.version)

const changeTerm = endpoint({
  route: 'PATCH /admin/privacy/terms/:merchantCode',
  role: 'ADMIN',
  summary: "Set a merchant's own term, within the bounds of the installation",
  guide: GUIDE,
  params: { merchantCode: MerchantCodeParam },
  body: TermBody,
  example: { eraseDays: 2557 },
  answers: { 200: TermsSchema },
  problems: ['NOT_FOUND'],
  operations: ['privacy.terms'],
  async operation({ backOffice, params, body }) {
    const { merchantCode } = await merchantOf(backOffice.gateway, params.merchantCode)
    const { eraseDays } = body()
    const terms = await readTerms(backOffice.gateway.database)
    mustBeWithin(eraseDays, terms.bounds)
    const wanted = eraseDays === null ? 'after the usual time' : `after ${eraseDays} days`
    return {
      operation: 'privacy.terms',
      summary: `Erase personal data in payments of ${merchantCode} ${wanted}`,
      about: aboutTerm(terms, merchantCode),
    }
  },
  async handle(call) {
    const { gateway } = call.backOffice
    const { merchantCode } = await merchantOf(gateway, call.params.merchantCode)
    const { eraseDays } = call.body()
    mustBeWithin(eraseDays, (await readTerms(gateway.database)).bounds)
    const change = {
      ...{ merchantCode, keepDays: undefined, mostDays: undefined },
      eraseDays: eraseDays ?? undefined,
    }
    await putTerms(gateway.database, change, gateway.deps.clock.now(), (before) => {
      call.still(aboutTerm(before, merchantCode))
      const detail = { before: before.merchants.get(merchantCode)?.eraseDays ?? null, after: eraseDays }
      return call.audit({ action: 'privacy.terms', subject: `merchant ${merchantCode}`, detail })
    })
    return termsBody(await readTerms(gateway.database))
  },
})

const HoldSchema = Type.Object({
  id: Type.String(),
  merchantCode: Type.String(),
  kind: Type.Optional(choice(PAYMENT_KINDS)),
  paymentId: Type.Optional(Type.String({ description: 'Absent: all payments of the merchant.' })),
  reason: Type.String(),
  setBy: Type.String(),
  setAt: instant(),
  releasedBy: Type.Optional(Type.String()),
  releasedAt: Type.Optional(instant()),
})

const holdBody = ({ id, merchantId, payment, reason, setBy, setAt, released }: LegalHold) => ({
  ...{ id, merchantCode: merchantId, reason, setBy, setAt: isoTime(setAt) },
  ...(payment && { kind: payment.kind, paymentId: payment.id }),
  ...(released && { releasedBy: released.by, releasedAt: isoTime(released.at) }),
})

const listHolds = endpoint({
  route: 'GET /admin/privacy/holds',
  role: 'VIEWER',
  summary: 'List legal holds, newest first',
  guide: GUIDE,
  query: {
    merchantCode: Type.Optional(Type.String({ description: 'Only holds of this merchant.' })),
    active: Type.Optional(
      Type.Boolean({ description: 'Only active or only released holds. Default: both.' }),
    ),
  },
  pages: 'by key',
  answers: { 200: Type.Object({ data: Type.Array(HoldSchema), nextCursor: NextCursor }) },
  async handle(call) {
    const { after, limit } = call.page(BY_KEY)
    const { merchantCode: merchantId, active } = call.query
    if (merchantId !== undefined && !isMerchantCode(merchantId)) return { data: [] }
    const page = { merchantId, active, after: after?.[0], limit: limit + 1 }
    return pageOf(await readHolds(call.backOffice.gateway.database, page), limit, ({ id }) => [id], holdBody)
  },
})

const addHold = endpoint({
  route: 'POST /admin/privacy/holds',
  role: 'OPERATOR',
  summary: 'Set a legal hold: personal data of a payment, or of all payments of a merchant, is not erased',
  guide: GUIDE,
  body: Type.Object({
    merchantCode: Type.String(),
    kind: Type.Optional(choice(PAYMENT_KINDS)),
    paymentId: Type.Optional(Type.String({ description: 'With kind. Leave both out for all payments.' })),
    reason: named(500, 'is mandatory'),
  }),
  example: { merchantCode: 'SHOP-1', reason: 'Court order 12 O 34/27' },
  answers: { 201: HoldSchema },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { gateway } = call.backOffice
    const { merchantCode: code, kind, paymentId, reason } = call.body()
    const { merchantCode: merchantId } = await merchantOf(gateway, code)
    if ((kind === undefined) !== (paymentId === undefined))
      throw invalid('/paymentId', 'REQUIRED', 'name both kind and paymentId, or neither')
    const payment =
      kind !== undefined && paymentId !== undefined && isMerchantOrderId(paymentId)
        ? await findPayment(gateway.database, merchantId, kind, paymentId)
        : undefined
    if (paymentId !== undefined && !payment) throw notFound('payment')
    const setAt = gateway.deps.clock.now()
    const hold: LegalHold = {
      ...{ id: gateway.deps.randomness.uuidV7(setAt), merchantId, reason, setAt },
      payment: payment && { key: payment.key, kind: payment.kind, id: payment.id },
      setBy: call.operator.name,
      released: undefined,
    }
    const about = payment ? { kind: payment.kind, id: payment.id } : {}
    const detail = { merchantCode: merchantId, ...about }
    await setHold(
      gateway.database,
      hold,
      call.audit({ action: 'privacy.hold', subject: `legal hold ${hold.id}`, detail }),
    )
    return holdBody(hold)
  },
})

/** @throws ProblemError 404, 409 */
async function activeHold({ gateway: { database } }: BackOffice, id: string): Promise<LegalHold> {
  const hold = isUuid(id) ? await findHold(database, id) : undefined
  if (!hold) throw notFound('legal hold')
  if (hold.released) throw refuse(RELEASED)
  return hold
}

const RELEASED = adminProblem('INVALID_STATE', 'This legal hold is released already.')

const release = endpoint({
  route: 'POST /admin/privacy/holds/:id/!release',
  role: 'ADMIN',
  summary: 'Release a legal hold',
  guide: GUIDE,
  params: { id: Type.String({ description: 'The ID of the hold.' }) },
  body: Type.Object({ note: Type.Optional(named(500)) }),
  example: { note: 'The court has closed the case' },
  answers: { 200: HoldSchema },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  operations: ['privacy.release'],
  async operation({ backOffice, params: { id }, body }) {
    body()
    const { merchantId, payment, reason } = await activeHold(backOffice, id)
    const what = payment ? `${payment.kind} ${payment.id} of ${merchantId}` : `all payments of ${merchantId}`
    return {
      operation: 'privacy.release',
      summary: `Release the legal hold on ${what}: ${reason}`,
      merchants: [merchantId],
      about: fingerprintOf(id),
    }
  },
  async handle(call) {
    const { database } = call.backOffice.gateway
    const { id, merchantId } = await activeHold(call.backOffice, call.params.id)
    const { note } = call.body()
    const detail = { merchantCode: merchantId, ...(note !== undefined && { note }) }
    const line = call.audit({ action: 'privacy.release', subject: `legal hold ${id}`, detail })
    if (!(await releaseHold(database, id, call.operator.name, line))) throw refuse(RELEASED)
    const after = await findHold(database, id)
    if (!after) throw notFound('legal hold')
    return holdBody(after)
  },
})

export const PRIVACY_RULE_ENDPOINTS = [
  showTerms,
  changeTerms,
  changeTerm,
  listHolds,
  addHold,
  release,
] as const
