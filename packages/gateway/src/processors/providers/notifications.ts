/**
 * Where providers notify us: `POST /providers/{name}/notifications/{secret}`, and paths below it.
 *
 * Promises: a notification changes nothing by itself. A secret in the URL, which only the provider has, names the account. The references
 * in it are looked up among those sent to that account, and the account sends a status inquiry with its own credentials. So a forged,
 * repeated, late or misdirected notification costs one inquiry. It is answered before the inquiry, because providers do not wait long; if
 * the inquiry fails, the scheduled one follows.
 */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import { errorText } from '@sluice/core/foundation/errors.ts'
import type { Database } from '@sluice/database/port.ts'
import type { Notification, NotificationAnswer, NotificationReading } from '@sluice/provider-kit/provider.ts'
import { ourReferences } from '@sluice/provider-kit/signed-notification.ts'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { unauthenticated } from '../../http/authorization.ts'
import type { Failures } from '../../http/failures.ts'
import { describeOnly, problemResponses } from '../../http/openapi.ts'
import { ProblemError } from '../../http/problems.ts'
import type { Server } from '../../http/server.ts'
import type { ProviderAccounts } from './accounts.ts'
import type { ProviderQuestions } from './inquiries.ts'
import { NotificationTimes } from './last-contact.ts'

export interface NotificationContext {
  readonly database: Database
  readonly deps: Deps
  readonly accounts: ProviderAccounts
  readonly failures: Failures
}

export function registerNotifications(
  app: Server,
  context: NotificationContext,
  questions: ProviderQuestions,
): void {
  const { accounts, failures, deps } = context
  const notificationTimes = new NotificationTimes(context.database)
  const options = {
    config: { versioned: false, bodyRequired: false, rawBody: true },
    validatorCompiler: describeOnly,
    schema: {
      tags: ['Providers'],
      summary: 'Receive a provider’s notification',
      description:
        'For providers: the status of a payment has changed. The gateway then sends a status inquiry. A provider may append its own path to the URL. The response is 200 with an empty object, or what the provider’s API requires.',
      security: [],
      response: {
        200: Type.Object({}, { description: 'The notification was received.' }),
        ...problemResponses('AUTHENTICATION_FAILED', 'RATE_LIMITED', 'BODY_TOO_LARGE', 'INTERNAL_ERROR'),
      },
    },
  }
  const take = (name: string, secret: string, ip: string, notification: Notification): NotificationAnswer => {
    const flood = failures.flood('provider', ip)
    if (flood) throw new ProblemError(flood)
    const account = accounts.notified(name, secret)
    if (!account) {
      const wrong = unauthenticated('there is no account with this notification URL')
      throw new ProblemError(failures.failed('provider', ip, wrong))
    }
    notificationTimes
      .mark(name, deps.clock.now())
      .catch((error: unknown) =>
        deps.log.warn({ processor: name, error: errorText(error) }, 'the notification was not recorded'),
      )
    const { references, answer = HEARD } = account.account.readNotification?.(notification) ?? NOTHING
    questions.ask(account, ourReferences(references, account.provider.referenceForm))
    return answer
  }
  for (const [depth, operationId] of OPERATION_IDS.entries()) {
    const added = Array.from({ length: depth }, (_, index) => `part${index + 1}`)
    app.post<{ Params: Readonly<Record<string, string>> }>(
      ['/providers/:name/notifications/:secret', ...added.map((part) => `:${part}`)].join('/'),
      {
        ...options,
        schema: {
          ...options.schema,
          operationId,
          params: Type.Object({
            ...params,
            ...Object.fromEntries(added.map((part) => [part, Type.String({ description: PART })])),
          }),
        },
      },
      async ({ params: { name = '', secret = '', ...parts }, ip, headers, rawBody }, reply) => {
        const path = added.map((part) => parts[part] ?? '').join('/')
        return send(reply, take(name, secret, ip, { path, headers, body: rawBody }))
      },
    )
  }
}

/** By the number of path segments that a provider adds to the URL. */
const OPERATION_IDS = [
  'takeNotification',
  'takeNotificationOfKind',
  'takeNotificationOfKinds',
  'takeNotificationOfThreeParts',
] as const
const PART = 'The path that the provider appends to the URL, such as pix, or v1.0/transfer-va/payment.'

const params = {
  name: Type.String({ description: "Name of the account's processor: native-… or test-native-…" }),
  secret: Type.String({ description: 'The last part of its notification URL.' }),
}

const NOTHING: NotificationReading = { references: [] }
const HEARD: NotificationAnswer = { status: 200, contentType: 'application/json', body: '{}' }

const send = (reply: FastifyReply, { status, contentType, body }: NotificationAnswer): FastifyReply =>
  reply.code(status).header('content-type', contentType).serializer(String).send(body)
