import { generateKeyPairSync } from 'node:crypto'
import { KEYS, signatureOf } from '@sluice/gateway/identity/access/access.fixture.ts'
import { PADDING_KEY } from '@sluice/gateway/identity/access/padding-key.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minify, parsePublicKey, verifySignature } from './signature.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const minified = (text: string): string => new TextDecoder().decode(minify(bytes(text)))
const keys = [
  { id: 'k1', key: KEYS.first.publicKey },
  { id: 'k2', key: KEYS.second.publicKey },
]

describe('minifying', () => {
  it('gives what JSON.stringify wrote, however it was spread', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(1, 2, '\t', ' \r\n'), (value, indent) => {
        fc.pre(!JSON.stringify(value).includes('__proto__'))
        expect(minified(JSON.stringify(value, null, indent as number))).toBe(JSON.stringify(value))
      }),
    )
  })

  it('changes nothing that is minified already', () => {
    fc.assert(fc.property(fc.json(), (text) => minified(minified(text)) === minified(text)))
  })

  it.each([
    ['{ "a" : 1.50 , "b" : 1E2 }', '{"a":1.50,"b":1E2}'],
    ['{"b":1,\n"a":"x  y"}', '{"b":1,"a":"x  y"}'],
    ['{"a":"\\"  \\\\" , "b":"\\u0041"}', '{"a":"\\"  \\\\","b":"\\u0041"}'],
    ['{"é" : "日 本"}', '{"é":"日 本"}'],
    ['"open  ', '"open  '],
    ['"\\', '"\\'],
  ])('keeps order, spelling and strings: %s', (text, expected) => {
    expect(minified(text)).toBe(expected)
  })

  it('is linear: 64 KiB of anything take no time', () => {
    for (const chunk of [' ', '"', '\\', '"\\"']) minify(bytes(chunk.repeat(65_536 / chunk.length)))
  })
})

describe('a signature', () => {
  const body = '{ "a": 1,\n "b": "x y" }'

  it.each([
    ['the bytes as received', body],
    ['the minified bytes', '{"a":1,"b":"x y"}'],
  ])('over %s holds, and names what was signed', (_name, signed) => {
    const proof = verifySignature(bytes(body), signatureOf(signed), keys, PADDING_KEY)
    expect(proof?.keyId).toBe('k1')
    expect(Buffer.from(proof?.signedBytes ?? []).toString()).toBe(signed)
  })

  it('by any of the keys holds', () => {
    const proof = verifySignature(bytes(body), signatureOf(body, KEYS.second.privateKey), keys, PADDING_KEY)
    expect(proof?.keyId).toBe('k2')
  })

  it.each([
    ['by a stranger', signatureOf(body, KEYS.stranger.privateKey)],
    ['over the same value spelt anew', signatureOf('{"b":"x y","a":1}')],
    ['that is empty', ''],
    ['that is no base64', '!!!!'],
    ['in base64url', Buffer.from(signatureOf(body), 'base64').toString('base64url')],
    ['with something behind it', `${signatureOf(body)}AAAA`],
    ['with a line break in it', signatureOf(body).replace(/^.{76}/, '$&\n')],
    ['without its padding', signatureOf(body).replaceAll('=', '')],
    ['of zeros', Buffer.alloc(256).toString('base64')],
    [
      'that is the padded digest itself, as a key with exponent 1 would have it',
      Buffer.alloc(256, 1).toString('base64'),
    ],
    ['that is endless', 'A'.repeat(60_000)],
  ])('%s does not hold', (_name, signature) => {
    expect(verifySignature(bytes(body), signature, keys, PADDING_KEY)).toBeUndefined()
  })
})

describe('a public key', () => {
  const pemOf = (bits: number, type: 'spki' | 'pkcs1' = 'spki') =>
    generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ type, format: 'pem' }).toString()

  it('is normalised to SPKI', () => {
    const parsed = parsePublicKey(KEYS.first.publicKey.export({ type: 'pkcs1', format: 'pem' }).toString())
    expect(parsed.ok && parsed.value.pem).toBe(KEYS.first.publicKey.export({ type: 'spki', format: 'pem' }))
    expect(parsed.ok && parsed.value.bits).toBe(2048)
  })

  const privatePem = KEYS.first.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const ed25519 = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()
  it.each([
    ['', 'NOT_PEM'],
    ['-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----', 'NOT_PEM'],
    [privatePem, 'NOT_PEM'],
    [ed25519, 'NOT_RSA'],
    [pemOf(1024), 'TOO_SHORT'],
  ])('is refused where it is none that we take (%#)', (pem, failure) => {
    expect(parsePublicKey(pem)).toEqual({ ok: false, failure })
  })
})
