/** Public keys that a merchant may have, for requests that bring one: nobody signs with them, so nobody looks for their primes. */
import { createPublicKey, randomBytes } from 'node:crypto'

const MODULUS_BYTES = 256
/** Of the first byte, so that the modulus is as long as it says; of the last, as no modulus is even. */
const [HIGHEST_BIT, LOWEST_BIT] = [0x80, 0x01]

/** Another one each time: RSA, 2,048 bits, PEM. To find two primes for it took a twentieth of the fuzz run. */
export function freshPublicKey(): string {
  const modulus = randomBytes(MODULUS_BYTES)
  modulus[0] = (modulus[0] ?? 0) | HIGHEST_BIT
  modulus[MODULUS_BYTES - 1] = (modulus[MODULUS_BYTES - 1] ?? 0) | LOWEST_BIT
  const jwk = { kty: 'RSA', n: modulus.toString('base64url'), e: 'AQAB' }
  return createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString()
}
