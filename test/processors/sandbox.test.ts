import { offered } from '@sluice/core/catalogue/currencies.ts'
import { thb as money } from '@sluice/gateway/payments/payments.fixture.ts'
import { sandboxStatusUpdate, successStatusChange } from '@sluice/gateway/processors/sandbox/sandbox.ts'
import { thb, thbPayout } from '../api/api.fixture.ts'
import { START, testGateway } from '../harness.ts'
import { openTestDatabase } from '../setup/shared.ts'
import { describeProcessor } from './contract-kit.ts'
import { payinBody } from './refund-kit.ts'

describeProcessor('sandbox', async () => {
  const database = await openTestDatabase(START)
  const gateway = await testGateway(database, {
    network: () => ({ ok: true, status: 204, headers: {}, body: '', durationMs: 1 }),
  })
  const merchant = await gateway.merchant()
  await gateway.credit(merchant, money(100_000_000n))
  await gateway.credit(merchant, {
    currency: offered('BRL').code,
    amountMinor: money(100_000_000n).amountMinor,
  })
  const processor = gateway.app.gateway.processors.get('sandbox')
  if (!processor) throw new Error('no sandbox')
  return {
    gateway,
    processor,
    merchant,
    // It waits until somebody acts.
    bodies: { payin: () => thb(1907), payout: () => thbPayout(1907) },
    // It serves whatever there is.
    foreign: [],
    settle: async (payment) => {
      await gateway.app.statusUpdates.take(
        sandboxStatusUpdate(payment, successStatusChange(payment), gateway.deps.clock.now()),
      )
    },
    refunds: {
      payin: () => payinBody('PIXQR', 1907),
      fails: async (refund) => {
        const statusChange = { type: 'failed', failureReason: 'ACCOUNT_INVALID', noMoneyLeft: true } as const
        await gateway.app.statusUpdates.take(
          sandboxStatusUpdate(refund, statusChange, gateway.deps.clock.now()),
        )
      },
    },
    close: async () => {
      await gateway.stop()
      await database.close()
    },
  }
})
