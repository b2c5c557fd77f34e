import type { OutgoingAnswer, OutgoingRequest } from '@sluice/core/foundation/deps.ts'
import type { CurrencyCode } from '@sluice/core/foundation/money.ts'
import { plainReference } from '@sluice/provider-kit/references.ts'
import { PixFake } from '@sluice/providers/pix/fake.fixture.ts'
import { PIX_SETTINGS } from '@sluice/providers/pix/pix.fixture.ts'
import { XENDIT_SETTINGS } from '@sluice/providers/xendit/xendit.fixture.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestMerchant } from '../../../../../test/harness.ts'
import { idOf } from '../../payments/payments.fixture.ts'
import { findPayment } from '../../payments/reading.ts'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'

let gateway: AdminGateway
let shop: TestMerchant
let fake: PixFake
let baseUrl: string
/** The answer to the registration of the account that most look at. */
let made: Awaited<ReturnType<AdminGateway['admin']>>
/** Notifications that the bank has sent. */
const sent: { readonly url: string; readonly body: string }[] = []

async function throughSocket(request: OutgoingRequest): Promise<OutgoingAnswer> {
  if (!request.url.startsWith(baseUrl)) return { ok: true, status: 204, headers: {}, body: '', durationMs: 1 }
  const { method, headers, body } = request
  const answer = await fetch(request.url, { method, headers, ...(body !== undefined && { body }) })
  return { ok: true, status: answer.status, headers: {}, body: await answer.text(), durationMs: 1 }
}

beforeAll(async () => {
  const notify = async (url: string, body: string): Promise<void> => void sent.push({ url, body })
  fake = new PixFake({ ...PIX_SETTINGS, now: () => gateway.deps.clock.now(), notify })
  baseUrl = await fake.listen()
  gateway = await adminGateway({ network: throughSocket })
  const product = { code: 'PIXQR', currency: 'BRL' as CurrencyCode, processors: ['test-native-bank'] }
  shop = await gateway.merchant({ products: [product] })
  made = await gateway.admin('POST', '/admin/providers', account())
})
afterAll(async () => {
  await gateway.close()
  await fake.close()
})

const settings = () => ({ ...PIX_SETTINGS, profile: 'bacen', baseUrl })
const account = (changed: object = {}) => ({
  ...{ name: 'bank', provider: 'pix', isTest: true, settings: settings() },
  ...changed,
})
const faultsOf = ({ body }: { readonly body: { readonly errors?: readonly { path: string }[] } }) =>
  (body.errors ?? []).map(({ path }) => path)
const pathIn = (url: string): string => new URL(url).pathname

describe('an account with a provider', () => {
  it('is registered, found well, and never shows its secrets again', async () => {
    expect(made, made.text).toMatchObject({
      status: 201,
      body: { name: 'test-native-bank', healthy: true, settings: { pixKey: PIX_SETTINGS.pixKey } },
    })
    const shown = await gateway.admin('GET', '/admin/providers/test-native-bank')
    const audit = await gateway.admin('GET', '/admin/audit')
    for (const { text } of [made, shown, audit]) {
      expect(text).not.toContain(PIX_SETTINGS.clientSecret)
      expect(text).not.toContain(PIX_SETTINGS.clientId)
    }
    expect(shown.body.secrets).toMatchObject([{ name: 'clientId' }, { name: 'clientSecret' }])
  })

  it('is told by its kind which settings say whose it is', async () => {
    const { body } = await gateway.admin('GET', '/admin/providers/kinds?provider=pix')
    const [kind] = body.data as unknown as { settings: { name: string; identity: string }[] }[]
    const identities = Object.fromEntries(kind?.settings.map(({ name, identity }) => [name, identity]) ?? [])
    expect(identities).toMatchObject({ pixKey: 'account', city: 'none', clientSecret: 'none' })
  })

  it('is refused with all that is wrong with it at once, and without repeating it', async () => {
    const wrong = {
      ...settings(),
      pixKey: 'no-key-at-all',
      certificate: 'no PEM',
      extra: 'x',
      city: undefined,
    }
    const answer = await gateway.admin(
      'POST',
      '/admin/providers',
      account({ name: 'other', settings: wrong }),
    )
    expect(answer.status).toBe(400)
    expect(faultsOf(answer).toSorted()).toEqual([
      '/settings/certificate',
      '/settings/city',
      '/settings/extra',
      '/settings/pixKey',
    ])
    expect(answer.text).not.toContain('no-key-at-all')
  })

  it('for tests takes no key that moves real money, where the provider’s keys say which they are', async () => {
    const xendit = { ...XENDIT_SETTINGS, apiKey: 'xnd_production_1' }
    const answer = await gateway.admin(
      'POST',
      '/admin/providers',
      account({ name: 'jakarta', provider: 'xendit', settings: xendit }),
    )
    expect([answer.status, faultsOf(answer)]).toEqual([400, ['/settings/apiKey']])
  })

  it('takes no address to which the gateway does not connect', async () => {
    const inside = { ...settings(), baseUrl: 'http://10.0.0.7' }
    const answer = await gateway.admin(
      'POST',
      '/admin/providers',
      account({ name: 'other', settings: inside }),
    )
    expect([answer.status, faultsOf(answer)]).toEqual([400, ['/settings/baseUrl']])
  })

  it('is not sent elsewhere with secrets that whoever changes it does not know', async () => {
    const path = '/admin/providers/test-native-bank'
    const moved = { baseUrl: 'https://thief.example' }
    const answer = await gateway.admin('PATCH', path, { settings: moved })
    expect([answer.status, faultsOf(answer)]).toEqual([400, ['/settings/clientId', '/settings/clientSecret']])
    const { clientId, clientSecret } = PIX_SETTINGS
    const known = await gateway.admin('PATCH', path, {
      settings: { baseUrl, clientId, clientSecret, city: 'Recife' },
    })
    expect(known.body).toMatchObject({ settings: { city: 'Recife' }, healthy: true })
  })

  it('is checked: what the provider says of the credentials, and where notifications go', async () => {
    const path = '/admin/providers/test-native-bank/!check'
    expect((await gateway.admin('POST', path)).body.findings).toMatchObject([
      { what: 'credentials', state: 'OK' },
      { what: 'notifications', state: 'ATTENTION' },
    ])
  })
})

