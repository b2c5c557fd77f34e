/** Connectors: providers outside of the gateway, registered, changed, paused and taken away by operators. */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { isoTime } from '../../foundation/instants.ts'
import { validationFailed } from '../../http/problems.ts'
import { WireServices } from '../../processors/http/protocol.ts'
import {
  type ConnectorRecord,
  connectorName,
  deleteConnector,
  insertConnector,
  newConnectorSecret,
  updateConnector,
} from '../../processors/http/store.ts'
import { type AdminContext, auditLine, described, instant, notFound, refuse } from '../context.ts'
import { adminProblem } from '../problems.ts'
import { readConnectorChange, readNewConnector } from './request.ts'

const MAX_SECRETS = 5

const CHANGEABLE = {
  baseUrl: Type.Optional(
    Type.String({
      format: 'uri',
      description: 'Where it is reached. Live ones: https, or http on this machine.',
    }),
  ),
  status: Type.Optional(
    Type.Union([Type.Literal('ACTIVE'), Type.Literal('PAUSED')], {
      description: 'PAUSED: it gets no new payments; those that it has are still asked about.',
    }),
  ),
  services: Type.Optional(
    Type.Union([WireServices, Type.Null()], {
      description: 'Left out or null: what the connector says itself.',
    }),
  ),
}
const SecretFacts = { id: Type.String(), createdAt: instant() }
const CONNECTOR = {
  name: Type.String({ description: 'Of its processor: http-… or test-…' }),
  isTest: Type.Boolean(),
  ...CHANGEABLE,
  secrets: Type.Array(Type.Object(SecretFacts)),
  healthy: Type.Boolean({ description: 'As this node sees it.' }),
  detail: Type.String(),
  manifest: Type.Union([Type.Object({}), Type.Null()], { description: 'What it last said of itself.' }),
  createdAt: instant(),
  updatedAt: instant(),
}
const ConnectorSchema = Type.Object(CONNECTOR, { description: 'The connector as it is now.' })

const params = { name: Type.String({ description: 'http-… or test-…' }) }
interface Named {
  readonly name: string
}

export function registerConnectorRoutes(context: AdminContext): void {
  registerReading(context)
  registerMaking(context)
  registerChanging(context)
  registerSecrets(context)
}

function bodyOf({ gateway }: AdminContext, record: ConnectorRecord) {
  const connector = gateway.connectors.find(record.name)?.connector
  const { name, isTest, baseUrl, status, services, secrets } = record
  return {
    name,
    isTest,
    baseUrl,
    status,
    services: services ?? null,
    secrets: secrets.map(({ id, createdAt }) => ({ id, createdAt: isoTime(createdAt) })),
    healthy: connector?.health().healthy ?? false,
    detail: connector?.health().detail ?? '',
    manifest: connector?.manifest ?? null,
    createdAt: isoTime(record.createdAt),
    updatedAt: isoTime(record.updatedAt),
  }
}

/** @throws ProblemError 404 */
async function recordOf({ gateway }: AdminContext, name: string): Promise<ConnectorRecord> {
  await gateway.connectors.load()
  const found = gateway.connectors.find(name)
  if (!found) throw notFound('connector')
  return found.record
}

function registerReading(context: AdminContext): void {
  context.app.get<{ Reply: unknown }>(
    '/admin/connectors',
    described(context, {
      role: 'VIEWER',
      summary: 'List the connectors, the oldest first',
      answers: { 200: Type.Object({ data: Type.Array(ConnectorSchema) }) },
    }),
    async () => {
      await context.gateway.connectors.load()
      return { data: context.gateway.connectors.all().map((record) => bodyOf(context, record)) }
    },
  )
  context.app.get<{ Params: Named; Reply: unknown }>(
    '/admin/connectors/:name',
    described(context, {
      role: 'VIEWER',
      summary: 'Read a connector',
      params,
      answers: { 200: ConnectorSchema },
      problems: ['NOT_FOUND'],
    }),
    async (request) => bodyOf(context, await recordOf(context, request.params.name)),
  )
}

function registerMaking(context: AdminContext): void {
  const { gateway } = context
  const { deps, database, masterKey, processors, connectors } = gateway
  context.app.post<{ Body: unknown; Reply: unknown }>(
    '/admin/connectors',
    described(context, {
      role: 'ADMIN',
      summary: 'Register a connector; its secret is shown once',
      body: Type.Object({
        name: Type.String({
          maxLength: 40,
          description: 'a-z 0-9 -; its processor is http-<name> or test-<name>.',
        }),
        isTest: Type.Boolean({ description: 'For ever.' }),
        ...CHANGEABLE,
        baseUrl: Type.String({ format: 'uri' }),
      }),
      answers: {
        201: Type.Object(
          { ...CONNECTOR, secret: Type.String() },
          { description: 'The new connector. Its secret is shown this once.' },
        ),
      },
      problems: ['ALREADY_EXISTS'],
    }),
    async (request, reply) => {
      const wanted = readNewConnector(request.body, gateway.connectorPolicyOf)
      if (!wanted.ok) throw refuse(validationFailed(wanted.failure))
      const { isTest, baseUrl, status, services } = wanted.value
      const name = connectorName(wanted.value.name, isTest)
      const taken = refuse(adminProblem('ALREADY_EXISTS', `There is a processor ${name}.`))
      await connectors.load()
      if (processors.has(name)) throw taken
      const { secret, kept } = newConnectorSecret(name, masterKey, deps)
      const at = deps.clock.now()
      const record: ConnectorRecord = {
        name,
        isTest,
        baseUrl,
        status,
        services,
        secrets: [kept],
        version: 1,
        createdAt: at,
        updatedAt: at,
      }
      const audit = auditLine(gateway, request, {
        action: 'connector.create',
        subject: `connector ${name}`,
        detail: { host: new URL(baseUrl).host },
      })
      if ((await insertConnector(database, record, audit)) === 'exists') throw taken
      await settled(context, name)
      reply.code(201).header('location', `/admin/connectors/${name}`)
      return { ...bodyOf(context, record), secret }
    },
  )
}

