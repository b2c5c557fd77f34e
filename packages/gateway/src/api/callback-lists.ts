/** Callbacks of all payments, for merchants and operators: the list, and sending those of a range again. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { dayOrTime } from '@sluice/core/foundation/instants.ts'
import { fail, succeed } from '@sluice/core/foundation/result.ts'
import type { SqlCall } from '@sluice/database/port.ts'
import { type Static, type TProperties, Type } from 'typebox'
import {
  type AnnouncedPage,
  type AnnouncedView,
  type CallbackPlace,
  LOOK_AT_MOST,
  readAnnounced,
} from '../callbacks/across.ts'
import {
  AT_ONCE,
  type CallbackRange,
  countRange,
  redeliverSome,
  SENDABLE_STATES,
} from '../callbacks/range.ts'
import { CALLBACK_STATES, type CallbackState } from '../callbacks/reading.ts'
import { type Given, readAs, type Terms } from '../http/reading.ts'
import { WAIT } from './callbacks.ts'
import { listOf } from './caller.ts'
import { valuesFilter } from './filters.ts'
import type { Gateway } from './gateway.ts'
import { BY_TIME, cursorOf, cursorParts, type Page, type PageRequest } from './pages.ts'

const instant = () => Type.String({ format: 'date-time' })
const stateOf = <const State extends CallbackState>(states: readonly State[], description: string) =>
  Type.Unsafe<State>(
    Type.Union(
      states.map((state) => Type.Literal(state)),
      { description },
    ),
  )

/** @param ofCallback fields that only some may see @param ofAttempt likewise */
export const announcedSchema = <Callback extends TProperties, Attempt extends TProperties>(
  ofCallback: Callback,
  ofAttempt: Attempt,
) => Type.Object(ANNOUNCED(ofCallback, ofAttempt), { examples: [ANNOUNCED_EXAMPLE] })

const ANNOUNCED = <Callback extends TProperties, Attempt extends TProperties>(
  ofCallback: Callback,
  ofAttempt: Attempt,
) => ({
  merchantCode: Type.String(),
  kind: Type.String(),
  id: Type.String({ description: 'Merchant Order ID of the payment.' }),
  sequence: Type.Integer({ description: 'Sequence number of the callback within the payment, from 1.' }),
  status: Type.String({ description: 'The status of the payment that it reports.' }),
  at: instant(),
  state: stateOf(
    CALLBACK_STATES,
    'SUPERSEDED: a newer callback replaced it. ENDED: the receiver answered 410.',
  ),
  ...WAIT,
  ...ofCallback,
  webhookId: Type.String({ description: 'The `webhook-id` header, the same for every attempt.' }),
  body: Type.String({
    description:
      'The exact body, the same for every attempt. The signature covers webhookId, a dot, webhookTimestamp, a dot, and this body.',
  }),
  attempts: Type.Array(
    Type.Object({
      attempt: Type.Integer(),
      at: instant(),
      outcome: Type.String(),
      httpStatus: Type.Optional(
        Type.Integer({
          description: 'The HTTP status that the receiver answered; absent without a response.',
        }),
      ),
      durationMs: Type.Optional(Type.Integer()),
      webhookTimestamp: Type.Optional(
        Type.String({ description: 'The header as it was sent; absent if nothing was sent.' }),
      ),
      ...ofAttempt,
    }),
    { description: 'The last ten attempts, oldest first.' },
  ),
})

const ANNOUNCED_EXAMPLE = {
  merchantCode: 'SHOP-1',
  kind: 'payin',
  id: 'order-1',
  url: 'https://shop.example.com/callbacks',
  sequence: 1,
  status: 'SUCCESS',
  at: '2026-11-21T08:00:03.000Z',
  state: 'WAITING',
  nextAttemptAt: '2026-11-21T08:05:03.000Z',
  webhookId: '0194f0c2-6a3e-7d21-9d5a-3f6b1c2d4e5f-1',
  body: '{"type":"payin.status_changed","timestamp":"2026-11-21T08:00:03.000Z","data":{"idPayin":"order-1","merchantCode":"SHOP-1","sequence":1}}',
  attempts: [
    {
      ...{ attempt: 1, at: '2026-11-21T08:00:03.000Z', outcome: 'RETRY', httpStatus: 503 },
      ...{ durationMs: 41, webhookTimestamp: '1795248003' },
    },
  ],
}

export const StatesParameter = valuesFilter(
  CALLBACK_STATES,
  ` With this filter a page reads at most ${LOOK_AT_MOST} callbacks, so it can be short or empty although there is a next page.`,
)

