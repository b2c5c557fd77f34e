import { describe, expect, it } from 'vitest'
import { GatheredLookups } from './gathered.ts'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Answers each key in capitals, when told to. */
function controlled(options = { concurrency: 1, atMost: 3 }) {
  const requested: (readonly string[])[] = []
  const release: (() => void)[] = []
  const gathered = new GatheredLookups<string, string>((keys) => {
    requested.push(keys)
    return new Promise((resolve) => release.push(() => resolve(keys.map((key) => key.toUpperCase()))))
  }, options)
  return { gathered, requested, release }
}

describe('lookups that are gathered', () => {
  it('send a lone one by the end of the turn in which it is asked', async () => {
    const { gathered, requested } = controlled()
    void gathered.find('a')
    await turn()
    expect(requested).toEqual([['a']])
  })

  it('send together what was asked in one turn', async () => {
    const { gathered, requested } = controlled({ concurrency: 2, atMost: 3 })
    for (const key of ['a', 'b', 'c']) void gathered.find(key)
    await turn()
    expect(requested).toEqual([['a', 'b', 'c']])
  })

  it('send together what was asked meanwhile, and give each its own answer', async () => {
    const { gathered, requested, release } = controlled()
    const first = gathered.find('a')
    await turn()
    const answers = ['b', 'c', 'd', 'e'].map((key) => gathered.find(key))
    await turn()
    expect(requested).toEqual([['a']])
    release[0]?.()
    expect(await first).toBe('A')
    await Promise.resolve()
    expect(requested).toEqual([['a'], ['b', 'c', 'd']])
    release[1]?.()
    await answers[2]
    await Promise.resolve()
    release[2]?.()
    expect(await Promise.all(answers)).toEqual(['B', 'C', 'D', 'E'])
  })

  it('have as many under way as allowed', async () => {
    const { gathered, requested } = controlled({ concurrency: 2, atMost: 1 })
    for (const key of ['a', 'b', 'c']) void gathered.find(key)
    await turn()
    expect(requested).toEqual([['a'], ['b']])
  })

  it('part many among the places where nothing is under way, and nowhere else', async () => {
    const { gathered, requested, release } = controlled({ concurrency: 2, atMost: 100 })
    const ask = async (count: number) => {
      for (let index = 0; index < count; index++) void gathered.find('a')
      await turn()
      return requested.splice(0).map(({ length }) => length)
    }
    expect(await ask(17)).toEqual([9, 8])
    expect(await ask(20)).toEqual([])
    release[0]?.()
    await turn()
    expect(await ask(0)).toEqual([20])
  })

  it('leave few together', async () => {
    const { gathered, requested } = controlled({ concurrency: 2, atMost: 100 })
    for (let index = 0; index < 15; index++) void gathered.find('a')
    await turn()
    expect(requested.map(({ length }) => length)).toEqual([15])
  })

  it('fail together, and go on', async () => {
    let calls = 0
    const gathered = new GatheredLookups<string, string>(
      async (keys) => {
        calls += 1
        if (calls === 1) throw new Error('no connection')
        return keys
      },
      { concurrency: 1, atMost: 10 },
    )
    await expect(gathered.find('a')).rejects.toThrow('no connection')
    expect(await gathered.find('b')).toBe('b')
  })
})
