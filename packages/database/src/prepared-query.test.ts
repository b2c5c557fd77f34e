import fc from 'fast-check'
import { expect, it } from 'vitest'
import { headOf, messageOf } from './prepared-query.ts'

/** The values of a Bind, read as PostgreSQL's protocol has them, and what comes after it. */
function read(message: Buffer) {
  const end = 1 + message.readInt32BE(1)
  let at = 1 + 4
  const text = () => {
    const begin = at
    at = message.indexOf(0, at) + 1
    return message.toString('utf8', begin, at - 1)
  }
  const names = [text(), text()]
  const formats = message.readUInt16BE(at)
  const count = message.readUInt16BE(at + 2)
  at += 4
  const values = Array.from({ length: count }, () => {
    const bytes = message.readInt32BE(at)
    at += 4
    if (bytes === -1) return null
    at += bytes
    return message.toString('utf8', at - bytes, at)
  })
  const columns = message.readUInt16BE(at)
  return { names, formats, values, columns, isWhole: at + 4 === end, after: message.toString('latin1', end) }
}

it('holds its values as they are, whatever they are written in, and is executed and ended in the same message', () => {
  const value = fc.option(fc.oneof(fc.string(), fc.string({ unit: 'grapheme', maxLength: 3_000 })))
  fc.assert(
    fc.property(fc.array(value), (values) => {
      expect(read(messageOf(headOf('insert one'), values))).toEqual({
        names: ['', 'insert one'],
        formats: 0,
        values,
        columns: 1,
        isWhole: true,
        after: 'E\0\0\0\x09\0\0\0\0\0S\0\0\0\x04',
      })
    }),
  )
})
