import { expect, it } from 'vitest'
import type { Database } from '../../database/port.ts'
import { simulatedDeps } from '../../foundation/simulated-deps.ts'
import { ProviderQuestions } from './questions.ts'

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
