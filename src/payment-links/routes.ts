/** The endpoints of payment links for merchants: create, read, list, what was paid by one, close. They are the gateway's own, beside the contract's. */

import type { onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import type { AnswerOf, ListAnswerOf } from '../api/answers.ts'
import { type Caller, listOf, readCaller } from '../api/caller.ts'
import { answerList, EXPORT_PARAMETERS, withExports } from '../api/exports.ts'
import type { Gateway } from '../api/gateway.ts'
import { BY_KEY, NextCursor, PAGE_PARAMETERS, pageOf, type Query } from '../api/pages.ts'
import { PAYMENT_PROBLEMS } from '../api/problems.ts'
import { PayinSchema, paymentSheet, READ_PROBLEMS, WRITE_PROBLEMS } from '../api/schemas.ts'
import { isMerchantOrderId, paymentKey } from '../foundation/identifiers.ts'
import { describeOnly, problemResponsesOf } from '../http/openapi.ts'
import { HTTP_PROBLEMS, httpProblem, ProblemError } from '../http/problems.ts'
import type { Server } from '../http/server.ts'
import { payinBody } from '../payins/view.ts'
import { readByKeys } from '../payments/reading.ts'
import { createLink } from './create.ts'
import type { PaymentLinks } from './links.ts'
import {
  CreateLinkSchema,
  LINK_STATUSES,
  LinkIdSchema,
  type LinkStatus,
  PaymentLinkSchema,
} from './schemas.ts'
import { closeLink, findLink, type LinkNow, readLinkPayins, readLinks } from './store.ts'
import { linkBody } from './view.ts'

const problems = problemResponsesOf({ ...HTTP_PROBLEMS, ...PAYMENT_PROBLEMS })
const LIST_PROBLEMS = READ_PROBLEMS.filter((code) => code !== 'NOT_FOUND')

const isStatus = (text: string): text is LinkStatus => LINK_STATUSES.some((status) => status === text)

const described = (operationId: string, summary: string) => ({
  tags: ['Payment links'],
  operationId,
  summary,
  security: [{ bearer: [] }],
})

export function registerLinkRoutes(
  app: Server,
  gateway: Gateway,
  links: PaymentLinks,
  bearer: onRequestHookHandler,
): void {
  const common = { onRequest: bearer, validatorCompiler: describeOnly }
  const { database, deps } = gateway
  const bodyOf = (found: LinkNow) => linkBody(links, found, deps.clock.now())

  async function ownLink({ profile }: Pick<Caller, 'profile'>, id: string): Promise<LinkNow> {
    const found = isMerchantOrderId(id) ? await findLink(database, profile.merchantCode, id) : undefined
    if (!found) throw new ProblemError(httpProblem('NOT_FOUND', 'You have no payment link with this ID.'))
    return found
  }

  app.get<{ Querystring: Query; Reply: ListAnswerOf<typeof PaymentLinkSchema> }>(
    '/payment-links',
    {
      ...common,
      schema: {
        ...described('listPaymentLinks', 'List payment links, newest first'),
        querystring: Type.Object({
          status: Type.Optional(
            Type.String({
              description: `Comma-separated: ${LINK_STATUSES.join(', ')}. Unknown values are ignored.`,
            }),
          ),
          ...PAGE_PARAMETERS,
          ...EXPORT_PARAMETERS,
        }),
        response: {
          200: withExports(Type.Object({ data: Type.Array(PaymentLinkSchema), nextCursor: NextCursor })),
          ...problems('VALIDATION_FAILED', ...LIST_PROBLEMS),
        },
      },
    },
    async (request, reply) => {
      const { profile } = await readCaller(gateway, request)
      const { merchantCode: merchantId } = profile
      const statuses = listOf(request.query.status).filter(isStatus)
      return answerList(
        { request, reply, gateway, caller: merchantId, item: PaymentLinkSchema },
        BY_KEY,
        async ({ from, to, after, limit }) => {
          const page = { merchantId, statuses, from, to, after: after?.[0], now: deps.clock.now() }
          const rows = await readLinks(database, { ...page, limit: limit + 1 })
          return pageOf(rows, limit, ({ link }) => [link.key], bodyOf)
        },
      )
    },
  )

  app.post<{ Params: { idLink: string }; Reply: AnswerOf<typeof PaymentLinkSchema> }>(
    '/payment-links/:idLink',
    {
      ...common,
      config: { bodyRequired: true },
      schema: {
        ...described('createPaymentLink', 'Make a payment link'),
        params: LinkIdSchema,
        body: CreateLinkSchema,
        response: {
          201: PaymentLinkSchema,
          ...problems(...WRITE_PROBLEMS, 'ALREADY_EXISTS', 'METHOD_UNAVAILABLE', 'AMOUNT_OUT_OF_RANGE'),
        },
      },
    },
    async (request, reply) => {
      const caller = await readCaller(gateway, request)
      const { body, impreciseNumbers, params } = request
      const made = await createLink(gateway, links, { ...caller, id: params.idLink, body, impreciseNumbers })
      if (!made.ok) throw new ProblemError(made.failure)
      reply.code(201).header('location', `/payment-links/${encodeURIComponent(made.value.link.id)}`)
      return bodyOf(made.value)
    },
  )

  app.get<{ Params: { idLink: string }; Reply: AnswerOf<typeof PaymentLinkSchema> }>(
    '/payment-links/:idLink',
    {
      ...common,
      schema: {
        ...described('readPaymentLink', 'Read a payment link'),
        params: LinkIdSchema,
        response: { 200: PaymentLinkSchema, ...problems(...READ_PROBLEMS) },
      },
    },
    async (request) => bodyOf(await ownLink(await readCaller(gateway, request), request.params.idLink)),
  )

  app.get<{ Params: { idLink: string }; Querystring: Query; Reply: ListAnswerOf<typeof PayinSchema> }>(
    '/payment-links/:idLink/payins',
    {
      ...common,
      schema: {
        ...described(
          'listPayinsOfPaymentLink',
          'List the payins that a payment link has begun, newest first',
        ),
        params: LinkIdSchema,
        querystring: Type.Object({
          cursor: PAGE_PARAMETERS.cursor,
          limit: PAGE_PARAMETERS.limit,
          ...EXPORT_PARAMETERS,
        }),
        response: {
          200: withExports(Type.Object({ data: Type.Array(PayinSchema), nextCursor: NextCursor })),
          ...problems('VALIDATION_FAILED', ...READ_PROBLEMS),
        },
      },
    },
    async (request, reply) => {
      const caller = await readCaller(gateway, request)
      const found = await ownLink(caller, request.params.idLink)
      return answerList(
        { request, reply, gateway, caller: caller.profile.merchantCode, item: paymentSheet('payin') },
        BY_KEY,
        async ({ after, limit }) => {
          const keys = await readLinkPayins(database, found, {
            after: after?.[0] === undefined ? undefined : paymentKey(after[0]),
            limit: limit + 1,
          })
          return pageOf(
            await readByKeys(database, keys),
            limit,
            ({ key }) => [key],
            (payin) => payinBody(gateway, payin, 'read'),
          )
        },
      )
    },
  )

  app.post<{ Params: { idLink: string }; Reply: AnswerOf<typeof PaymentLinkSchema> }>(
    '/payment-links/:idLink/!close',
    {
      ...common,
      schema: {
        ...described('closePaymentLink', 'Close a payment link'),
        description:
          'No payment begins by it any more; those on their way go on. Closing it again changes nothing.',
        params: LinkIdSchema,
        response: { 200: PaymentLinkSchema, ...problems(...WRITE_PROBLEMS) },
      },
    },
    async (request) => {
      const caller = await readCaller(gateway, request)
      const { link } = await ownLink(caller, request.params.idLink)
      await closeLink(database, link.merchantId, link.id, deps.clock.now())
      return bodyOf(await ownLink(caller, link.id))
    },
  )
}
