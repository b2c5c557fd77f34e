/**
 * Notifications of the provider, and their answers. Only the references in them are read. Pure.
 *
 * The standard's paths are below the account's URL: `v1.0/access-token/b2b`, where the provider gets a token from us, and
 * `v1.0/qr/qr-mpm-notify`, `v1.0/debit/notify` and `v1.0/transfer-va/payment` for payments. Some providers sign with RSA and need no
 * token; the standard has a token and HMAC with a secret that we gave them. An account without key and secret accepts everything at its
 * secret URL, which only leads to inquiries.
 *
 * A token consists of its expiry and a signature, so every node can check it and none is stored.
 */
import { createHmac } from 'node:crypto'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { timeOnly } from '@sluice/core/foundation/instants.ts'
import type { Notification, NotificationAnswer, NotificationReading } from '@sluice/provider-kit/provider.ts'
import { PLAIN_REFERENCE } from '@sluice/provider-kit/references.ts'
import { isRsaSigned, isSameText, jsonIn } from '@sluice/provider-kit/signed-notification.ts'
import { callSignature, signedText } from './signing.ts'

export interface NotificationSettings {
  /** The provider's, PEM. */
  readonly publicKey: string | undefined
  /** The provider's ID when it requests tokens from us. */
  readonly clientId: string | undefined
  readonly clientSecret: string | undefined
}

const TOKEN_PATH = /^v\d{1,2}\.\d{1,2}\/access-token\/b2b$/
const TOKEN_SECS = 900
/** Allowed difference between their clock and ours. */
const SKEW_MS = 300_000
const MOST_NAMES = 50
/** The names of references, at the top or in a nested object. */
const NAMES: ReadonlySet<string> = new Set([
  'originalPartnerReferenceNo',
  'originalExternalId',
  'partnerReferenceNo',
  'partnerRefundNo',
  'trxId',
  'inquiryRequestId',
  'paymentRequestId',
  // Midtrans: transfers, and notifications in its older form.
  'partner_reference_no',
  'order_id',
])

/** @param address the URL that the provider was given */
export function readNotification(
  notification: Notification,
  settings: NotificationSettings,
  now: Instant,
  address?: string,
): NotificationReading {
  const { path, body } = notification
  if (TOKEN_PATH.test(path)) return { references: [], answer: tokenFor(notification, settings, now) }
  const service = serviceOf(path)
  if (!isTrue(notification, settings, now, address))
    return { references: [], answer: coded(401, service, '00', 'Unauthorized. Signature') }
  const reported = jsonIn(body)
  if (reported === undefined) return { references: [], answer: coded(400, service, '00', 'Bad Request') }
  const names = [...new Set(namesIn(reported, 0))].slice(0, MOST_NAMES)
  return { references: names, answer: coded(200, service, '00', 'Successful', echoOf(path, reported)) }
}

/** The service number; for paths that the standard does not have, that of a payment. */
function serviceOf(path: string): string {
  if (path.endsWith('/qr-mpm-notify')) return '52'
  if (path.includes('/transfer-va/')) return '25'
  return '56'
}

function coded(
  status: number,
  service: string,
  caseCode: string,
  responseMessage: string,
  more: object = {},
): NotificationAnswer {
  const body = { responseCode: `${status}${service}${caseCode}`, responseMessage, ...more }
  return { status, contentType: 'application/json', body: JSON.stringify(body) }
}

/** For virtual accounts the answer must repeat these values. */
function echoOf(path: string, reported: unknown): object {
  if (!path.endsWith('/transfer-va/payment') || !isRecord(reported)) return {}
  const kept = [
    'partnerServiceId',
    'customerNo',
    'virtualAccountNo',
    'virtualAccountName',
    'trxId',
    'paymentRequestId',
  ]
  const texts = kept.flatMap((name) => {
    const text = reported[name]
    return typeof text === 'string' && text.length <= 255 ? [[name, text] as const] : []
  })
  return { virtualAccountData: { ...Object.fromEntries(texts), paymentFlagStatus: '00' } }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function namesIn(value: unknown, depth: number): readonly string[] {
  if (depth > 3) return []
  if (Array.isArray(value)) return value.slice(0, MOST_NAMES).flatMap((each) => namesIn(each, depth + 1))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, part]) =>
    typeof part === 'string'
      ? NAMES.has(name) && PLAIN_REFERENCE.test(part)
        ? [part]
        : []
      : namesIn(part, depth + 1),
  )
}

const header = ({ headers }: Notification, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

/** The signed path is the part below our URL or the whole path: it is not documented which. */
function isTrue(
  notification: Notification,
  settings: NotificationSettings,
  now: Instant,
  address: string | undefined,
): boolean {
  const { publicKey, clientSecret } = settings
  if (publicKey === undefined) return true
  const signature = header(notification, 'x-signature')
  const added = notification.path === '' ? '' : `/${notification.path}`
  const endpoints = [added, ...(address === undefined ? [] : [new URL(address).pathname + added])]
  const [, token] = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(header(notification, 'authorization')) ?? []
  return endpoints.some((endpoint) => {
    const signed = {
      method: 'POST',
      endpoint,
      body: notification.body,
      timestamp: header(notification, 'x-timestamp'),
    }
    if (isRsaSigned(publicKey, 'sha256', signedText(signed), signature)) return true
    if (token === undefined || clientSecret === undefined) return false
    return isOurs(token, settings, now) && isSameText(callSignature(clientSecret, token, signed), signature)
  })
}

function tokenFor(
  notification: Notification,
  settings: NotificationSettings,
  now: Instant,
): NotificationAnswer {
  const { publicKey, clientId, clientSecret } = settings
  const refused = coded(401, '73', '00', 'Unauthorized. Signature')
  if (publicKey === undefined || clientId === undefined || clientSecret === undefined) return refused
  const timestamp = header(notification, 'x-timestamp')
  const at = timeOnly(timestamp)
  const isTimely = at !== undefined && Math.abs(now - at) <= SKEW_MS
  const isTheirs =
    isSameText(header(notification, 'x-client-key'), clientId) &&
    isRsaSigned(publicKey, 'sha256', `${clientId}|${timestamp}`, header(notification, 'x-signature'))
  if (!isTimely || !isTheirs) return refused
  const until = String(Math.floor(now / 1_000) + TOKEN_SECS)
  return coded(200, '73', '00', 'Successful', {
    accessToken: `${until}.${seal(until, clientId, clientSecret)}`,
    tokenType: 'BearerToken',
    expiresIn: String(TOKEN_SECS),
  })
}

const seal = (until: string, clientId: string, clientSecret: string): string =>
  createHmac('sha256', clientSecret).update(`sluice token ${clientId} ${until}`).digest('base64url')

function isOurs(token: string, { clientId, clientSecret }: NotificationSettings, now: Instant): boolean {
  const [, until, sealed] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? []
  if (until === undefined || sealed === undefined || clientId === undefined || clientSecret === undefined)
    return false
  return isSameText(seal(until, clientId, clientSecret), sealed) && now < Number(until) * 1_000
}
