import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Database } from '@sluice/database/port.ts'
import { describe, expect, it } from 'vitest'
import { START } from '../../../../../test/harness.ts'
import { openTestDatabase } from '../../../../../test/setup/shared.ts'
import { LaneJournal } from '../../payments/journal.ts'
import { maker, rowsOf, tracked, whileTimePasses } from '../../payments/payments.fixture.ts'
import { ProviderQuestions } from './inquiries.ts'
import { beginOrder } from './orders.ts'

const look = () => Promise.reject(new Error('nothing is looked up'))
const NOBODY_LOOKS: Database = {
  ...{ engine: 'embedded', writeSlots: 1, run: look, batch: look, transact: look },
  ping: async () => true,
  close: async () => undefined,
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

/** Payins that were sent to the account under references that are their IDs. */
async function sentTo(account: string, ids: readonly string[]) {
  const opened = await openTestDatabase(START)
  const { database, settled } = tracked(opened)
  const deps = simulatedDeps(1, { settled })
  const journal = new LaneJournal(database, deps, { queueLimit: 100 })
  await whileTimePasses(deps, Promise.all(ids.map((id) => journal.commit(maker(deps).payin(id)))))
  await rowsOf(opened, `update payment set processor = '${account}'`)
  for (const id of ids)
    await beginOrder(
      opened,
      { processor: account, identity: undefined },
      id,
      maker(deps).payment('payin', id),
      deps.clock.now(),
    )
  const questions = new ProviderQuestions({ database, deps })
  const close = async () => {
    await questions.stop()
    await opened.close()
  }
  return { deps, questions, close }
}

it('rests after each question in vain: a provider that answers nonsense at once, and notifies all the time, is asked a few a second', async () => {
  const name = 'test-native-ill'
  const ids = Array.from({ length: 40 }, (_, index) => `told-${index}`)
  const { deps, questions, close } = await sentTo(name, ids)
  let requested = 0
  const ask = async () => {
    requested += 1
    throw new Error('NOT_JSON')
  }
  questions.ask({ name, isCut: false, ask }, ids)
  await deps.advance(10_000)
  // The line is of two batches, each with somebody who asks.
  expect(requested).toBeGreaterThan(10)
  expect(requested).toBeLessThanOrEqual(22)
  await close()
})

describe('a rogue who knows the address and payments of their own', () => {
  const name = 'test-native-bank'

  it('has the provider asked a few times, however often they notify: it would shut out everybody’s payments', async () => {
    const { deps, questions, close } = await sentTo(name, ['own'])
    let requested = 0
    const ask = async () => {
      requested += 1
      return 'open' as const
    }
    for (let second = 0; second < 600; second += 1) {
      questions.ask({ name, isCut: false, ask }, ['own'])
      await deps.advance(1_000)
    }
    expect(requested).toBeGreaterThanOrEqual(8)
    expect(requested).toBeLessThanOrEqual(16)
    await close()
  })

  it('keeps nobody else from being asked about at once', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `own-${index}`)
    const { deps, questions, close } = await sentTo(name, [...ids, 'honest'])
    const requested: string[] = []
    const ask = async ({ id }: { readonly id: string }) => {
      requested.push(id)
      return 'open' as const
    }
    for (let time = 0; time < 5; time += 1) {
      questions.ask({ name, isCut: false, ask }, ids)
      await deps.advance(300)
    }
    expect(questions.ask({ name, isCut: false, ask }, ['honest'])).toBe(1)
    await deps.advance(1)
    expect(requested.at(-1)).toBe('honest')
    await close()
  })

  it('has what is told while a payment rests asked about at its end: the last word is never lost', async () => {
    const { deps, questions, close } = await sentTo(name, ['own'])
    const requestedAt: number[] = []
    const ask = async () => {
      requestedAt.push(deps.clock.now() - START)
      return 'open' as const
    }
    const account = { name, isCut: false, ask }
    questions.ask(account, ['own'])
    await deps.advance(100)
    questions.ask(account, ['own'])
    await deps.advance(120_000)
    questions.ask(account, ['own'])
    await deps.advance(1)
    expect(requestedAt).toHaveLength(3)
    const [first = 0, second = 0] = requestedAt
    expect(second - first).toBeLessThanOrEqual(1_000)
    await close()
  })

  it('hides no word that is told while a question is under way: what that one is answered may be older', async () => {
    const { deps, questions, close } = await sentTo(name, ['own'])
    const answers: (() => void)[] = []
    const ask = () => new Promise<'open'>((resolve) => answers.push(() => resolve('open')))
    const account = { name, isCut: false, ask }
    questions.ask(account, ['own'])
    // It takes longer than the payment would rest.
    await deps.advance(5_000)
    questions.ask(account, ['own'])
    expect(answers).toHaveLength(1)
    answers[0]?.()
    await deps.advance(1_000)
    expect(answers).toHaveLength(2)
    answers[1]?.()
    await close()
  })
})

it('asks about one payment no more often than its provider takes a question about one', async () => {
  const name = 'test-native-slow'
  const { deps, questions, close } = await sentTo(name, ['burst', 'other'])
  const startedAt = deps.clock.now()
  const requested: string[] = []
  const ask = async ({ id }: { readonly id: string }) => {
    requested.push(`${id} ${Math.round((deps.clock.now() - startedAt) / 1_000)}`)
    return 'open' as const
  }
  const account = { name, isCut: false, questionsAMinute: 2, ask }
  for (let second = 0; second < 50; second += 1) {
    questions.ask(account, ['burst'])
    await deps.advance(1_000)
  }
  questions.ask(account, ['other'])
  await deps.advance(60_000)
  expect(requested).toEqual(['burst 0', 'burst 30', 'other 50', 'burst 90'])
  await close()
})
