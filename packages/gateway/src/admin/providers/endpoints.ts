/** Accounts with providers: registered, changed, checked, paused and removed by operators. Secrets are never shown. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { Provider, Settings } from '@sluice/provider-kit/provider.ts'
import { providerOf } from '@sluice/providers/all-providers.ts'
import { Type } from 'typebox'
import { countWaiting } from '../../payments/reading.ts'
import { markChecked } from '../../processors/providers/last-contact.ts'
import {
  type AccountRecord,
  accountName,
  deleteAccount,
  insertAccount,
  NOTIFICATION_SECRET,
  openSettings,
  type SealedSetting,
  sealSetting,
  updateAccount,
} from '../../processors/providers/store.ts'
import { fingerprintOf, mustBeJudged } from '../approval-requests.ts'
import type { BackOffice } from '../back-office.ts'
import { baseUrlOf } from '../connectors/rules.ts'
import { refuse } from '../context.ts'
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
import { findingsOf } from './check.ts'
import { kinds } from './kinds.ts'
import {
  type AddressFault,
  approvalRequestOf,
  type ChangedAccount,
  changedAccount,
  newAccount,
} from './rules.ts'
import { CheckSchema, NewProvider, ProviderChange, ProviderSchema } from './schemas.ts'

const params = { name: Type.String({ description: 'native-… or test-native-…' }) }

function bodyOf({ gateway }: BackOffice, record: AccountRecord) {
  const { name, provider, isTest, status, settings, secrets, createdAt, updatedAt } = record
  const processor = gateway.providers.find(name)?.processor
  return {
    name,
    provider,
    isTest,
    status,
    settings,
    secrets: Object.entries(secrets)
      .filter(([setting]) => setting !== NOTIFICATION_SECRET)
      .map(([setting, { setAt, endsAt }]) => ({
        name: setting,
        setAt: isoTime(setAt),
        endsAt: endsAt === undefined ? null : isoTime(endsAt),
      })),
    serves: (processor?.offered ?? []).map(({ kind, paymentMethodCodes, currencyCodes }) => ({
      kind,
      paymentMethodCodes,
      currencyCodes,
    })),
    notificationUrl: gateway.notificationUrlOf(record),
    healthy: processor?.health().healthy ?? false,
    detail: processor?.health().detail ?? '',
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  }
}

// @throws ProblemError 404
const recordOf = ({ gateway }: BackOffice, name: string): Promise<AccountRecord> =>
  recordIn(gateway.providers, name, 'account; their names begin with native- or test-native-')

const addressFaultOf =
  ({ gateway }: BackOffice): AddressFault =>
  (url, isTest) => {
    const judged = baseUrlOf(url, isTest, gateway.connectorPolicyOf({ isTest }))
    return judged.ok ? undefined : judged.failure
  }

/** Separates what may be shown from sealed values. An unchanged value keeps its time. */
function keptApart(
  { gateway }: BackOffice,
  { name, provider, settings }: { name: string; provider: Provider; settings: Settings },
  before: Pick<AccountRecord, 'secrets'>,
  changed: readonly string[],
): Pick<AccountRecord, 'settings' | 'secrets'> {
  const shown: Record<string, string> = {}
  const { [NOTIFICATION_SECRET]: notified } = before.secrets
  const secrets: Record<string, SealedSetting> = notified ? { [NOTIFICATION_SECRET]: notified } : {}
  const seal = (setting: string, text: string, endsAt?: Instant) =>
    sealSetting(gateway.masterKey, { name, setting, text, endsAt }, gateway.deps)
  for (const { name: setting, isSecret, endsAt } of provider.settings) {
    const text = settings[setting]
    if (text === undefined) continue
    const kept = before.secrets[setting]
    if (!isSecret) shown[setting] = text
    else if (kept && !changed.includes(setting)) secrets[setting] = kept
    else secrets[setting] = seal(setting, text, endsAt?.(text))
  }
  return { settings: shown, secrets }
}

function providerIn(record: AccountRecord): Provider {
  const provider = providerOf(record.provider)
  assert(provider, 'an account is of a provider that the program has')
  return provider
}

const changeOf = (backOffice: BackOffice, record: AccountRecord) =>
  changedAccount(
    providerIn(record),
    openSettings(record, backOffice.gateway.masterKey),
    record.isTest,
    addressFaultOf(backOffice),
  )

