import { type MigratableDatabase, readMigrations } from '@sluice/database/migrate.ts'
import { connectPostgres } from '@sluice/database/postgres.ts'
import { freshDatabase, realTimers, silentLog } from '@sluice/database/testing.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestGateway, testGateway } from '../../../../../test/harness.ts'
import { postgresUrl } from '../../../../../test/setup/shared.ts'
import { MasterKey } from '../../identity/access/secrets.ts'
import { ensureBootstrapOperator } from '../../identity/operators/operators.ts'
import { ADMIN, type AdminGateway, adminGateway } from '../admin.fixture.ts'

const ELEVEN_MINUTES_MS = 660_000

describe('the signing keys, to operators', () => {
  let gateway: AdminGateway
  beforeAll(async () => {
    // Nothing else is at work in the minutes that pass.
    gateway = await adminGateway({ started: false })
  })
  afterAll(() => gateway.close())

  /** Those of tokens and those of callbacks are each one test's to rotate. */
  type Purpose = 'callback' | 'token'
  const listed = async (purpose: Purpose) => {
    const { body } = await gateway.admin('GET', '/admin/signing-keys')
    return (body.data as unknown as { kid: string; state: string }[])
      .filter(({ kid }) => kid.startsWith(`${purpose}-`))
      .map(({ kid, state }) => `${kid} ${state}`)
  }
  const lines = async (purpose: Purpose) => {
    const { body } = await gateway.admin('GET', '/admin/audit')
    return (body.data as unknown as { action: string; subject: string }[])
      .filter(({ action, subject }) => action.startsWith('signing-key.') && subject.startsWith(`${purpose}-`))
      .map(({ action, subject }) => `${action} ${subject}`)
  }
  const published = async (): Promise<string[]> => {
    const { body } = await gateway.request('GET', '/.well-known/jwks.json')
    return (body.keys as unknown as { kid: string }[]).map(({ kid }) => kid)
  }

  it('are rotated, verify for 32 days more, and are ended before that, each with a line in the audit log', async () => {
    const shop = await gateway.merchant()
    const token = await shop.token()
    const reads = async () => (await gateway.request('GET', '/balances', { token })).status
    expect(await reads()).toBe(200)

    const others = await listed('callback')
    const rotated = await gateway.admin('POST', '/admin/signing-keys/!rotate', { purpose: 'token' })
    expect(rotated.status, rotated.text).toBe(200)
    expect(await listed('callback')).toEqual(others)
    expect(await listed('token')).toEqual(['token-1 SIGNS', 'token-2 COMING'])
    expect(await published()).toEqual(['token-2', 'token-1'])
    await gateway.doze(2 * ELEVEN_MINUTES_MS)
    expect(await listed('token')).toEqual(['token-1 VERIFIES', 'token-2 SIGNS'])
    expect(await reads()).toBe(200)

    const ended = await gateway.admin('POST', '/admin/signing-keys/token-1/!retire')
    expect(ended.status, ended.text).toBe(200)
    expect(await listed('token')).toEqual(['token-1 GONE', 'token-2 SIGNS'])
    expect(await published()).toEqual(['token-2'])
    // It was remembered as one that holds.
    expect(await reads()).toBe(401)
    const fresh = await (await gateway.merchant()).token()
    expect((await gateway.request('GET', '/balances', { token: fresh })).status).toBe(200)
    expect(await lines('token')).toEqual(['signing-key.retire token-1', 'signing-key.rotate token-2'])
  })

  it('of callbacks are published with the one before, and refuse the next before this one signs, with a line for what was done', async () => {
    const rotate = () => gateway.admin('POST', '/admin/signing-keys/!rotate', { purpose: 'callback' })
    expect((await rotate()).status).toBe(200)
    const { body } = await gateway.request('GET', '/.well-known/webhook-keys.json')
    expect((body.keys as unknown as { id: string }[]).map(({ id }) => id)).toEqual([
      'callback-2',
      'callback-1',
    ])
    expect((await rotate()).status).toBe(409)
    expect(await lines('callback')).toEqual(['signing-key.rotate callback-2'])
  })

  it('refuse to be ended while they sign', async () => {
    for (const purpose of ['callback', 'token'] as const) {
      const signing = (await listed(purpose)).find((key) => key.endsWith(' SIGNS'))?.split(' ')[0]
      const answer = await gateway.admin('POST', `/admin/signing-keys/${signing}/!retire`)
      expect([signing, answer.status]).toEqual([expect.stringMatching(`^${purpose}-`), 409])
    }
  })

  it.each([
    ['a key that is not there', '/admin/signing-keys/token-77/!retire', undefined, 404],
    ['a name that is none', '/admin/signing-keys/__proto__/!retire', undefined, 404],
    ['a purpose that is none', '/admin/signing-keys/!rotate', { purpose: 'toString' }, 400],
  ])('refuse %s', async (_what, path, body, status) => {
    expect((await gateway.admin('POST', path, body)).status).toBe(status)
  })

  it('and the master key are changed by an ADMIN alone', async () => {
    const olga = await gateway.operator('olga', 'OPERATOR')
    for (const path of [
      '/admin/signing-keys/!rotate',
      '/admin/signing-keys/token-1/!retire',
      '/admin/master-key/!rotate',
      '/admin/master-key/0000000000000000/!retire',
    ])
      expect([path, (await gateway.admin('POST', path, {}, olga)).status]).toEqual([path, 403])
  })
})

