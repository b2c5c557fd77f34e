/** `sluice listen --forward-to`, `sluice trigger` and `--replay`, beside a gateway that was really started. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type CallbackEvent, type UnknownEvent, verifyCallback } from '@sluice/client/main.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../../tools/docs.ts'
import { sluiceIn } from '../cli/in-process.ts'
import { crowding } from '../setup/processor-time.ts'
import { until } from '../setup/until.ts'
import { temporaryFolder } from './gateway.ts'
import { type GatewayHere, serveCopyHere } from './served-here.ts'

const folder = temporaryFolder()
const events: (CallbackEvent | UnknownEvent)[] = []
let gateway: GatewayHere
let shop: Server
let listening: ChildProcess
let spoken = (): string => ''

const shopAddress = (): string => {
  const address = shop.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/hook`
}

/** `sluice listen`, until it is killed. */
function listen(options: readonly string[]): { readonly child: ChildProcess; text(): string } {
  const at = ['--url', gateway.url, '--data-dir', gateway.dataDir]
  const child = spawn(process.execPath, ['packages/cli/src/main.ts', 'listen', ...options, ...at], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (more: string) => {
      written += more
    })
  }
  return { child, text: () => written }
}

beforeAll(async () => {
  gateway = await serveCopyHere(folder.path, { SLUICE_SANDBOX_DELAY_MS: '50' })
  const { callbackSecret } = JSON.parse(readFileSync(join(gateway.dataDir, 'sandbox/merchant.json'), 'utf8'))
  shop = createServer(async (request, response) => {
    events.push(verifyCallback(await text(request), request.headers, callbackSecret))
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  const started = listen(['--forward-to', shopAddress()])
  listening = started.child
  spoken = started.text
  await until('it listens', () => spoken().includes('listening'))
})
afterAll(async () => {
  listening.kill('SIGKILL')
  await gateway.stop()
  shop.close()
  folder.remove()
})

const trigger = (line: string) => sluiceIn(folder.path, ['trigger', ...line.split(' ')])

it('a test payment is made in one line, and its callback comes signed to the application beside it', async () => {
  const made = await trigger('promptpay thb success --wait')
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^status +SUCCESS$/m) })
  await until('the callback came', () => events.length > 0)
  const id = /^payin +(\S+)$/m.exec(made.stdout)?.[1] ?? ''
  expect(events[0]).toMatchObject({ type: 'payin.status_changed', data: { idPayin: id, sequence: 1 } })
  await until('it was taken', () => spoken().includes('204'))
  expect(spoken()).toMatch(new RegExp(`payin ${id}  SUCCESS  → 204 in \\d+ ms`))
})

it('outcomes are steered, references brought, payouts made, and a wrong word is answered with the right ones', async () => {
  const refused = await trigger('OFFLINE KRW refused --wait')
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('it ended as REFUSED') })
  const indian = await trigger('P2A_V2 INR --wait')
  expect(indian).toMatchObject({ code: 0, stdout: expect.stringMatching(/^status +SUCCESS$/m) })
  const payout = await trigger('BANK_TRANSFER VND failed --wait')
  expect(payout).toMatchObject({ code: 1, stdout: expect.stringMatching(/^why +ACCOUNT_INVALID$/m) })
  const wrong = await trigger('PROMPTPAY THB paid')
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('success, refused, failed') })
})

it('a callback is sent again when it is asked for, and only one of the payments that are asked for is shown', async () => {
  const [id, back] = ['to-give-back', 'given-back']
  // What is told of a refund comes after what is told of its payin has been taken.
  const taken = ['--callback-url', shopAddress()]
  await sluiceIn(folder.path, ['payins', 'create', id, '--wait', ...taken])
  const refund = ['refunds', 'create', back, '--payin', id, ...taken]
  expect(await sluiceIn(folder.path, refund)).toMatchObject({ code: 0 })
  await until('the refund is told', () => spoken().includes(`${back}  SUCCESS`))
  const choice = ['--replay', id, back, '--id', id, back, '--kind', 'refund', '--status', 'SUCCESS']
  const replaying = listen(['--forward-to', shopAddress(), ...choice])
  await until('it was taken', () => replaying.text().includes('204'))
  replaying.child.kill('SIGKILL')
  expect(replaying.text()).toContain(`refund ${back}  SUCCESS  → 204`)
  expect(replaying.text()).not.toContain('payin')
})

it('a gateway that ends lets its listeners go, and they try again', async () => {
  const requestedAt = performance.now()
  await gateway.stop()
  const tookMs = performance.now() - requestedAt
  // Long before those who do not let go are cut off, after 15 s.
  expect(tookMs / crowding()).toBeLessThan(10_000)
  await until('it is missed', () => spoken().includes('cannot be reached'))
  expect(spoken()).toContain('reconnecting')
  expect(listening.exitCode).toBeNull()
})