/** This node knows it at once, and whether it answers. */
async function settled({ gateway: { connectors } }: AdminContext, name: string): Promise<void> {
  await connectors.load()
  await connectors.find(name)?.connector.probe()
}

async function change(
  context: AdminContext,
  request: FastifyRequest,
  record: ConnectorRecord,
  act: { readonly action: string; readonly detail: object },
): Promise<ConnectorRecord> {
  const { gateway } = context
  const audit = auditLine(gateway, request, { ...act, subject: `connector ${record.name}` })
  const changed = { ...record, updatedAt: gateway.deps.clock.now() }
  if (!(await updateConnector(gateway.database, changed, audit)))
    throw refuse(adminProblem('INVALID_STATE', 'Somebody else has just changed it. Read it, and try again.'))
  await settled(context, record.name)
  return recordOf(context, record.name)
}

function registerChanging(context: AdminContext): void {
  const { app, gateway } = context
  app.patch<{ Params: Named; Body: unknown; Reply: unknown }>(
    '/admin/connectors/:name',
    described(context, {
      role: 'ADMIN',
      summary: 'Change a connector, or pause it',
      params,
      body: Type.Object(CHANGEABLE),
      answers: { 200: ConnectorSchema },
      problems: ['NOT_FOUND', 'INVALID_STATE'],
    }),
    async (request) => {
      const record = await recordOf(context, request.params.name)
      const read = readConnectorChange(request.body, record.isTest, gateway.connectorPolicyOf)
      if (!read.ok) throw refuse(validationFailed(read.failure))
      const { services, ...rest } = read.value
      const after: ConnectorRecord = {
        ...record,
        ...rest,
        services: services === undefined ? record.services : (services ?? undefined),
      }
      const detail = { changed: Object.keys(read.value) }
      return bodyOf(context, await change(context, request, after, { action: 'connector.change', detail }))
    },
  )
  app.delete<{ Params: Named; Reply: unknown }>(
    '/admin/connectors/:name',
    described(context, {
      role: 'ADMIN',
      summary: 'Take a connector away for which no payment waits',
      params,
      answers: { 204: Type.Null({ description: 'It is gone.' }) },
      problems: ['NOT_FOUND', 'INVALID_STATE'],
    }),
    async (request, reply) => {
      const { name } = await recordOf(context, request.params.name)
      const audit = auditLine(gateway, request, { action: 'connector.delete', subject: `connector ${name}` })
      if (!(await deleteConnector(gateway.database, name, audit))) {
        const detail = 'Payments still wait for news from it. Pause it, and take it away when they are over.'
        throw refuse(adminProblem('INVALID_STATE', detail))
      }
      await gateway.connectors.load()
      return reply.code(204).send()
    },
  )
}

function registerSecrets(context: AdminContext): void {
  const { app, gateway } = context
  app.post<{ Params: Named; Reply: unknown }>(
    '/admin/connectors/:name/secrets',
    described(context, {
      role: 'ADMIN',
      summary: 'Add a secret to a connector; it is shown once',
      params,
      answers: {
        201: Type.Object({ ...SecretFacts, secret: Type.String() }, { description: 'Shown this once.' }),
      },
      problems: ['NOT_FOUND', 'INVALID_STATE'],
    }),
    async (request, reply) => {
      const record = await recordOf(context, request.params.name)
      if (record.secrets.length >= MAX_SECRETS)
        throw refuse(adminProblem('INVALID_STATE', `It has ${MAX_SECRETS} secrets; remove one first.`))
      const { secret, kept } = newConnectorSecret(record.name, gateway.masterKey, gateway.deps)
      const after = { ...record, secrets: [kept, ...record.secrets] }
      await change(context, request, after, { action: 'connector.secret.add', detail: { id: kept.id } })
      reply.code(201)
      return { id: kept.id, createdAt: isoTime(kept.createdAt), secret }
    },
  )
  app.delete<{ Params: Named & { readonly id: string }; Reply: unknown }>(
    '/admin/connectors/:name/secrets/:id',
    described(context, {
      role: 'ADMIN',
      summary: 'Remove a secret from a connector',
      params: { ...params, id: Type.String() },
      answers: { 204: Type.Null({ description: 'It is gone.' }) },
      problems: ['NOT_FOUND', 'INVALID_STATE'],
    }),
    async (request, reply) => {
      const { id } = request.params
      const record = await recordOf(context, request.params.name)
      const secrets = record.secrets.filter((secret) => secret.id !== id)
      if (secrets.length === record.secrets.length) throw notFound('secret')
      if (secrets.length === 0)
        throw refuse(adminProblem('INVALID_STATE', 'The last secret stays: add another one first.'))
      await change(
        context,
        request,
        { ...record, secrets },
        { action: 'connector.secret.remove', detail: { id } },
      )
      return reply.code(204).send()
    },
  )
}
