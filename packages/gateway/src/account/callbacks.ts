/**
 * `GET /callbacks` and `POST /callbacks/!redeliver`: a merchant's callbacks across all its payments, as operators see
 * them across all merchants. Shows the signed request but not the receiver's response (`callbacks/reading.ts` says
 * why).
 */
import { oneForEach } from '@sluice/core/foundation/one-for-each.ts'
import { Type } from 'typebox'
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
import { SEND_AGAIN } from '../api/callbacks.ts'
import { endpoint } from '../api/endpoint.ts'
import { pageSchema } from '../api/list-endpoints.ts'
import { BY_TIME } from '../api/pages.ts'
import { type AnnouncedView, LOOK_AT_MOST } from '../callbacks/across.ts'
import { AT_ONCE } from '../callbacks/range.ts'
import { ownAttempt } from '../callbacks/reading.ts'
import { FewAtOnce } from '../http/few-at-once.ts'

/** Each reads up to `LOOK_AT_MOST` callbacks, which costs the database a tenth of a second or more. */
const LOOKS_AT_ONCE = 2

const OwnAnnouncedSchema = announcedSchema(
  { url: Type.String({ description: 'The URL it is sent to.' }) },
  { problem: Type.Optional(Type.String({ description: 'Why there was no response.' })) },
)
const RangeSchema = Type.Object(RANGE, { 'x-examples': RANGE_EXAMPLES })
const ownView = ({ attempts, ...view }: AnnouncedView) => ({ ...view, attempts: attempts.map(ownAttempt) })

const looksOf = oneForEach(
  () =>
    new FewAtOnce(
      LOOKS_AT_ONCE,
      `${LOOKS_AT_ONCE} reads of your callbacks are already running. Wait until one has finished.`,
    ),
)

const list = endpoint({
  route: 'GET /callbacks',
  tag: 'Callbacks',
  operationId: 'listCallbacks',
  summary:
    'List the callbacks of all your payments, newest first, with their signed bytes and delivery state',
  query: { state: StatesParameter },
  pages: 'by time',
  exports: OwnAnnouncedSchema,
  answers: { 200: pageSchema(OwnAnnouncedSchema) },
  async handle(call) {
    const { gateway } = call
    const { merchantCode } = call.caller.profile
    const page = call.page(BY_TIME)
    const look = () => callbackPage(gateway, merchantCode, call.query.state, page, ownView)
    // An export holds one slot for all its pages, so that it is never cut off between two of them.
    return call.isExport ? look() : looksOf(gateway).during(merchantCode, look)
  },
})

const redeliver = endpoint({
  route: 'POST /callbacks/!redeliver',
  tag: 'Callbacks',
  operationId: 'redeliverCallbacks',
  summary: 'Resend callbacks by date: the latest of each payment; a dry run counts them',
  description: `One call reads at most ${LOOK_AT_MOST} callbacks and sends at most ${AT_ONCE}. If the response has a nextCursor, repeat the call with it and everything else unchanged.`,
  person: SEND_AGAIN,
  body: RangeSchema,
  answers: { 200: RangeAnswerSchema },
  async handle(call) {
    const { gateway } = call
    const { merchantCode } = call.caller.profile
    const { range, dryRun } = call.check(rangeRules)
    return looksOf(gateway).during(merchantCode, () =>
      redeliverRange(gateway, { ...range, merchantId: merchantCode }, dryRun),
    )
  },
})

export const CALLBACKS_ENDPOINTS = [list, redeliver] as const
