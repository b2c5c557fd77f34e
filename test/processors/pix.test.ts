/** Pix before a bank of our own that holds to the published schemas, through the contract kit: the network is a socket, the clock simulated. */
import type { OutgoingAnswer, OutgoingRequest } from '../../src/foundation/deps.ts'
import { type CurrencyCode, minor } from '../../src/foundation/money.ts'
import type { Payment } from '../../src/payments/model.ts'
import { plainReference } from '../../src/processors/native/native.ts'
import { PixFake } from '../../src/processors/native/pix/fake.fixture.ts'
import { PIX_SETTINGS, pixAccount } from '../../src/processors/native/pix/pix.fixture.ts'
import { START, testGateway } from '../harness.ts'
import { openTestDatabase } from '../setup/shared.ts'
import { describeProcessor } from './contract-kit.ts'
import { payinBody } from './refund-kit.ts'

const NAME = 'test-native-bank'
const BRL = 'BRL' as CurrencyCode

describeProcessor('native, before a bank with the Pix API', async () => {
  const database = await openTestDatabase(START)
  let isDown = false
  const fake = new PixFake({ ...PIX_SETTINGS, now: () => gateway.deps.clock.now() })
  const baseUrl = await fake.listen()
  const underWay = new Set<Promise<unknown>>()
  const network = (request: OutgoingRequest): Promise<OutgoingAnswer> => {
    const answer = ask(request)
    underWay.add(answer)
    const over = () => void underWay.delete(answer)
    answer.then(over, over)
    return answer
  }
  /** However busy the machine is, an answer takes no simulated time. */
  const outside = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.allSettled(underWay)
  }
  const ask = async (request: OutgoingRequest): Promise<OutgoingAnswer> => {
    if (!request.url.startsWith(baseUrl))
      return { ok: true, status: 204, headers: {}, body: '', durationMs: 1 }
    if (isDown) return { ok: false, reason: 'UNREACHABLE', detail: 'down', durationMs: 1 }
    const answer = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      ...(request.body !== undefined && { body: request.body }),
    })
    const headers = Object.fromEntries(answer.headers)
    return { ok: true, status: answer.status, headers, body: await answer.text(), durationMs: 1 }
  }
  const gateway = await testGateway(database, { network, outside })
  const { app, deps } = gateway
  const record = await pixAccount(database, app.settings.masterKey, deps, {
    name: NAME,
    settings: { ...PIX_SETTINGS, profile: 'efi', baseUrl },
  })
  const { providers } = app.gateway
  await providers.load()
  const processor = providers.find(NAME)?.processor
  if (!processor) throw new Error('the account is there')
  await processor.probe()

  const keyMethod = { code: 'TAX_PAYER_ID_TRANSFER', currency: BRL, processors: [NAME] }
  const merchant = await gateway.merchant({
    products: [{ code: 'PIXQR', currency: BRL, processors: [NAME] }, keyMethod],
  })
  await gateway.credit(merchant, { currency: BRL, amountMinor: minor(100_000_000n) })
  const paid = new Set<string>()

  return {
    gateway,
    processor,
    merchant,
    bodies: {
      payin: () => payinBody('PIXQR'),
      payout: () => payinBody('TAX_PAYER_ID_TRANSFER'),
    },
    foreign: [
      { method: 'ONLINE' },
      { money: { currency: 'THB' as CurrencyCode, amountMinor: minor(50_000n) } },
      { kind: 'payout', method: 'BANK_TRANSFER', money: { currency: BRL, amountMinor: minor(50_000n) } },
    ],
    async settle(payment: Payment) {
      const reference = plainReference(payment)
      if (!paid.has(reference)) {
        paid.add(reference)
        if (payment.kind === 'payin') await fake.pay(reference)
        else if (payment.request.refund?.route === 'NATIVE') await fake.endBack(reference, 'DEVOLVIDO')
        else await fake.endSent(reference, 'REALIZADO')
      }
      await processor.ask(payment)
    },
    refunds: {
      payee: { paymentMethodCode: 'TAX_PAYER_ID_TRANSFER', identifyingReference: '12345678909', account: {} },
      payin: () => payinBody('PIXQR'),
      async fails(refund: Payment) {
        const reference = plainReference(refund)
        if (refund.request.refund?.route === 'NATIVE') await fake.endBack(reference, 'NAO_REALIZADO')
        else await fake.endSent(reference, 'NAO_REALIZADO')
        await processor.ask(refund)
      },
    },
    outage(down: boolean) {
      isDown = down
    },
    known: (payment) => fake.known(plainReference(payment)),
    restarted: () => providers.open(record),
    async close() {
      await gateway.stop()
      await fake.close()
      await database.close()
    },
  }
})
