import { generateKeyPairSync, sign } from 'node:crypto'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { hmacOf, isRsaSigned, isSameText, signedNotification } from './signed-notification.ts'

const OURS = '019b76daa800744382cd1a3eb3000001'
const schema = Type.Object({ names: Type.Array(Type.Unknown()) })
const read = (body: string, isSigned = true) =>
  signedNotification(
    { path: '', headers: {}, body: Buffer.from(body) },
    { isSigned: () => isSigned, schema, names: ({ names }) => names },
  )

describe('a notification', () => {
  it('names our payments, each once', () => {
    expect(read(JSON.stringify({ names: [OURS, 'theirs', 7, null, OURS, `${OURS}2`] }))).toEqual([
      OURS,
      `${OURS}2`,
    ])
  })

  it('names nothing where it is not signed', () => {
    expect(read(JSON.stringify({ names: [OURS] }), false)).toEqual([])
  })

  it.each(['{', '[]', '', '{"names":null}', `{"names":"${OURS}"}`, '\u0000'])(
    'names nothing by %j',
    (body) => {
      expect(read(body)).toEqual([])
    },
  )

  it('leads to at most a hundred questions', () => {
    const names = Array.from(
      { length: 500 },
      (_, index) => `${OURS.slice(0, 29)}${String(index).padStart(3, '0')}`,
    )
    expect(read(JSON.stringify({ names }))).toHaveLength(100)
  })
})

it.each([undefined, '', 'the-toke', 'the-token ', ['the-token', 'the-token']])(
  'a header is not the right one that is %o',
  (shown) => {
    expect(isSameText(shown, 'the-token')).toBe(false)
  },
)

it('a header is the right one that has just its text', () => {
  expect(isSameText('the-token', 'the-token')).toBe(true)
})

it('an HMAC is over all its parts, one after the other', () => {
  expect(hmacOf('sha256', 'key', 'hex', 'a', Buffer.from('b'))).toBe(hmacOf('sha256', 'key', 'hex', 'ab'))
})

describe('a signature of RSA', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 1024,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const right = sign('sha256', Buffer.from('body'), privateKey).toString('base64')

  it('is over the very bytes', () => {
    expect(isRsaSigned(publicKey, 'sha256', 'body', right)).toBe(true)
    expect(isRsaSigned(publicKey, 'sha256', 'body ', right)).toBe(false)
    expect(isRsaSigned(publicKey, 'sha512', 'body', right)).toBe(false)
  })

  it.each([undefined, '', '{}', [right, right]])('is none that is %o', (shown) => {
    expect(isRsaSigned(publicKey, 'sha256', 'body', shown)).toBe(false)
  })

  it('is none by what is no key', () => {
    expect(isRsaSigned('no key', 'sha256', 'body', right)).toBe(false)
  })
})
