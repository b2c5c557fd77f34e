/** The example connector as a real process, through the contract kit: the gateway's network is a socket, its clock is simulated. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { OutgoingAnswer, OutgoingRequest } from '@sluice/core/foundation/deps.ts'
import { freePort } from '@sluice/core/foundation/free-port.fixture.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { referenceOf } from '@sluice/gateway/processing/instructions.ts'
import { Client } from '@sluice/gateway/processors/connectors/client.ts'
import { Connector } from '@sluice/gateway/processors/connectors/connector.ts'
import { newConnectorSecret } from '@sluice/gateway/processors/connectors/store.ts'
import { thbPayout } from '../api/api.fixture.ts'
import { START, testGateway } from '../harness.ts'
import { openTestDatabase } from '../setup/shared.ts'
import { describeProcessor } from './contract-kit.ts'
import { payinBody } from './refund-kit.ts'

const ROOT = join(import.meta.dirname, '../..')
const NAME = 'test-example'

describeProcessor('http, before the example connector', async () => {
  const database = await openTestDatabase(START)
  let process: ChildProcess | undefined
  let isDown = false
  /** How often the connector was made to take on each payment that it did not know. */
  const accepts = new Map<string, Set<string>>()

  const inProgress = new Set<Promise<unknown>>()
  const network = (request: OutgoingRequest): Promise<OutgoingAnswer> => {
    const answer = ask(request)
    inProgress.add(answer)
    const over = () => void inProgress.delete(answer)
    answer.then(over, over)
    return answer
  }
  /** However busy the machine is, an answer takes no simulated time. */
  const outside = async (): Promise<void> => {
    while (inProgress.size > 0) await Promise.allSettled(inProgress)
  }

  /** Every call tells the connector what time it is in the simulation. */
  const ask = async (request: OutgoingRequest): Promise<OutgoingAnswer> => {
    if (!request.url.startsWith(baseUrl))
      return { ok: true, status: 204, headers: {}, body: '', durationMs: 1 }
    if (isDown) return { ok: false, reason: 'UNREACHABLE', detail: 'down', durationMs: 1 }
    await setClock()
    const answer = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      ...(request.body !== undefined && { body: request.body }),
    })
    const body = await answer.text()
    if (request.url.endsWith('/accept') && answer.status === 200) {
      const { key } = JSON.parse(request.body ?? '{}').data.payment
      accepts.set(key, (accepts.get(key) ?? new Set()).add(JSON.parse(body).processorRef))
    }
    return {
      ok: true,
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body,
      durationMs: 1,
    }
  }
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const gateway = await testGateway(database, { network, outside })
  const { deps, app } = gateway
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.server.address()
  const gatewayPort = typeof address === 'object' && address !== null ? address.port : 0
  const { secret, kept } = newConnectorSecret(NAME, app.settings.masterKey, deps)

  async function setClock(): Promise<void> {
    const now = deps.clock.now()
    const reported = process && once(process, 'message')
    process?.send({ now })
    await reported
  }
  async function startConnector(): Promise<void> {
    const fakeClock = join(ROOT, 'test/processors/fake-clock.mjs')
    process = fork(join(ROOT, 'examples/connector/connector.js'), {
      execArgv: ['--import', fakeClock],
      silent: true,
      env: {
        ...globalThis.process.env,
        PORT: String(port),
        GATEWAY_URL: `http://127.0.0.1:${gatewayPort}`,
        CONNECTOR_NAME: NAME,
        CONNECTOR_SECRET: secret,
      },
    })
    if (process.stdout) await once(process.stdout, 'data')
  }

  await startConnector()
  await database.run(
    {
      name: '',
      text: `insert into connector (name, is_test, base_url, status, services, secrets, version, created_at, updated_at)
        values ($1, true, $2, 'ACTIVE', null, $3::text::jsonb, 1, $4, $4)`,
    },
    [NAME, baseUrl, JSON.stringify([kept]), new Date(START).toISOString()],
  )
  const { connectors } = app.gateway
  await connectors.load()
  const connector = connectors.find(NAME)?.connector
  if (!connector) throw new Error('the connector is not there')
  await connector.probe()

  const products = [
    ['ONLINE', 'THB'],
    ['BANK_TRANSFER', 'THB'],
    ['NETBANKING', 'INR'],
    ['BANK_TRANSFER', 'INR'],
  ] as const
  const merchant = await gateway.merchant({
    products: products.map(([code, currency]) => ({ code, currency, processors: [NAME] })),
  })
  for (const currency of ['THB', 'INR'] as const) {
    const amountMinor = minor(100_000_000n)
    await gateway.credit(merchant, { currency: currency as CurrencyCode, amountMinor })
  }
  const body = {
    paymentRequested: { money: { amount: 500, currencyCode: 'THB' } },
    paymentMethod: { paymentMethodCode: 'ONLINE', account: { accountName: 'Somchai Jaidee' } },
    callbackUrl: 'http://127.0.0.1:9/callbacks',
  }
  const money = (amountMinor: bigint) => ({
    money: { currency: 'THB' as CurrencyCode, amountMinor: minor(amountMinor) },
  })

  return {
    gateway,
    processor: connector,
    merchant,
    bodies: { payin: () => body, payout: () => thbPayout(500) },
    foreign: [
      { method: 'PIXQR' },
      { money: { currency: 'BRL' as CurrencyCode, amountMinor: minor(50_000n) } },
      { kind: 'payin', method: 'ONLINE', ...money(99n) },
      { kind: 'payout', method: 'BANK_TRANSFER', ...money(100_000_001n) },
    ],
    async settle(payment: Payment) {
      await setClock()
      const paid = await fetch(`${baseUrl}/payer/${referenceOf(payment)}`, { method: 'POST' })
      if (paid.status !== 200) throw new Error(`paying ended with ${paid.status}`)
    },
    refunds: {
      // Its rail gives money back, also a part, and several times.
      payin: () => payinBody('NETBANKING'),
      async fails(refund: Payment) {
        await setClock()
        const reported = await fetch(`${baseUrl}/payer/${referenceOf(refund)}?fail`, { method: 'POST' })
        if (reported.status !== 200) throw new Error(`failing ended with ${reported.status}`)
      },
    },
    outage(down: boolean) {
      isDown = down
    },
    known: ({ key }) => accepts.get(key)?.size ?? 0,
    async restarted() {
      const policy = { refuses: () => undefined }
      const client = new Client({ deps, name: NAME, baseUrl, secrets: [secret], policy })
      const other = new Connector({
        name: NAME,
        isTest: true,
        isPaused: false,
        services: undefined,
        client,
        deps,
        acceptStatusUpdate: (statusUpdate) => app.statusUpdates.take(statusUpdate),
      })
      await other.probe()
      return other
    },
    async close() {
      await gateway.stop()
      process?.kill()
      await database.close()
    },
  }
})
