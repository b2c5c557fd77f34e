/** Connectors as operators write and read them. */
import { type Static, Type } from 'typebox'
import { Errors } from 'typebox/schema'
import type { Fault, FaultCode } from '../../foundation/faults.ts'
import { fail, succeed } from '../../foundation/result.ts'
import { MAX_URL_LENGTH } from '../../foundation/urls.ts'
import { isTimeZone } from '../../foundation/zones.ts'
import { readAs, type Saying, worded } from '../../http/reading.ts'
import { type WireService, WireServices } from '../../processors/connectors/protocol.ts'
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
    description: 'Where it is reached. Live ones: https, or http on this machine.',
  }),
  BASE_URL.code,
  BASE_URL.message,
  { missing: 'is mandatory' },
)
const OPTIONAL = {
  status: Type.Optional(
    choice(['ACTIVE', 'PAUSED'], {
      description: 'PAUSED: it gets no new payments; those that it has are still asked about.',
    }),
  ),
  services: Type.Optional(
    Type.Union([Services, Type.Null()], { description: 'Left out or null: what the connector says itself.' }),
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
      description: 'a-z 0-9 -; its processor is http-<name> or test-<name>.',
    },
  ),
  isTest: worded(
    Type.Boolean({ description: 'For ever.' }),
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
        'Of a new baseUrl: it is the same connector there, with all that it knows of payments. Without it the address stays while payments wait.',
    }),
  ),
})
export type ConnectorChange = Static<typeof ConnectorChange>

export const SECRET = { id: Type.String(), createdAt: instant() }
const CONNECTOR = {
  name: Type.String({ description: 'Of its processor: http-… or test-…' }),
  isTest: Type.Boolean(),
  ...CHANGEABLE,
  secrets: Type.Array(Type.Object(SECRET)),
  healthy: Type.Boolean({ description: 'As this node sees it.' }),
  detail: Type.String(),
  manifest: Type.Union([Type.Object({}), Type.Null()], { description: 'What it last said of itself.' }),
  createdAt: instant(),
  updatedAt: instant(),
}
export const ConnectorSchema = Type.Object(CONNECTOR, { description: 'The connector as it is now.' })
export const MadeConnector = Type.Object(
  { ...CONNECTOR, secret: Type.String() },
  { description: 'The new connector. Its secret is shown this once.' },
)
