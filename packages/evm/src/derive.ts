/**
 * Addresses from an extended *public* key (BIP-32), which can make every address and spend from none.
 *
 * A private key is refused before anything else is done with it, and no message repeats the input. The same key and
 * number always give the same address. Only ordinary (non-hardened) steps are used: hardened ones need the private key.
 */
import { createHash, ECDH } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { KeyFault, Wallet } from '@sluice/core/processor/chain.ts'
import { publicKeyToAddress } from 'viem/utils'

/** `m/44'/60'/a'`: its addresses are at `0/n` below it. */
const ACCOUNT_DEPTH = 3
/** `m/44'/60'/a'/0`: its addresses are directly below it. */
const CHAIN_DEPTH = 4
/** Public and private keys of Bitcoin's main net, which Ethereum wallets write too. */
const PUBLIC_PREFIX = 'xpub'
const MAX_LENGTH = 120

const NOT_A_KEY: KeyFault = {
  code: 'INVALID_FORMAT',
  message: `must be an extended public key that begins with ${PUBLIC_PREFIX}`,
}

/** Reads an extended public key: of an account (`m/44'/60'/a'`), or of its external branch (`m/44'/60'/a'/0`). */
export function readWallet(text: string): Result<Wallet, KeyFault> {
  // First of all: a private key, or words that make one, must not get any further.
  if (/^\s*[a-z]prv/i.test(text) || /^\s*(0x)?[0-9a-f]{64}\s*$/i.test(text) || /\w\s+\w/.test(text)) {
    return fail({
      code: 'NOT_ALLOWED',
      message: `must be an extended public key (${PUBLIC_PREFIX}…). This looks like a private key: treat it as disclosed and move its funds`,
    })
  }
  if (!text.startsWith(PUBLIC_PREFIX) || text.length > MAX_LENGTH) return fail(NOT_A_KEY)
  const key = parse(text)
  if (!key) return fail({ ...NOT_A_KEY, message: 'is mistyped: its checksum is wrong' })
  if (key.depth !== ACCOUNT_DEPTH && key.depth !== CHAIN_DEPTH) {
    return fail({
      code: 'INVALID_FORMAT',
      message: `must be the key of an account (m/44'/60'/a') or its external branch (m/44'/60'/a'/0); this one has depth ${key.depth}`,
    })
  }
  const branch = branchOf(key)
  if (!branch.publicKey) return fail(NOT_A_KEY)
  return succeed({
    id: createHash('sha256')
      .update(branch.publicKey)
      .update(branch.chainCode ?? '')
      .digest('hex')
      .slice(0, 16),
    xpub: branch.publicExtendedKey,
  })
}

function parse(text: string): HDKey | undefined {
  try {
    const key = HDKey.fromExtendedKey(text)
    return key.privateKey === null ? key : undefined
  } catch {
    return undefined
  }
}

const branchOf = (key: HDKey): HDKey => (key.depth === ACCOUNT_DEPTH ? key.deriveChild(0) : key)

const branches = new Map<string, HDKey>()

/** @param number from 0 to `MAX_NUMBER`. @returns the address as EIP-55 writes it */
export function addressAt({ xpub }: Pick<Wallet, 'xpub'>, number: number): `0x${string}` {
  const branch = branches.get(xpub) ?? branchOf(HDKey.fromExtendedKey(xpub))
  branches.set(xpub, branch)
  const { publicKey } = branch.deriveChild(number)
  if (!publicKey) throw new Error('a public key has public children')
  const point = ECDH.convertKey(publicKey, 'secp256k1', undefined, 'hex', 'uncompressed')
  return publicKeyToAddress(`0x${String(point)}`)
}
