import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { FAKE_AT, PAWAPAY_SETTINGS } from './pawapay.fixture.ts'
import { pawapay } from './pawapay.ts'
import { algorithmOf, isSigned, isSignedBy, type SignedMessage, signatureBase, signer } from './signatures.ts'

/** RFC 9421, appendix B.1.3: `test-key-ecc-p256`. Code of RFCs is under the Revised BSD licence. */
const RFC_KEY = createPublicKey(`-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqIVYZVLCrPZHGHjP17CTW0/+D9Lf
w0EkjqF7xB4FivAxzic30tMM4GF+hR6Dxh71Z50VGGdldkkDXZCnTNnoXQ==
-----END PUBLIC KEY-----`)

describe('published signatures', () => {
  it('RFC 9421, 4.3: the request that a client has signed', () => {
    const message: SignedMessage = {
      method: 'POST',
      url: 'https://example.com/foo?param=Value&Pet=dog',
      headers: {
        'content-type': 'application/json',
        'content-length': '18',
        'content-digest':
          'sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:',
        'signature-input':
          'sig1=("@method" "@authority" "@path" "content-digest" "content-type" "content-length");created=1618884475;keyid="test-key-ecc-p256"',
        signature:
          'sig1=:X5spyd6CFnAG5QnDyHfqoSNICd+BUP4LYMz2Q0JXlb//4Ijpzp+kve2w4NIyqeAuM7jTDX+sNalzA8ESSaHD3A==:',
      },
      body: Buffer.from('{"hello": "world"}'),
    }
    const keys = new Map([['test-key-ecc-p256', RFC_KEY]])
    expect(isSignedBy(keys, message, 1_618_884_475_000)).toBe(true)
  })

  it('RFC 9421, B.2.4: an answer, signed with ECDSA', () => {
    const params =
      '("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"'
    const base = signatureBase(
      [
        ['@status', '200'],
        ['content-type', 'application/json'],
        [
          'content-digest',
          'sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:',
        ],
        ['content-length', '23'],
      ],
      params,
    )
    const signature =
      'wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw=='
    const bytes = Buffer.from(signature, 'base64')
    expect(isSigned('ecdsa-p256-sha256', RFC_KEY, Buffer.from(base), bytes)).toBe(true)
    expect(isSigned('ecdsa-p256-sha256', RFC_KEY, Buffer.from(`${base} `), bytes)).toBe(false)
  })

  it('docs.pawapay.io: the example of a callback is a signature in DER, which is how they are written here', () => {
    const theirs = Buffer.from(
      'MEQCIHFvGCUgyxmmowMufO4Yk20pBs3JHRax81si2QZVi9ByAiBPpg1WBhQjZ6fmi3a/gKcWiQ73Qm9Ol35On3c4K/flew==',
      'base64',
    )
    expect([theirs[0], theirs[1], theirs.length]).toEqual([0x30, theirs.length - 2, 70])
    const { signature = '' } = signed('{}')
    const ours = Buffer.from(signature.replace(/^sig-pp=:|:$/g, ''), 'base64')
    expect([ours[0], ours[1]]).toEqual([0x30, ours.length - 2])
  })
})

const AT = 1_714_653_405_058
const signed = (body: string) =>
  signer(
    'CUSTOMER_TEST_KEY',
    PAWAPAY_SETTINGS.privateKey,
  )({ method: 'POST', url: 'https://api.pawapay.io/v2/deposits', path: '/v2/deposits', body, at: AT })

describe('a request that moves money', () => {
  it('is signed over its method, host, path, time, type and body, as their page has it', () => {
    const body = '{"depositId":"ü"}'
    const headers = signed(body)
    const params =
      '("@method" "@authority" "@path" "signature-date" "content-digest" "content-type");alg="ecdsa-p256-sha256";keyid="CUSTOMER_TEST_KEY";created=1714653405;expires=1714653465'
    expect(headers).toMatchObject({
      'signature-input': `sig-pp=${params}`,
      'signature-date': '2024-05-02T12:36:45.058Z',
    })
    const base = [
      '"@method": POST',
      '"@authority": api.pawapay.io',
      '"@path": /v2/deposits',
      '"signature-date": 2024-05-02T12:36:45.058Z',
      `"content-digest": ${headers['content-digest']}`,
      '"content-type": application/json',
      `"@signature-params": ${params}`,
    ].join('\n')
    const signature = Buffer.from((headers.signature ?? '').slice('sig-pp=:'.length, -1), 'base64')
    const key = createPublicKey(PAWAPAY_SETTINGS.privateKey)
    expect(verify('sha256', Buffer.from(base), key, signature)).toBe(true)
  })

  it.each([
    ['POST', '/v2/deposits', true],
    ['POST', '/v2/payouts', true],
    ['POST', '/v2/refunds', true],
    ['GET', '/v2/deposits/1', false],
    ['POST', '/v2/predict-provider', false],
    ['POST', '/v2/payouts/fail-enqueued/1', false],
  ] as const)('and nothing else: %s %s, signed %o', (method, path, isProven) => {
    const { sign: prove } = pawapay.reach({ ...PAWAPAY_SETTINGS, baseUrl: FAKE_AT })
    const headers = prove?.({ method, url: FAKE_AT + path, path, body: '{}', at: AT }) ?? {}
    expect('signature' in headers).toBe(isProven)
  })
})

