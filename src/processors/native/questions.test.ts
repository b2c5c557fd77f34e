import { expect, it } from 'vitest'
import { START } from '../../../test/harness.ts'
import { TEST_LANES } from '../../../test/setup/lanes.ts'
import { openTestDatabase } from '../../../test/setup/shared.ts'
import type { Database } from '../../database/port.ts'
import { simulatedDeps } from '../../foundation/simulated-deps.ts'
import { Journal } from '../../payments/journal.ts'
import { maker, rowsOf, tracked, whileTimePasses } from '../../payments/payments.fixture.ts'
import { beginOrder } from './orders.ts'
import { ProviderQuestions } from './questions.ts'

const look = () => Promise.reject(new Error('nothing is looked up'))
const NOBODY_LOOKS: Database = {
  ...{ engine: 'embedded', writeSlots: 1, run: look, batch: look, transact: look },
  ping: async () => true,
  close: async () => undefined,
}

/** Payins that were sent to the account `test-native-ill`, each under its own ID as its reference. */
async function sentTo(ids: readonly string[]) {
  const opened = await openTestDatabase(START)
  const { database, settled } = tracked(opened)
  const deps = simulatedDeps(1, { settled })
  const journal = new Journal(database, deps, { queueLimit: 100, lanes: TEST_LANES })
  await whileTimePasses(deps, Promise.all(ids.map((id) => journal.commit(maker(deps).payin(id)))))
  await rowsOf(opened, `update payment set processor = 'test-native-ill'`)
  for (const id of ids)
    await beginOrder(
      opened,
      { processor: 'test-native-ill', identity: undefined },
      id,
      maker(deps).payment('payin', id),
      deps.clock.now(),
    )
  return { opened, database, deps }
}

it('keeps a line for each account: one that hangs and notifies all the time takes no place of another’s', async () => {
  const deps = simulatedDeps(1)
  const questions = new ProviderQuestions({ database: NOBODY_LOOKS, deps })
  const accountOf = (name: string) => ({ name, isCut: true, ask: () => Promise.resolve('open' as const) })
  const [ill, other] = [accountOf('native-ill'), accountOf('native-other')]
  const references = Array.from({ length: 600 }, (_, index) => `r${index}`)
  expect(questions.ask(ill, references)).toBe(500)
  expect(questions.ask(ill, references)).toBe(0)
  expect(questions.ask(other, ['one', 'two', 'one'])).toBe(2)
  await deps.advance(60_000)
  expect(deps.logged).toEqual([])
  await questions.stop()
  expect(questions.ask(other, ['three'])).toBe(0)
})

it('rests after each question in vain: a provider that answers nonsense at once, and notifies all the time, is asked a few a second', async () => {
  const ids = Array.from({ length: 40 }, (_, index) => `told-${index}`)
  const { opened, database, deps } = await sentTo(ids)
  let asked = 0
  const ask = async () => {
    asked += 1
    throw new Error('NOT_JSON')
  }
  const questions = new ProviderQuestions({ database, deps })
  questions.ask({ name: 'test-native-ill', isCut: false, ask }, ids)
  await deps.advance(10_000)
  // The line is of two batches, each with somebody who asks.
  expect(asked).toBeGreaterThan(10)
  expect(asked).toBeLessThanOrEqual(22)
  await questions.stop()
  await opened.close()
})

it('asks about one payment no more often than its provider tells of one, and then once for all that was told meanwhile', async () => {
  const { opened, database, deps } = await sentTo(['burst', 'other'])
  const startedAt = deps.clock.now()
  const asked: string[] = []
  const ask = async ({ id }: { readonly id: string }) => {
    asked.push(`${id} ${Math.round((deps.clock.now() - startedAt) / 1_000)}`)
    return 'open' as const
  }
  const questions = new ProviderQuestions({ database, deps })
  const account = { name: 'test-native-ill', isCut: false, questionsAMinute: 2, ask }
  for (let second = 0; second < 30; second += 1) {
    questions.ask(account, ['burst'])
    await deps.advance(1_000)
  }
  questions.ask(account, ['other'])
  await deps.advance(60_000)
  expect(asked).toEqual(['burst 0', 'burst 1', 'other 30', 'burst 60'])
  await questions.stop()
  await opened.close()
})
