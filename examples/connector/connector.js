/**
 * A connector for Sluice in about a hundred lines: a made-up provider that takes payments on, shows a page to pay them, and
 * tells the gateway what became of them. The protocol: docs/connector-openapi.json. Start it with
 *
 *   CONNECTOR_SECRET=whsec_… node examples/connector/connector.js
 *
 * It keeps everything in memory. A real one writes a payment down BEFORE it answers `accepted`, and asks its own provider.
 */
import Fastify from 'fastify'
import { Webhook } from 'standardwebhooks'

const { env } = process
const port = Number(env.PORT ?? 9090)
const gateway = env.GATEWAY_URL ?? 'http://127.0.0.1:8080'
const name = env.CONNECTOR_NAME ?? 'test-example'
const publicUrl = env.PUBLIC_URL ?? `http://127.0.0.1:${port}`
const settleAfterMs = Number(env.SETTLE_AFTER_MS ?? 0)
const webhook = new Webhook(env.CONNECTOR_SECRET ?? '')
const list = (text) => text.split(',')

const services = [
  {
    kind: 'payin',
    paymentMethodCodes: list(
      env.PAYIN_METHODS ??
        'EWALLET,FNB_DIRECT_EFT,FPX,MOMOPAY,NEDBANK_DIRECT_EFT,NETBANKING,ONLINE,PAY_ME,PSE,ABSA_PAY,CAPITEC_PAY,MOBILE_MONEY,PAYSHAP',
    ),
    currencyCodes: list(env.PAYIN_CURRENCIES ?? 'COP,GHS,IDR,INR,KES,MYR,NAD,THB,TZS,VND,ZAR,ZMW'),
    min: '1',
    deadlineSecs: 7200,
  },
  {
    kind: 'payout',
    paymentMethodCodes: ['BANK_TRANSFER', 'WALLET_TRANSFER'],
    currencyCodes: ['THB', 'ZAR', 'IDR', 'PHP', 'VND', 'KES'],
    max: '1000000',
  },
  // What it gives back by the rail itself, of payins that it took; and what it pays out where that fails.
  {
    kind: 'refund',
    paymentMethodCodes: ['MOBILE_MONEY', 'NETBANKING', 'PAYSHAP', 'BANK_TRANSFER', 'WALLET_TRANSFER'],
    currencyCodes: ['GHS', 'IDR', 'INR', 'KES', 'PHP', 'THB', 'TZS', 'VND', 'ZAR', 'ZMW'],
  },
]

/** By the payment's key, and of a refund its attempt: { payment, statusUpdates, cancelled }. */
const payments = new Map()
const nameOf = ({ key, attempt = 0 }) => `${key}-${attempt}`

/** What the payer must be told; the gateway says which names this method needs. */
const RECEIVING = {
  accountName: 'TEST DO NOT PAY',
  accountNumber: '0000000000',
  bankCode: '000',
  bankName: 'Example Bank',
}
const receivingFor = (payment, wanted) => {
  const page = `${publicUrl}/payer/${payment.reference}`
  // A code for a store's till is the reference here: the payer's page is found by it.
  const known = { ...RECEIVING, pageUrl: page, storeCode: payment.reference }
  const needed = Object.entries(wanted ?? {}).filter(([, { need }]) => need === 'mandatory')
  return Object.fromEntries(needed.map(([each]) => [each, known[each] ?? 'EXAMPLE']))
}

const calls = {
  accept({ payment, receiving }) {
    // The same payment again is the same payment: the answer is made of it alone.
    const order = nameOf(payment)
    if (!payments.has(order)) {
      payments.set(order, { payment, statusUpdates: [], cancelled: false })
      if (settleAfterMs > 0) setTimeout(() => settle(order), settleAfterMs)
    }
    return {
      type: 'accepted',
      processorRef: `example-${order}`,
      processorStatus: 'OPEN',
      ...(payment.kind === 'payin' && { receiving: receivingFor(payment, receiving) }),
    }
  },
  status({ payment }) {
    const known = payments.get(nameOf(payment))
    if (!known || known.payment.id !== payment.id) return { type: 'unknown' }
    return known.statusUpdates.length > 0
      ? { type: 'known', statusUpdates: known.statusUpdates }
      : { type: 'open' }
  },
  cancel({ payment }) {
    const known = payments.get(nameOf(payment))
    if (!known || known.statusUpdates.length > 0) return { type: 'too-late' }
    known.cancelled = true
    return { type: 'cancelled' }
  },
}

