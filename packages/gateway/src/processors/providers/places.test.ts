import type { Provider } from '@sluice/provider-kit/provider.ts'
import { ALL_PROVIDERS } from '@sluice/providers/all-providers.ts'
import { describe, expect, it } from 'vitest'
import { placeFaults } from './places.ts'

/** Of each provider, and of each bank or reseller that has profiles of it. */
const kinds = ALL_PROVIDERS.flatMap((provider) => {
  const profiles = provider.settings.find(({ name }) => name === 'profile')?.check.choices ?? [undefined]
  return profiles.map((profile) => ({
    title: `${provider.title} ${profile ?? ''}`.trim(),
    provider,
    profile,
  }))
})
const settingsFor = (profile: string | undefined) => (profile === undefined ? {} : { profile })
const pathsOf = (provider: Provider, settings: Record<string, string>, isTest: boolean) =>
  placeFaults(provider, settings, isTest).map(({ path }) => path)

describe.each(kinds)('an account with $title', ({ provider, profile }) => {
  const settings = settingsFor(profile)
  const { live = {}, test = {} } = provider.hostsOf(settings) ?? {}
  const differing = Object.keys(live).filter((name) => live[name] !== test[name])

  it('is at the provider’s own addresses for its kind, or anybody’s who is not the provider', () => {
    expect(pathsOf(provider, { ...settings, ...live }, false)).toEqual([])
    expect(pathsOf(provider, { ...settings, ...test }, true)).toEqual([])
    const elsewhere = Object.fromEntries(Object.keys(live).map((name) => [name, 'https://proxy.example']))
    for (const isTest of [true, false])
      expect(pathsOf(provider, { ...settings, ...elsewhere }, isTest)).toEqual([])
  })

  it('is never at those of the other environment, where it has any of its own', () => {
    const wrong = differing.map((name) => `/${name}`).toSorted()
    expect(pathsOf(provider, { ...settings, ...live }, true).toSorted()).toEqual(wrong)
    expect(pathsOf(provider, { ...settings, ...test }, false).toSorted()).toEqual(wrong)
  })
})

it('knows a host however its address is written', () => {
  const provider: Pick<Provider, 'title' | 'settings' | 'hostsOf'> = {
    title: 'Bank',
    settings: ALL_PROVIDERS.flatMap(({ settings }) =>
      settings.filter(({ name }) => name === 'baseUrl'),
    ).slice(0, 1),
    hostsOf: () => ({
      live: { baseUrl: 'https://api.bank.example' },
      test: { baseUrl: 'https://demo.bank.example:7024' },
    }),
  }
  for (const baseUrl of [
    'https://API.bank.example./v1',
    'http://api.bank.example:8443',
    'https://api.bank.example/',
  ])
    expect(placeFaults(provider, { baseUrl }, true), baseUrl).toMatchObject([
      { path: '/baseUrl', code: 'CONFLICT' },
    ])
  expect(placeFaults(provider, { baseUrl: 'https://api.bank.example.evil.example' }, true)).toEqual([])
})

it('tells the two apart by their address for every provider that does not tell them apart by its keys', () => {
  const alike = kinds.filter(({ provider, profile }) => {
    const hosts = provider.hostsOf(settingsFor(profile))
    return hosts && JSON.stringify(hosts.live) === JSON.stringify(hosts.test)
  })
  expect(alike.map(({ provider }) => provider.code)).toEqual(['xendit', 'paystack'])
})
