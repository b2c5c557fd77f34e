/**
 * `GET /callbacks` and `POST /callbacks/!redeliver`: a merchant's callbacks across its payments, as operators have them across all. What a
 * receiver answered is not shown (`callbacks/reading.ts` says why); what was signed is.
 */

import type { onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import type { AnswerOf, ListAnswerOf } from '../api/answers.ts'
import {
  announcedSchema,
  callbackPage,
  RANGE,
  RANGE_EXAMPLES,
  RangeAnswerSchema,
  rangeRules,
  redeliverRange,
  StatesParameter,
} from '../api/callback-lists.ts'
import { readCaller } from '../api/caller.ts'
import { answerList, EXPORT_PARAMETERS, withExports } from '../api/exports.ts'
import type { Gateway } from '../api/gateway.ts'
import { BY_TIME, NextCursor, PAGE_PARAMETERS, type Query } from '../api/pages.ts'
import { READ_PROBLEMS, WRITE_PROBLEMS } from '../api/schemas.ts'
import { type AnnouncedView, LOOK_AT_MOST } from '../callbacks/across.ts'
import { AT_ONCE } from '../callbacks/range.ts'
import { ownAttempt } from '../callbacks/reading.ts'
import { FewAtOnce } from '../http/few-at-once.ts'
import { describeOnly, problemResponses } from '../http/openapi.ts'
import { ProblemError, validationFailed } from '../http/problems.ts'
import { readByRules } from '../http/reading.ts'
import type { Server } from '../http/server.ts'

/** Each looks at up to `LOOK_AT_MOST` callbacks: a tenth of a second of the database and more. */
const LOOKS_AT_ONCE = 2

const OwnAnnouncedSchema = announcedSchema(
  { url: Type.String({ description: 'Where it is sent to.' }) },
  { problem: Type.Optional(Type.String({ description: 'Why there was no answer.' })) },
)
const RangeSchema = Type.Object(RANGE, { 'x-examples': RANGE_EXAMPLES })
/** Nothing is named in the path that could be missing. */
const withoutNotFound = <Code extends string>(codes: readonly Code[]) =>
  codes.filter((code) => code !== 'NOT_FOUND')

const ownView = ({ attempts, ...view }: AnnouncedView) => ({ ...view, attempts: attempts.map(ownAttempt) })

const described = (operationId: string, summary: string) => ({
  tags: ['Callbacks'],
  operationId,
  summary,
  security: [{ bearer: [] }],
})

export function registerCallbacksAcross(app: Server, gateway: Gateway, bearer: onRequestHookHandler): void {
  const common = { onRequest: bearer, validatorCompiler: describeOnly }
  const looks = new FewAtOnce(
    LOOKS_AT_ONCE,
    `${LOOKS_AT_ONCE} looks at your callbacks are under way already: wait for one of them.`,
  )

  app.get<{ Querystring: Query; Reply: ListAnswerOf<typeof OwnAnnouncedSchema> }>(
    '/callbacks',
    {
      ...common,
      schema: {
        ...described(
          'listCallbacks',
          'List the callbacks of all your payments, newest first, with the bytes that were signed and what became of them',
        ),
        querystring: Type.Object({ status: StatesParameter, ...PAGE_PARAMETERS, ...EXPORT_PARAMETERS }),
        response: {
          200: withExports(Type.Object({ data: Type.Array(OwnAnnouncedSchema), nextCursor: NextCursor })),
          ...problemResponses('VALIDATION_FAILED', ...withoutNotFound(READ_PROBLEMS)),
        },
      },
    },
    async (request, reply) => {
      const { profile } = await readCaller(gateway, request)
      const { merchantCode } = profile
      const list = { request, reply, gateway, caller: merchantCode, item: OwnAnnouncedSchema }
      const { status, format } = request.query
      return answerList(list, BY_TIME, (page) => {
        const look = () => callbackPage(gateway, merchantCode, status, page, ownView)
        // An export has a place of its own for all its pages, and is not cut off for want of another.
        return format === undefined ? looks.during(merchantCode, look) : look()
      })
    },
  )

  app.post<{ Reply: AnswerOf<typeof RangeAnswerSchema> }>(
    '/callbacks/!redeliver',
    {
      ...common,
      config: { bodyRequired: true },
      schema: {
        ...described(
          'redeliverCallbacks',
          'Send the callbacks of a range again, of each payment its latest; a dry run counts them',
        ),
        description: `One call looks at ${LOOK_AT_MOST} callbacks and sends ${AT_ONCE} at most; where it answers nextCursor, give that with all else as it was to go on.`,
        body: RangeSchema,
        response: { 200: RangeAnswerSchema, ...problemResponses(...withoutNotFound(WRITE_PROBLEMS)) },
      },
    },
    async (request) => {
      const { profile } = await readCaller(gateway, request)
      const sent = { body: request.body, imprecise: request.impreciseNumbers }
      const read = readByRules(RangeSchema, sent, rangeRules)
      if (!read.ok) throw new ProblemError(validationFailed(read.failure))
      const { merchantCode } = profile
      const { range, dryRun } = read.value
      return looks.during(merchantCode, () =>
        redeliverRange(gateway, { ...range, merchantId: merchantCode }, dryRun),
      )
    },
  )
}