/** The money has moved, or never will: from now on this is a fact with a name, told until the gateway has it. */
function settle(order, fails = false) {
  const known = payments.get(order)
  if (!known || known.cancelled) return false
  const { kind, merchantCode, id, attempt, money } = known.payment
  const moved = kind === 'payin' ? { type: 'paid', received: money } : { type: 'delivered' }
  // Of a refund a made-up provider is certain: it goes another way then, perhaps with us again.
  const failed = {
    type: 'failed',
    failureReasonCode: 'ACCOUNT_INVALID',
    ...(kind === 'refund' && { noMoneyLeft: true }),
  }
  const statusUpdate = {
    statusUpdateId: `${order}-settled`,
    kind,
    merchantCode,
    id,
    attempt,
    processorStatus: fails ? 'FAILED' : 'SETTLED',
    statusChange: fails ? failed : moved,
  }
  if (known.statusUpdates.length === 0) known.statusUpdates.push(statusUpdate)
  return tell(statusUpdate)
}

async function tell(statusUpdate) {
  const at = new Date()
  const body = JSON.stringify({
    type: 'payment.status_updated',
    timestamp: at.toISOString(),
    data: { statusUpdate },
  })
  const id = `status_${statusUpdate.statusUpdateId}`
  const answer = await fetch(`${gateway}/connectors/${name}/status-updates`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': webhook.sign(id, at, body),
    },
    body,
  }).catch(() => undefined)
  if (answer?.status !== 200) setTimeout(() => tell(statusUpdate), 5_000).unref()
  return true
}

const app = Fastify()
app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
  done(null, body),
)

// Every call is signed by the gateway, and every answer by us, under the ID of its request.
const signed = { preHandler: verify, onSend: sign }
async function verify(request, reply) {
  try {
    request.message = webhook.verify(request.body ?? '', request.headers)
  } catch {
    return reply.code(401).send()
  }
}
async function sign(request, reply, payload) {
  const id = request.headers['webhook-id']
  const at = new Date()
  if (reply.statusCode === 200)
    reply.headers({
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': webhook.sign(id, at, payload),
    })
  return payload
}

app.get('/', signed, async () => ({
  name: 'Example provider',
  protocol: 1,
  services,
  calls: ['cancel'],
  reportsAttempts: true,
}))
for (const [call, answer] of Object.entries(calls)) {
  app.post(`/${call}`, signed, async (request, reply) => {
    const { type, data } = request.message
    return type === `payment.${call}` ? answer(data) : reply.code(400).send()
  })
}

// The payer's page: a link leads there, and what would be a request on a phone waits there too.
const shownAs = (reference) =>
  [...payments.values()].findLast(({ payment }) => payment.reference === reference)
app.get('/payer/:reference', async (request, reply) => {
  const known = shownAs(request.params.reference)
  reply.type('text/html')
  if (!known) return reply.code(404).send('There is no such payment.')
  const { amount, currencyCode } = known.payment.money
  return `<!doctype html><title>Example provider</title>
    <form method="post" action="/payer/${known.payment.reference}"><button name="pay" value="1">Pay ${amount} ${currencyCode}</button>
    <button formaction="?fail">Let it fail</button></form>`
})
app.addContentTypeParser('*', (_request, _body, done) => done(null))
app.post('/payer/:reference', async (request, reply) => {
  const known = shownAs(request.params.reference)
  const told = known && (await settle(nameOf(known.payment), 'fail' in request.query))
  return told ? 'Thank you.' : reply.code(409).send('This payment can not be paid.')
})

await app.listen({ port, host: env.HOST ?? '127.0.0.1' })
console.log(`the example connector ${name} listens on ${publicUrl}`)
