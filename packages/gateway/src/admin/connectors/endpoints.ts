/** Connectors: external programs for providers, which operators register, change, pause and remove. */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { Type } from 'typebox'
import { countWaiting } from '../../payments/reading.ts'
import {
  type ConnectorRecord,
  connectorName,
  deleteConnector,
  insertConnector,
  newConnectorSecret,
  updateConnector,
} from '../../processors/connectors/store.ts'
import { type ApprovalRequest, fingerprintOf, mustBeJudged } from '../approval-requests.ts'
import type { BackOffice } from '../back-office.ts'
import { notFound, refuse } from '../context.ts'
import { type Call, endpoint } from '../endpoint.ts'
import { adminProblem } from '../problems.ts'
import {
  aboutRecord,
  changedMeanwhile,
  nameTaken,
  recordIn,
  stillNeeded,
  waiting,
} from '../remote-processors.ts'
import { changedConnector, newConnector } from './rules.ts'
import { ConnectorChange, ConnectorSchema, MadeConnector, NewConnector, SECRET } from './schemas.ts'

const MAX_SECRETS = 5

const params = { name: Type.String({ description: 'http-… or test-…' }) }

function bodyOf({ gateway }: BackOffice, record: ConnectorRecord) {
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
const recordOf = ({ gateway }: BackOffice, name: string): Promise<ConnectorRecord> =>
  recordIn(gateway.connectors, name, 'connector')

const list = endpoint({
  route: 'GET /admin/connectors',
  role: 'VIEWER',
  summary: 'List the connectors, oldest first',
  answers: { 200: Type.Object({ data: Type.Array(ConnectorSchema) }) },
  async handle(call) {
    const { backOffice } = call
    await backOffice.gateway.connectors.load()
    return { data: backOffice.gateway.connectors.all().map((record) => bodyOf(backOffice, record)) }
  },
})
const show = endpoint({
  route: 'GET /admin/connectors/:name',
  role: 'VIEWER',
  summary: 'Read a connector',
  params,
  answers: { 200: ConnectorSchema },
  problems: ['NOT_FOUND'],
  async handle(call) {
    return bodyOf(call.backOffice, await recordOf(call.backOffice, call.params.name))
  },
})

const create = endpoint({
  route: 'POST /admin/connectors',
  role: 'ADMIN',
  summary: 'Register a connector; its secret is shown once',
  body: NewConnector,
  example: { name: 'acme', isTest: true, baseUrl: 'https://connector.example.com/acme' },
  answerFor: 'asker',
  answers: { 201: MadeConnector },
  problems: ['ALREADY_EXISTS'],
  operations: ['connector.change'],
  operation(call) {
    const wanted = call.check(newConnector(call.backOffice.gateway.connectorPolicyOf))
    if (wanted.isTest) return undefined
    const summary = `Add the connector ${wanted.name} at ${new URL(wanted.baseUrl).host}`
    return { operation: 'connector.change', summary, about: fingerprintOf(wanted.name) }
  },
  async handle(call) {
    const { backOffice } = call
    const { database, deps, connectors, processors, masterKey, connectorPolicyOf } = backOffice.gateway
    const { isTest, baseUrl, status, services, ...wanted } = call.check(newConnector(connectorPolicyOf))
    const name = connectorName(wanted.name, isTest)
    await connectors.load()
    if (processors.has(name)) throw nameTaken(name)
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
    const audit = call.audit({
      action: 'connector.create',
      subject: `connector ${name}`,
      detail: { host: new URL(baseUrl).host },
    })
    if ((await insertConnector(database, record, audit)) === 'exists') throw nameTaken(name)
    await settled(backOffice, name)
    return { ...bodyOf(backOffice, record), secret }
  },
  location: ({ name }) => `/admin/connectors/${name}`,
})

/** Applies the change on this node immediately, with a health check. */
async function settled({ gateway: { connectors } }: BackOffice, name: string): Promise<void> {
  await connectors.load()
  await connectors.find(name)?.connector.probe()
}

async function change(
  { backOffice, audit }: Pick<Call<unknown, unknown, unknown>, 'backOffice' | 'audit'>,
  record: ConnectorRecord,
  operation: { readonly action: string; readonly detail: object },
  isAnother = false,
): Promise<ConnectorRecord> {
  const { gateway } = backOffice
  const line = audit({ ...operation, subject: `connector ${record.name}` })
  const changed = { ...record, updatedAt: gateway.deps.clock.now() }
  if (!(await updateConnector(gateway.database, changed, line, isAnother))) {
    if (isAnother) await staysFor(backOffice, record)
    throw changedMeanwhile()
  }
  await settled(backOffice, record.name)
  return recordOf(backOffice, record.name)
}

/**
 * A connector that does not know a payment accepts it a second time, or declines it, so it may be paid twice. Only the
 * operator can say whether it is the same connector, with its data, at a new address.
 * @throws ProblemError 409 while payments wait for its status updates
 */
async function staysFor(
  { gateway: { database } }: BackOffice,
  { name }: Pick<ConnectorRecord, 'name'>,
): Promise<void> {
  const payments = await countWaiting(database, name)
  if (payments === 0) return
  const why = `${waiting(payments)} for a status update from it, and another connector at the new address would not know them.`
  const how =
    'Pause it and change the address when they are final. If it is the same connector with all its data, set sameConnector.'
  throw refuse(adminProblem('INVALID_STATE', `${why} ${how}`))
}

/** Resuming a connector needs approval, unless it is for tests. */
const resuming = (
  record: ConnectorRecord,
  to: ConnectorRecord['status'] | undefined,
): readonly ApprovalRequest[] =>
  !record.isTest && to === 'ACTIVE' && record.status === 'PAUSED'
    ? [
        {
          operation: 'connector.change',
          summary: `Resume the connector ${record.name}`,
          about: aboutRecord(record),
        },
      ]
    : []

const update = endpoint({
  route: 'PATCH /admin/connectors/:name',
  role: 'ADMIN',
  summary: 'Change a connector, or pause it',
  params,
  body: ConnectorChange,
  example: { status: 'PAUSED' },
  answers: { 200: ConnectorSchema },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  operations: ['connector.change', 'connector.services'],
  // Pausing needs no approval.
  async operation(call) {
    const record = await recordOf(call.backOffice, call.params.name)
    const policyOf = call.backOffice.gateway.connectorPolicyOf
    const { parts, isMoved, isSame } = call.check(changedConnector(record, policyOf))
    const { baseUrl, services, status } = parts
    if (isMoved && !isSame) await staysFor(call.backOffice, record)
    if (record.isTest) return undefined
    const { name } = record
    const about = aboutRecord(record)
    const same = isSame ? ', the same connector with all its data' : ''
    const moved: ApprovalRequest[] =
      baseUrl === undefined
        ? []
        : [
            {
              operation: 'connector.change',
              summary: `Move the connector ${name} to ${new URL(baseUrl).host}${same}`,
              about,
            },
          ]
    const resumed = resuming(record, status)
    const served: ApprovalRequest[] =
      services === undefined
        ? []
        : [{ operation: 'connector.services', summary: `Set the services of the connector ${name}`, about }]
    return [...moved, ...resumed, ...served]
  },
  async handle(call) {
    const { backOffice } = call
    const record = await recordOf(call.backOffice, call.params.name)
    call.still(aboutRecord(record))
    const { parts, isMoved, isSame } = call.check(
      changedConnector(record, backOffice.gateway.connectorPolicyOf),
    )
    const { services, ...rest } = parts
    mustBeJudged(call, resuming(record, parts.status))
    const after: ConnectorRecord = {
      ...record,
      ...rest,
      services: services === undefined ? record.services : (services ?? undefined),
    }
    const detail = { changed: Object.keys(parts), ...(isMoved && isSame && { sameConnector: true }) }
    const isAnother = isMoved && !isSame
    return bodyOf(backOffice, await change(call, after, { action: 'connector.change', detail }, isAnother))
  },
})

const remove = endpoint({
  route: 'DELETE /admin/connectors/:name',
  role: 'ADMIN',
  stepUp: true,
  summary: 'Delete a connector that no payment and no product uses',
  params,
  answers: { 204: Type.Null({ description: 'Deleted.' }) },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  async handle(call) {
    const { gateway } = call.backOffice
    const { name } = await recordOf(call.backOffice, call.params.name)
    const audit = call.audit({ action: 'connector.delete', subject: `connector ${name}` })
    if (!(await deleteConnector(gateway.database, name, audit)))
      throw await stillNeeded(gateway.database, name)
    await gateway.connectors.load()
    return null
  },
})

const addSecret = endpoint({
  route: 'POST /admin/connectors/:name/secrets',
  role: 'ADMIN',
  stepUp: true,
  summary: 'Add a secret to a connector; it is shown once',
  params,
  answerFor: 'asker',
  answers: {
    201: Type.Object({ ...SECRET, secret: Type.String() }, { description: 'Shown only once.' }),
  },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  operations: ['connector.change'],
  async operation(call) {
    const record = await recordOf(call.backOffice, call.params.name)
    if (record.isTest) return undefined
    const summary = `Add a secret to the connector ${record.name}`
    return { operation: 'connector.change', summary, about: aboutRecord(record) }
  },
  async handle(call) {
    const { gateway } = call.backOffice
    const record = await recordOf(call.backOffice, call.params.name)
    call.still(aboutRecord(record))
    if (record.secrets.length >= MAX_SECRETS)
      throw refuse(adminProblem('INVALID_STATE', `It has ${MAX_SECRETS} secrets; remove one first.`))
    const { secret, kept } = newConnectorSecret(record.name, gateway.masterKey, gateway.deps)
    const after = { ...record, secrets: [kept, ...record.secrets] }
    await change(call, after, { action: 'connector.secret.add', detail: { id: kept.id } })
    return { id: kept.id, createdAt: isoTime(kept.createdAt), secret }
  },
})
const removeSecret = endpoint({
  route: 'DELETE /admin/connectors/:name/secrets/:id',
  role: 'ADMIN',
  stepUp: true,
  summary: 'Remove a secret from a connector',
  params: { ...params, id: Type.String() },
  answers: { 204: Type.Null({ description: 'Deleted.' }) },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  async handle(call) {
    const { id } = call.params
    const record = await recordOf(call.backOffice, call.params.name)
    const secrets = record.secrets.filter((secret) => secret.id !== id)
    if (secrets.length === record.secrets.length) throw notFound('secret')
    if (secrets.length === 0)
      throw refuse(adminProblem('INVALID_STATE', 'The last secret cannot be removed: add another one first.'))
    await change(call, { ...record, secrets }, { action: 'connector.secret.remove', detail: { id } })
    return null
  },
})

export const CONNECTOR_ENDPOINTS = [create, list, show, update, remove, addSecret, removeSecret]
