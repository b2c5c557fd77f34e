/** The kinds of settings that accounts have, so that a manifest says of each only what is its own. Pure. */
import type { Fault } from '../../foundation/faults.ts'
import type { ProviderSetting, SettingIdentity, Settings } from './provider.ts'
import { baseAddress } from './setting-checks.ts'

type Described = Pick<ProviderSetting, 'title' | 'description' | 'example' | 'check' | 'endsAt'>

/** @param name with a question mark behind it: it may be left out */
const named = (name: string) =>
  name.endsWith('?')
    ? ({ name: name.slice(0, -1), need: 'optional' } as const)
    : ({ name, need: 'mandatory' } as const)

/** Shown to operators. @param name with a question mark behind it where it may be left out */
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

/** Sealed, and never shown again. @param name with a question mark behind it where it may be left out */
export const secretSetting = (
  name: string,
  identity: SettingIdentity,
  described: Described,
): ProviderSetting => ({
  ...named(name),
  identity,
  isSecret: true,
  ...described,
})

/** Where one of the provider's APIs is, which most accounts leave to `hostsOf`. */
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

/** Some say by their key in which environment they are: one of the other would move real money for a test, or none for a live payment. */
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

/** Settings that are given all together or not at all. */
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

/** The usual answer to too many calls. No page of such a provider says for how long to wait. */
export const restAfter429 = (status: number): number | undefined => (status === 429 ? 10_000 : undefined)
