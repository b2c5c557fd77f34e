import { createHmac } from 'node:crypto'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { CountedRandomness } from '../../http/http.fixture.ts'
import { hashSecret, MasterKey, mac, macs, masterKeyFrom, matchSecret, open, seal } from './secrets.ts'

const KEY = masterKeyFrom(new Uint8Array(32).fill(7))
const TEXT = new TextEncoder().encode('whsec_abc')
const sealed = seal(KEY, TEXT, 'merchant:1', new CountedRandomness())

describe('a sealed secret', () => {
  it('opens with the key and the context it was sealed with', () => {
    const opened = open(KEY, sealed, 'merchant:1')
    expect(opened.ok && Buffer.from(opened.value).toString()).toBe('whsec_abc')
  })

  it.each([
    ['another key', masterKeyFrom(new Uint8Array(32).fill(8)), sealed, 'merchant:1'],
    ['another context', KEY, sealed, 'merchant:2'],
    ['a changed value', KEY, `${sealed.slice(0, -2)}AA`, 'merchant:1'],
    ['a shortened value', KEY, sealed.slice(0, 20), 'merchant:1'],
    ['another format', KEY, sealed.replace('v2.', 'v3.'), 'merchant:1'],
    ['the name of another key', KEY, sealed.replace(KEY.fingerprint, '0'.repeat(16)), 'merchant:1'],
    ['nothing', KEY, '', 'merchant:1'],
  ])('does not open with %s', (_name, key, value, context) => {
    expect(open(key, value, context)).toEqual({ ok: false, failure: 'NOT_OPENED' })
  })

  it('shows nothing of itself', () => {
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('whsec')
  })
})

describe('several master keys', () => {
  const [before, after] = [7, 8].map((byte) => new Uint8Array(32).fill(byte)) as [Uint8Array, Uint8Array]
  const both = new MasterKey(after, [before])
  const openedText = (key: MasterKey, value: string) => {
    const opened = open(key, value, 'merchant:1')
    return opened.ok ? Buffer.from(opened.value).toString() : undefined
  }

  it('all open, and one seals', () => {
    expect(openedText(both, sealed)).toBe('whsec_abc')
    const anew = seal(both, TEXT, 'merchant:1', new CountedRandomness())
    expect(openedText(masterKeyFrom(after), anew)).toBe('whsec_abc')
    expect(openedText(KEY, anew)).toBeUndefined()
  })

  it('open values from before keys had names, whichever sealed them', () => {
    const unnamed = sealed.replace(`v2.${KEY.fingerprint}.`, 'v1.')
    expect(openedText(both, unnamed)).toBe('whsec_abc')
    expect(openedText(masterKeyFrom(after), unnamed)).toBeUndefined()
  })

  it('know a MAC by each of them, the one that seals first', () => {
    expect(macs(both, 'a page').map(String)).toEqual([
      ...macs(masterKeyFrom(after), 'a page').map(String),
      ...macs(KEY, 'a page').map(String),
    ])
  })

  it('make a MAC by the one that seals: HMAC with SHA-256', () => {
    expect(mac(both, 'a page')).toEqual(macs(both, 'a page')[0])
    expect(mac(masterKeyFrom(after), 'a page')).toEqual(createHmac('sha256', after).update('a page').digest())
  })

  it('are told apart by fingerprints that say nothing of them', () => {
    expect(both.fingerprints).toHaveLength(2)
    for (const fingerprint of both.fingerprints) expect(fingerprint).toMatch(/^[0-9a-f]{16}$/)
    expect(new MasterKey(before).fingerprint).toBe(KEY.fingerprint)
  })
})

describe('the master key', () => {
  it('is written out by nothing that logs or throws', () => {
    const secret = Buffer.from(new Uint8Array(32).fill(7))
    for (const text of [
      inspect({ KEY }, { depth: 9, showHidden: true }),
      JSON.stringify({ KEY }),
      String(KEY),
    ]) {
      for (const encoding of ['hex', 'base64', 'latin1'] as const) {
        expect(text).not.toContain(secret.toString(encoding))
      }
    }
  })

  it('has 32 bytes', () => {
    expect(() => masterKeyFrom(new Uint8Array(31))).toThrow('32 bytes')
  })
})

describe('a merchant secret', () => {
  const candidates = [
    { id: 'old', sha256: hashSecret('one') },
    { id: 'new', sha256: hashSecret('two') },
  ]
  it.each([
    ['one', 'old'],
    ['two', 'new'],
    ['three', undefined],
    ['', undefined],
  ])('%j matches %s', (secret, id) => {
    expect(matchSecret(secret, candidates)).toBe(id)
  })
})
