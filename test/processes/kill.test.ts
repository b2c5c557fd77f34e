import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { realTimers, silentLog } from '@sluice/core/foundation/real-deps.ts'
import { openEmbedded } from '@sluice/database/embedded.ts'
import type { Row } from '@sluice/database/port.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../setup/until.ts'
import {
  AS_INSTALLED,
  type GatewayProcess,
  startAfterKill,
  startGateway,
  temporaryFolder,
} from './gateway.ts'
import {
  type Create,
  fetchToken,
  get,
  loadUntilBroken,
  openSink,
  paymentName,
  post,
  type Reported,
  type Shop,
  type Sink,
  send,
} from './shop.ts'

const SHOPS = ['SHOP-A', 'SHOP-B', 'SHOP-C']
const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ENVIRONMENT = { SLUICE_SANDBOX: '0', SLUICE_SANDBOX_DELAY_MS: '100', LOG_LEVEL: 'warn' }
const ALL_REPORTED_WITHIN_MS = 90_000
/** Payments that a killed gateway must have answered, so that it has something to lose. */
const FEW = 20
/** For what nobody waits for: a callback sent twice, or one that overtakes. */
const AFTERWARDS_MS = 500
const BACK_WITHIN_MS = 2_000

const adminToken = (gateway: GatewayProcess): string =>
  readFileSync(join(gateway.dataDir, 'admin-token'), 'utf8').trim()

async function asOperator(
  gateway: GatewayProcess,
  path: string,
  body: object,
): Promise<Record<string, string>> {
  const answer = await post(gateway.url + path, JSON.stringify(body), {
    authorization: `Bearer ${adminToken(gateway)}`,
  })
  if (answer.status >= 300) throw new Error(answer.text)
  return JSON.parse(answer.text)
}

async function makeShop(
  gateway: GatewayProcess,
  code: string,
  key: KeyObject,
  publicPem: string,
): Promise<Shop> {
  const made = await asOperator(gateway, '/admin/merchants', {
    merchantCode: code,
    name: code,
    isTest: true,
    publicKeys: [publicPem],
    rateLimitPerSecond: 10_000,
  })
  const money = { amount: 10_000_000_000, currencyCode: 'VND' }
  await asOperator(gateway, '/admin/balances/!credit', { merchantCode: code, money, reference: 'opening' })
  const shop = { code, key, callbackSecret: String(made.callbackSecret) }
  return { ...shop, token: await fetchToken(gateway.url, shop) }
}

async function invariants(gateway: GatewayProcess): Promise<unknown> {
  const { text } = await get(`${gateway.url}/admin/invariants`, adminToken(gateway))
  const { holds, checks } = JSON.parse(text)
  return { holds, broken: checks.filter((check: { holds: boolean }) => !check.holds) }
}

/** As the doctor tells it: it asks the table. */
const areAllRecorded = async (gateway: GatewayProcess): Promise<boolean> =>
  (await get(`${gateway.url}/admin/doctor`, adminToken(gateway))).text.includes('"0 callbacks waiting')

const readStatus = async (gateway: GatewayProcess, { shop, kind, id }: Create): Promise<string> =>
  `${kind} ${id} ${(await get(`${gateway.url}/${kind}s/${id}`, shop.token)).status}`

async function paymentsIn(dataDir: string): Promise<{ payments: readonly Row[]; waiting: readonly Row[] }> {
  const folder = join(dataDir, 'database')
  const database = await openEmbedded({ folder, log: silentLog, timers: realTimers })
  const read = (text: string) => database.run({ name: '', text }, [])
  try {
    const payments = await read('select merchant_id, kind, id, status, announced from payment')
    return { payments, waiting: await read('select merchant_id, kind, id, seq, attempt from callback') }
  } finally {
    await database.close()
  }
}

describe('a gateway that is killed under load', () => {
  const folder = temporaryFolder()
  const shops: Shop[] = []
  let gateway: GatewayProcess
  let sink: Sink
  const made: Create[] = []

  beforeAll(async () => {
    const publicPem = KEYS.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    sink = await openSink((code) => shops.find((shop) => shop.code === code)?.callbackSecret ?? '')
    gateway = await startGateway(folder.path, ENVIRONMENT, AS_INSTALLED)
    for (const code of SHOPS) shops.push(await makeShop(gateway, code, KEYS.privateKey, publicPem))
  })
  afterAll(async () => {
    await gateway.stop('SIGKILL')
    sink.close()
    folder.remove()
  })

  describe.each([1, 2])('for the %i. time', (round) => {
    let reported: Reported
    let read: readonly string[]
    let held: unknown
    let repeated: readonly number[]
    // All that is done stands here, so that no fault of one test keeps the next from what it needs.
    beforeAll(async () => {
      const load = loadUntilBroken(gateway.url, shops, { round, callbackUrl: sink.url })
      reported = load.reported
      await until('enough payments are accepted', () => reported.accepted.length > FEW)
      await sleep(Math.random() * 1_200)
      await gateway.stop('SIGKILL')
      await load.broken
      made.push(...reported.accepted, ...reported.unanswered)
      gateway = await startAfterKill(folder.path, BACK_WITHIN_MS, ENVIRONMENT)
      read = await Promise.all(reported.accepted.map((create) => readStatus(gateway, create)))
      held = await invariants(gateway)
      const again = await Promise.all(reported.unanswered.map((create) => send(gateway.url, create)))
      repeated = again.map(({ status }) => status)
    })

    it('is back in under 2 s', () => {
      expect(gateway.readyMs).toBeLessThan(BACK_WITHIN_MS)
    })

    it('has every payment that was answered with 201', () => {
      expect(reported.refused).toEqual([])
      expect(reported.accepted.length).toBeGreaterThan(FEW)
      expect(read.filter((line) => !line.endsWith(' 200'))).toEqual([])
    })

    it('has its books in order', () => {
      expect(held).toEqual({ holds: true, broken: [] })
    })

    it('makes now what was never answered, or tells that it is there already', () => {
      expect(repeated.filter((status) => status !== 201 && status !== 409)).toEqual([])
    })
  })

  it('loses no callback, and none overtakes another of its payment', async () => {
    const deadline = performance.now() + ALL_REPORTED_WITHIN_MS
    const isMissing = ({ shop, kind, id }: Create) => !sink.arrived.has(paymentName(shop.code, kind, id))
    // What had come before a kill and was not recorded comes again, and keeps nobody waiting here.
    const isWaiting = async () => made.some(isMissing) || !(await areAllRecorded(gateway))
    while ((await isWaiting()) && performance.now() < deadline) await sleep(100)
    await sleep(AFTERWARDS_MS)
    expect(made.filter(isMissing).map(({ kind, id }) => `${kind} ${id}`)).toEqual([])
    expect(await invariants(gateway)).toEqual({ holds: true, broken: [] })
    const stopped = await gateway.stop('SIGTERM')
    expect(stopped.code).toBe(0)
    const { payments, waiting } = await paymentsIn(gateway.dataDir)
    expect(waiting).toEqual([])
    expect(payments.filter(({ status }) => status !== 'SUCCESS')).toEqual([])
    const wrong = payments.filter(({ merchant_id, kind, id, announced }) => {
      const seen = sink.arrived.get(paymentName(String(merchant_id), String(kind), String(id))) ?? []
      const inOrder = seen.every((sequence, index) => index === 0 || sequence >= (seen[index - 1] ?? 0))
      return !inOrder || new Set(seen).size !== announced || seen.at(-1) !== announced
    })
    expect(wrong).toEqual([])
    expect(sink.forged).toEqual([])
  })
})
