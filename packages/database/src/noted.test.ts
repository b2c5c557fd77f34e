import { expect, it } from 'vitest'
import { changeAndNote } from './noted.ts'
import { asDescribed, type Database, type Row, type SqlCall } from './port.ts'

const call = (name: string): SqlCall => ({ statement: { name, text: '' }, values: [] })

it.each([
  [[{ id: 1 }], true, ['change', 'line', 'mail']],
  [[], false, ['change']],
])('a change of %j is told of: %s', async (changed: readonly Row[], isDone, written) => {
  const run: string[] = []
  const transact: Database['transact'] = async (reads, decide) => {
    const { calls, outcome } = decide(asDescribed(reads.map(() => changed)))
    run.push(...[...reads, ...calls].map(({ statement }) => statement.name))
    return outcome
  }
  expect(await changeAndNote({ transact }, call('change'), call('line'), call('mail'))).toBe(isDone)
  expect(run).toEqual(written)
})
