/**
 * `docs/connector-openapi.json`: the connector protocol as an OpenAPI document, made from the schemas that validate it.
 */
import { type TSchema, Type } from 'typebox'
import * as wire from '../../src/processors/connectors/protocol.ts'

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
    'Everything but a signed 200 is no answer, and says nothing about the payment: the gateway asks again.',
}
const answers = (description: string, result: TSchema) => ({
  200: {
    description: `${description} Signed, with the webhook-id of the request.`,
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
      summary: 'What the connector serves',
      description:
        'Asked every 30 seconds by every node: so the gateway knows, too, whether the connector is there.',
      parameters: SIGNED,
      responses: answers('What it serves.', wire.ConnectorManifest),
    },
  },
  '/check': call(
    'check',
    'Would it take this payment?',
    'Optional, named in the manifest. Before the gateway has accepted the payment, and without effect at the provider.',
    wire.CheckResult,
    payment,
  ),
  '/accept': call(
    'accept',
    'Take the payment on',
    'Idempotent by payment.key: asked again after a timeout or a crash, also at the same time. Write it down before you answer.',
    wire.AcceptResult,
    {
      ...payment,
      receiving: Type.Object(
        {},
        {
          additionalProperties: true,
          description:
            'By name what a payer must be told by this method: { need: mandatory or optional, description, form }. What has the form page is opened by browsers: an address of https, http or an app.',
        },
      ),
    },
  ),
  '/status': call(
    'ask',
    'What became of the payment?',
    'After 1, 2, 5, 10 and 30 minutes without news, then every hour, and after an expiry.',
    wire.InquiryResult,
    payment,
  ),
  '/cancel': call(
    'cancel',
    'Take the payment back, if it is not too late',
    'Optional, named in the manifest. When a payin has expired, or an operator wishes it.',
    wire.CancelResult,
    payment,
  ),
  '/connectors/{name}/status-updates': {
    servers: [{ url: 'https://gateway.example', description: 'The gateway.' }],
    post: {
      operationId: 'updateStatus',
      tags: ['Gateway'],
      summary: 'Something became of a payment',
      description:
        'May be told twice, late and in any order: the same statusUpdateId counts once. Anything but 200: tell it again, later and later.',
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
        200: { description: 'The gateway has it.', content: json(wire.StatusUpdateAnswerBody) },
        400: { description: 'Not a report of this protocol.' },
        401: { description: 'The name, the signature or the time (within 300 s) is not right.' },
        429: { description: 'Too many wrong signatures from this address.' },
        503: {
          description:
            'Not now: the payin lacks its external reference, or the gateway is busy. Tell it again.',
        },
      },
    },
  },
}

const header = (name: string, description: string) => ({ name, description, schema: { type: 'string' } })
const HEADERS = {
  WebhookId: header(
    'webhook-id',
    'Of the message. A request keeps it when it is tried again; its answer carries it.',
  ),
  WebhookTimestamp: header('webhook-timestamp', 'Seconds since the epoch; more than 300 s off is refused.'),
  WebhookSignature: header(
    'webhook-signature',
    'One or several, separated by spaces: v1, and the base64 of HMAC-SHA256 over id.timestamp.body. Any one that holds suffices.',
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
        'How the gateway and a provider speak, in any language. Requests and answers are signed by Standard Webhooks 1.0 ' +
        "(https://www.standardwebhooks.com) with the connector's secret. docs/operators/connectors.md is the guide.",
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'https://connector.example', description: 'The base URL that an operator registered.' }],
    tags: [
      { name: 'Connector', description: 'What the gateway calls.' },
      { name: 'Gateway', description: 'What the connector calls.' },
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
  return `${JSON.stringify(document, undefined, 2)}\n`
}
