/**
 * The merchants' endpoints of payment links: create, read, list, list the payins of one, close. They extend the
 * merchants' contract.
 */
import { isMerchantOrderId, paymentKey } from '@sluice/core/foundation/identifiers.ts'
import { listOf } from '../api/caller.ts'
import { type AnyCall, endpointsIn, type MerchantsContext } from '../api/endpoint.ts'
import { valuesFilter } from '../api/filters.ts'
import { pageSchema } from '../api/list-endpoints.ts'
import { BY_KEY, pageOf } from '../api/pages.ts'
import { PayinSchema, paymentSheet } from '../api/schemas.ts'
import { httpProblem, orRefuse, ProblemError } from '../http/problems.ts'
import { payinBody } from '../payins/view.ts'
import { readByKeys } from '../payments/reading.ts'
import { createLink } from './create.ts'
import type { PaymentLinks } from './links.ts'
import { CreateLinkSchema, IdLink, LINK_STATUSES, type LinkStatus, PaymentLinkSchema } from './schemas.ts'
import { closeLink, findLink, type LinkNow, readLinkPayins, readLinks } from './store.ts'
import { linkBody } from './view.ts'

export interface PaymentLinksContext extends MerchantsContext {
  readonly links: PaymentLinks
}

const endpoint = endpointsIn<PaymentLinksContext>()
const params = { idLink: IdLink }

const isStatus = (text: string): text is LinkStatus => LINK_STATUSES.some((status) => status === text)

const bodyIn = ({ links, gateway }: PaymentLinksContext, link: LinkNow) =>
  linkBody(links, link, gateway.deps.clock.now())

/** @throws ProblemError 404 */
async function ownLink({ gateway, caller: { profile } }: AnyCall, id: string): Promise<LinkNow> {
  const found = isMerchantOrderId(id) ? await findLink(gateway.database, profile.merchantCode, id) : undefined
  if (!found) throw new ProblemError(httpProblem('NOT_FOUND', 'You have no payment link with this ID.'))
  return found
}

const list = endpoint({
  route: 'GET /payment-links',
  tag: 'Payment links',
  operationId: 'listPaymentLinks',
  summary: 'List payment links, newest first',
  query: {
    status: valuesFilter(LINK_STATUSES),
  },
  pages: 'by time',
  exports: PaymentLinkSchema,
  answers: { 200: pageSchema(PaymentLinkSchema) },
  async handle(call) {
    const { database, deps } = call.gateway
    const { from, to, after, limit } = call.page(BY_KEY)
    const { merchantCode: merchantId } = call.caller.profile
    const statuses = listOf(call.query.status).filter(isStatus)
    const page = { merchantId, statuses, from, to, after: after?.[0], now: deps.clock.now() }
    const rows = await readLinks(database, { ...page, limit: limit + 1 })
    return pageOf(
      rows,
      limit,
      ({ link }) => [link.key],
      (link) => bodyIn(call.context, link),
    )
  },
})

const made = endpoint({
  route: 'POST /payment-links/:idLink',
  tag: 'Payment links',
  operationId: 'createPaymentLink',
  summary: 'Create a payment link',
  person: {
    why: 'TAKES_IN',
    can: 'create and close payment links',
    worst: 'Payers pay the merchant by a link that it did not intend.',
  },
  params,
  body: CreateLinkSchema,
  answers: { 201: PaymentLinkSchema },
  problems: ['NOT_FOUND', 'ALREADY_EXISTS', 'METHOD_UNAVAILABLE', 'AMOUNT_OUT_OF_RANGE'],
  location: ({ idLink }) => `/payment-links/${idLink}`,
  async handle({
    context,
    caller,
    queryFaults,
    params: { idLink: id },
    request: { body, impreciseNumbers },
  }) {
    const requested = { ...caller, id, body, impreciseNumbers, queryFaults }
    return bodyIn(context, orRefuse(await createLink(context.gateway, context.links, requested)))
  },
})

const read = endpoint({
  route: 'GET /payment-links/:idLink',
  tag: 'Payment links',
  operationId: 'readPaymentLink',
  summary: 'Read a payment link',
  params,
  answers: { 200: PaymentLinkSchema },
  problems: ['NOT_FOUND'],
  handle: async (call) => bodyIn(call.context, await ownLink(call, call.params.idLink)),
})

const payins = endpoint({
  route: 'GET /payment-links/:idLink/payins',
  tag: 'Payment links',
  operationId: 'listPayinsOfPaymentLink',
  summary: 'List the payins of a payment link, newest first',
  params,
  pages: 'by key',
  exports: paymentSheet('payin'),
  answers: { 200: pageSchema(PayinSchema) },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { gateway } = call
    const found = await ownLink(call, call.params.idLink)
    const { after, limit } = call.page(BY_KEY)
    const keys = await readLinkPayins(gateway.database, found, {
      after: after?.[0] === undefined ? undefined : paymentKey(after[0]),
      limit: limit + 1,
    })
    return pageOf(
      await readByKeys(gateway.database, keys),
      limit,
      ({ key }) => [key],
      (payin) => payinBody(gateway, payin, 'read'),
    )
  },
})

const close = endpoint({
  route: 'POST /payment-links/:idLink/!close',
  tag: 'Payment links',
  operationId: 'closePaymentLink',
  summary: 'Close a payment link',
  description:
    'No new payment can be started by it. Payments in progress continue. Closing it again changes nothing.',
  person: {
    why: 'CLOSES',
    can: 'create and close payment links',
    worst: 'Payers cannot pay by a link that was meant to stay open.',
  },
  params,
  answers: { 200: PaymentLinkSchema },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { database, deps } = call.gateway
    const { link } = await ownLink(call, call.params.idLink)
    await closeLink(database, link.merchantId, link.id, deps.clock.now())
    return bodyIn(call.context, await ownLink(call, link.id))
  },
})

export const LINK_ENDPOINTS = [list, made, read, payins, close] as const
