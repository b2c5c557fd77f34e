/** The shop in `examples/shop` sells: its checkout's link can be paid, its money goes back, and what it was told by callback it has verified and read. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PayinPage } from '@sluice/client/browser.ts'
import { Sluice } from '@sluice/client/main.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shop } from '../../examples/shop/shop.ts'
import { temporaryFolder } from './gateway.ts'
import { type GatewayHere, serveCopyHere } from './served-here.ts'

const folder = temporaryFolder()
let gateway: GatewayHere
let app: ReturnType<typeof shop>
let shopUrl = ''

beforeAll(async () => {
  mkdirSync(folder.path, { recursive: true })
  gateway = await serveCopyHere(folder.path, { SLUICE_SANDBOX_DELAY_MS: '50' })
  const sandbox = join(gateway.dataDir, 'sandbox')
  const { merchantCode, callbackSecret } = JSON.parse(readFileSync(join(sandbox, 'merchant.json'), 'utf8'))
  const privateKey = readFileSync(join(sandbox, 'private-key.pem'), 'utf8')
  const sluice = new Sluice({ baseUrl: gateway.url, merchantCode, privateKey })
  app = shop({ sluice, callbackSecret, shopUrl: () => shopUrl })
  shopUrl = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  await gateway.stop()
  folder.remove()
})

const statusOf = async (id: string): Promise<string> => {
  const orders = JSON.parse(await (await fetch(`${shopUrl}/orders`)).text()) as {
    id: string
    status: string
  }[]
  return orders.find((order) => order.id === id)?.status ?? ''
}

it('an order is paid on the checkout’s link, the shop knows it by a callback, and gives the money back once', async () => {
  const bought = await fetch(`${shopUrl}/buy`, {
    method: 'POST',
    body: new URLSearchParams({ price: '0' }),
    redirect: 'manual',
  })
  expect(bought.status).toBe(303)
  const link = new URL(bought.headers.get('location') ?? '')
  expect(link.pathname).toMatch(/^\/pay\/SANDBOX\/[0-9a-f-]{36}$/)
  const idPayin = link.pathname.split('/').at(-1) ?? ''

  const page = new PayinPage({ baseUrl: link.origin, idPayin, token: link.hash.slice(1) })
  const payin = await page.create({
    paymentRequested: { money: { amount: 907, currencyCode: 'THB' } },
    paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
  })
  const phone = new URL(payin.sandboxUrl ?? '')
  const paid = await fetch(`${link.origin}/sandbox/payins/SANDBOX/${idPayin}/!pay`, {
    method: 'POST',
    headers: { authorization: `Bearer ${phone.hash.slice(1)}`, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(paid.status).toBeLessThan(300)
  expect((await page.wait()).process.status).toBe('SUCCESS')
  await expect.poll(() => statusOf(idPayin)).toBe('SUCCESS')
  const thanks = await (await fetch(`${shopUrl}/thanks?idPayin=${idPayin}`)).text()
  expect(thanks).toContain('your tea is on its way')

  const requested = () =>
    fetch(`${shopUrl}/refund`, { method: 'POST', body: new URLSearchParams({ order: idPayin }) })
  const once = await (await requested()).text()
  expect(once).toMatch(/Your money (?:on its way back|is back)/)
  await requested()
  const mine = async () => (await fetch(`${shopUrl}/thanks?idPayin=${idPayin}`)).text()
  await expect.poll(mine).toMatch(/Your money is back with you|Say where your money is to go/)
})

it('gives nothing back of an order that was not paid', async () => {
  const requested = await fetch(`${shopUrl}/refund`, {
    method: 'POST',
    body: new URLSearchParams({ order: 'x' }),
  })
  expect(requested.status).toBe(400)
})

it('what is not signed by the gateway changes nothing', async () => {
  const forged = await fetch(`${shopUrl}/callbacks`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'x',
      'webhook-timestamp': '1',
      'webhook-signature': 'v1,x',
    },
    body: '{"type":"payin.status_changed","data":{"idPayin":"x"}}',
  })
  expect(forged.status).toBe(401)
})
