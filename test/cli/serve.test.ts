import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayProcess, runSluice, startGateway, temporaryFolder } from '../processes/gateway.ts'
import { type GatewayHere, refusalHere, serveCopyHere, serveHere } from '../processes/served-here.ts'
import { sluiceIn } from './in-process.ts'

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

async function openPort(): Promise<{ readonly port: number; close(): Promise<unknown> }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: () => once(server.close(), 'close'),
  }
}

describe('a first start', () => {
  const folder = temporaryFolder()
  let gateway: GatewayProcess
  beforeAll(async () => {
    gateway = await startGateway(folder.path)
  })
  afterAll(async () => {
    await gateway.stop('SIGKILL')
    folder.remove()
  })

  it('makes the data folder and its secrets for their owner alone', () => {
    expect(modeOf(gateway.dataDir)).toBe('700')
    for (const file of ['master-key', 'admin-token', 'sandbox/merchant.json', 'sandbox/private-key.pem'])
      expect([file, modeOf(join(gateway.dataDir, file))]).toEqual([file, '600'])
  })

  it('writes down the test merchant, and where the gateway is', () => {
    const merchant = JSON.parse(readFileSync(join(gateway.dataDir, 'sandbox/merchant.json'), 'utf8'))
    expect(merchant).toEqual({
      merchantCode: 'SANDBOX',
      secret: expect.stringMatching(/^sk_/),
      callbackSecret: expect.stringMatching(/^whsec_/),
      baseUrl: gateway.url,
    })
  })

  it('gives the test merchant money in every currency', async () => {
    const { stdout } = await sluiceIn(folder.path, ['balances', '--json'])
    const rows: { available: { amount: number } }[] = JSON.parse(stdout).data
    expect(rows.length).toBeGreaterThan(20)
    expect(rows.every(({ available }) => available.amount === 100_000_000)).toBe(true)
  })

  it('keeps a second process off its folder, and says so', async () => {
    const elsewhere = temporaryFolder()
    const second = await runSluice(elsewhere.path, ['serve', '--data-dir', gateway.dataDir], { PORT: '0' })
    elsewhere.remove()
    expect(second.code).toBe(1)
    expect(second.stderr).toContain(`is in use by process ${gateway.pid}`)
  })
})

describe('a folder that was served before', () => {
  const folder = temporaryFolder()
  const files = ['master-key', 'admin-token', 'sandbox/private-key.pem']
  const dataDir = join(folder.path, 'data')
  let running: GatewayHere | undefined
  const contents = () => files.map((file) => readFileSync(join(dataDir, file), 'utf8'))

  beforeAll(async () => {
    const first = await serveCopyHere(folder.path)
    const created = await sluiceIn(folder.path, ['payins', 'create', 'kept', '--method', 'PROMPTPAY'])
    expect(created.code).toBe(0)
    await first.stop()
  })
  afterEach(async () => {
    await running?.stop()
    running = undefined
  })
  afterAll(() => folder.remove())

  it('is served again with everything still there', async () => {
    const before = contents()
    running = await serveHere(folder.path)
    expect(contents()).toEqual(before)
    const read = await sluiceIn(folder.path, ['payins', 'get', 'kept'])
    expect(read).toMatchObject({ code: 0, stdout: expect.stringContaining('PROMPTPAY') })
  })

  it('gets new credentials where the files of the test merchant are gone, but its money only once', async () => {
    rmSync(join(dataDir, 'sandbox'), { recursive: true })
    running = await serveHere(folder.path)
    const read = await sluiceIn(folder.path, ['balances', '--currencies', 'INR'])
    expect(read).toMatchObject({ code: 0, stdout: expect.stringMatching(/INR +100000000 /) })
  })

  it('is not served with a master key that did not make it', async () => {
    const why = await refusalHere(folder.path, { SLUICE_MASTER_KEY: 'a'.repeat(64) })
    expect(why).toContain('SLUICE_MASTER_KEY is not the key of this database')
  })

  it('is served on with a new master key, and the one before is kept until it is let go of', async () => {
    // Killed in the middle of it.
    const killed = await startGateway(folder.path)
    const [before] = contents()
    const { code, stderr } = await sluiceIn(folder.path, ['master-key', 'rotate', '--no-wait'])
    await killed.stop('SIGKILL')
    expect([code, stderr]).toEqual([0, ''])
    const file = (name: string) => readFileSync(join(dataDir, name), 'utf8')
    expect(file('master-key.previous')).toBe(before)
    expect(modeOf(join(dataDir, 'master-key'))).toBe('600')
    running = await serveHere(folder.path)
    expect((await sluiceIn(folder.path, ['payins', 'get', 'kept'])).code).toBe(0)
    const listed = await sluiceIn(folder.path, ['master-key', 'list'])
    expect(listed.stdout).toMatch(/SEALS[\s\S]*OPENS|OPENS[\s\S]*SEALS/)
  })

  it('is not served without its master key, and no new one is made', async () => {
    const key = join(dataDir, 'master-key')
    const kept = readFileSync(key)
    rmSync(key)
    expect(await refusalHere(folder.path)).toContain('is missing: restore that file')
    expect(existsSync(key)).toBe(false)
    writeFileSync(key, kept, { mode: 0o600 })
  })

  it('is not served on a port that is in use, which is said', async () => {
    const taken = await openPort()
    const why = await refusalHere(folder.path, { PORT: String(taken.port) })
    await taken.close()
    expect(why).toMatch(/port \d+ on 127.0.0.1 is in use.*set PORT/)
  })
})

describe('a start that cannot be', () => {
  it('lists all that is wrong with the configuration, with what to do, and ends with 2', async () => {
    const folder = temporaryFolder()
    const { code, stderr } = await runSluice(folder.path, ['serve'], { PORT: 'x', LOG_LEVEL: 'loud' })
    folder.remove()
    expect(code).toBe(2)
    expect(stderr).toMatch(/PORT has a value that cannot be read: set it to a whole number/)
    expect(stderr).toMatch(/LOG_LEVEL has a value/)
  })

  it('says that the database cannot be reached, and ends with 1', async () => {
    const folder = temporaryFolder()
    const { port, close } = await openPort()
    await close()
    const { code, stderr } = await runSluice(folder.path, ['serve'], {
      DATABASE_URL: `postgres://sluice:secret@127.0.0.1:${port}/sluice`,
      SLUICE_MASTER_KEY: 'a'.repeat(64),
    })
    folder.remove()
    expect(code).toBe(1)
    expect(stderr).toContain('DATABASE_URL')
    expect(stderr).not.toContain('secret@')
  })
})
