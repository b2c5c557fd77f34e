import { describe, expect, it } from 'vitest'
import { jsonLog } from './logging.ts'

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
