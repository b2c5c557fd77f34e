/** A live merchant is made, and people and data are led from it elsewhere, by two operators, and its owners are told. */
import { isMerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, KEYS } from '../../../../../test/harness.ts'
import { type Mailbox, openMailbox } from '../../alerts/alerts.fixture.ts'
import {
  type MembersGateway,
  membersGateway,
  type TestMember,
} from '../../identity/members/members.fixture.ts'

const PEM = KEYS.publicKey.export({ type: 'spki', format: 'pem' }).toString()
const CALLBACKS = 'https://shop.example/callbacks'

let gateway: MembersGateway
let ben: string
let box: Mailbox
const closing: (() => Promise<unknown>)[] = []
let count = 0
let code: string
beforeAll(async () => {
  box = await openMailbox(closing)
  const server = { host: '127.0.0.1', port: box.port, tls: 'none', passwordFile: undefined } as const
  const mail = {
    server: { ...server, user: 'ops', password: 'open sesame' },
    from: 'sluice@acme.example',
    to: ['ops@acme.example'],
  }
  gateway = await membersGateway({
    approvals: 'AS_USUAL',
    settings: { alerts: { mail, webhook: undefined } },
  })
  ben = await gateway.operator('ben', 'ADMIN')
  await gateway.advance(1_000)
})
beforeEach(() => {
  count += 1
  code = `LIVE-${count}`
})
afterAll(async () => {
  await gateway?.close()
  for (const close of closing) await close()
})

const approve = ({ body }: Answer) =>
  gateway.admin('POST', `/admin/approvals/${String(body.approval?.id)}/!approve`, undefined, ben)
const create = (fields: object = {}) =>
  gateway.admin('POST', '/admin/merchants', { merchantCode: code, name: 'Shop', isTest: false, ...fields })
const change = (fields: object) => gateway.admin('PATCH', `/admin/merchants/${code}`, fields)
const read = async () => (await gateway.admin('GET', `/admin/merchants/${code}`)).body

async function made(fields: object = {}): Promise<Answer> {
  const approved = await approve(await create(fields))
  if (approved.status !== 200) throw new Error(approved.text)
  return approved
}
function merchantCodeOf(text: string) {
  if (!isMerchantCode(text)) throw new Error(text)
  return text
}
/** The first owner, told by mail, by an invitation that two operators have agreed on. */
async function ownerOf(): Promise<TestMember> {
  const requested = await gateway.admin('POST', `/admin/merchants/${code}/people/!invite`, {
    name: `Anna ${count}`,
  })
  const { link: url } = await gateway.collected(requested, ben)
  const link = String(url).split('#')[1] ?? ''
  const anna = await gateway.arrive(link)
  await anna.ask('PATCH', `/team/${anna.id}`, { mail: 'anna@shop.example' })
  await mails()
  return anna
}
/** Sent since they were last looked at. */
async function mails(): Promise<string> {
  for (const queue of gateway.app.mails) await queue.round()
  const sent = box.mails.map((mail) => mail.replaceAll(/=\r?\n/g, '')).join('\n')
  box.mails.length = 0
  return sent
}

describe('making a live merchant', () => {
  it('waits for a second operator, who reads whose keys and which addresses it has', async () => {
    const requested = await create({ publicKeys: [PEM], callbackUrl: CALLBACKS })
    expect(requested, requested.text).toMatchObject({
      status: 202,
      body: { approval: { operation: 'merchant.create' } },
    })
    const summary = String(requested.body.approval?.summary)
    expect(summary).toContain(code)
    expect(summary).toContain(CALLBACKS)
    expect(summary).toMatch(/SHA-256 [0-9a-f]{64}/)
    expect((await read()).code).toBe('NOT_FOUND')
    expect((await approve(requested)).status).toBe(200)
    expect(await read()).toMatchObject({ merchantCode: code, isTest: false, status: 'ACTIVE' })
    expect((await approve(requested)).body.code).toBe('APPROVAL_DECIDED')
  })

  it('shows no secret to anybody, because it has none', async () => {
    const { text } = await made()
    expect(text).not.toMatch(/sk_|whsec_/)
    expect(await read()).toMatchObject({ keys: [], secrets: [], callbackSecrets: [] })
  })

  it('asks nobody to approve what cannot be', async () => {
    await made()
    expect((await create()).body.code).toBe('ALREADY_EXISTS')
    code = `OTHER-${count}`
    expect((await create({ publicKeys: ['none'] })).status).toBe(400)
    expect((await create({ publicKeys: [PEM, PEM] })).body.code).toBe('KEY_EXISTS')
    expect((await create({ callbackUrl: 'http://shop.example' })).status).toBe(400)
  })

  it('is not what making a test merchant is: that waits for nobody, and shows both secrets', async () => {
    const test = await create({ isTest: true })
    expect(test, test.text).toMatchObject({
      status: 201,
      body: { secret: expect.stringMatching(/^sk_/), callbackSecret: expect.stringMatching(/^whsec_/) },
    })
  })
})

