/**
 * HTTP message signatures (RFC 9421) and content digests (RFC 9530), as far as pawaPay uses them: ours on calls that move money, theirs
 * on notifications. Pure.
 *
 * For ECDSA the RFC has a signature of two numbers of equal length, but pawaPay's examples (Node, Java) use DER. We sign like the
 * examples, and accept both.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { SignedCall } from '@sluice/provider-kit/reach.ts'

/** pawaPay's label for a signature. */
const LABEL = 'sig-pp'
const LIFE_SECS = 60
const COVERED = [
  '@method',
  '@authority',
  '@path',
  'signature-date',
  'content-digest',
  'content-type',
] as const

export type Algorithm = 'ecdsa-p256-sha256' | 'ecdsa-p384-sha384' | 'rsa-pss-sha512' | 'rsa-v1_5-sha256'

/** The algorithm for this kind of key. @returns undefined if pawaPay has none */
export function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): Algorithm | undefined {
  if (asymmetricKeyType === 'rsa') return 'rsa-pss-sha512'
  if (asymmetricKeyType !== 'ec') return undefined
  if (asymmetricKeyDetails?.namedCurve === 'prime256v1') return 'ecdsa-p256-sha256'
  return asymmetricKeyDetails?.namedCurve === 'secp384r1' ? 'ecdsa-p384-sha384' : undefined
}

const PSS = { padding: 6, saltLength: 64 } as const

function signed(algorithm: Algorithm, key: KeyObject, base: Buffer): Buffer {
  switch (algorithm) {
    case 'ecdsa-p256-sha256':
      return sign('sha256', base, key)
    case 'ecdsa-p384-sha384':
      return sign('sha384', base, key)
    case 'rsa-pss-sha512':
      return sign('sha512', base, { key, ...PSS })
    case 'rsa-v1_5-sha256':
      return sign('sha256', base, key)
  }
}

/** @param algorithm must fit the key */
export function isSigned(algorithm: Algorithm, key: KeyObject, base: Buffer, signature: Buffer): boolean {
  const ecdsa = (hash: string, pairBytes: number): boolean =>
    verify(hash, base, key, signature) ||
    (signature.length === pairBytes && verify(hash, base, { key, dsaEncoding: 'ieee-p1363' }, signature))
  switch (algorithm) {
    case 'ecdsa-p256-sha256':
      return ecdsa('sha256', 64)
    case 'ecdsa-p384-sha384':
      return ecdsa('sha384', 96)
    case 'rsa-pss-sha512':
      return verify('sha512', base, { key, ...PSS }, signature)
    case 'rsa-v1_5-sha256':
      return verify('sha256', base, key, signature)
  }
}

/** The signed text: a line for each part, then the list of parts with its parameters, exactly as sent. */
export const signatureBase = (
  parts: readonly (readonly [name: string, value: string])[],
  params: string,
): string =>
  [...parts, ['@signature-params', params] as const].map(([name, value]) => `"${name}": ${value}`).join('\n')

const digest = (hash: 'sha256' | 'sha512', body: string | Uint8Array): Buffer =>
  createHash(hash).update(body).digest()

/** @param keyId as pawaPay's dashboard shows it */
export function signer(
  keyId: string,
  privateKeyPem: string,
): (call: SignedCall) => Readonly<Record<string, string>> {
  const key = createPrivateKey(privateKeyPem)
  const algorithm = algorithmOf(key)
  if (algorithm === undefined) throw new TypeError('a key is kept that pawaPay can verify')
  return ({ method, url, body, at }) => {
    const { host, pathname } = new URL(url)
    const created = Math.floor(at / 1_000)
    const date = isoTime(at)
    const contentDigest = `sha-512=:${digest('sha512', body).toString('base64')}:`
    const values: Readonly<Record<(typeof COVERED)[number], string>> = {
      '@method': method,
      '@authority': host,
      '@path': pathname,
      'signature-date': date,
      'content-digest': contentDigest,
      'content-type': 'application/json',
    }
    const names = COVERED.map((name) => `"${name}"`).join(' ')
    const params = `(${names});alg="${algorithm}";keyid="${keyId}";created=${created};expires=${created + LIFE_SECS}`
    const base = signatureBase(
      COVERED.map((name) => [name, values[name]] as const),
      params,
    )
    const signature = signed(algorithm, key, Buffer.from(base, 'utf8')).toString('base64')
    return {
      'content-digest': contentDigest,
      'signature-date': date,
      signature: `${LABEL}=:${signature}:`,
      'signature-input': `${LABEL}=${params}`,
    }
  }
}

