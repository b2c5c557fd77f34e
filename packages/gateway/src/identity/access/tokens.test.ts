import { createHmac, createPublicKey, sign } from 'node:crypto'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { START, TestClock } from '../../http/http.fixture.ts'
import { ringOf, SHOP, TestDirectory } from './access.fixture.ts'
import type { TokenGrant } from './grant.ts'
import { ed25519FromSeed } from './signing-keys.ts'
import { MAX_TOKEN_CHARACTERS, signToken, TokenVerifier } from './tokens.ts'

const NOW_SECS = START / 1000
const GRANT: TokenGrant = {
  merchantCode: 'shop' as MerchantCode,
  scope: { kind: 'action', action: 'PAYIN_INFO', idPayment: 'p1' },
  madeWith: 'key:k1',
  jti: 'j1',
  issuedAtSecs: NOW_SECS,
  expiresAtSecs: NOW_SECS + 60,
}

function setting(rememberedBytes = 100_000) {
  const clock = new TestClock()
  const directory = new TestDirectory()
  const ring = ringOf(0)
  const verifier = new TokenVerifier({ ring, directory, clock, rememberedBytes })
  const judge = async (token: string) => {
    const result = await verifier.verify(token, () => true)
    return result.ok ? 'OK' : result.failure
  }
  return { clock, directory, ring, verifier, judge, token: signToken(ring, GRANT) }
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const HEADER = { alg: 'EdDSA', kid: 'token-1', typ: 'JWT' }
const claims = (token: string): object =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
const forge = (header: object, payload: object, signature = 'A'.repeat(86)) =>
  `${part(header)}.${part(payload)}.${signature}`

describe('a token for a trial', () => {
  it('holds for a test merchant, and never for a live one', async () => {
    const { directory, ring, judge } = setting()
    const token = signToken(ring, { ...GRANT, madeWith: 'trial:anna' })
    directory.change({ isTest: false })
    expect(await judge(token)).toBe('AUTHENTICATION_FAILED')
    directory.change({ isTest: true })
    expect(await judge(token)).toBe('OK')
  })
})

describe('a token', () => {
  it('is a JWT that anybody can verify with the published keys', async () => {
    const { ring, token } = setting()
    const keys = createLocalJWKSet({ keys: ring.jwks().map((jwk) => ({ ...jwk })) })
    const { payload, protectedHeader } = await jwtVerify(token, keys, { currentDate: new Date(START) })
    expect(protectedHeader).toEqual(HEADER)
    expect(payload).toMatchObject({
      iss: 'sluice',
      sub: 'shop',
      iat: NOW_SECS,
      exp: NOW_SECS + 60,
      jti: 'j1',
    })
    expect(payload).toMatchObject({ action: 'PAYIN_INFO', idPayment: 'p1' })
  })

  it('of the same grant is the same, byte for byte', () => {
    expect(signToken(ringOf(0), GRANT)).toBe(signToken(ringOf(0), { ...GRANT }))
  })

  it('gives back the grant it was made of', async () => {
    const grant: TokenGrant = {
      ...GRANT,
      scope: { kind: 'action', action: 'PAYIN_CHECKOUT', idPayment: 'p1' },
      money: { amount: '10.5', currencyCode: 'EUR' },
      callbackUrl: 'https://shop.example/cb',
      returnUrl: 'https://shop.example/',
    }
    const { directory, ring, verifier } = setting()
    const verified = await verifier.verify(signToken(ring, grant), () => true)
    const rateKeys = { merchant: 'merchant:shop', onePayment: 'payment:shop:payin:p1' }
    const merchant = directory.known('shop')
    expect(verified.ok && verified.value).toEqual({ grant: { ...grant, rateKeys }, merchant })
  })

  it.each(['0.000001', '999999999999999', '123456789.123456', '0.1', '1000000000'])(
    'gives back money of %s exactly, which stands in it as a number',
    async (amount) => {
      const { ring, verifier } = setting()
      const token = signToken(ring, { ...GRANT, money: { amount, currencyCode: 'USDC' } })
      const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
      expect(claims).toContain(`"money":{"amount":${amount},`)
      const verified = await verifier.verify(token, () => true)
      expect(verified.ok && verified.value.grant.money?.amount).toBe(amount)
    },
  )

  it('is known without waiting once it has held, as long as it stands', async () => {
    const { clock, directory, ring, verifier } = setting()
    const token = signToken(ring, GRANT)
    expect(verifier.known(token)).toBeUndefined()
    const verified = await verifier.verify(token, () => true)
    expect(verifier.known(token)).toEqual(verified.ok && verified.value)
    directory.change({ status: 'SUSPENDED' })
    expect(verifier.known(token)).toBeUndefined()
    directory.change({})
    clock.advance(1_000_000_000)
    expect(verifier.known(token)).toBeUndefined()
  })

  it('is known by all of it: its signature under other claims is nothing, and leaves it known', async () => {
    const { ring, judge, verifier } = setting()
    const token = signToken(ring, GRANT)
    expect(await judge(token)).toBe('OK')
    const signature = token.split('.')[2]
    for (const change of [{ sub: 'other' }, { exp: 1 }]) {
      const forged = forge(HEADER, { ...claims(token), ...change }, signature)
      expect(verifier.remembers(forged)).toBe(false)
      expect(verifier.known(forged)).toBeUndefined()
      expect(await judge(forged)).not.toBe('OK')
    }
    expect(verifier.remembers(token)).toBe(true)
  })

  it('with the longest list of operations is short enough to be believed', async () => {
    const { ring, judge } = setting()
    const operations = Array.from({ length: 20 }, () => `GET /${'日'.repeat(97)}`)
    const token = signToken(ring, { ...GRANT, scope: { kind: 'operations', operations } })
    expect(token.length).toBeLessThan(MAX_TOKEN_CHARACTERS)
    expect(await judge(token)).toBe('OK')
  })

  it('ends when it says so, remembered or not', async () => {
    const { clock, judge, token } = setting()
    clock.advance(59_999)
    expect(await judge(token)).toBe('OK')
    clock.advance(1)
    expect(await judge(token)).toBe('TOKEN_EXPIRED')
  })

  it.each([
    ['the merchant is suspended', { status: 'SUSPENDED' }],
    ['its key is removed', { publicKeys: SHOP.publicKeys.slice(1) }],
  ] as const)('ends when %s, though it is remembered', async (_name, change) => {
    const { directory, judge, token } = setting()
    expect(await judge(token)).toBe('OK')
    directory.change(change)
    expect(await judge(token)).toBe('AUTHENTICATION_FAILED')
  })

  it('outlives the rotation of the signing key', async () => {
    const { clock, directory, token } = setting()
    const verifier = new TokenVerifier({ ring: ringOf(0, START), directory, clock })
    expect((await verifier.verify(token, () => true)).ok).toBe(true)
  })
})

describe('a forged token', () => {
  const { ring, token } = setting()
  const own = claims(token)
  const [head = '', payload = '', signature = ''] = token.split('.')
  const publicPem = createPublicKey(ed25519FromSeed(new Uint8Array(32).fill(1)).privateKey)
    .export({ type: 'spki', format: 'pem' })
    .toString()
  const hmac = (header: object) => {
    const signed = `${part(header)}.${payload}`
    return `${signed}.${createHmac('sha256', publicPem).update(signed).digest('base64url')}`
  }
  const foreign = (header: object) => {
    const signed = `${part(header)}.${payload}`
    const key = ed25519FromSeed(new Uint8Array(32).fill(99)).privateKey
    return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
  }
  const jwk = { ...ringOf(0).jwks()[0] }

  it.each([
    ['alg none, no signature', `${part({ alg: 'none', typ: 'JWT' })}.${payload}.`],
    ['alg none with our kid', forge({ ...HEADER, alg: 'none' }, own, signature)],
    ['alg in other letters', forge({ ...HEADER, alg: 'eddsa' }, own, signature)],
    ['HS256 with the public key as secret', hmac({ ...HEADER, alg: 'HS256' })],
    ['EdDSA header, HMAC signature', hmac(HEADER)],
    ['a foreign key under our kid', foreign(HEADER)],
    ['a foreign key under its own kid', foreign({ ...HEADER, kid: 'mine' })],
    ['a key brought along', foreign({ ...HEADER, jwk })],
    ['a key from elsewhere', foreign({ ...HEADER, jku: 'https://evil.example/jwks.json' })],
    ['a certificate from elsewhere', foreign({ ...HEADER, x5u: 'https://evil.example/x.pem' })],
    ['a certificate brought along', foreign({ ...HEADER, x5c: ['AAAA'] })],
    ['a kid that is SQL', foreign({ ...HEADER, kid: "token-1' union select 'x" })],
    ['a critical extension', forge({ ...HEADER, crit: ['b64'], b64: false }, own, signature)],
    ['a kid that is a path', foreign({ ...HEADER, kid: '../../dev/null' })],
    ['a kid that is a property of objects', foreign({ ...HEADER, kid: '__proto__' })],
    ['a kid that is no string', foreign({ ...HEADER, kid: ['token-1'] })],
    ['no kid', foreign({ alg: 'EdDSA', typ: 'JWT' })],
    ['another merchant in the claims', `${head}.${part({ ...own, sub: 'other' })}.${signature}`],
    ['a later expiry', `${head}.${part({ ...own, exp: NOW_SECS + 9999 })}.${signature}`],
    ['another payment', `${head}.${part({ ...own, idPayment: 'p2' })}.${signature}`],
    ['no signature', `${head}.${payload}.`],
    ['a signature of zeros', `${head}.${payload}.${'A'.repeat(86)}`],
    ['padding', `${head}.${payload}.${signature}==`],
    ['a fourth part', `${token}.x`],
    ['nothing', ''],
    ['no JSON', `${Buffer.from('{').toString('base64url')}.${payload}.${signature}`],
  ])('with %s is refused', async (_name, forged) => {
    expect(await setting().judge(forged)).toBe('AUTHENTICATION_FAILED')
    expect(ring.find('token-1')).toBeDefined()
  })

  it('spelt with spare bits in its last character is refused: a token has one spelling', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = alphabet[alphabet.indexOf(token.slice(-1)) + 1] ?? 'A'
    expect(await setting().judge(token.slice(0, -1) + last)).toBe('AUTHENTICATION_FAILED')
  })

  /** Signed by the gateway itself, but saying what it never says. */
  const signedByUs = (changes: object, kid = 'token-1', seed = 1) => {
    const signed = `${part({ ...HEADER, kid })}.${part({ ...own, ...changes })}`
    const key = ed25519FromSeed(new Uint8Array(32).fill(seed)).privateKey
    return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
  }

  it.each([
    ['another issuer', signedByUs({ iss: 'elsewhere' })],
    ['no issuer', signedByUs({ iss: undefined })],
    ['no expiry', signedByUs({ exp: undefined })],
    ['an expiry that is text', signedByUs({ exp: '9999999999' })],
    ['an expiry beyond all numbers', signedByUs({ exp: 1e300 })],
    ['no scope', signedByUs({ action: undefined })],
    ['an action nobody knows', signedByUs({ action: 'constructor' })],
    ['a scope that does not compile', signedByUs({ action: undefined, operations: ['GET /('] })],
    ['the key for callbacks', signedByUs({}, 'callback-1', 7)],
    ['a key it was not made with', signedByUs({ madeWith: 'key:k9' })],
    ['the key of a secret', signedByUs({ madeWith: 'secret:k1' })],
    ['another merchant, who has no such key', signedByUs({ sub: 'other' })],
  ])('with %s is refused, even were it signed by the gateway', async (_name, forged) => {
    expect(await setting().judge(signedByUs({}))).toBe('OK')
    expect(await setting().judge(forged)).toBe('AUTHENTICATION_FAILED')
  })

  it('with the signature’s number replaced by an equal one (S + L) is refused', async () => {
    const order = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n
    const bytes = Buffer.from(signature, 'base64url')
    const number = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + order
    Buffer.from(number.toString(16).padStart(64, '0'), 'hex').reverse().copy(bytes, 32)
    expect(await setting().judge(`${head}.${payload}.${bytes.toString('base64url')}`)).toBe(
      'AUTHENTICATION_FAILED',
    )
  })

  it('of 17 kB is refused before anything of it is read', async () => {
    const { verifier } = setting()
    let requested = false
    const spend = () => {
      requested = true
      return true
    }
    await verifier.verify(`${head}.${'A'.repeat(17_000)}.${signature}`, spend)
    expect(requested).toBe(false)
  })
})

describe('the memory of tokens', () => {
  it('spares the signature of a token that has held', async () => {
    const { verifier, token } = setting()
    await verifier.verify(token, () => true)
    expect((await verifier.verify(token, () => false)).ok).toBe(true)
  })

  it('holds no failures', async () => {
    const { verifier, judge, token } = setting()
    const forged = `${token.slice(0, -3)}AAA`
    await judge(forged)
    expect(verifier.remembers(forged)).toBe(false)
  })

  it('is bounded and forgets what was used longest ago', async () => {
    const { ring, verifier, judge } = setting(3000)
    const tokens = ['a', 'b', 'c'].map((jti) => signToken(ring, { ...GRANT, jti }))
    const [a = '', b = '', c = ''] = tokens
    for (const token of [a, b, a, c]) await judge(token)
    expect([a, b, c].map((token) => verifier.remembers(token))).toEqual([true, false, true])
  })
})
