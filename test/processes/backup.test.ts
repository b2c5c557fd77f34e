/** `sluice backup` and `sluice restore` on real folders: beside a gateway that serves meanwhile, and a restore that is killed. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sluiceIn } from '../cli/in-process.ts'
import { killSluiceOnce, temporaryFolder } from './gateway.ts'
import { type GatewayHere, refusalHere, serveCopyHere, serveHere } from './served-here.ts'

const folder = temporaryFolder()
let gateway: GatewayHere
const run = (...args: string[]) => sluiceIn(folder.path, args)
const inFolder = (...names: string[]) => join(folder.path, ...names)

beforeAll(async () => {
  gateway = await serveCopyHere(folder.path)
  const made = await run('payins', 'create', 'before-the-backup', '--method', 'PROMPTPAY')
  expect(made.code).toBe(0)
  mkdirSync(inFolder('keys'))
})
afterAll(async () => {
  await gateway.stop()
  folder.remove()
})

describe('sluice backup', () => {
  it('is refused where the key would lie beside the backup, before anything is made', async () => {
    const refused = await run('backup', '--to', 'copy.tar.zst', '--with-key-to', 'master-key')
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('do not store the master key next to'),
    })
    const beside = await run('backup', '--with-key-to', 'data/backups/key')
    expect(beside.code).toBe(2)
    expect(existsSync(inFolder('data', 'backups'))).toBe(false)
  })

  it('is refused before it is made if the folder of the copy does not exist', async () => {
    const refused = await run('backup', '--to', 'nonexistent/copy.tar.zst')
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('nonexistent does not exist') })
    expect(refused.stderr).not.toContain('is being created')
  })

  it('makes one while the gateway serves, copies it, and the key apart from it, all for their owner alone', async () => {
    const made = await run('backup', '--to', 'copy.tar.zst', '--with-key-to', 'keys/master-key', '--json')
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('keeps running') })
    const { name } = JSON.parse(made.stdout)
    const kept = inFolder('data', 'backups', name)
    expect(readFileSync(kept)).toEqual(readFileSync(inFolder('copy.tar.zst')))
    const key = readFileSync(inFolder('data', 'master-key'), 'utf8')
    expect(readFileSync(inFolder('keys', 'master-key'), 'utf8')).toBe(key)
    for (const file of [kept, inFolder('copy.tar.zst'), inFolder('keys', 'master-key')])
      expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(inFolder('data', 'backups')).mode & 0o777).toBe(0o700)
    const listed = await run('backup', 'list')
    expect(listed.stdout).toContain(name)
  })

  it('never writes over a file', async () => {
    const refused = await run('backup', '--to', 'copy.tar.zst')
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('already exists') })
  })
})

describe('sluice restore', () => {
  const restoreInto = (data: string, ...options: string[]) =>
    run('restore', 'copy.tar.zst', '--data-dir', data, ...options)

  it('refuses the folder of a running gateway, and any that is not empty', async () => {
    const refused = await restoreInto('data')
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') })
  })

  it('refuses a key that the backup was not made under', async () => {
    writeFileSync(inFolder('keys', 'other'), `${Buffer.alloc(32, 9).toString('base64')}\n`)
    const refused = await restoreInto('wrong', '--key-file', 'keys/other')
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is not the one') })
    expect(existsSync(inFolder('wrong', 'database'))).toBe(false)
    expect(existsSync(inFolder('wrong', 'master-key'))).toBe(false)
  })

  it('that is killed leaves no folder that starts; the same command again restores it whole', async () => {
    const killed = await killSluiceOnce(
      folder.path,
      ['restore', 'copy.tar.zst', '--data-dir', 'second', '--key-file', 'keys/master-key'],
      () => existsSync(inFolder('second', 'restoring', 'database', 'cluster', 'PG_VERSION')),
    )
    expect(killed.code).toBeNull()
    expect(existsSync(inFolder('second', 'database'))).toBe(false)
    expect(await refusalHere(folder.path, { DATA_DIR: 'second' })).toContain('did not finish')
    expect(readdirSync(inFolder('second'))).toEqual(['restoring'])

    const restored = await restoreInto('second', '--key-file', 'keys/master-key')
    expect(restored).toMatchObject({ code: 0, stdout: expect.stringMatching(/payins +1\b/) })
    expect(readdirSync(inFolder('second')).sort()).toEqual(['database', 'master-key'])
    const again = await serveHere(folder.path, { DATA_DIR: 'second' })
    try {
      const at = ['--data-dir', 'second', '--url', again.url]
      expect((await run('invariants', ...at)).code).toBe(0)
      const payment = ['payments', 'show', 'payin', 'before-the-backup', '--merchant', 'SANDBOX']
      const { stdout } = await run(...payment, ...at)
      expect(stdout).toContain('PROMPTPAY')
    } finally {
      await again.stop()
    }
  })
})
