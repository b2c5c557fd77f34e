/** Checks an account with a provider as an operator describes it. Pure. */
import type { Fault } from '@sluice/core/foundation/faults.ts'
import type { Provider, ProviderSetting, Settings } from '@sluice/provider-kit/provider.ts'
import { providerOf } from '@sluice/providers/all-providers.ts'
import type { Given, Saying, Terms } from '../../http/reading.ts'
import { placeFaults } from '../../processors/providers/places.ts'
import type { AccountRecord } from '../../processors/providers/store.ts'
import type { ApprovalRequest } from '../approval-requests.ts'
import { aboutRecord } from '../remote-processors.ts'
import type { NewProvider, ProviderChange } from './schemas.ts'

export interface WantedAccount {
  readonly name: string
  readonly provider: Provider
  readonly isTest: boolean
  readonly settings: Settings
}

/** Whether the gateway may connect there. @returns why not */
export type AddressFault = (url: string, isTest: boolean) => Saying | undefined

export const newAccount =
  (addressFault: AddressFault) =>
  (
    { name, provider: code, isTest, settings }: Given<NewProvider>,
    { add }: Terms,
  ): WantedAccount | undefined => {
    const provider = code === undefined ? undefined : providerOf(code)
    if (name === undefined || !provider || isTest === undefined || !settings) return undefined
    const wanted = withHosts(provider, defined(settings), isTest)
    const faults = settingsFaults(provider, wanted, isTest, addressFault)
    add(faults)
    return faults.length > 0 ? undefined : { name, provider, isTest, settings: wanted }
  }

export interface ChangedAccount {
  readonly status?: 'ACTIVE' | 'PAUSED'
  readonly changed: Readonly<Record<string, string | null>>
  /** All settings after the change. */
  readonly settings: Settings
  /** Changed settings that identify the account at the provider. */
  readonly moved: readonly string[]
  /** It may be a different account: by these settings, or by a key that identifies it alone. */
  readonly isAnother: boolean
}

/** @param before all settings, including secret ones */
export const changedAccount =
  (provider: Provider, before: Settings, isTest: boolean, addressFault: AddressFault) =>
  ({ status }: Given<ProviderChange>, { sent, add, say }: Terms): ChangedAccount | undefined => {
    const changed: Record<string, string | null> = {}
    for (const [name, value] of Object.entries(
      typeof sent.settings === 'object' ? (sent.settings ?? {}) : {},
    ))
      if (typeof value === 'string' || value === null) changed[name] = value
    if (status === undefined && Object.keys(changed).length === 0)
      say('', 'REQUIRED', 'must name something to change: status, settings')
    const settings = defined({ ...before, ...changed })
    // A pause alone is always possible, even if a newer program rejects the settings.
    if (Object.keys(changed).length > 0) add(settingsFaults(provider, settings, isTest, addressFault))
    if (movesAway(provider, before, settings)) add(secretsMissing(provider, before, changed))
    const moved = changedOf(provider, 'account', before, settings)
    const isAnother = moved.length > 0 || changedOf(provider, 'key', before, settings).length > 0
    return { ...(status !== undefined && { status }), changed, settings, moved, isAnother }
  }

/**
 * The parts of a change that need approval, in words: other settings, and resuming after a pause. A pause needs none.
 */
function opens({ changed, status }: ChangedAccount, before: 'ACTIVE' | 'PAUSED'): readonly string[] {
  const names = Object.keys(changed)
  return [
    ...(names.length > 0 ? [`Change ${names.join(', ')}`] : []),
    ...(status === 'ACTIVE' && before === 'PAUSED' ? ['Accept payments again'] : []),
  ]
}

/** @returns undefined if it needs no approval, or is for tests */
export function approvalRequestOf(
  record: AccountRecord,
  wanted: ChangedAccount,
): ApprovalRequest | undefined {
  const words = opens(wanted, record.status)
  if (record.isTest || words.length === 0) return undefined
  const summary = `${words.join(', ')}: the account ${record.name}`
  return { operation: 'provider.change', summary, about: aboutRecord(record) }
}

/** Ignores settings that were not set before, because nothing was sent with them. */
const changedOf = (
  provider: Provider,
  identity: ProviderSetting['identity'],
  before: Settings,
  after: Settings,
): readonly string[] =>
  provider.settings
    .filter((setting) => setting.identity === identity)
    .map(({ name }) => name)
    .filter((name) => before[name] !== undefined && before[name] !== after[name])

/** The receiver of requests also receives the secrets. */
const movesAway = (provider: Provider, before: Settings, after: Settings): boolean =>
  provider.reach(before).authorities !== provider.reach(after).authorities ||
  addressesOf(provider).some((name) => before[name] !== after[name])

const addressesOf = (provider: Provider): readonly string[] =>
  provider.settings.flatMap(({ name, isAddress }) => (isAddress ? [name] : []))

/** An operator who cannot read the secrets must not be able to have them sent elsewhere. */
const secretsMissing = (
  provider: Provider,
  before: Settings,
  changed: Readonly<Record<string, string | null>>,
): readonly Fault[] =>
  provider.settings
    .filter(({ name, isSecret }) => isSecret && before[name] !== undefined && changed[name] === undefined)
    .map(({ name }) => ({
      path: `/settings/${name}`,
      code: 'REQUIRED',
      message: 'must be given again where the address or its authorities change',
    }))

const defined = (values: Readonly<Record<string, string | null | undefined>>): Settings =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

/** With the provider's default addresses, if none is given. */
function withHosts(provider: Provider, settings: Settings, isTest: boolean): Settings {
  // The defaults may depend on the profile.
  const profile = provider.settings.find(({ name }) => name === 'profile')
  if (profile && (settings.profile === undefined || profile.check(settings.profile))) return settings
  const hosts = provider.hostsOf(settings)
  return hosts ? { ...(isTest ? hosts.test : hosts.live), ...settings } : settings
}

function settingsFaults(
  provider: Provider,
  settings: Settings,
  isTest: boolean,
  addressFault: AddressFault,
): readonly Fault[] {
  const known = new Map(provider.settings.map((setting) => [setting.name, setting]))
  const each = [...known.values()].flatMap(({ name, need, title, check }): Fault[] => {
    const text = settings[name]
    const path = `/settings/${name}`
    if (text === undefined)
      return need === 'mandatory' ? [{ path, code: 'REQUIRED', message: `is mandatory: ${title}` }] : []
    const said = check(text)
    return said ? [{ path, ...said }] : []
  })
  const unknown = Object.keys(settings)
    .filter((name) => !known.has(name))
    .map(
      (name): Fault => ({
        path: `/settings/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        code: 'UNKNOWN_FIELD',
        message: `is not a setting of ${provider.code}, which has ${[...known.keys()].join(', ')}`,
      }),
    )
  if (each.length > 0 || unknown.length > 0) return [...each, ...unknown]
  const reported = [
    ...(provider.faults?.(settings, isTest) ?? []),
    ...placeFaults(provider, settings, isTest),
  ]
  const across = reported.map((fault) => ({
    ...fault,
    path: `/settings${fault.path}`,
  }))
  if (across.length > 0) return across
  return addressesOf(provider).flatMap((name): Fault[] => {
    const text = settings[name]
    const refused = text === undefined ? undefined : addressFault(text, isTest)
    return refused ? [{ path: `/settings/${name}`, ...refused }] : []
  })
}
