/**
 * `npm run demo`: a gateway, the shop, and the payer's phone on one page. Nothing is installed, and no money moves.
 *
 * The gateway runs in a process of its own, with its data in `data/demo`. The phone is the sandbox's own page for the order that
 * is being paid. Everything listens on this machine only.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Sluice } from '@sluice/client/main.ts'
import { NOT_BUILT, readBuiltPages } from '@sluice/gateway/hosted-pages/built.ts'
import { shop } from './shop.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DATA = join(ROOT, 'data/demo')
const GIVEN = process.env.PORT ?? '8070'
const PORT = Number(GIVEN)

/** Starts it and waits until it serves. It ends with this process. */
async function startGateway(): Promise<string> {
  const { SLUICE_DEMO_PORT = '0', ...others } = process.env
  const env = { ...others, PORT: SLUICE_DEMO_PORT, DATA_DIR: DATA, LOG_LEVEL: 'warn' }
  const args = ['--disable-warning=ExperimentalWarning', join(ROOT, 'packages/cli/src/main.ts'), 'serve']
  const gateway = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'pipe'] })
  process.once('exit', () => gateway.kill())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
  return new Promise((resolve, reject) => {
    let said = ''
    createInterface({ input: gateway.stderr }).on('line', (line) => {
      if (line !== '') said = line
      const url = /serves on (http:\S+)/.exec(line)?.[1]
      if (url) resolve(url)
    })
    gateway.once('close', (code) => {
      const why = said.replace(/^Sluice does not start: /, '').replace(/\bPORT\b/, 'SLUICE_DEMO_PORT')
      reject(
        new Error(why || `the gateway ended with ${code}: npx sluice doctor --data-dir data/demo says why`),
      )
    })
  })
}

/** What to do is all that anybody wants to read of it. */
function giveUp(why: string): never {
  process.stderr.write(`\nThe demo does not start: ${why}\n`)
  process.exit(1)
}

/** Before anything is started. */
async function tryPort(): Promise<void> {
  const probe = createServer().listen(PORT, '127.0.0.1')
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

function whyNoShop(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  return code === 'EADDRINUSE'
    ? `port ${GIVEN} is in use. Stop what uses it (another demo?), or take another port: PORT=8071 npm run demo`
    : `port ${GIVEN} cannot be listened on (${code}). Take another one: PORT=8071 npm run demo`
}

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sluice: a shop, its customer and the gateway</title><style>
body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#eef2ef;color:#1c2b24}main{display:flex;gap:1.5rem;padding:1.5rem;flex-wrap:wrap}
section{flex:1 1 20rem;display:flex;flex-direction:column}h2{font-size:1rem;margin:0 0 .5rem}p{margin:0 0 .5rem;font-size:.9rem}
iframe{border:0;border-radius:1rem;background:#fff;height:44rem;width:100%;box-shadow:0 1px 6px #0003}
#phone{border:.6rem solid #222;border-radius:2rem;max-width:24rem}ol{list-style:none;padding:0;font-size:.9rem}li{padding:.3rem 0}
</style><main><section><h2>1. The shop, and its checkout</h2><p>Buy something, and choose how to pay.</p><iframe src="/" title="Shop"></iframe></section>
<section><h2>2. The customer's phone</h2><p>Pay here, or refuse.</p><iframe id="phone" title="Phone"
srcdoc="<p style='font:16px system-ui;text-align:center;margin-top:8rem;color:#555'>Nothing to pay yet.</p>"></iframe></section>
<section><h2>3. What the shop was told</h2><p>By signed callbacks; then it has read the payment.</p><ol id="orders"></ol></section></main>
<script src="/demo.js"></script></html>`

const SCRIPT = `let shown = ''
const look = async () => {
  try {
    const orders = await (await fetch('/orders')).json()
    document.querySelector('#orders').replaceChildren(...orders.map((order) => {
      const row = document.createElement('li')
      row.textContent = order.money.amount + ' ' + order.money.currencyCode + '  ' + order.status
      return row
    }))
    const { url } = await (await fetch('/phone')).json()
    if (url && url !== shown) {
      const phone = document.querySelector('#phone')
      phone.removeAttribute('srcdoc')
      phone.src = shown = url
    }
  } catch {}
  setTimeout(look, 1000)
}
look()`

await tryPort().catch((error: unknown) => giveUp(whyNoShop(error)))
if (!readBuiltPages()) giveUp(NOT_BUILT)
const gatewayUrl = await startGateway().catch((error: Error) => giveUp(error.message))
const { merchantCode, callbackSecret } = JSON.parse(readFileSync(join(DATA, 'sandbox/merchant.json'), 'utf8'))
const privateKey = readFileSync(join(DATA, 'sandbox/private-key.pem'), 'utf8')
const sluice = new Sluice({ baseUrl: gatewayUrl, merchantCode, privateKey })

let shopUrl = ''
// The gateway remembers what was bought another time; the phone need not.
const startedAt = new Date().toISOString()
const app = shop({ sluice, callbackSecret, shopUrl: () => shopUrl })
app.get('/demo', (_request, reply) => reply.type('text/html').send(PAGE))
app.get('/demo.js', (_request, reply) => reply.type('text/javascript').send(SCRIPT))
app.get('/phone', async () => {
  for await (const { sandboxUrl } of sluice.payins.list({ from: startedAt })) return { url: sandboxUrl }
  return {}
})
shopUrl = await app.listen({ host: '127.0.0.1', port: PORT })

// Nobody may frame a checkout but those that its merchant names.
const named = await fetch(`${gatewayUrl}/admin/merchants/${merchantCode}`, {
  method: 'PATCH',
  headers: {
    authorization: `Bearer ${readFileSync(join(DATA, 'admin-token'), 'utf8').trim()}`,
    'content-type': 'application/json',
  },
  body: JSON.stringify({ checkout: { name: 'Lotus Tea House', colour: '#0a7d4f', frameOrigins: [shopUrl] } }),
})
if (!named.ok) throw new Error(`the checkout could not be made ready: ${await named.text()}`)
process.stdout.write(`\nOpen this, and buy some tea:\n  ${shopUrl}/demo\n\nCtrl-C ends it.\n`)
