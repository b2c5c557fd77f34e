import { expect, it } from 'vitest'
import { START } from '../harness.ts'
import { openTestDatabase } from '../setup/shared.ts'
import { runThroughBank } from './pix-run.ts'

it('pays nobody twice and loses nothing, though the bank loses answers and notifications and the gateway dies twice', async () => {
  const database = await openTestDatabase(START)
  const came = await runThroughBank(database, 60, 1)
  await database.close()
  expect(came).toMatchObject({ wrong: [], nobodys: [], broken: [] })
  expect(came.mishaps).toBeGreaterThan(5)
  expect(came.counts).toHaveProperty('payin SUCCESS, at the bank CONCLUIDA')
  expect(came.counts).toHaveProperty('payout SUCCESS, at the bank REALIZADO')
})
