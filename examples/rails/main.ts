/**
 * The rail simulator as a server of its own:
 *
 *   node examples/rails/main.ts --gateway http://127.0.0.1:8080 --admin-token data/admin-token [--port 8090]
 *     [--chain http://127.0.0.1:8545] [--payer-pages http://127.0.0.1:8091/payer]
 *
 * `POST /look` and `POST /pay` take what `GET /payins/{idPayin}` answered; `GET /` has a page for people. Loopback only: whoever
 * reaches it can write the bank's feed.
 */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { parseArgs } from 'node:util'
import { offerOf, type Shown } from './offer.ts'
import { PAGE } from './page.ts'
import { pay, type Surroundings } from './simulator.ts'

const MAX_BODY_BYTES = 1024 * 1024

const { values } = parseArgs({
  options: {
    gateway: { type: 'string', default: 'http://127.0.0.1:8080' },
    'admin-token': { type: 'string', default: 'data/admin-token' },
    port: { type: 'string', default: '8090' },
    chain: { type: 'string', multiple: true, default: [] },
    'payer-pages': { type: 'string' },
  },
})

const around: Surroundings = {
  gatewayUrl: values.gateway,
  adminToken: readFileSync(values['admin-token'], 'utf8').trim(),
  chains: values.chain,
  payerPages: values['payer-pages'],
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MAX_BODY_BYTES) throw new Error('the body is too large')
    parts.push(part)
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'))
}

/** The payin as its merchant reads it, or its `paymentMethodResponse` alone. */
function shownOf(body: unknown): Shown {
  const whole = body as { readonly paymentMethodResponse?: Shown; readonly amount?: number } & Shown
  const shown = whole.paymentMethodResponse ?? whole
  if (typeof shown.paymentMethodCode !== 'string' || typeof shown.money !== 'object') {
    throw new Error('this is no payin: send what GET /payins/{idPayin} answers')
  }
  return shown
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body, (_key, value) => (typeof value === 'bigint' ? String(value) : value), 2)
  response.writeHead(status, { 'content-type': 'application/json' }).end(`${text}\n`)
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  if (request.method === 'GET' && pathname === '/') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE)
    return
  }
  if (request.method !== 'POST' || (pathname !== '/look' && pathname !== '/pay')) {
    answer(response, 404, { code: 'NOT_FOUND', message: 'POST /look or /pay' })
    return
  }
  // A page of somebody else must not pay: browsers send this type only after they were allowed to.
  if (!String(request.headers['content-type']).startsWith('application/json')) {
    answer(response, 415, { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'send application/json' })
    return
  }
  const shown = shownOf(await bodyOf(request))
  const amount = searchParams.get('amount')
  const result =
    pathname === '/look' ? offerOf(shown) : await pay(shown, around, amount ? { amount: Number(amount) } : {})
  answer(response, result.ok ? 200 : 422, result.ok ? result.value : result.failure)
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    answer(response, 400, { code: 'FAILED', message: error instanceof Error ? error.message : String(error) })
  })
})
server.listen(Number(values.port), '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : values.port
  process.stdout.write(`the rail simulator plays payer and bank on http://127.0.0.1:${port}\n`)
})
process.once('SIGTERM', () => server.close(() => process.exit(0)))
