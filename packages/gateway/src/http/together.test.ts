import { expect, it } from 'vitest'
import { Gathered, Together } from './together.ts'

/** What has been begun, to be carried out by hand. */
function byHand() {
  const begun: (() => void)[] = []
  const done: string[] = []
  const together = new Together((all) => void begun.push(all))
  const join = (...names: readonly string[]) => {
    for (const name of names) together.join(() => void done.push(name))
  }
  return { begun, done, together, join }
}

it('what comes before it begins is done in its order, and begun once', () => {
  const { begun, done, join } = byHand()
  join('a', 'b', 'c')
  expect({ begun: begun.length, done }).toEqual({ begun: 1, done: [] })
  begun[0]?.()
  expect(done).toEqual(['a', 'b', 'c'])
})

it('what comes while it is done is another round', () => {
  const { begun, done, together, join } = byHand()
  together.join(() => join('later'))
  join('a')
  begun[0]?.()
  expect({ begun: begun.length, done }).toEqual({ begun: 2, done: ['a'] })
  begun[1]?.()
  expect(done).toEqual(['a', 'later'])
})

it('one that throws takes none of the others with it', () => {
  const { begun, done, together, join } = byHand()
  join('a')
  together.join(() => {
    throw new Error('one')
  })
  join('b', 'c')
  expect(() => begun[0]?.()).toThrow('one')
  begun[1]?.()
  expect(done).toEqual(['a', 'b', 'c'])
})

it('what is gathered comes as one list, and what is added while it is worked off as the next', () => {
  const begun: (() => void)[] = []
  const lists: string[][] = []
  const gathered = new Gathered<string>(
    (all) => void begun.push(all),
    (all) => {
      lists.push([...all])
      if (all.includes('a')) gathered.add('c')
    },
  )
  gathered.add('a')
  gathered.add('b')
  for (const all of begun) all()
  expect(lists).toEqual([['a', 'b'], ['c']])
})
