import { createHmac, createSecretKey } from 'node:crypto'
import { anyText } from '@sluice/core/foundation/any-text.fixture.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { textMac } from './text-mac.ts'

const keys = fc.uint8Array({ minLength: 1, maxLength: 64 }).map((bytes) => createSecretKey(bytes))
const texts = fc.oneof(
  anyText(),
  fc.nat({ max: 2_000 }).map((length) => 'é'.repeat(length)),
)

it('the MAC of a text is the runtime’s HMAC-SHA256, whichever key and texts came before', () => {
  fc.assert(
    fc.property(fc.array(keys, { minLength: 1, maxLength: 3 }), fc.array(texts), (some, all) => {
      for (const text of all)
        for (const key of some)
          expect(textMac(key, text)).toEqual(createHmac('sha256', key).update(text).digest())
    }),
  )
})

it('a MAC stays what it was when the next one is made', () => {
  const key = createSecretKey(Buffer.alloc(32, 7))
  const first = textMac(key, 'a')
  const before = first.toString('hex')
  textMac(key, 'b')
  expect(first.toString('hex')).toBe(before)
})

it('a key of more than a block is refused: it would be hashed first', () => {
  expect(() => textMac(createSecretKey(Buffer.alloc(65, 1)), '')).toThrow('hashed first')
})
