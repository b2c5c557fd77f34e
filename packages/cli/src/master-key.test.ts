/** Restore and move look at the keys as a start does: while the master key is being changed, one is not enough. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Database } from '@sluice/database/port.ts'
import { MasterKeys } from '@sluice/gateway/identity/access/master-keys.ts'
import { MasterKey } from '@sluice/gateway/identity/access/secrets.ts'
import { SigningKeys } from '@sluice/gateway/identity/access/signing-keys.ts'
import { auditCall } from '@sluice/gateway/identity/operators/audit.ts'
import { dataFolder } from '@sluice/gateway/server/data-folder.ts'
import { SEALED_PLACES } from '@sluice/gateway/server/master-keys.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/setup/shared.ts'
import { type Keys, keysOf, whyNotOpened } from './master-key.ts'

const START = 1_790_000_000_000
const [OLD, NEW, OTHER] = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
]
const fingerprintOf = (key: Uint8Array) => new MasterKey(key).fingerprint

let database: Database
let path: string

beforeEach(async () => {
  path = mkdtempSync(join(tmpdir(), 'sluice-keys-'))
  database = await openTestDatabase(START)
  // A database whose secrets the old key has sealed, in the middle of a change to the new one.
  const deps = simulatedDeps(1, { startAt: START, settled: async () => void (await database.ping(60_000)) })
  const masterKey = new MasterKey(OLD)
  const source = { next: () => NEW, settle: () => undefined, forget: () => undefined }
  const keys = new MasterKeys({ database, deps, masterKey, places: SEALED_PLACES, source, works: false })
  await keys.load()
  await new SigningKeys({ database, deps, masterKey, purpose: 'token' }).load()
  const begun = await keys.rotate((action, subject, detail) =>
    auditCall({ id: deps.randomness.uuidV7(START), at: START, operator: 'anna', action, subject, detail }),
  )
  expect(begun.ok).toBe(true)
})
afterEach(async () => {
  await database.close()
  rmSync(path, { recursive: true, force: true })
})

const file = (name: string, key: Uint8Array): string => {
  const to = join(path, name)
  writeFileSync(to, `${Buffer.from(key).toString('base64')}\n`)
  return to
}
/** A command in this data folder, with nothing in its environment. */
const startedFor = (folder: string) => ({
  folder: dataFolder(folder),
  env: {},
  locate: (to: string) => to,
})
const given = (...keys: readonly Uint8Array[]): Keys => {
  const found = keysOf(
    startedFor(join(path, 'data')),
    keys.map((key, index) => file(`key-${index}`, key)),
  )
  if (!found) throw new Error('keys were given')
  return found
}
const why = (keys: Keys) => whyNotOpened(database, keys, 'this backup was made under', 'Give both.')

describe('while the master key is being changed', () => {
  it.each([
    ['old', OLD, NEW],
    ['new', NEW, OLD],
  ])('the %s key alone is refused, and the other is named by its fingerprint', async (_, one, missing) => {
    const reported = await why(given(one))
    expect(reported).toContain('it takes both keys')
    expect(reported).toContain(`fingerprint ${fingerprintOf(missing)} is missing`)
    expect(reported).toContain('Give both.')
    expect(reported).not.toContain(Buffer.from(missing).toString('base64'))
  })

  it('both are taken, in any order, and put where a start looks for them', async () => {
    for (const [index, keys] of [
      [OLD, NEW],
      [NEW, OLD],
    ].entries()) {
      const context = startedFor(join(path, `data-${index}`))
      const { folder } = context
      const both = keysOf(
        context,
        keys.map((key, n) => file(`${index}-${n}`, key)),
      )
      if (!both) throw new Error('keys were given')
      expect(await why(both)).toBeUndefined()
      expect(existsSync(folder.masterKey)).toBe(false)
      both.put()
      const there = keysOf(context)
      expect(there && (await why(there))).toBeUndefined()
      expect(readFileSync(`${folder.masterKey}.previous`, 'utf8')).toBe(
        `${Buffer.from(keys[1] ?? []).toString('base64')}\n`,
      )
    }
  })

  it('another key is another key, and it is said that there are two', async () => {
    const reported = await why(given(OTHER))
    expect(reported).toContain('is not the one that this backup was made under: it takes two')
    expect(reported).toContain(fingerprintOf(OLD))
  })

  it('a key that stands in the folder already is not written over', () => {
    const context = startedFor(path)
    file('master-key', OLD)
    expect(() => keysOf(context, [file('new', NEW)])).toThrow('is there already, and another key')
    keysOf(context, [file('new', NEW), file('old', OLD)])?.put()
    expect(keysOf(context)?.masterKey.fingerprints).toEqual([fingerprintOf(OLD), fingerprintOf(NEW)])
  })
})
