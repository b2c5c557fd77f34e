import type { Provider, Settings } from '@sluice/provider-kit/provider.ts'
import { ALL_PROVIDERS } from '@sluice/providers/all-providers.ts'
import { describe, expect, it } from 'vitest'
import { readByRules } from '../../http/reading.ts'
import { changedAccount } from './rules.ts'
import { ProviderChange } from './schemas.ts'

const examplesOf = ({ settings }: Provider): Settings =>
  Object.fromEntries(settings.map(({ name, example }) => [name, example]))

/** What a change of these settings comes to. What each must look like is no matter here. */
function changed(provider: Provider, settings: Record<string, string | null>, before = examplesOf(provider)) {
  const reach = () => ({ baseUrl: '' })
  const lenient = {
    ...provider,
    reach,
    hostsOf: () => undefined,
    faults: () => [],
    settings: provider.settings.map(anything),
  }
  const rules = changedAccount(lenient, before, true, () => undefined)
  const secrets = Object.fromEntries(
    provider.settings
      .filter(({ name, isSecret }) => isSecret && before[name] !== undefined)
      .map(({ name }) => [name, before[name] ?? '']),
  )
  const read = readByRules(
    ProviderChange,
    { body: { settings: { ...secrets, ...settings } }, imprecise: [] },
    rules,
  )
  if (!read.ok) throw new Error(JSON.stringify(read.failure))
  return read.value
}
const anything = (setting: Provider['settings'][number]) => ({ ...setting, check: () => undefined })

describe.each(ALL_PROVIDERS)('an account with $title', (provider) => {
  const named = (identity: 'account' | 'key' | 'none') =>
    provider.settings.filter((setting) => setting.identity === identity).map(({ name }) => name)

  it('is another one by each setting that says which account it is, and by no other', () => {
    for (const name of named('account'))
      expect(changed(provider, { [name]: 'other' }), name).toMatchObject({ moved: [name], isAnother: true })
    for (const name of [...named('key'), ...named('none')])
      expect(changed(provider, { [name]: 'other' }).moved, name).toEqual([])
  })

  it('may be another one by a key that says alone whose it is', () => {
    expect(named('account').length + named('key').length).toBeGreaterThan(1)
    for (const name of named('key')) expect(changed(provider, { [name]: 'other' }).isAnother, name).toBe(true)
    for (const name of named('none'))
      expect(changed(provider, { [name]: 'other' }).isAnother, name).toBe(false)
  })

  it('is another one at every other address', () => {
    const addresses = provider.settings.filter(({ isAddress }) => isAddress)
    expect(addresses.map(({ identity }) => identity)).toEqual(addresses.map(() => 'account'))
  })
})

it('can be paused whatever a later program thinks of its settings', () => {
  const [pix] = ALL_PROVIDERS
  const { profile = '' } = pix ? examplesOf(pix) : {}
  const paused = (settings: Settings) =>
    pix &&
    readByRules(
      ProviderChange,
      { body: { status: 'PAUSED' }, imprecise: [] },
      changedAccount(pix, settings, false, () => undefined),
    )
  expect(paused({ profile })).toMatchObject({ ok: true, value: { status: 'PAUSED', changed: {} } })
})
