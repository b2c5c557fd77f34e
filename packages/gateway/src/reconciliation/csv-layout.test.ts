import { describe, expect, it } from 'vitest'
import { costMs } from '../../../../test/setup/processor-time.ts'
import { linesOf } from './csv-layout.ts'
import { decoded } from './decoding.ts'
import { MAX_ENTRIES, MAX_FILE_BYTES } from './entry.ts'

describe('a CSV file made to keep the reader busy', () => {
  const rows = (row: string) => row.repeat(Math.floor(MAX_FILE_BYTES / row.length))

  it.each([
    ['rows of one character', 'a\n'],
    ['rows in quotation marks that swallow the next', '"\n'],
    ['rows of one character, by returns', 'a\r'],
  ])('of %s is read no further than a statement may be long', async (_what, row) => {
    const text = rows(row)
    const read: { count?: number } = {}
    const cost = await costMs(() => {
      const lines = linesOf(text, { delimiter: ',', quotes: undefined })
      read.count = lines.ok ? lines.value.length : 0
    })
    expect(read.count).toBeGreaterThan(MAX_ENTRIES)
    expect(read.count).toBeLessThan(MAX_ENTRIES + 1_000)
    expect(cost).toBeLessThan(8_000)
  })

  it.each([
    ['a hundred thousand columns', ','.repeat(100_000)],
    ['a line without an end', 'x'.repeat(MAX_FILE_BYTES - 100)],
    ['a quotation without an end', `"${'x'.repeat(100_000)}`],
  ])('with %s is refused with its line', async (_what, line) => {
    const cost = await costMs(() => {
      const lines = linesOf(`date,amount\n${line}\n`, { delimiter: ',', quotes: undefined })
      expect(lines).toMatchObject({
        ok: false,
        failure: [{ line: 2, message: expect.stringContaining('65536') }],
      })
    })
    expect(cost).toBeLessThan(1_000)
  })

  it('of millions of lines, of which the last cannot be decoded, is refused for little, with that line', async () => {
    const bytes = Buffer.alloc(MAX_FILE_BYTES, 10)
    bytes[MAX_FILE_BYTES - 1] = 0xff
    const cost = await costMs(() => {
      expect(decoded(bytes, 'utf-8')).toMatchObject({ ok: false, failure: { line: MAX_FILE_BYTES } })
    })
    expect(cost).toBeLessThan(4_000)
  })

  it('has the line of what cannot be decoded', () => {
    expect(decoded(Buffer.from([0x61, 10, 0xc3, 0xa9, 10, 0x62, 0xff, 10]), 'utf-8')).toMatchObject({
      ok: false,
      failure: { line: 3 },
    })
    expect(decoded(Buffer.from([0x61, 10, 0xc3]), 'utf-8')).toMatchObject({ ok: false, failure: { line: 2 } })
  })
})