/** A page of all merchants' callbacks, or of one merchant's. */
export async function callbackPage<Shown>(
  { database }: Pick<Gateway, 'database'>,
  merchantId: MerchantCode | undefined,
  status: unknown,
  { from, to, after, limit }: PageRequest,
  show: (view: AnnouncedView) => Shown,
): Promise<Page<Shown>> {
  const states = CALLBACK_STATES.filter((state) => listOf(status).includes(state))
  const requested = { merchantId, states, from, to, after: after && placeIn(after), limit }
  const { views, next }: AnnouncedPage = await readAnnounced(database, requested)
  return { data: views.map(show), ...(next && { nextCursor: cursorTo(next) }) }
}

const placeIn = ([at, key = '', sequence]: readonly string[]): CallbackPlace => ({
  at: Number(at),
  key,
  sequence: Number(sequence),
})
const cursorTo = ({ at, key, sequence }: CallbackPlace): string =>
  cursorOf([String(at), key, String(sequence)])

const TIME_FAULT = 'must be a time such as 2026-01-31T12:00:00Z or a day such as 2026-01-31'
const timeOrDay = (description: string) =>
  readAs<Instant>(Type.String({ description }), (value, { path }) => {
    const at = typeof value === 'string' ? dayOrTime(value) : undefined
    return at === undefined ? fail([{ path, code: 'INVALID_FORMAT', message: TIME_FAULT }]) : succeed(at)
  })

/** Which callbacks are sent again. */
export const RANGE = {
  state: Type.Optional(
    stateOf(
      SENDABLE_STATES,
      'Delivery states. Default: all except ENDED, which the receiver ended by answering 410.',
    ),
  ),
  from: timeOrDay('Resend callbacks for changes from this time or day on. A day begins at midnight UTC.'),
  to: timeOrDay('Only before this time or day.'),
  dryRun: Type.Optional(Type.Boolean({ description: 'Count only and send nothing.' })),
  cursor: Type.Optional(
    readAs<string>(
      Type.String({ description: 'The nextCursor of the previous call, to continue.' }),
      (value, { path }) => {
        const isOne = typeof value === 'string' && cursorParts(value, BY_TIME) !== undefined
        const message = 'must be the unchanged nextCursor of the previous call'
        return isOne ? succeed(value) : fail([{ path, code: 'INVALID_FORMAT', message }])
      },
    ),
  ),
}
const RangeBody = Type.Object(RANGE)

/** Of bodies with a range. */
export const RANGE_EXAMPLES = {
  counted: {
    summary: 'Count the callbacks after an outage of three hours',
    value: { from: '2026-11-21T02:00:00Z', to: '2026-11-21T05:00:00Z', dryRun: true },
  },
  abandoned: {
    summary: 'Resend the abandoned callbacks of one day',
    value: { from: '2026-11-21', to: '2026-11-22', state: 'ABANDONED' },
  },
}

/** Rules across the fields. */
export function rangeRules(
  { state, from, to, dryRun = false, cursor }: Given<Static<typeof RangeBody>>,
  { say }: Terms,
): { readonly range: Omit<CallbackRange, 'merchantId'>; readonly dryRun: boolean } | undefined {
  if (from === undefined || to === undefined) return undefined
  if (from >= to) return say('/to', 'CONFLICT', 'must be later than from')
  const parts = cursorParts(cursor, BY_TIME)
  return { range: { state, from, to, after: parts && placeIn(parts) }, dryRun }
}

export const RangeAnswerSchema = Type.Object(
  {
    dryRun: Type.Boolean(),
    matching: Type.Integer({
      description: `Number of matches among the next ${LOOK_AT_MOST} callbacks from the cursor on.`,
    }),
    redelivered: Type.Integer({
      description: `Number that this call resends, at most ${AT_ONCE}; 0 in a dry run.`,
    }),
    left: Type.Integer({ description: 'Number of matches that this call did not resend.' }),
    nextCursor: Type.Optional(
      Type.String({
        description:
          'To continue, repeat the call with it as cursor and everything else unchanged. Absent when nothing is left.',
      }),
    ),
  },
  { examples: [{ dryRun: true, matching: 217, redelivered: 0, left: 217 }] },
)

/** @param alongside makes what is written in the same transaction, from the number of callbacks */
export async function redeliverRange(
  gateway: Gateway,
  range: CallbackRange,
  dryRun: boolean,
  alongside: (meant: number) => readonly SqlCall[] = () => [],
): Promise<Static<typeof RangeAnswerSchema>> {
  const counted = await countRange(gateway.database, range)
  const { matching, some, next, stop } = counted
  const goOn = dryRun ? stop : next
  const answered = {
    dryRun,
    matching,
    left: dryRun ? matching : matching - some.length,
    ...(goOn && { nextCursor: cursorTo(goOn) }),
  }
  if (dryRun) return { ...answered, redelivered: 0 }
  const at = gateway.deps.clock.now()
  const redelivered = await redeliverSome(gateway.database, counted, at, alongside(some.length))
  gateway.wakeDelivery()
  return { ...answered, redelivered }
}
