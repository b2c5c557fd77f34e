/**
 * `docs/connector-openapi.json`: the connector protocol as an OpenAPI document, made from the schemas that validate it.
 */
import * as wire from '@sluice/core/processor/connector-protocol.ts'
import { type TSchema, Type } from 'typebox'
import { inLines } from '../openapi/lines.ts'

/** Defined once and referenced wherever they occur. */
const NAMED: Readonly<Record<string, TSchema>> = {
  Money: wire.WireMoney,
  Hours: wire.WireHours,
  Service: wire.WireService,
  Manifest: wire.ConnectorManifest,
  Payment: wire.WirePayment,
  StatusChange: wire.StatusChange,
  StatusUpdate: wire.WireStatusUpdate,
  CheckResult: wire.CheckResult,
  AcceptResult: wire.AcceptResult,
  InquiryResult: wire.InquiryResult,
  CancelResult: wire.CancelResult,
}
const nameOf = new Map(Object.entries(NAMED).map(([name, schema]) => [JSON.stringify(schema), name]))

function withReferences(schema: unknown, isRoot = false): unknown {
  if (Array.isArray(schema)) return schema.map((each) => withReferences(each))
  if (typeof schema !== 'object' || schema === null) return schema
  const name = isRoot ? undefined : nameOf.get(JSON.stringify(schema))
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withReferences(value)]))
}

const SIGNED = ['WebhookId', 'WebhookTimestamp', 'WebhookSignature'].map((name) => ({
  $ref: `#/components/parameters/${name}`,
}))
const json = (schema: TSchema) => ({ 'application/json': { schema: withReferences(schema) } })

const NO_ANSWER = {
  description:
    'Any response except a signed 200 says nothing about the payment: the gateway repeats the call.',
}
const answers = (description: string, result: TSchema) => ({
  200: {
    description: `${description.replace(/\.?$/, '.')} Signed, with the webhook-id of the request.`,
    headers: {
      'webhook-id': { $ref: '#/components/headers/WebhookId' },
      'webhook-timestamp': { $ref: '#/components/headers/WebhookTimestamp' },
      'webhook-signature': { $ref: '#/components/headers/WebhookSignature' },
    },
    content: json(result),
  },
  '4XX': NO_ANSWER,
})

const call = (
  name: string,
  summary: string,
  description: string,
  result: TSchema,
  data: Record<string, TSchema>,
) => ({
  post: {
    operationId: name,
    tags: ['Connector'],
    summary,
    description,
    parameters: SIGNED,
    requestBody: { required: true, content: json(wire.message(`payment.${name}`, data)) },
    responses: answers(summary, result),
  },
})

const payment = { payment: wire.WirePayment }

const PATHS = {
  '/': {
    get: {
      operationId: 'manifest',
      tags: ['Connector'],
      summary: 'Read the services of the connector',
      description: 'Every node calls this every 30 seconds, also to check that the connector is available.',
      parameters: SIGNED,
      responses: answers('Its services.', wire.ConnectorManifest),
    },
  },
  '/check': call(
    'check',
    'Check whether it would accept a payment',
    'Optional; declared in the manifest. Called before the gateway has accepted the payment, and without effect at the provider.',
    wire.CheckResult,
    payment,
  ),
  '/accept': call(
    'accept',
    'Accept a payment',
    'Idempotent by payment.key: the gateway repeats it after a timeout or a crash, possibly concurrently. Store the payment before you answer.',
    wire.AcceptResult,
    {
      ...payment,
      receiving: Type.Object(
        {},
        {
          additionalProperties: true,
          description:
            'The details that a payer must be shown for this method, by name: { need: mandatory or optional, description, form }. Browsers open details with the form page: an https, http or app URL.',
        },
      ),
    },
  ),
  '/status': call(
    'ask',
    'Read the status of a payment (status inquiry)',
    'After 1, 2, 5, 10 and 30 minutes without a status update, then every hour, and after an expiry.',
    wire.InquiryResult,
    payment,
  ),
  '/cancel': call(
    'cancel',
    'Cancel a payment, if it is not too late',
    'Optional; declared in the manifest. Called when a payin has expired or an operator requests it.',
    wire.CancelResult,
    payment,
  ),
  '/connectors/{name}/status-updates': {
    servers: [{ url: 'https://gateway.example', description: 'The gateway.' }],
    post: {
      operationId: 'updateStatus',
      tags: ['Gateway'],
      summary: 'Report a status update of a payment',
      description:
        'Reports may be repeated, late and in any order: the same statusUpdateId counts once. After any response except 200, retry with increasing intervals.',
      parameters: [
        {
          name: 'name',
          in: 'path',
          required: true,
          description: 'http-… or test-…',
          schema: { type: 'string' },
        },
        ...SIGNED,
      ],
      requestBody: { required: true, content: json(wire.StatusUpdateMessage) },
      responses: {
        200: { description: 'The gateway has received it.', content: json(wire.StatusUpdateAnswerBody) },
        400: { description: 'Not a valid report of this protocol.' },
        401: { description: 'The name, the signature or the timestamp (within 300 s) is wrong.' },
        429: { description: 'Too many wrong signatures from this address.' },
        503: {
          description:
            'Not now: the payin lacks its external reference, or the gateway is busy. Retry later.',
        },
      },
    },
  },
}

const header = (name: string, description: string) => ({ name, description, schema: { type: 'string' } })
const HEADERS = {
  WebhookId: header(
    'webhook-id',
    'ID of the message. A repeated request has the same ID, and so has its response.',
  ),
  WebhookTimestamp: header(
    'webhook-timestamp',
    'Seconds since the epoch. A difference of more than 300 s is refused.',
  ),
  WebhookSignature: header(
    'webhook-signature',
    'One or more signatures, separated by spaces: v1, and the base64 of HMAC-SHA256 over id.timestamp.body. One valid signature is enough.',
  ),
}

/** The whole document. */
export function connectorOpenapi(): string {
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Sluice connector protocol',
      version: '1',
      description:
        'The protocol between the gateway and a connector in any language. Requests and responses are signed according to Standard Webhooks 1.0 ' +
        "(https://www.standardwebhooks.com) with the connector's secret. docs/operators/connectors.md is the guide.",
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'https://connector.example', description: 'The base URL that an operator registered.' }],
    tags: [
      { name: 'Connector', description: 'Calls by the gateway.' },
      { name: 'Gateway', description: 'Calls by the connector.' },
    ],
    security: [],
    paths: PATHS,
    components: {
      parameters: Object.fromEntries(
        Object.entries(HEADERS).map(([name, each]) => [name, { ...each, in: 'header', required: true }]),
      ),
      headers: Object.fromEntries(
        Object.entries(HEADERS).map(([key, { name: _, ...each }]) => [key, { ...each, required: true }]),
      ),
      schemas: Object.fromEntries(
        Object.entries(NAMED).map(([name, schema]) => [name, withReferences(schema, true)]),
      ),
    },
  }
  return `${inLines(document)}\n`
}
