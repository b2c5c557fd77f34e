/**
 * The parts of the OpenAPI 3.1 documents that the routes do not declare themselves. There are two documents: one for
 * merchants, and one for operators (below `/admin`), which also has what connectors call. The merchants' document lists
 * only operations that merchants may call.
 */
import { ALL_PROBLEMS } from '../admin/problems.ts'
import { PAYMENT_PROBLEMS } from '../api/problems.ts'
import { methodComponents } from '../api/schemas.ts'
import { registerOpenApi } from '../http/openapi.ts'
import type { Server } from '../http/server.ts'
import { MERCHANT_PROBLEMS } from '../merchants/problems.ts'

const INTERFACE_VERSION = '2.82'

/** Paths that only operators and their connectors may call. */
const OPERATORS_PART = /^\/(admin|connectors|providers)\//

export function describeApi(server: Server): void {
  describeToMerchants(server)
  describeToOperators(server)
}

function describeToMerchants(server: Server): void {
  registerOpenApi(server, {
    covers: (path) => !OPERATORS_PART.test(path),
    title: 'Sluice',
    version: INTERFACE_VERSION,
    summary:
      'A payment gateway: accept payments (payins) and send payments (payouts). This is the reference. The [guides](/docs/guides/) explain ' +
      'everything from the first payment to going live.\n\nEvery request needs `X-API-Version: 2`, and every business request a bearer ' +
      'token from `/auth-tokens` or `/auth-tokens-by-action`. The pages under `/docs` and `/.well-known` need no version. The version ' +
      `of this description (${INTERFACE_VERSION}) is that of the interface; the header contains only its major number.`,
    tags: [
      { name: 'Tokens', description: 'How a merchant authenticates.' },
      { name: 'Payins', description: 'Incoming payments.' },
      { name: 'Payouts', description: 'Outgoing payments.' },
      { name: 'Account', description: 'Balances, statements and invoices of the merchant.' },
      { name: 'Developers', description: 'Keys, secrets and the request log, for your team.' },
      { name: 'Settings', description: 'Settings that your team can change.' },
      { name: 'Team', description: 'Your team, for signed-in members only.' },
      { name: 'Code lists', description: 'Currencies, payment operators and top-up methods.' },
      { name: 'Rates', description: 'Exchange rates.' },
      {
        name: 'Callbacks',
        description: 'Signed notifications that a payment has changed. They contain no payment data.',
      },
    ],
    problems: { ...PAYMENT_PROBLEMS, ...MERCHANT_PROBLEMS },
    webhooks: {
      ...Object.fromEntries(REPORTED.map((reported) => [reported.type, statusChanged(reported)])),
    },
    components: {
      schemas: Object.fromEntries(Object.entries(methodComponents())),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-sluice-dashboard',
          description:
            "A team member of the merchant who is signed in to the dashboard, on the gateway's own pages.",
        },
      },
    },
  })
}

function describeToOperators(server: Server): void {
  registerOpenApi(server, {
    prefix: '/admin',
    covers: (path) => OPERATORS_PART.test(path),
    title: 'Sluice for operators',
    version: INTERFACE_VERSION,
    summary:
      "The API for the people who run the gateway, each with an operator's token, and for the reports of connectors. The command " +
      '`sluice` calls the same endpoints. No `X-API-Version` is needed. Merchants have [their own reference](/docs/).',
    tags: [
      { name: 'Admin', description: 'For the operators of the gateway, each with their own token.' },
      { name: 'Connectors', description: 'Reports from connectors.' },
      { name: 'Providers', description: 'Notifications from the built-in providers.' },
    ],
    problems: ALL_PROBLEMS,
    components: {
      securitySchemes: {
        operator: {
          type: 'http',
          scheme: 'bearer',
          description: "An operator's token, from `POST /admin/operators`.",
        },
      },
    },
  })
}

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

interface Reported {
  readonly kind: 'payin' | 'payout' | 'refund' | 'settlement'
  readonly type: string
  readonly when: string
}

const REPORTED: readonly Reported[] = [
  { kind: 'payin', type: 'payin.status_changed', when: 'at every change of its status' },
  { kind: 'payout', type: 'payout.status_changed', when: 'when it is final' },
  { kind: 'refund', type: 'refund.updated', when: 'at every change of its status' },
  { kind: 'settlement', type: 'settlement.updated', when: 'when it is final' },
]

/** A callback as its receiver sees it. */
function statusChanged({ kind, type, when }: Reported): object {
  const idName = `id${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
  const to = kind === 'settlement' ? 'your default callbackUrl' : `the callbackUrl of the ${kind}`
  return {
    post: {
      operationId: `${kind}StatusChanged`,
      tags: ['Callbacks'],
      summary: `The status of a ${kind} has changed`,
      description:
        `Sent to ${to} ${when}. ` +
        `It does not say what changed: read the ${kind}. It is signed according to Standard Webhooks 1.0 and retried until the receiver answers 2xx, so the same ` +
        'webhook-id can arrive twice. Ignore types that you do not know.',
      security: [],
      parameters: [
        header('webhook-id', 'The ID of the callback, the same for every attempt.'),
        header('webhook-timestamp', 'The time of this attempt, in seconds since the epoch.'),
        header(
          'webhook-signature',
          'v1 (HMAC-SHA256 with your callback secret) and v1a (Ed25519), separated by a space.',
        ),
        header('X-API-Version', 'The API version of the request that created it.'),
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: callbackSchema(type, idName),
            example: callbackExample(type, idName),
          },
        },
      },
      responses: {
        '2XX': { description: 'Received. Answer within 15 s; redirects are not followed.' },
        '410': { description: 'Stops all further callbacks for this payment.' },
        '4XX': { description: 'Retried later, like any response that is not 2xx.' },
      },
    },
  }
}

const callbackSchema = (type: string, idName: string) => ({
  type: 'object',
  required: ['type', 'timestamp', 'data'],
  properties: {
    type: { type: 'string', const: type },
    timestamp: { type: 'string', format: 'date-time', description: 'When the status changed.' },
    data: {
      type: 'object',
      required: [idName, 'merchantCode', 'sequence'],
      properties: {
        [idName]: { type: 'string', description: 'Your own ID, or the ID of the settlement.' },
        merchantCode: { type: 'string' },
        sequence: {
          type: 'integer',
          minimum: 1,
          description:
            'Counts the callbacks of one payment, refund or settlement from 1. Some may never reach you.',
        },
      },
    },
  },
})

const callbackExample = (type: string, idName: string) => ({
  type,
  timestamp: '2026-11-21T08:00:03.000Z',
  data: { [idName]: '018f8c2e-7d4b-7c3a-9a54-0a1b2c3d4e5f', merchantCode: 'SHOP', sequence: 1 },
})
