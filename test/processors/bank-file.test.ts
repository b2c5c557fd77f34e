import { currency } from '@sluice/core/catalogue/currencies.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { bankFileWorld, payoutBody } from '@sluice/gateway/admin/bank-files/bank-files.fixture.ts'
import { bankFileModule } from '@sluice/gateway/processors/bank-file/context.ts'
import { START } from '../harness.ts'
import { openTestDatabase } from '../setup/shared.ts'
import { describeProcessor } from './contract-kit.ts'

describeProcessor('bank-file', async () => {
  const database = await openTestDatabase(START)
  const { gateway, shop, admin, anna, ben } = await bankFileWorld(database)
  const processor = gateway.app.gateway.processors.get('test-bank-file')
  const krw = currency('KRW')
  const usdt = currency('USDT')
  if (!processor || !krw || !usdt) throw new Error('no processor')
  return {
    gateway,
    processor,
    merchant: shop,
    bodies: { payout: () => payoutBody(100.5) },
    foreign: [
      { kind: 'payin' },
      { method: 'WALLET_TRANSFER' },
      { money: { currency: krw.code, amountMinor: minor(1_000n) } },
      { money: { currency: usdt.code, amountMinor: minor(1_000n) } },
    ],
    restarted: () => {
      const other = bankFileModule(database, gateway.deps).processors.find(({ forTests }) => forTests)
      if (!other) throw new Error('no processor')
      return other
    },
    // Operators make a file of what waits, and say that the bank has executed it.
    settle: async () => {
      const prepared = await admin('POST', '/admin/bank-files/!prepare', { accounts: ['bangkok'] }, anna)
      if (prepared.status === 201)
        await admin('POST', `/admin/bank-files/${prepared.body.file?.id}/!release`, {}, ben)
      const { body } = await admin('GET', '/admin/bank-files?status=RELEASED&limit=200')
      const files: unknown = body.data
      if (!Array.isArray(files)) throw new Error('no files')
      for (const { id } of files) await admin('POST', `/admin/bank-files/${id}/!confirm`, {}, ben)
    },
    close: async () => {
      await gateway.stop()
      await database.close()
    },
  }
})