describe('a live merchant without secrets', () => {
  it('gets its first key and its callback secret by its owner, and pays out with them', async () => {
    await made()
    const anna = await ownerOf()
    const key = await anna.ask('POST', '/keys', { publicKey: PEM })
    expect(key.status, key.text).toBe(201)
    expect((await anna.ask('POST', '/callback-secrets')).body.callbackSecret).toMatch(/^whsec_/)
    const token = await gateway.tokenFor({ code: merchantCodeOf(code) }, '/auth-tokens', {
      operations: ['POST /payouts/.*', 'POST /payins/.*'],
    })
    expect(token.status, token.text).toBe(201)
  })
})

describe.each([
  ['callbacks to another address', { callbackUrl: 'https://other.example/cb' }, 'https://other.example/cb'],
  [
    'frames of another page',
    { checkout: { frameOrigins: ['https://other.example'] } },
    'https://other.example',
  ],
  ['payers back to another app', { returnSchemes: ['otherapp'] }, 'otherapp'],
] as const)('%s', (_, fields, shown) => {
  it('waits for a second operator, is stale where something changed meanwhile, and is told to the owners', async () => {
    await made({ callbackUrl: CALLBACKS })
    await ownerOf()
    const requested = await change(fields)
    expect(requested, requested.text).toMatchObject({
      status: 202,
      body: { approval: { operation: 'merchant.addresses' } },
    })
    expect(String(requested.body.approval?.summary)).toContain(shown)
    expect(await read()).not.toMatchObject(fields)
    expect((await change({ name: 'Shop Two' })).status).toBe(200)
    expect((await approve(requested)).body.code).toBe('APPROVAL_STALE')
    const approved = await approve(await change(fields))
    expect(approved.status, approved.text).toBe(200)
    expect(await read()).toMatchObject(fields)
    const reported = await mails()
    expect(reported).toMatch(/addresses[\s\S]*By: operator ben/)
    expect(reported).toContain(shown)
  })
})

describe('what waits for nobody', () => {
  it('is taking an address away, which is told to the owners, too', async () => {
    await made({
      callbackUrl: CALLBACKS,
      returnSchemes: ['myapp'],
      checkout: { frameOrigins: ['https://shop.example', 'https://old.example'] },
    })
    await ownerOf()
    const taken = await change({
      callbackUrl: null,
      returnSchemes: [],
      checkout: { frameOrigins: ['https://shop.example'] },
    })
    expect(taken.status, taken.text).toBe(200)
    expect(await mails()).toContain('https://old.example')
  })

  it('is the name, the look and the rate, of which nobody is told', async () => {
    await made({ callbackUrl: CALLBACKS })
    await ownerOf()
    const body = {
      name: 'New',
      rateLimitPerSecond: 20,
      callbackUrl: CALLBACKS,
      checkout: { colour: '#0b6e4f' },
    }
    expect((await change(body)).status).toBe(200)
    expect(await mails()).toBe('')
  })

  it('is suspending; opening it again waits, and is told', async () => {
    await made()
    await ownerOf()
    expect((await change({ status: 'SUSPENDED' })).status).toBe(200)
    const requested = await change({ status: 'ACTIVE' })
    expect(requested, requested.text).toMatchObject({
      status: 202,
      body: { approval: { operation: 'merchant.activate' } },
    })
    expect((await read()).status).toBe('SUSPENDED')
    expect((await approve(requested)).status).toBe(200)
    expect((await read()).status).toBe('ACTIVE')
    expect(await mails()).toMatch(/reactivated[\s\S]*By: operator ben/)
  })

  it('is no way to open again what is suspended while the request is judged', async () => {
    await made()
    const { database } = gateway
    const run = database.run.bind(database)
    const spy = vi.spyOn(database, 'run').mockImplementation(async (statement, values) => {
      const rows = await run(statement, values)
      if (statement.name !== 'merchant_some') return rows
      spy.mockRestore()
      expect((await change({ status: 'SUSPENDED' })).status).toBe(200)
      return rows
    })
    const opened = await change({ status: 'ACTIVE' })
    spy.mockRestore()
    expect([opened.status, opened.body.code], opened.text).toEqual([409, 'APPROVAL_STALE'])
    expect((await read()).status).toBe('SUSPENDED')
  })

  it('is anything of a test merchant', async () => {
    await create({ isTest: true })
    const body = { callbackUrl: 'http://127.0.0.1:9/cb', returnSchemes: ['myapp'], status: 'SUSPENDED' }
    expect((await change(body)).status).toBe(200)
    expect((await change({ status: 'ACTIVE' })).status).toBe(200)
  })
})

it('at the dashboard the address of callbacks is changed by one of the team, and the owners are told', async () => {
  await made({ callbackUrl: CALLBACKS })
  const anna = await ownerOf()
  const moved = await anna.ask('PATCH', '/settings', { callbackUrl: 'https://other.example/cb' })
  expect(moved.status, moved.text).toBe(200)
  const reported = await mails()
  expect(reported).toContain(`By: Anna ${count} of ${code}`)
  expect(reported).toContain('https://other.example/cb')
  await anna.ask('PATCH', '/settings', { checkout: { colour: '#0b6e4f' } })
  expect(await mails()).toBe('')
})
