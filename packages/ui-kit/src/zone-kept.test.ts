/** In which zone a screen begins, and what the browser keeps of it. */
import { signal } from '@preact/signals'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.resetModules()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

/** A page that is opened anew. */
async function opened() {
  vi.resetModules()
  const { keepZone, beginIn } = await import('./zone-kept.ts')
  const zone = signal('UTC')
  keepZone(zone)
  return { zone, begin: (name: string) => beginIn(zone, name) }
}

it('begins in the zone of the account, and keeps nothing that nobody has chosen', async () => {
  const { zone, begin } = await opened()
  begin('Asia/Bangkok')
  expect([zone.value, stored.size]).toEqual(['Asia/Bangkok', 0])
  begin('Asia/Tokyo')
  expect([zone.value, stored.size]).toEqual(['Asia/Tokyo', 0])
})

it('keeps what somebody has chosen, at every account and also UTC, until they choose the account’s again', async () => {
  const first = await opened()
  first.begin('Asia/Bangkok')
  first.zone.value = 'UTC'
  const second = await opened()
  second.begin('Asia/Bangkok')
  expect(second.zone.value).toBe('UTC')
  second.begin('Asia/Tokyo')
  expect(second.zone.value).toBe('UTC')
  second.zone.value = 'Asia/Tokyo'
  const third = await opened()
  third.begin('Asia/Bangkok')
  expect(third.zone.value).toBe('Asia/Bangkok')
})

it('takes no zone that there is not', async () => {
  const { zone, begin } = await opened()
  begin('Nowhere/Land')
  expect(zone.value).toBe('UTC')
})