const list = endpoint({
  route: 'GET /admin/providers',
  role: 'ADMIN',
  summary: 'List the accounts with providers, oldest first',
  answers: { 200: Type.Object({ data: Type.Array(ProviderSchema) }) },
  async handle({ backOffice }) {
    await backOffice.gateway.providers.load()
    return { data: backOffice.gateway.providers.all().map((record) => bodyOf(backOffice, record)) }
  },
})

const show = endpoint({
  route: 'GET /admin/providers/:name',
  role: 'ADMIN',
  summary: 'Read an account with a provider',
  params,
  answers: { 200: ProviderSchema },
  problems: ['NOT_FOUND'],
  async handle({ backOffice, params: { name } }) {
    return bodyOf(backOffice, await recordOf(backOffice, name))
  },
})

const create = endpoint({
  route: 'POST /admin/providers',
  role: 'ADMIN',
  stepUp: true,
  summary: 'Register an account with a provider; its secrets are encrypted and never shown again',
  guide: 'providers.md',
  body: NewProvider,
  example: {
    name: 'bank',
    provider: 'pix',
    isTest: true,
    settings: {
      profile: 'bacen',
      baseUrl: 'https://pix.bank.example/api/v2',
      pixKey: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
      payeeName: 'Loja Exemplo',
      city: 'Sao Paulo',
      clientId: 'client-id-of-your-application',
      clientSecret: 'client-secret-of-your-application',
    },
  },
  secrets: ['settings'],
  answers: { 201: ProviderSchema },
  problems: ['ALREADY_EXISTS'],
  operations: ['provider.change'],
  operation(call) {
    const { name, isTest, provider, settings } = call.check(newAccount(addressFaultOf(call.backOffice)))
    if (isTest) return undefined
    const { host } = new URL(provider.reach(settings).baseUrl)
    const summary = `Add the account ${name} with ${provider.code} at ${host}`
    return { operation: 'provider.change', summary, about: fingerprintOf(name) }
  },
  async handle(call) {
    const { backOffice } = call
    const { database, deps, providers, processors, masterKey } = backOffice.gateway
    const wanted = call.check(newAccount(addressFaultOf(backOffice)))
    const name = accountName(wanted.name, wanted.isTest)
    await providers.load()
    if (processors.has(name)) throw nameTaken(name)
    const text = Buffer.from(deps.randomness.bytes(24)).toString('base64url')
    const notified = sealSetting(masterKey, { name, setting: NOTIFICATION_SECRET, text }, deps)
    const at = deps.clock.now()
    const record: AccountRecord = {
      name,
      provider: wanted.provider.code,
      isTest: wanted.isTest,
      status: 'ACTIVE',
      ...keptApart(backOffice, { ...wanted, name }, { secrets: { [NOTIFICATION_SECRET]: notified } }, []),
      identity: deps.randomness.uuidV7(at),
      version: 1,
      createdAt: at,
      updatedAt: at,
    }
    const audit = call.audit({
      action: 'provider.create',
      subject: `provider ${name}`,
      detail: {
        provider: record.provider,
        host: new URL(wanted.provider.reach(wanted.settings).baseUrl).host,
      },
    })
    if ((await insertAccount(database, record, audit)) === 'exists') throw nameTaken(name)
    await settled(backOffice, name)
    return bodyOf(backOffice, record)
  },
  location: ({ name }) => `/admin/providers/${name}`,
})

/** Applies the change on this node immediately, with a health check. */
async function settled({ gateway: { providers } }: BackOffice, name: string): Promise<void> {
  await providers.load()
  await providers.find(name)?.processor.probe()
}

const SAME = { moved: [], isAnother: false }

async function change(
  { backOffice, audit }: Pick<Call<unknown, unknown, unknown>, 'backOffice' | 'audit'>,
  record: AccountRecord,
  detail: object,
  { moved, isAnother }: Pick<ChangedAccount, 'moved' | 'isAnother'> = SAME,
): Promise<AccountRecord> {
  const { database, deps } = backOffice.gateway
  const line = audit({ action: 'provider.change', subject: `provider ${record.name}`, detail })
  const at = deps.clock.now()
  const identity = isAnother ? deps.randomness.uuidV7(at) : record.identity
  const changed = { ...record, identity, updatedAt: at }
  if (!(await updateAccount(database, changed, line, moved.length > 0))) {
    await staysFor(backOffice, record, moved)
    throw changedMeanwhile()
  }
  await settled(backOffice, record.name)
  return recordOf(backOffice, record.name)
}

/**
 * Another account at the provider does not know earlier payments and would report them as never sent.
 * @param moved settings that identify the account
 * @throws ProblemError 409 while payments wait for its status updates
 */