describe('the master key of several nodes', () => {
  const [OLD, NEW] = [1, 2].map((byte) => new Uint8Array(32).fill(byte)) as [Uint8Array, Uint8Array]
  const NEW_NAME = new MasterKey(NEW).fingerprint
  const OLD_NAME = new MasterKey(OLD).fingerprint
  let url = ''
  const nodes: TestGateway[] = []
  const databases: MigratableDatabase[] = []

  beforeEach(async () => {
    url = await freshDatabase(await postgresUrl(), await readMigrations())
  })
  afterEach(async () => {
    for (const node of nodes.splice(0)) await node.stop()
    for (const database of databases.splice(0)) await database.close()
  })

  const start = async (masterKey: MasterKey): Promise<TestGateway> => {
    const database = await connectPostgres({ url, log: silentLog, timers: realTimers })
    databases.push(database)
    const node = await testGateway(database, { seed: databases.length, settings: { masterKey } })
    await ensureBootstrapOperator(database, node.deps, ADMIN)
    nodes.push(node)
    return node
  }
  const stop = async (node: TestGateway) => {
    nodes.splice(nodes.indexOf(node), 1)
    await node.stop()
  }
  /** All clocks go on together. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 1_000) for (const node of nodes) await node.advance(1_000)
  }
  const ask = (node: TestGateway, method: string, path: string) =>
    node.request(method, path, { token: ADMIN })

  it('is changed while they run: not before all know it, and no node fails to read what another has sealed', async () => {
    const first = await start(new MasterKey(OLD))
    let second = await start(new MasterKey(OLD))
    const shop = await first.merchant()
    const token = await shop.token()

    await stop(first)
    const third = await start(new MasterKey(NEW, [OLD]))
    await pass(6_000)
    const early = await ask(third, 'POST', '/admin/master-key/!rotate')
    expect([early.status, early.text]).toEqual([
      409,
      expect.stringContaining('Not every live node has the new key'),
    ])

    await stop(second)
    second = await start(new MasterKey(NEW, [OLD]))
    await pass(6_000)
    const begun = await ask(third, 'POST', '/admin/master-key/!rotate')
    expect(begun.status, begun.text).toBe(200)
    expect(begun.body).toMatchObject({ sealing: NEW_NAME, finished: false })
    expect((await ask(second, 'GET', '/admin/doctor')).text).toContain(
      `the rotation to ${NEW_NAME} is in progress`,
    )
    // What either seals meanwhile, the other reads.
    const secret = await second.request('POST', `/admin/merchants/${shop.code}/callback-secrets`, {
      token: ADMIN,
      body: {},
    })
    expect(secret.status, secret.text).toBe(201)

    await pass(40_000)
    const { body } = await ask(second, 'GET', '/admin/master-key')
    expect(body).toMatchObject({ sealing: NEW_NAME, finished: true })
    expect(body.keys).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ fingerprint: OLD_NAME, state: 'EMPTY', sealed: 0 }),
        expect.objectContaining({ fingerprint: NEW_NAME, state: 'SEALS' }),
      ]),
    )
    expect((await ask(second, 'GET', '/admin/invariants')).body.holds).toBe(true)
    for (const node of nodes) expect((await node.request('GET', '/balances', { token })).status).toBe(200)

    expect((await ask(second, 'POST', `/admin/master-key/${OLD_NAME}/!retire`)).status).toBe(200)
    // From now on nobody needs the old key, and nobody starts with it alone.
    await expect(start(new MasterKey(OLD))).rejects.toThrow('master key')
    const fourth = await start(new MasterKey(NEW))
    expect((await fourth.request('GET', '/balances', { token })).status).toBe(200)
    expect((await ask(fourth, 'GET', '/admin/doctor')).text).toContain(`${NEW_NAME} has encrypted`)
  })

  it('is asked of nobody who does not have it: such a node is not ready', async () => {
    const node = await start(new MasterKey(NEW))
    await node.database.run({ name: '', text: 'update master_key set seals = false' }, [])
    await node.database.run(
      {
        name: '',
        text: `insert into master_key (fingerprint, seals, begun_at) values ('0123456789abcdef', true, '2026-11-22T00:00:00Z')`,
      },
      [],
    )
    await pass(6_000)
    const ready = await node.request('GET', '/health/ready')
    expect(ready.status).toBe(503)
    expect(ready.body.checks).toContainEqual({ name: 'master-key', ok: false })
  })
})
