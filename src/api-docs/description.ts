/**
 * The parts of the OpenAPI 3.1 documents that the routes do not declare themselves. There are two documents: one for
 * merchants, and one for operators (below `/admin`), which also has what connectors call. The merchants' document lists
 * only operations that merchants may call.
 */

import { ALL_PROBLEMS } from '../admin/problems.ts'
import { PAYMENT_PROBLEMS } from '../api/problems.ts'
import { methodComponents } from '../api/schemas.ts'
import type { MethodKind } from '../foundation/identifiers.ts'
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
      'A payment gateway: take payments in (payins), send payments out (payouts). The [guides](/docs/guides/) tell how, from the ' +
      'first payment to going live; this is the reference.\n\nEvery request carries `X-API-Version: 2`; every business request a bearer ' +
      'token from `/auth-tokens` or `/auth-tokens-by-action`. The pages under `/docs` and `/.well-known` need no version. The version ' +
      `of this description (${INTERFACE_VERSION}) is that of the interface; the header has its major number only.`,
    tags: [
      { name: 'Tokens', description: 'How a merchant proves who it is.' },
      { name: 'Payins', description: 'Incoming payments.' },
      { name: 'Payouts', description: 'Outgoing payments.' },
      { name: 'Account', description: 'What a merchant has.' },
      { name: 'Developers', description: 'Keys, secrets and the request log, for your own people.' },
      { name: 'Settings', description: 'What your own people set.' },
      { name: 'Team', description: 'Your own people, asked by them alone.' },
      { name: 'Code lists', description: 'Currencies, operators, ways to top up.' },
      { name: 'Rates', description: 'Exchange rates.' },
      { name: 'Callbacks', description: 'Thin, signed notices that a payment has changed.' },
    ],
    problems: { ...PAYMENT_PROBLEMS, ...MERCHANT_PROBLEMS },
    webhooks: {
      'payin.status_changed': statusChanged('payin'),
      'payout.status_changed': statusChanged('payout'),
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
            'Somebody of the merchant who is signed in at the dashboard, on the gateway’s own pages.',
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
      "What the people who run the gateway do with it, each with an operator's token, and what connectors report. The command " +
      '`sluice` calls the same endpoints. No `X-API-Version` is needed. Merchants have [a reference of their own](/docs/).',
    tags: [
      { name: 'Admin', description: 'For the operators of the gateway, with a token of their own.' },
      { name: 'Connectors', description: 'What providers outside the gateway tell it.' },
      { name: 'Providers', description: 'What providers tell that the gateway speaks to by itself.' },
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

/** A callback as its receiver sees it. */
function statusChanged(kind: MethodKind): object {
  const idName = kind === 'payin' ? 'idPayin' : 'idPayout'
  const type = `${kind}.status_changed`
  return {
    post: {
      operationId: `${kind}StatusChanged`,
      tags: ['Callbacks'],
      summary: `The status of a ${kind} has changed`,
      description:
        `Sent to the callbackUrl of the ${kind}${kind === 'payin' ? ' at every change of its status' : ' when it is final'}. ` +
        `It does not say what changed: read the ${kind}. Signed by Standard Webhooks 1.0; sent again until a 2xx comes, so the same ` +
        'webhook-id may come twice. Ignore types that you do not know.',
      security: [],
      parameters: [
        header('webhook-id', 'The same at every attempt at this callback.'),
        header('webhook-timestamp', 'When this attempt was made, in seconds since the epoch.'),
        header(
          'webhook-signature',
          'v1 (HMAC-SHA256 with your callback secret) and v1a (Ed25519), separated by a space.',
        ),
        header('X-API-Version', 'As on the create.'),
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
        '410': { description: 'No more callbacks for this payment, please.' },
        '4XX': { description: 'Sent again later, like anything that is not a 2xx.' },
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
        [idName]: { type: 'string', description: 'Merchant Order ID' },
        merchantCode: { type: 'string' },
        sequence: {
          type: 'integer',
          minimum: 1,
          description: "Counts this payment's callbacks, without gaps.",
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