async function staysFor(
  { gateway: { database } }: BackOffice,
  { name }: AccountRecord,
  moved: readonly string[],
): Promise<void> {
  if (moved.length === 0) return
  const payments = await countWaiting(database, name)
  if (payments === 0) return
  const says = moved.length === 1 ? 'says' : 'say'
  const why = `${moved.join(', ')} ${says} which account at the provider it is, and ${waiting(payments)} for a status update from that one.`
  const how =
    'Pause it and change this when they are final, or register the other account separately. Secrets can be renewed at any time.'
  throw refuse(adminProblem('INVALID_STATE', `${why} ${how}`))
}

const update = endpoint({
  route: 'PATCH /admin/providers/:name',
  role: 'ADMIN',
  stepUp: true,
  summary: 'Change the settings of an account with a provider, or pause it',
  guide: 'providers.md',
  params,
  body: ProviderChange,
  example: { status: 'PAUSED' },
  secrets: ['settings'],
  answers: { 200: ProviderSchema },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  operations: ['provider.change'],
  // Pausing needs no approval.
  async operation(call) {
    const record = await recordOf(call.backOffice, call.params.name)
    const wanted = call.check(changeOf(call.backOffice, record))
    await staysFor(call.backOffice, record, wanted.moved)
    return approvalRequestOf(record, wanted)
  },
  async handle(call) {
    const { backOffice } = call
    const record = await recordOf(backOffice, call.params.name)
    call.still(aboutRecord(record))
    const provider = providerIn(record)
    const wanted = call.check(changeOf(backOffice, record))
    mustBeJudged(call, approvalRequestOf(record, wanted))
    const names = Object.keys(wanted.changed)
    const changed = { name: record.name, provider, settings: wanted.settings }
    const kept = keptApart(backOffice, changed, record, names)
    const status = wanted.status ?? record.status
    const detail = { changed: [...names, ...(wanted.status === undefined ? [] : ['status'])] }
    return bodyOf(backOffice, await change(call, { ...record, ...kept, status }, detail, wanted))
  },
})

const remove = endpoint({
  route: 'DELETE /admin/providers/:name',
  role: 'ADMIN',
  stepUp: true,
  summary: 'Delete an account with a provider that no payment and no product uses',
  params,
  answers: { 204: Type.Null({ description: 'Deleted.' }) },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  async handle(call) {
    const { gateway } = call.backOffice
    const { name } = await recordOf(call.backOffice, call.params.name)
    const audit = call.audit({ action: 'provider.delete', subject: `provider ${name}` })
    if (!(await deleteAccount(gateway.database, name, audit))) throw await stillNeeded(gateway.database, name)
    await gateway.providers.load()
    return null
  },
})

const check = endpoint({
  route: 'POST /admin/providers/:name/!check',
  role: 'ADMIN',
  summary: 'Check an account with a provider: credentials, certificate, notifications and balance',
  guide: 'providers.md',
  params,
  answers: { 200: CheckSchema },
  problems: ['NOT_FOUND'],
  async handle({ backOffice, params: { name } }) {
    const record = await recordOf(backOffice, name)
    const { providers, database, deps } = backOffice.gateway
    const url = backOffice.gateway.notificationUrlOf(record)
    const findings = await findingsOf(providers.open(record).account, record, url, deps.clock.now())
    await markChecked(database, name, deps.clock.now())
    return { findings }
  },
})

const subscribe = endpoint({
  route: 'POST /admin/providers/:name/!subscribe',
  role: 'ADMIN',
  stepUp: true,
  summary: "Subscribe this gateway to the provider's notifications",
  guide: 'providers.md',
  params,
  answers: { 200: ProviderSchema },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  async handle(call) {
    const { backOffice } = call
    const record = await recordOf(backOffice, call.params.name)
    const account = backOffice.gateway.providers.find(record.name)?.processor.account
    if (!account?.subscribe)
      throw refuse(
        adminProblem('INVALID_STATE', "Set the address in this provider's dashboard: see notificationUrl."),
      )
    const answer = await account.subscribe(backOffice.gateway.notificationUrlOf(record))
    if (!answer.ok) throw refuse(adminProblem('INVALID_STATE', `Nothing was changed: ${answer.why}.`))
    return bodyOf(backOffice, await change(call, record, { subscribed: true }))
  },
})

export const PROVIDER_ENDPOINTS = [kinds, create, list, show, update, remove, check, subscribe]
