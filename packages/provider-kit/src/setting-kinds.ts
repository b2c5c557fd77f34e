/** The kinds of settings, so that a provider declares only what is special about each. Pure. */
import type { Fault } from '@sluice/core/foundation/faults.ts'
import type { ProviderSetting, SettingIdentity, Settings } from './provider.ts'
import { baseAddress, plainLine } from './setting-checks.ts'

type Described = Pick<ProviderSetting, 'title' | 'description' | 'example' | 'check' | 'endsAt'>

/** @param name ends with a question mark if the setting is optional */
const named = (name: string) =>
  name.endsWith('?')
    ? ({ name: name.slice(0, -1), need: 'optional' } as const)
    : ({ name, need: 'mandatory' } as const)

/** A setting that operators can see. @param name ends with a question mark if it is optional */
export const plainSetting = (
  name: string,
  identity: SettingIdentity,
  described: Described,
): ProviderSetting => ({
  ...named(name),
  identity,
  isSecret: false,
  ...described,
})

/**
 * A secret: stored encrypted, and never shown again. Default check: one line of up to 256 characters.
 * @param name ends with a question mark if it is optional
 */
export const secretSetting = (
  name: string,
  identity: SettingIdentity,
  described: Omit<Described, 'check'> & Partial<Pick<Described, 'check'>>,
): ProviderSetting => ({
  ...named(name),
  identity,
  isSecret: true,
  check: plainLine(256),
  ...described,
})

/** The address of one of the provider's APIs. Most accounts leave it out and get that of `hostsOf`. */
export const addressSetting = (
  name: string,
  described: Pick<Described, 'title' | 'description' | 'example'>,
): ProviderSetting => ({
  ...named(name),
  identity: 'account',
  isSecret: false,
  isAddress: true,
  ...described,
  check: baseAddress,
})

/** For providers whose keys show their environment. A key of the other one would move real money for a test, or none for a live payment. */
export function keyFaults(
  settings: Settings,
  isTest: boolean | undefined,
  keys: Readonly<Record<string, { readonly test?: RegExp; readonly live?: RegExp }>>,
): readonly Fault[] {
  if (isTest === undefined) return []
  const message = isTest
    ? 'must be a test key: the account is for tests'
    : 'must be a live key: the account is live'
  return Object.entries(keys)
    .filter(([name, { test, live }]) => (isTest ? live : test)?.test(settings[name] ?? ''))
    .map(([name]) => ({ path: `/${name}`, code: 'CONFLICT', message }))
}

/** A fault of a setting that must be set in a case. */
export const requiredIf = (isMissing: boolean, name: string, message: string): readonly Fault[] =>
  isMissing ? [{ path: `/${name}`, code: 'REQUIRED', message }] : []

/** For settings that must be set all together or not at all. */
export function togetherFaults(settings: Settings, names: readonly string[]): readonly Fault[] {
  const given = names.filter((name) => settings[name] !== undefined)
  if (given.length === 0) return []
  return names
    .filter((name) => settings[name] === undefined)
    .map((name) => ({
      path: `/${name}`,
      code: 'REQUIRED',
      message: `is mandatory with ${given.join(' and ')}`,
    }))
}

/** The usual pause after too many calls, for providers that do not document one. */
export const restAfter429 = (status: number): number | undefined => (status === 429 ? 10_000 : undefined)
