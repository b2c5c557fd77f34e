/** RSA signatures of token requests with the platform's own cryptography, the same in Node, Deno and Bun. */

/** The platform's CryptoKey. */
export type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const

/** The prefix that makes an RSA key (PKCS #1) a PKCS #8 one: version 0, rsaEncryption, and an octet string. */
const RSA_ENCRYPTION = [
  0x02, 0x01, 0x00, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
]

const PEM = /-----BEGIN (RSA )?PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END (?:RSA )?PRIVATE KEY-----/

/** @param key PEM (PKCS #8 or PKCS #1), or a key that can sign with RSASSA-PKCS1-v1_5 and SHA-256 */
export async function signingKey(key: string | SigningKey): Promise<SigningKey> {
  // JavaScript callers may leave it out, for instance if they only have a merchant secret.
  if (!key)
    throw new TypeError('privateKey is missing: requests for tokens are signed with it, not with a secret')
  if (typeof key !== 'string') return key
  const [, isPkcs1, base64] = PEM.exec(key) ?? []
  if (base64 === undefined)
    throw new TypeError('privateKey is no PEM of an RSA private key without a password')
  const bytes = fromBase64(base64.replace(/\s/g, ''))
  const pkcs8 = isPkcs1 ? wrapped(bytes) : bytes
  try {
    return await crypto.subtle.importKey('pkcs8', pkcs8, ALGORITHM, false, ['sign'])
  } catch {
    // The platform's own error may contain the key.
    throw new TypeError('privateKey is no RSA private key')
  }
}

/** @returns base64 for `X-SIGNATURE` */
export async function signatureOf(key: SigningKey, text: string): Promise<string> {
  const signature = await crypto.subtle.sign(ALGORITHM.name, key, new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(signature)))
}

function wrapped(pkcs1: Uint8Array): Uint8Array<ArrayBuffer> {
  return sequence(0x30, [...RSA_ENCRYPTION, ...sequence(0x04, [...pkcs1])])
}

function sequence(tag: number, content: readonly number[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array([tag, ...lengthOf(content.length), ...content])
}

/** A length in DER. */
function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length]
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