describe('a signed notification', () => {
  const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const [theirs, others] = [pair(), pair()]
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const keys = new Map<string, KeyObject>([
    ['first', others.publicKey],
    ['second', theirs.publicKey],
    ['rsa', rsa.publicKey],
  ])
  const url = 'https://pay.example/providers/native-pawapay/notifications/a-secret'
  const body = Buffer.from('{"depositId":"01"}')
  const COVERED = ['@method', '@authority', '@path', 'content-digest', 'content-type']

  interface Odd {
    readonly key?: KeyObject
    readonly keyId?: string
    readonly covered?: readonly string[]
    readonly rest?: string
  }
  const message = ({
    key = theirs.privateKey,
    keyId = 'second',
    covered = COVERED,
    rest,
  }: Odd = {}): SignedMessage => {
    const created = Math.floor(AT / 1_000)
    const values: Readonly<Record<string, string>> = {
      '@method': 'POST',
      '@authority': 'pay.example',
      '@path': new URL(url).pathname,
      'content-digest': digest,
      'content-type': 'application/json; charset=UTF-8',
    }
    const list = covered.map((name) => `"${name}"`).join(' ')
    const params = `(${list})${rest ?? `;alg="ecdsa-p256-sha256";keyid="${keyId}";created=${created};expires=${created + 60}`}`
    const lines = covered.map((name) => `"${name}": ${values[name]}`)
    const base = [...lines, `"@signature-params": ${params}`].join('\n')
    const options = key.asymmetricKeyType === 'rsa' ? { key, padding: 6, saltLength: 64 } : { key }
    const hash = key.asymmetricKeyType === 'rsa' ? 'sha512' : 'sha256'
    const signature = sign(hash, Buffer.from(base), options).toString('base64')
    return {
      method: 'POST',
      url,
      headers: {
        'content-type': values['content-type'],
        'content-digest': digest,
        'signature-input': `sig-pp=${params}`,
        signature: `sig-pp=:${signature}:`,
      },
      body,
    }
  }
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
  const without = (name: string): SignedMessage => {
    const { [name]: _left, ...headers } = message().headers
    return { ...message(), headers }
  }

  it('counts by the key that it names, whichever stands first', () => {
    expect(isSignedBy(keys, message(), AT)).toBe(true)
    const rest = `;created=1714653405;keyid="rsa"`
    expect(isSignedBy(keys, message({ key: rsa.privateKey, rest }), AT)).toBe(true)
  })

  const ODD: readonly (readonly [why: string, odd: SignedMessage, at?: number])[] = [
    ['is signed by another key than it names', message({ keyId: 'first' })],
    ['names a key that nobody has', message({ keyId: 'third' })],
    ['is signed by somebody else', message({ key: others.privateKey })],
    ['has another body', { ...message(), body: Buffer.from('{"depositId":"02"}') }],
    ['came to another address', { ...message(), url: `${url}/pix` }],
    ['came to another host', { ...message(), url: url.replace('pay', 'bay') }],
    ['was sent in another manner', { ...message(), method: 'PUT' }],
    ['says nothing of its body', message({ covered: ['@method', '@authority', '@path'] })],
    ['says nothing of its address', message({ covered: ['@method', '@authority', 'content-digest'] })],
    ['covers a part twice', message({ covered: [...COVERED, '@path'] })],
    ['covers a header that it has not', message({ covered: [...COVERED, 'x-more'] })],
    [
      'names the algorithm of another kind of key',
      message({ rest: ';alg="rsa-pss-sha512";keyid="second";created=1714653405' }),
    ],
    ['does not say when it was made', message({ rest: ';keyid="second"' })],
    ['is of the day before', message(), AT + 86_400_000],
    ['is of tomorrow', message(), AT - 86_400_000],
    ['has no signature', without('signature')],
    ['has no list', without('signature-input')],
    ['has no digest', without('content-digest')],
    [
      'has a list that is none',
      { ...message(), headers: { ...message().headers, 'signature-input': 'sig-pp=(' } },
    ],
    ['has two signatures', { ...message(), headers: { ...message().headers, signature: ['a', 'b'] } }],
    [
      'is endless',
      {
        ...message(),
        headers: { ...message().headers, 'signature-input': `sig-pp=(${'"a" '.repeat(9_999)})` },
      },
    ],
  ]
  it.each(ODD.map(([why, odd, at = AT]) => [why, odd, at] as const))(
    'does not count where it %s',
    (_why, odd, at) => {
      expect(isSignedBy(keys, odd, at)).toBe(false)
    },
  )
})

it('takes the kinds of keys that pawaPay takes, and no other', () => {
  const of = (key: KeyObject) => algorithmOf(key)
  expect(of(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey)).toBe('ecdsa-p384-sha384')
  expect(of(generateKeyPairSync('ed25519').publicKey)).toBeUndefined()
  expect(of(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey)).toBeUndefined()
})
