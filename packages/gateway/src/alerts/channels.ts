/**
 * The channels for alerts: mail and signed webhook. A retried message has the same content and ID, so a receiver can
 * recognise a duplicate.
 */
import type { AddressPolicy, Deps } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { signWebhook } from '@sluice/core/foundation/webhooks.ts'
import type { Mailer } from '../outbound/mail.ts'
import type { Alert, AlertChannelName, AlertNotice } from './store.ts'

export interface AlertNotification {
  readonly alert: Alert
  readonly notice: AlertNotice
}

export interface AlertChannel {
  readonly name: AlertChannelName
  /** The recipient as operators may see it: addresses, or a host. */
  readonly to: string
  /** @returns in plain words why it was not accepted */
  send(notification: AlertNotification): Promise<Result<undefined, string>>
}

export const notificationId = ({ alert, notice }: AlertNotification): string =>
  `${alert.id}-${notice.toLowerCase()}`

const WORDS: Readonly<Record<AlertNotice, string>> = { BEGAN: 'began', ENDED: 'ended' }

export function mailChannel(
  mailer: Mailer,
  addresses: { readonly from: string; readonly to: readonly string[]; readonly base: () => string },
): AlertChannel {
  return {
    name: 'mail',
    to: addresses.to.join(', '),
    send: (notification) =>
      mailer.send({
        ...addresses,
        id: notificationId(notification),
        subject: `[Sluice] ${notification.alert.rule} ${WORDS[notification.notice]}: ${notification.alert.subject}`,
        text: mailText(notification, addresses.base()),
      }),
  }
}

function mailText({ alert, notice }: AlertNotification, base: string): string {
  const { rule, subject, detail, beganAt, endedAt } = alert
  return [
    notice === 'BEGAN' ? `${rule} began: ${subject}` : `${rule} ended: ${subject}`,
    '',
    detail,
    '',
    `Began: ${isoTime(beganAt)}`,
    ...(endedAt === undefined ? [] : [`Ended: ${isoTime(endedAt)}`]),
    `Gateway: ${base}`,
    `Alert: ${alert.id}`,
    '',
    'All open alerts: sluice alerts list --open',
    '',
  ].join('\n')
}

const TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 512

export function webhookChannel(
  deps: Pick<Deps, 'network' | 'clock'>,
  target: { readonly url: string; readonly secret: string; readonly policy: AddressPolicy },
): AlertChannel {
  return {
    name: 'webhook',
    to: new URL(target.url).host,
    async send(notification) {
      const body = webhookBody(notification)
      const id = notificationId(notification)
      const signature = signWebhook({ id, at: deps.clock.now(), body, secrets: [target.secret] })
      const answer = await deps.network.request({
        url: target.url,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Sluice-Alerts/1', ...signature },
        body,
        timeoutMs: TIMEOUT_MS,
        maxAnswerBytes: MAX_ANSWER_BYTES,
        guard: target.policy,
      })
      if (!answer.ok) return fail(`the receiver could not be reached: ${answer.reason}, ${answer.detail}`)
      if (answer.status >= 200 && answer.status < 300) return succeed(undefined)
      return fail(`the receiver answered ${answer.status}; it must answer 2xx`)
    },
  }
}

function webhookBody({ alert, notice }: AlertNotification): string {
  const { id, rule, subject, detail, beganAt, endedAt } = alert
  return JSON.stringify({
    type: `alert.${WORDS[notice]}`,
    timestamp: isoTime(notice === 'ENDED' && endedAt !== undefined ? endedAt : beganAt),
    data: {
      id,
      rule,
      subject,
      detail,
      beganAt: isoTime(beganAt),
      ...(endedAt !== undefined && { endedAt: isoTime(endedAt) }),
    },
  })
}