export type PublicKeys = ReadonlyMap<string, KeyObject>

export function publicKeysOf(keys: readonly { readonly id: string; readonly key: string }[]): PublicKeys {
  return new Map(keys.map(({ id, key }) => [id, createPublicKey(key)]))
}

export interface SignedMessage {
  readonly method: string
  /** As its sender knows it. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Uint8Array
}

/** Without these a signature could be moved to another message. */
const MUST_COVER: readonly string[] = ['@method', '@authority', '@path', 'content-digest']
/** Notifications are repeated for this long; it is not documented whether they are signed again. */
const REPEATED_FOR_SECS = 900
const CLOCKS_DIFFER_SECS = 60
const MAX_HEADER_LENGTH = 2_000

const INPUT =
  /^([a-z][a-z0-9_.*-]*)=(\(((?:"[a-z0-9@-]+"(?: (?=")|(?=\))))*)\)((?:;[a-z][a-z0-9]*=(?:"[\x20-\x21\x23-\x5b\x5d-\x7e]*"|\d{1,15}))*))$/
const PARAM = /;([a-z][a-z0-9]*)=(?:"([^"]*)"|(\d+))/g

/** Whether the key that the signature names has signed exactly this message, a short time ago. */
export function isSignedBy(keys: PublicKeys, message: SignedMessage, now: Instant): boolean {
  const input = INPUT.exec(headerOf(message, 'signature-input') ?? '')
  if (!input) return false
  const [, label, params, list, rest] = input
  if (label === undefined || params === undefined || list === undefined || rest === undefined) return false
  const said = new Map([...rest.matchAll(PARAM)].map(([, name, text, number]) => [name, text ?? number]))
  const key = keys.get(said.get('keyid') ?? '')
  const algorithm = algorithmSaid(said.get('alg'), key)
  if (!key || !algorithm || !isFresh(said, now)) return false
  const names = [...list.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name)
  if (new Set(names).size !== names.length || !MUST_COVER.every((name) => names.includes(name))) return false
  if (!isOfBody(headerOf(message, 'content-digest'), message.body)) return false
  const parts = names.map((name) => [name, partOf(message, name)] as const)
  const known = parts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  const signature = signatureIn(headerOf(message, 'signature'), label)
  if (known.length !== parts.length || !signature) return false
  return isSigned(algorithm, key, Buffer.from(signatureBase(known, params), 'utf8'), signature)
}

/** Default: the key's own. It must fit the kind of key. */
function algorithmSaid(said: string | undefined, key: KeyObject | undefined): Algorithm | undefined {
  const own = key && algorithmOf(key)
  if (said === undefined || said === own) return own
  return said === 'rsa-v1_5-sha256' && own === 'rsa-pss-sha512' ? said : undefined
}

function isFresh(said: ReadonlyMap<string | undefined, string | undefined>, now: Instant): boolean {
  const created = Number(said.get('created'))
  const nowSecs = now / 1_000
  // A message without a time could be replayed for ever.
  return (
    created <= nowSecs + CLOCKS_DIFFER_SECS && nowSecs <= created + REPEATED_FOR_SECS + CLOCKS_DIFFER_SECS
  )
}

function headerOf({ headers }: SignedMessage, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' && value.length <= MAX_HEADER_LENGTH ? value.trim() : undefined
}

function partOf(message: SignedMessage, name: string): string | undefined {
  const { host, pathname } = new URL(message.url)
  switch (name) {
    case '@method':
      return message.method
    case '@authority':
      return host
    case '@path':
      return pathname
    default:
      return name.startsWith('@') ? undefined : headerOf(message, name)
  }
}

function isOfBody(header: string | undefined, body: Uint8Array): boolean {
  const [, name, reported = ''] = /^(sha-256|sha-512)=:([A-Za-z0-9+/]+=*):$/.exec(header ?? '') ?? []
  if (name === undefined) return false
  const right = digest(name === 'sha-256' ? 'sha256' : 'sha512', body)
  const given = Buffer.from(reported, 'base64')
  return given.length === right.length && timingSafeEqual(given, right)
}

function signatureIn(header: string | undefined, label: string): Buffer | undefined {
  const [, name, text = ''] = /^([a-z][a-z0-9_.*-]*)=:([A-Za-z0-9+/]+=*):$/.exec(header ?? '') ?? []
  return name === label ? Buffer.from(text, 'base64') : undefined
}
