/** `sluice move` beside real gateways and a real PostgreSQL: refused beside one that runs, killed in the middle, run again. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshDatabase } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Said, sluiceIn } from '../cli/in-process.ts'
import { postgresUrl } from '../setup/shared.ts'
import { killSluiceOnce, runSluice, temporaryFolder } from './gateway.ts'
import { type GatewayHere, refusalHere, serveCopyHere, serveHere } from './served-here.ts'

const folder = temporaryFolder()
let running: GatewayHere | undefined
let target: string
const said: Pick<Said, 'stdout' | 'stderr'>[] = []
const run = async (args: readonly string[], env = {}) => {
  const ended = await sluiceIn(folder.path, args, env)
  said.push(ended)
  return ended
}
const move = (env = {}) => run(['move'], { DATABASE_URL: target, ...env })
const pay = async (id: string, env = {}) => {
  const made = await run(['payins', 'create', id, '--method', 'PROMPTPAY'], env)
  expect(made).toMatchObject({ code: 0 })
}
const content = (name: string) => readFileSync(join(folder.path, 'data', name), 'utf8').trim()

beforeAll(async () => {
  target = await freshDatabase(await postgresUrl())
  running = await serveCopyHere(folder.path)
  await pay('first')
})
afterAll(async () => {
  await running?.stop()
  folder.remove()
})

describe('a move to PostgreSQL', () => {
  it('is refused while the gateway runs', async () => {
    expect(await move()).toMatchObject({ code: 1, stderr: expect.stringContaining('must be stopped first') })
    await running?.stop()
    running = undefined
  })

  it('is refused without a place to go, without data, with another key, and where nobody answers', async () => {
    expect(await run(['move'])).toMatchObject({ code: 2, stderr: expect.stringContaining('set the target') })
    expect((await run(['move', '--to', 'mysql://u:hidden@h/d'])).stderr).toContain('a URL that starts with')
    expect((await run(['move', '--data-dir', 'nothing'], { DATABASE_URL: target })).code).toBe(2)
    const other = await move({ SLUICE_MASTER_KEY: 'ab'.repeat(32) })
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('is not the one') })
    const nowhere = new URL(target)
    nowhere.pathname = '/no_such_database'
    const missing = await run(['move', '--to', nowhere.href])
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('CREATE DATABASE') })
  })

  it('that is killed leaves a source that serves and a target that does not start', async () => {
    const killed = await killSluiceOnce(folder.path, ['move'], (stderr) => / merchant: /.test(stderr), {
      DATABASE_URL: target,
    })
    said.push(killed)
    expect(killed.code).toBeNull()
    // In a process of its own: all that it says, and logs, is looked at below.
    const env = { PORT: '0', DATABASE_URL: target, SLUICE_MASTER_KEY: content('master-key') }
    const refused = await runSluice(folder.path, ['serve'], env)
    said.push(refused)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('run `sluice move` again') })
    running = await serveHere(folder.path)
    await pay('second')
    await running.stop()
    running = undefined
  })

  it('comes to its end by the same command, and says what it did and what is next', async () => {
    const moved = await move()
    expect(moved).toMatchObject({ code: 0, stdout: expect.stringMatching(/payment +2\b/) })
    expect(moved.stdout).toContain('all hold')
    for (const next of ['DATABASE_URL', 'SLUICE_MASTER_KEY', 'SLUICE_ADMIN_TOKEN', 'To go back'])
      expect(moved.stdout).toContain(next)
  })

  it('the source does not start any more, and says where its payments are', async () => {
    const refused = await refusalHere(folder.path)
    expect(refused).toContain('were moved to PostgreSQL')
    expect(refused).toContain(join('database', 'moved.json'))
    const { stdout } = await run(['doctor'])
    expect(stdout).toMatch(/BROKEN +data-folder .*were moved to PostgreSQL/)
    expect((await move()).code).toBe(1)
  })

  it('everything goes on there with the same keys and tokens', async () => {
    running = await serveHere(folder.path, {
      DATABASE_URL: target,
      SLUICE_MASTER_KEY: content('master-key'),
      SLUICE_ADMIN_TOKEN: content('admin-token'),
    })
    const env = { SLUICE_URL: running.url }
    for (const id of ['first', 'second'])
      expect((await run(['payins', 'get', id], env)).stdout).toContain('PROMPTPAY')
    await pay('third', env)
    expect((await run(['invariants'], env)).code).toBe(0)
    const refused = await run(['backup'], env)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('pg_dump') })
    expect(existsSync(join(folder.path, 'data', 'backups'))).toBe(false)
  })

  it('no password was ever printed', () => {
    const { password } = new URL(target)
    expect(password.length).toBeGreaterThan(10)
    for (const { stdout, stderr } of said)
      for (const text of [stdout, stderr]) {
        expect(text).not.toContain(password)
        expect(text).not.toContain('hidden')
      }
  })
})
