/**
 * A small shop that sells tea in five currencies: a link to the checkout, a callback that is verified, and the payment that is
 * then read; and the money back for who does not like the tea. That is all of an integration. Outside of this repository it would import from '@sluice/client'.
 */
import { randomUUID } from 'node:crypto'
import { CallbackRefused, type Money, type Sluice, verifyCallback } from '@sluice/client/main.ts'
import Fastify, { type FastifyInstance } from 'fastify'

/** They end in 907: the sandbox then leaves it to the payer, whom you play on the phone. Other amounts are paid after 3 s. */
const PRICES: readonly Money[] = [
  { amount: 907, currencyCode: 'THB' },
  { amount: 125_907, currencyCode: 'IDR' },
  { amount: 1_907, currencyCode: 'INR' },
  { amount: 907, currencyCode: 'BRL' },
  { amount: 29_907, currencyCode: 'KRW' },
]

/** Kept when money goes back. Without it the sandbox would leave the refund to you, too. */
const POSTAGE = 7

interface Order {
  readonly id: string
  readonly money: Money
  /** What the gateway said when it was last read. */
  status: string
  /** Of the money that goes back, once the customer has asked. */
  refund?: string
  /** Where the customer says where it is to go, while the gateway does not know. */
  claimUrl?: string | undefined
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
  readBodiesAsText(app)

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
      if (event.type === 'refund.updated') await lookAtRefund(event.data.idRefund)
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

  /** The refund has the ID of its order: whoever presses twice gets the money back once. */
  app.post<{ Body: URLSearchParams }>('/refund', async (request, reply) => {
    const order = orders.get(request.body.get('order') ?? '')
    if (order?.status !== 'SUCCESS') return reply.code(400).send('We have no money of yours.')
    await sluice.refunds.create(order.id, {
      idPayin: order.id,
      reason: 'REQUESTED_BY_CUSTOMER',
      money: { ...order.money, amount: order.money.amount - POSTAGE },
      callbackUrl: `${shopUrl()}/callbacks`,
    })
    await lookAtRefund(order.id)
    return reply.redirect(`/thanks?idPayin=${encodeURIComponent(order.id)}`, 303)
  })

  async function lookAtRefund(id: string): Promise<void> {
    const order = orders.get(id)
    if (!order) return
    const { process, claimUrl } = await sluice.refunds.get(id)
    order.refund = process.status
    order.claimUrl = claimUrl
  }

  app.get<{ Querystring: { idPayin?: string } }>('/thanks', (request, reply) => {
    const order = orders.get(request.query.idPayin ?? '')
    reply.type('text/html')
    if (!order)
      return page('Lotus Tea House', '<h1>We do not know this order</h1><a href="/">Back to the shop</a>')
    return thanksPage(order)
  })

  // For the page that shows everything at once.
  app.get('/orders', () => [...orders.values()].reverse().map(({ claimUrl: _, ...order }) => order))

  return app
}

function readBodiesAsText(app: FastifyInstance): void {
  // Callbacks are signed over their bytes, so nothing may parse them before they are verified.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
}

/** The order's page is for whoever knows its ID, so the link for the payer is there and nowhere else. */
function moneyBack({ id, status, refund, claimUrl }: Order): string {
  if (claimUrl !== undefined) return `<a href="${claimUrl}">Say where your money is to go</a>`
  if (refund !== undefined)
    return `<p>${refund === 'SUCCESS' ? 'Your money is back with you.' : `Your money on its way back: ${refund}`}</p>`
  if (status !== 'SUCCESS') return ''
  return `<form method="post" action="/refund"><button name="order" value="${id}">Give me my money back</button></form>`
}

function thanksPage(order: Order): string {
  const words =
    order.status === 'SUCCESS' ? 'Thank you, your tea is on its way' : `Your payment: ${order.status}`
  return page(
    'Your order',
    `<meta http-equiv="refresh" content="3"><h1>${words}</h1>${moneyBack(order)}<a href="/">Buy more tea</a>`,
  )
}
