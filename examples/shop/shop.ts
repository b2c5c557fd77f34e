/**
 * A small shop that sells tea in five currencies: a link to the checkout, a callback that is verified, and the payment that is
 * then read. That is all of an integration. Outside of this repository it would import from '@sluice/client'.
 */
import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { CallbackRefused, type Money, type Sluice, verifyCallback } from '../../client/src/main.ts'

/** They end in 907: the sandbox then leaves it to the payer, whom you play on the phone. Other amounts are paid after 3 s. */
const PRICES: readonly Money[] = [
  { amount: 907, currencyCode: 'THB' },
  { amount: 125_907, currencyCode: 'IDR' },
  { amount: 1_907, currencyCode: 'INR' },
  { amount: 907, currencyCode: 'BRL' },
  { amount: 29_907, currencyCode: 'KRW' },
]

interface Order {
  readonly id: string
  readonly money: Money
  /** What the gateway said when it was last read. */
  status: string
}

export interface ShopOptions {
  readonly sluice: Sluice
  readonly callbackSecret: string
  /** Where this shop is reached. */
  readonly shopUrl: () => string
}

const shownMoney = ({ amount, currencyCode }: Money): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency: currencyCode, minimumFractionDigits: 0 }).format(
    amount,
  )

const page = (title: string, body: string): string => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title}</title><style>
body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:24rem;padding:0 1rem;color:#1c2b24;background:#fff}
h1{font-size:1.5rem}button{font:inherit;display:block;width:100%;margin:.5rem 0;padding:.7rem;border:1px solid #0a7d4f;
border-radius:.5rem;background:#fff;color:#0a5c3a;cursor:pointer}button:hover{background:#e8f5ee}</style>${body}</html>`

export function shop({ sluice, callbackSecret, shopUrl }: ShopOptions): FastifyInstance {
  const orders = new Map<string, Order>()
  const app = Fastify()
  // Callbacks are signed over their bytes, so nothing may parse them before they are verified.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )

  app.get('/', (_request, reply) => {
    const choices = PRICES.map(
      (price, index) => `<button name="price" value="${index}">Buy for ${shownMoney(price)}</button>`,
    )
    reply.type('text/html')
    return page(
      'Lotus Tea House',
      `<h1>🍵 Oolong, 100 g</h1><form method="post" action="/buy">${choices.join('')}</form>`,
    )
  })

  app.post<{ Body: URLSearchParams }>('/buy', async (request, reply) => {
    const money = PRICES[Number(request.body.get('price'))]
    if (!money) return reply.code(400).send('We do not sell for that.')
    const order: Order = { id: randomUUID(), money, status: 'OPEN' }
    orders.set(order.id, order)
    const link = await sluice.checkoutUrl({
      idPayin: order.id,
      money,
      callbackUrl: `${shopUrl()}/callbacks`,
      returnUrl: `${shopUrl()}/thanks`,
    })
    return reply.redirect(link, 303)
  })

  app.post<{ Body: string }>('/callbacks', async (request, reply) => {
    try {
      const event = verifyCallback(request.body, request.headers, callbackSecret)
      if (event.type === 'payin.status_changed') await look(event.data.idPayin)
      return reply.code(204).send()
    } catch (error) {
      if (error instanceof CallbackRefused) return reply.code(401).send()
      throw error
    }
  })

  /** A callback says that something has changed. What, is read; here is where a real shop would ship, once for each order. */
  async function look(id: string): Promise<void> {
    const order = orders.get(id)
    if (!order) return
    const { process } = await sluice.payins.get(id)
    order.status = process.status
  }

  app.get<{ Querystring: { idPayin?: string } }>('/thanks', (request, reply) => {
    const order = orders.get(request.query.idPayin ?? '')
    reply.type('text/html')
    if (!order)
      return page('Lotus Tea House', '<h1>We do not know this order</h1><a href="/">Back to the shop</a>')
    const words =
      order.status === 'SUCCESS' ? 'Thank you, your tea is on its way' : `Your payment: ${order.status}`
    return page(
      'Your order',
      `<meta http-equiv="refresh" content="3"><h1>${words}</h1><a href="/">Buy more tea</a>`,
    )
  })

  // For the page that shows everything at once.
  app.get('/orders', () => [...orders.values()].reverse())

  return app
}
