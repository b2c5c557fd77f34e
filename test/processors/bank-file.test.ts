import { bankFileWorld, payoutBody } from '../../src/admin/bank-files.fixture.ts'
import { currency } from '../../src/catalogue/currencies.ts'
import { minor } from '../../src/foundation/money.ts'
import { TEST_BANK_FILE } from '../../src/processors/bank-file/names.ts'
import { bankFileRoom } from '../../src/processors/bank-file/room.ts'
import { payoutOfReference, reportOfEntry } from '../../src/processors/bank-file/statement.ts'
import { referenceOf } from '../../src/processors/instructions.ts'
import { START } from '../harness.ts'
import { openTestDatabase } from '../setup/shared.ts'
import { describeProcessor } from './contract-kit.ts'

describeProcessor('bank-file', async () => {
  const database = await openTestDatabase(START)
  const { gateway, shop, prepare, admin, ben } = await bankFileWorld(database)
  const processor = gateway.app.gateway.processors.get(TEST_BANK_FILE)
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
      const other = bankFileRoom(database, gateway.deps).processors.find(({ forTests }) => forTests)
      if (!other) throw new Error('no processor')
      return other
    },
    // Operators make a file of what waits, and the bank's statement shows the debit.
    settle: async (payment) => {
      const reference = referenceOf(payment)
      if (!(await payoutOfReference(database, reference))) {
        const file = await prepare('bangkok')
        await admin('POST', `/admin/bank-files/${file}/!release`, {}, ben)
      }
      const payout = await payoutOfReference(database, reference)
      if (!payout) throw new Error('it is in no file')
      const report = reportOfEntry(payout, {
        account: 'bangkok',
        bankReference: reference,
        direction: 'debit',
        money: payout.money,
        at: gateway.deps.clock.now(),
      })
      if (report) await gateway.app.reports.take(report)
    },
    close: async () => {
      await gateway.stop()
      await database.close()
    },
  }
})
