import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { describe, expect, it } from 'vitest'
import { GatheredLines, jsonLog } from './logging.ts'

const written = (fields: object): string => {
  let text = ''
  const destination = {
    write(line: string) {
      text += line
    },
  }
  jsonLog({ level: 'info', destination }).child({ part: 'test' }).info(fields, 'said')
  return text
}

describe('the log', () => {
  it('is one JSON line an entry, with the time and the level as words', () => {
    const line = JSON.parse(written({ count: 1 }))
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/Z$/),
      part: 'test',
      count: 1,
      msg: 'said',
    })
  })

  it.each([
    { authorization: 'private' },
    { headers: { authorization: 'private', 'x-signature': 'private' } },
    { request: { headers: { 'x-signature': 'private' } } },
    { secret: 'private' },
    { answer: { token: 'private' } },
    { method: { account: { accountName: 'private', accountNumber: 'private' } } },
    { emailAddress: 'private', phoneNumber: 'private' },
    { request: { body: 'private', url: '/?token=private' } },
  ])('never shows %j', (fields) => {
    expect(written(fields)).not.toContain('private')
  })
})

describe('lines on their way to standard output', () => {
  const gathering = (maxBytes: number) => {
    const chunks: string[] = []
    const deps = simulatedDeps(1)
    const lines = new GatheredLines({ maxBytes, timers: deps.timers, write: (text) => chunks.push(text) })
    return { lines, chunks, advance: deps.advance }
  }

  it('go together once some milliseconds have passed', async () => {
    const { lines, chunks, advance } = gathering(100)
    for (const line of ['one\n', 'two\n']) lines.write(line)
    expect(chunks).toEqual([])
    await advance(10)
    lines.write('three\n')
    await advance(10)
    expect(chunks).toEqual(['one\ntwo\n', 'three\n'])
  })

  it('go in pieces of whole lines that have no more bytes than they may, but for a line that is longer', () => {
    const { lines, chunks } = gathering(8)
    for (const line of ['é\n', 'two\n', 'é\n', 'three\n', 'a longer line\n', 'c\n']) lines.write(line)
    expect(lines.flush()).toBe(true)
    expect(lines.flush()).toBe(false)
    expect(chunks).toEqual(['é\ntwo\n', 'é\n', 'three\n', 'a longer line\n', 'c\n'])
  })
})
