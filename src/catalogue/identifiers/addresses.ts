/**
 * Addresses on chains: Ethereum-like ones (EIP-55) and TRON's (base58check).
 * No request of a merchant has one, so nothing that serves payments waits for this file's library.
 */
import { createHash } from 'node:crypto'
import { isAddress } from 'viem/utils'
import { type Identifier, wrongCheckDigit, wrongForm } from './identifier.ts'

/** All in lower or all in upper case it has no check digits, and is taken. */
export const evmAddress: Identifier = {
  rule: '0x and 40 hexadecimal digits; where upper and lower case are mixed, as EIP-55 mixes them',
  check(text) {
    if (!/^0x[0-9a-fA-F]{40}$/.test(text)) {
      return wrongForm('must be an address: 0x and 40 hexadecimal digits')
    }
    const digits = text.slice(2)
    if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return undefined
    return isAddress(text, { strict: true })
      ? undefined
      : wrongCheckDigit('address as EIP-55 writes it (upper and lower case)')
  },
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const TRON = /^T[1-9A-HJ-NP-Za-km-z]{33}$/
/** One byte of network, twenty of the key's hash, four of the check. */
const TRON_BYTES = 25
const TRON_NETWORK = 0x41

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

export const tronAddress: Identifier = {
  rule: 'T and 33 characters of base58, with its four check bytes',
  check(text) {
    if (!TRON.test(text)) return wrongForm('must be an address on TRON: T and 33 letters and digits')
    const value = [...text].reduce((sum, letter) => sum * 58n + BigInt(BASE58.indexOf(letter)), 0n)
    const bytes = Buffer.from(value.toString(16).padStart(2 * TRON_BYTES, '0'), 'hex')
    const right =
      bytes.length === TRON_BYTES &&
      bytes[0] === TRON_NETWORK &&
      sha256(sha256(bytes.subarray(0, 21)))
        .subarray(0, 4)
        .equals(bytes.subarray(21))
    return right ? undefined : wrongCheckDigit('address on TRON')
  },
}
