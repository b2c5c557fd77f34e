/** Connectors as operators write and read them. */
import type { Fault, FaultCode } from '@sluice/core/foundation/faults.ts'
import { fail, succeed } from '@sluice/core/foundation/result.ts'
import { MAX_URL_LENGTH } from '@sluice/core/foundation/urls.ts'
import { isTimeZone } from '@sluice/core/foundation/zones.ts'
import { type WireService, WireServices } from '@sluice/core/processor/connector-protocol.ts'
import { type Static, Type } from 'typebox'
import { Errors } from 'typebox/schema'
import { readAs, type Saying, worded } from '../../http/reading.ts'
import { instant } from '../context.ts'
import { choice, formed } from '../fields.ts'

const MAX_FAULTS = 20

export const BASE_URL: Saying = {
  code: 'INVALID_FORMAT',
  message: `must be a URL of at most ${MAX_URL_LENGTH} characters, without query`,
}

/** Faults have the messages of the protocol's own schema. */
const Services = readAs<WireService[]>(WireServices, (value, { path }) => {
  const [fits, errors] = Errors(WireServices, value)
  const said = (instancePath: string, code: FaultCode, message: string): Fault => ({
    path: `${path}${instancePath}`,
    code,
    message,
  })
  if (!fits)
    return fail(
      errors
        .slice(0, MAX_FAULTS)
        .map(({ instancePath, message }) => said(instancePath, 'INVALID_FORMAT', message)),
    )
  const services = value as WireService[]
  const elsewhere = services.flatMap(({ hours }, index) =>
    hours && !isTimeZone(hours.timeZone)
      ? [said(`/${index}/hours/timeZone`, 'UNKNOWN_VALUE', 'must be a time zone such as Asia/Bangkok')]
      : [],
  )
  return elsewhere.length > 0 ? fail(elsewhere) : succeed(services)
})

const baseUrl = worded(
  Type.String({
    maxLength: MAX_URL_LENGTH,
    description: 'The URL of the connector. For live connectors: https, or http on this machine.',
  }),
  BASE_URL.code,
  BASE_URL.message,
  { missing: 'is mandatory' },
)
const OPTIONAL = {
  status: Type.Optional(
    choice(['ACTIVE', 'PAUSED'], {
      description: 'PAUSED: it gets no new payments; status inquiries for its open ones continue.',
    }),
  ),
  services: Type.Optional(
    Type.Union([Services, Type.Null()], {
      description: 'Default or null: what the connector itself declares.',
    }),
  ),
}
const CHANGEABLE = { baseUrl: Type.Optional(baseUrl), ...OPTIONAL }

/** `test-native-…` is reserved for test accounts with providers. */
const CONNECTOR_NAME = /^(?!native-)[a-z][a-z0-9-]{0,39}$/

export const NewConnector = Type.Object({
  name: formed(
    CONNECTOR_NAME,
    'must be 1 to 40 characters of a-z 0-9 -, beginning with a letter and not with native-',
    {
      maxLength: 40,
      description: 'The name, of a-z 0-9 -. Its processor is http-<name> or test-<name>.',
    },
  ),
  isTest: worded(
    Type.Boolean({ description: 'Cannot be changed later.' }),
    'WRONG_TYPE',
    'must be true or false; it cannot be changed later',
  ),
  baseUrl,
  ...OPTIONAL,
})
export type NewConnector = Static<typeof NewConnector>

export const ConnectorChange = Type.Object({
  ...CHANGEABLE,
  sameConnector: Type.Optional(
    Type.Boolean({
      description:
        'With a new baseUrl: confirms that it is the same connector with all its payment data. Without it, the URL cannot be changed while payments are open.',
    }),
  ),
})
export type ConnectorChange = Static<typeof ConnectorChange>

export const SECRET = { id: Type.String(), createdAt: instant() }
const CONNECTOR = {
  name: Type.String({ description: 'Name of its processor: http-… or test-…' }),
  isTest: Type.Boolean(),
  ...CHANGEABLE,
  secrets: Type.Array(Type.Object(SECRET)),
  healthy: Type.Boolean({ description: 'The health as seen by this node.' }),
  detail: Type.String(),
  manifest: Type.Union([Type.Object({}), Type.Null()], {
    description: 'The last description that it returned.',
  }),
  createdAt: instant(),
  updatedAt: instant(),
}
export const ConnectorSchema = Type.Object(CONNECTOR, { description: 'The current connector.' })
export const MadeConnector = Type.Object(
  { ...CONNECTOR, secret: Type.String() },
  { description: 'The new connector. Its secret is shown only once.' },
)