describe('a notification', () => {
  const paymentOf = async (id: string) => {
    const payment = await findPayment(gateway.database, shop.code, 'payin', idOf(id))
    if (!payment) throw new Error(`${id} is there`)
    return payment
  }
  const create = async (id: string): Promise<string> => {
    const answer = await gateway.request('POST', `/payins/${id}`, {
      token: await shop.token(),
      body: {
        paymentRequested: { money: { amount: 20.5, currencyCode: 'BRL' } },
        paymentMethod: { paymentMethodCode: 'PIXQR' },
        callbackUrl: 'http://127.0.0.1:9/c',
      },
    })
    expect(answer.status, answer.text).toBe(201)
    return plainReference(await paymentOf(id))
  }
  const statusOf = async (id: string) => (await paymentOf(id)).status
  const send = (url: string, raw: string) =>
    gateway.request('POST', pathIn(url), { raw, headers: { 'content-type': 'application/json' } })

  it('has the gateway ask, and what it is told counts', async () => {
    const subscribed = await gateway.admin('POST', '/admin/providers/test-native-bank/!subscribe')
    expect(subscribed.status, subscribed.text).toBe(200)
    const reference = await create('told')
    await fake.pay(reference)
    const reported = sent.find(({ body }) => body.includes(reference))
    if (!reported) throw new Error('the bank has told')
    expect((await send(reported.url, reported.body)).status).toBe(200)
    await expect.poll(() => statusOf('told'), { timeout: 60_000 }).toBe('SUCCESS')
  })

  it('that says a charge was paid, and is not true, changes nothing', async () => {
    const reference = await create('forged')
    const before = fake.calls.length
    const forged = JSON.stringify({ pix: [{ endToEndId: 'E'.repeat(32), txid: reference, valor: '20.50' }] })
    expect((await send(`${made.body.notificationUrl}/pix`, forged)).status).toBe(200)
    await expect.poll(() => fake.calls.length, { timeout: 60_000 }).toBeGreaterThan(before)
    expect(await statusOf('forged')).toBe('PENDING')
  })

  it('keeps an account the one that it is at its provider, while payments wait for news from there', async () => {
    for (const id of ['waits', 'waits-too']) await create(id)
    const path = '/admin/providers/test-native-bank'
    const moved = await gateway.admin('PATCH', path, {
      settings: { pixKey: '0b6fdb5c-32c1-4b50-a6d4-c0f2ecb2b2aa', clientId: 'another-application' },
    })
    expect([moved.status, moved.body.code]).toEqual([409, 'INVALID_STATE'])
    expect(moved.body.detail).toMatch(
      /^pixKey, clientId say which account at the provider it is, and \d payments still wait/,
    )
    const renewed = await gateway.admin('PATCH', path, {
      settings: { clientId: PIX_SETTINGS.clientId, clientSecret: PIX_SETTINGS.clientSecret, city: 'Olinda' },
    })
    expect(renewed.body).toMatchObject({ settings: { city: 'Olinda' } })
    const gone = await gateway.admin('DELETE', path)
    expect([gone.status, gone.body.detail]).toEqual([
      409,
      expect.stringMatching(/^\d payments still wait for a status update from it/),
    ])
  })

  it('to an address that is no account’s is refused, and nothing is asked', async () => {
    const reference = await create('foreign')
    await fake.pay(reference)
    const before = fake.calls.length
    const body = JSON.stringify({ pix: [{ txid: reference }] })
    for (const path of [
      'test-native-bank/notifications/guessed/pix',
      'test-native-other/notifications/guessed',
    ])
      expect((await send(`http://gateway/providers/${path}`, body)).status).toBe(401)
    expect(fake.calls).toHaveLength(before)
  })
})
