import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'

describe('trying a payment', () => {
  let gateway: AdminGateway
  let shops = 0
  beforeAll(async () => {
    gateway = await adminGateway()
  })
  afterAll(() => gateway.close())

  const MONEY = { money: { amount: 150.5, currencyCode: 'THB' } }
  const shop = async (more: object = {}): Promise<string> => {
    const merchantCode = `TRY-${++shops}`
    const body = {
      merchantCode,
      name: 'Shop',
      isTest: true,
      callbackUrl: 'https://shop.example/callbacks',
      ...more,
    }
    const made = await gateway.admin('POST', '/admin/merchants', body)
    expect(made.status, made.text).toBe(201)
    return merchantCode
  }
  const tryAt = (merchantCode: string, token?: string) =>
    gateway.admin('POST', `/admin/payments/${merchantCode}/!try`, MONEY, token)
  const pay = (idPayin: string, token: string, amount = 150.5) =>
    gateway.request('POST', `/payins/${idPayin}`, {
      token,
      body: {
        paymentRequested: { money: { amount, currencyCode: 'THB' } },
        paymentMethod: {
          paymentMethodCode: 'OFFLINE',
          account: { accountName: 'Somchai Jaidee', accountNumber: '9876543210' },
        },
      },
    })
  const tokenIn = (url: string): string => new URL(url).hash.slice(1)

  it('gives a link by which a payer makes and pays just this payin, at this amount', async () => {
    const { status, text } = await tryAt(await shop())
    expect(status).toBe(201)
    const body: { readonly idPayin: string; readonly url: string } = JSON.parse(text)
    expect(body.idPayin).toMatch(/^operator-/)
    expect((await pay(body.idPayin, tokenIn(body.url), 1)).status).toBe(403)
    expect((await pay('order-1', tokenIn(body.url))).status).toBe(403)
    const made = await pay(body.idPayin, tokenIn(body.url))
    expect(made.status, made.text).toBe(201)
  })

  it('is refused for a live merchant, a suspended one, and one that nobody would be told of', async () => {
    const suspended = await shop()
    await gateway.admin('PATCH', `/admin/merchants/${suspended}`, { status: 'SUSPENDED' })
    for (const code of [await shop({ isTest: false }), suspended, await shop({ callbackUrl: null })]) {
      const { status, body } = await tryAt(code)
      expect([status, body.code]).toEqual([409, 'INVALID_STATE'])
    }
  })

  it('stands in the audit log with who did it, and is not for those who only look', async () => {
    const merchantCode = await shop()
    expect((await tryAt(merchantCode, await gateway.operator('vera', 'VIEWER'))).status).toBe(403)
    const { body } = await tryAt(merchantCode, await gateway.operator('anna', 'OPERATOR'))
    const { data } = (await gateway.admin('GET', '/admin/audit?operator=anna')).body
    expect(data?.[0]).toMatchObject({
      action: 'payment.try',
      subject: `payment ${merchantCode}/payin/${body.idPayin}`,
      detail: { amount: '150.5', currencyCode: 'THB' },
    })
  })
})
