import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CountedRandomness } from '../http/http.fixture.ts'
import type { SealingKeys } from '../identity/access/master-key-check.ts'
import { MasterKey } from '../identity/access/secrets.ts'
import { dataFolder } from './data-folder.ts'
import { masterKeyOf } from './first-start.ts'
import { MasterKeyFiles } from './master-key-files.ts'

let path = ''
let files: MasterKeyFiles
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'sluice-master-key-'))
  files = new MasterKeyFiles(dataFolder(path), new CountedRandomness())
})
afterEach(() => rmSync(path, { recursive: true, force: true }))

const nameOf = (bytes: Uint8Array): string => new MasterKey(bytes).fingerprint
const held = (): string[] => {
  const read = files.read()
  return read.ok ? read.value.map(nameOf) : []
}

describe('the master key in the data folder', () => {
  it('is for its owner alone, like all that come after it', () => {
    files.make()
    files.settle(nameOf(files.next()))
    for (const file of readdirSync(path))
      expect([file, statSync(join(path, file)).mode & 0o777]).toEqual([file, 0o600])
    expect(readdirSync(path).sort()).toEqual(['master-key', 'master-key.previous'])
  })

  it('has the same next key until that one is used, however often it is asked for', () => {
    files.make()
    expect(files.next()).toEqual(files.next())
  })

  it('gives its place to the one that seals, and stays beside it until it is let go of', () => {
    const before = nameOf(files.make())
    const after = nameOf(files.next())
    files.settle(after)
    expect(held()).toEqual([after, before])
    files.forget()
    expect(held()).toEqual([after])
  })

  it.each(['before anything', 'after the old key was copied', 'after the new one took its place'] as const)(
    'is put in order by the next start after a crash %s, and no key is in no file',
    (moment) => {
      const before = nameOf(files.make())
      const after = nameOf(files.next())
      const text = (name: string) => readFileSync(join(path, name), 'utf8')
      if (moment !== 'before anything') writeFileSync(join(path, 'master-key.previous'), text('master-key'))
      if (moment === 'after the new one took its place')
        writeFileSync(join(path, 'master-key'), text('master-key.next'))
      expect(new Set(held())).toEqual(new Set([before, after]))
      files.settle(after)
      files.settle(after)
      expect(held().slice(0, 2)).toContain(after)
      expect(new Set(held())).toEqual(new Set([before, after]))
    },
  )

  it('that cannot be read is no key, and is named', () => {
    writeFileSync(join(path, 'master-key'), 'half')
    expect(files.read()).toMatchObject({
      ok: false,
      failure: expect.stringContaining('does not hold 32 bytes'),
    })
  })
})

describe('a start', () => {
  const sealing =
    (isSealed: boolean, opens = true) =>
    async (): Promise<SealingKeys> => ({
      isSealed,
      inForce: [],
      open: async () => opens,
    })
  const start = (keys: () => Promise<SealingKeys>, masterKey?: Uint8Array) =>
    masterKeyOf({ masterKey, previousMasterKeys: [] }, dataFolder(path), new CountedRandomness(), keys)

  it('makes the key where nothing has been sealed yet', async () => {
    expect(await start(sealing(false))).toMatchObject({ ok: true })
    expect(readdirSync(path)).toEqual(['master-key'])
  })

  it('without its key beside a database that has secrets is refused, says what to do, and writes nothing', async () => {
    const refused = await start(sealing(true, false))
    expect(refused).toMatchObject({
      ok: false,
      failure: expect.stringMatching(/is missing: restore that file.*Nothing was written/),
    })
    expect(readdirSync(path)).toEqual([])
  })

  it('with another key than the one that sealed is refused, and leaves that file as it is', async () => {
    files.make()
    const before = readFileSync(join(path, 'master-key'), 'utf8')
    expect(await start(sealing(true, false))).toMatchObject({ ok: false })
    expect(readFileSync(join(path, 'master-key'), 'utf8')).toBe(before)
  })

  it('with a key in the settings looks at no file', async () => {
    const refused = await start(sealing(true, false), new Uint8Array(32))
    expect(refused).toMatchObject({
      ok: false,
      failure: expect.stringContaining('SLUICE_MASTER_KEY_PREVIOUS'),
    })
    expect(await start(sealing(true), new Uint8Array(32))).toMatchObject({
      ok: true,
      value: { files: undefined },
    })
    expect(readdirSync(path)).toEqual([])
  })
})
