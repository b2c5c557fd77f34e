import { minor } from '@sluice/core/foundation/money.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import {
  account,
  PROMPTPAY_BILLER,
  register,
  THAI_TRANSFER,
} from '@sluice/gateway/processors/own-account/own-account.fixture.ts'
import { ownAccountProcessor } from '@sluice/gateway/processors/own-account/own-account.ts'
import { START, testGateway } from '../harness.ts'
import { openTestDatabase } from '../setup/shared.ts'
import { describeProcessor } from './contract-kit.ts'

const NAME = 'test-own-account'
let orders = 0

describeProcessor(NAME, async () => {
  const database = await openTestDatabase(START)
  const gateway = await testGateway(database, {
    network: () => ({ ok: true, status: 204, headers: {}, body: '', durationMs: 1 }),
  })
  const { gateway: context } = gateway.app
  await register(
    context,
    account('kbank', { methods: [THAI_TRANSFER, PROMPTPAY_BILLER], maxMinor: minor(5_000_000n) }),
    account('scb', { methods: [THAI_TRANSFER, PROMPTPAY_BILLER], dayCount: 10_000 }),
    account('live', { isTest: false }),
  )
  const named = (code: string) => ({ code, currency: 'THB', processors: [NAME] })
  const merchant = await gateway.merchant({ products: [named('OFFLINE'), named('PROMPTPAY')] })
  const processor = context.processors.get(NAME)
  if (!processor) throw new Error('no own accounts')
  return {
    gateway,
    processor,
    merchant,
    bodies: {
      // By amount and by reference in turn.
      payin: () => {
        orders += 1
        const paymentMethod =
          orders % 2 === 0
            ? { paymentMethodCode: 'OFFLINE' }
            : { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } }
        return { paymentRequested: { money: { amount: 500, currencyCode: 'THB' } }, paymentMethod }
      },
    },
    foreign: [
      { method: 'MOMOPAY', kind: 'payin' },
      { money: { currency: 'VND' as never, amountMinor: minor(100_000n) } },
      { money: { currency: 'THB' as never, amountMinor: minor(1n) } },
      { kind: 'payout', method: 'BANK_TRANSFER' },
    ],
    // What the account's statement brings.
    settle: async (payment: Payment) => {
      const amountMinor = payment.moneyRequiredMinor ?? payment.money.amountMinor
      await gateway.app.statusUpdates.take({
        processor: NAME,
        statusUpdateId: `${payment.processorRef?.split('/')[0]}:${payment.key}`,
        merchantId: payment.merchantId,
        kind: payment.kind,
        id: payment.id,
        at: gateway.deps.clock.now(),
        statusChange: { type: 'paid', received: { currency: payment.money.currency, amountMinor } },
      })
    },
    restarted: () =>
      ownAccountProcessor({
        name: NAME,
        forTests: true,
        accounts: context.receivingAccounts,
        database,
        deps: gateway.deps,
        journal: gateway.app.journal,
      }),
    close: async () => {
      await gateway.stop()
      await database.close()
    },
  }
})
