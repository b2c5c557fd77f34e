/** What the dashboard says is whole in each language: the same places for values, and nothing left empty. */
import { describe, expect, it } from 'vitest'
import { LANGUAGES, wordsOf } from './languages.ts'
import { en } from './messages/en.ts'

const placesIn = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()

it('there are fifteen, as in the checkout', () => {
  expect(LANGUAGES).toHaveLength(15)
})

describe.each(LANGUAGES)('%s', (code) => {
  it('has every text, with the values that English has', async () => {
    const words = new Map(Object.entries(await wordsOf(code)))
    for (const [key, english] of Object.entries(en)) {
      const text = words.get(key) ?? ''
      expect([key, text.trim() !== '', placesIn(text)]).toEqual([key, true, placesIn(english)])
    }
    expect(words.size).toBe(Object.keys(en).length)
  })
})
