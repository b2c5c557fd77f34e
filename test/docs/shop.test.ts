/** The shop of the merchants' first page runs as it stands there, with the client as it is packed. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@sluice/core/foundation/free-port.fixture.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../../tools/docs.ts'
import { writeMerchantTypes } from '../../tools/generated.ts'
import { packFolder } from '../../tools/pack.ts'
import { temporaryFolder } from '../processes/gateway.ts'
import { type GatewayHere, serveCopyHere } from '../processes/served-here.ts'

const document = readFileSync(join(ROOT, 'docs/merchants/shop.md'), 'utf8')
const block = (language: string, containing: string): string => {
  const found = [...document.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].find(
    ([, name, text]) => name === language && text?.includes(containing),
  )
  return found?.[2] ?? ''
}

const data = temporaryFolder()
const shopFolder = mkdtempSync(join(tmpdir(), 'sluice-shop-'))
let gateway: GatewayHere
let shop: ChildProcess
let shopUrl = ''
const lines: string[] = []

beforeAll(async () => {
  const client = join(shopFolder, 'node_modules/@sluice/client')
  writeMerchantTypes()
  packFolder('client', client)
  for (const name of ['standardwebhooks', '@stablelib', 'fast-sha256'])
    symlinkSync(join(ROOT, 'node_modules', name), join(shopFolder, 'node_modules', name))
  writeFileSync(join(shopFolder, 'shop.mjs'), block('js', 'createServer'))
  gateway = await serveCopyHere(data.path)
  const port = await freePort()
  shopUrl = `http://127.0.0.1:${port}`
  shop = spawn(process.execPath, ['shop.mjs'], {
    cwd: shopFolder,
    // As in a shell in which PORT was set for the gateway.
    env: {
      ...process.env,
      PORT: new URL(gateway.url).port,
      SHOP_PORT: String(port),
      SLUICE_DATA: gateway.dataDir,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    shop.once('exit', () => reject(new Error('the shop has ended')))
    shop.stdout?.on('data', (chunk) => {
      lines.push(...String(chunk).split('\n'))
      if (lines.some((line) => line.startsWith('open '))) resolve()
    })
  })
})
afterAll(async () => {
  shop?.kill()
  await gateway?.stop()
  data.remove()
  rmSync(shopFolder, { recursive: true, force: true })
})

it('takes a payment by the page’s own commands, ships once, and knows a forged callback', async () => {
  const env = { ...process.env, SHOP_PORT: new URL(shopUrl).port }
  // Not `execFileSync`: the gateway answers in this thread.
  const { stdout } = await promisify(execFile)('bash', ['-c', block('sh', 'LINK=')], { env })
  const created = JSON.parse(stdout)
  const id: string = created.paymentMethodResponse.idPayin ?? ''
  expect(created.process.status).toBe('PENDING')
  await new Promise<void>((resolve) => {
    const look = () => lines.some((line) => line.startsWith('ship mug')) && resolve()
    shop.stdout?.on('data', look)
    look()
  })
  expect(lines.filter((line) => line.startsWith('ship '))).toHaveLength(1)
  const thanks = await fetch(`${shopUrl}/thanks?idPayin=${id}`)
  expect(await thanks.text()).toContain('SUCCESS')
  const forged = await fetch(`${shopUrl}/callbacks`, { method: 'POST', body: '{}' })
  expect(forged.status).toBe(401)
})
