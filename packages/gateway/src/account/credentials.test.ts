/** Keys and secrets in the hands of the merchant's own people: who may, what stays, and what is told of it. */
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MembersGateway, membersGateway, type TestMember } from '../identity/members/members.fixture.ts'
import { PROVED_MS } from '../identity/people/sessions.ts'

let gateway: MembersGateway
let code: string
let anna: TestMember
/** Nobody else's: each test has an Anna of its own. */
let name: string
let arrived = 0
beforeAll(async () => {
  gateway = await membersGateway()
})
beforeEach(async () => {
  code = (await gateway.merchant()).code
  name = `Anna ${++arrived}`
  anna = await gateway.member(code, name, 'OWNER')
})
afterAll(() => gateway?.close())

const pemOf = (bits: number) =>
  generateKeyPairSync('rsa', { modulusLength: bits })
    .publicKey.export({ type: 'spki', format: 'pem' })
    .toString()
const PEM = pemOf(2048)

interface Listed {
  readonly id: string
  readonly fingerprint?: string
  readonly bits?: number
}
const credentials = async (who = anna) =>
  (await who.ask('GET', '/credentials')).body as unknown as Record<
    'keys' | 'secrets' | 'callbackSecrets',
    readonly Listed[]
  >

describe('a key or secret of one’s own making', () => {
  it('is in force beside the older ones, is shown once, and is told to the team and to operators', async () => {
    const key = await anna.ask('POST', '/keys', { publicKey: PEM })
    expect([key.status, key.body.bits]).toEqual([201, 2048])
    const secret = await anna.ask('POST', '/secrets')
    expect(secret.body.secret).toMatch(/^sk_/)
    const callback = await anna.ask('POST', '/callback-secrets')
    expect(callback.body.callbackSecret).toMatch(/^whsec_/)

    const listed = await anna.ask('GET', '/credentials')
    const { keys, secrets, callbackSecrets } = await credentials()
    expect([keys.length, secrets.length, callbackSecrets.length]).toEqual([2, 2, 2])
    expect(keys.at(-1)).toMatchObject({ id: key.body.id, fingerprint: key.body.fingerprint, bits: 2048 })
    for (const shown of [secret.body.secret, callback.body.callbackSecret])
      expect(listed.text).not.toContain(shown)

    const activity = (await anna.ask('GET', '/team/activity')).text
    expect(activity).toContain('keys.add')
    const audit = (await gateway.admin('GET', '/admin/audit?limit=5')).text
    expect(audit).toContain(`"operator":"${name} of ${code}"`)
    expect(audit).toContain(String(key.body.fingerprint))
    for (const text of [activity, audit])
      for (const shown of [secret.body.secret, callback.body.callbackSecret])
        expect(text).not.toContain(shown)
  })

  it('lets a program in at once, and no longer once it is removed', async () => {
    const made = await anna.ask('POST', '/secrets')
    const body = {
      merchantCode: code,
      secret: made.body.secret,
      validitySecs: 60,
      operations: ['GET .*'],
    }
    const token = () => gateway.request('POST', '/auth-tokens', { body: { ...body, timestamp: seconds() } })
    const given = await token()
    expect(given.status).toBe(201)
    expect((await anna.ask('DELETE', `/secrets/${made.body.id}`)).status).toBe(204)
    expect((await token()).status).toBe(401)
    const { status } = await gateway.request('GET', '/balances', { token: String(given.body.token) })
    expect(status).toBe(401)
  })

  it('is refused where a key is there already, or is none', async () => {
    const publicKey = pemOf(2048)
    await anna.ask('POST', '/keys', { publicKey })
    expect((await anna.ask('POST', '/keys', { publicKey })).body.code).toBe('KEY_EXISTS')
    for (const wrong of ['', 'x', pemOf(1024)]) {
      const { status, body } = await anna.ask('POST', '/keys', { publicKey: wrong })
      expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED'])
    }
  })

  it('are at most twenty of a kind', async () => {
    const shop = (await gateway.merchant()).code
    const otto = await gateway.member(shop, 'Otto', 'OWNER')
    const statuses: number[] = []
    for (let made = 1; made <= 20; made += 1) statuses.push((await otto.ask('POST', '/secrets')).status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(19)
    expect(statuses.at(-1)).toBe(409)
  })
})

describe('what cannot be removed', () => {
  it('is the last way in for programs, and the last callback secret', async () => {
    const shop = (await gateway.merchant()).code
    const ines = await gateway.member(shop, 'Ines', 'DEVELOPER')
    const { keys, secrets, callbackSecrets } = await credentials(ines)
    const statusOf = async (path: string) => {
      const { status, body } = await ines.ask('DELETE', path)
      return [status, body?.code]
    }
    expect(await statusOf(`/secrets/${secrets[0]?.id}`)).toEqual([204, undefined])
    expect(await statusOf(`/keys/${keys[0]?.id}`)).toEqual([409, 'LAST_CREDENTIAL'])
    expect(await statusOf(`/callback-secrets/${callbackSecrets[0]?.id}`)).toEqual([409, 'LAST_CREDENTIAL'])
    expect(await statusOf(`/keys/${callbackSecrets[0]?.id}`)).toEqual([404, 'NOT_FOUND'])
  })

  it('is anything of another merchant', async () => {
    const other = (await gateway.merchant()).code
    const { keys } = await credentials(await gateway.member(other, 'Jonas', 'OWNER'))
    expect((await anna.ask('DELETE', `/keys/${keys[0]?.id}`)).status).toBe(404)
  })
})

describe('who may', () => {
  it('is no token, whatever its operations', async () => {
    const shop = await gateway.merchant()
    const token = await shop.token()
    for (const [method, path] of [
      ['GET', '/credentials'],
      ['POST', '/secrets'],
      ['POST', '/callback-secrets'],
      ['DELETE', '/keys/x'],
    ] as const)
      expect((await gateway.request(method, path, { token })).body.code).toBe('SCOPE_EXCEEDED')
  })

  it('is neither finance nor support', async () => {
    for (const role of ['FINANCE', 'SUPPORT'] as const) {
      const somebody = await gateway.member(code, `somebody of ${role}`, role)
      expect((await somebody.ask('GET', '/credentials')).status).toBe(403)
      expect((await somebody.ask('POST', '/secrets')).status).toBe(403)
    }
  })

  it('is nobody whom an amount limits: a secret has none', async () => {
    const limited = await gateway.member(code, 'Lena', 'DEVELOPER')
    const rights = { limits: [{ currencyCode: 'THB', amount: '100' }] }
    expect((await anna.ask('PATCH', `/team/${limited.id}`, { rights })).status).toBe(200)
    const refused = await limited.ask('POST', '/secrets')
    expect([refused.status, refused.body.code]).toEqual([403, 'SCOPE_EXCEEDED'])
  })

  it('shows again that it is really them', async () => {
    const shop = (await gateway.merchant()).code
    const nora = await gateway.member(shop, 'Nora', 'OWNER')
    const { keys } = await credentials(nora)
    await gateway.deps.jump(PROVED_MS)
    for (const [method, path, body] of [
      ['POST', '/keys', { publicKey: PEM }],
      ['POST', '/secrets', undefined],
      ['POST', '/callback-secrets', undefined],
      ['DELETE', `/keys/${keys[0]?.id}`, undefined],
    ] as const)
      expect((await nora.ask(method, path, body)).body.code).toBe('STEP_UP_NEEDED')
    expect((await nora.ask('GET', '/credentials')).status).toBe(200)
  })
})

const seconds = () => Math.floor(gateway.deps.clock.now() / 1_000)
