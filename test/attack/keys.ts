/** Public keys for requests that add one. They never sign, so they need no real primes. */
import { createPublicKey, randomBytes } from 'node:crypto'

const MODULUS_BYTES = 256
/** The highest bit of the first byte gives the modulus its full length; the lowest bit of the last makes it odd. */
const [HIGHEST_BIT, LOWEST_BIT] = [0x80, 0x01]

/** A new key each time: RSA, 2,048 bits, PEM. Searching for real primes took a twentieth of the fuzz run. */
export function freshPublicKey(): string {
  const modulus = randomBytes(MODULUS_BYTES)
  modulus[0] = (modulus[0] ?? 0) | HIGHEST_BIT
  modulus[MODULUS_BYTES - 1] = (modulus[MODULUS_BYTES - 1] ?? 0) | LOWEST_BIT
  const jwk = { kty: 'RSA', n: modulus.toString('base64url'), e: 'AQAB' }
  return createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString()
}
