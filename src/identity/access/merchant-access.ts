/**
 * What access control needs to know of a merchant, and nothing more.
 * `src/merchants` implements it; a cache is its affair. What it answers may be a few seconds old at most:
 * that is how long a suspended merchant's tokens live on.
 */
import type { KeyObject } from 'node:crypto'
import type { MerchantCode } from '../../foundation/identifiers.ts'

/** A key or secret by which a program gets its tokens. */
export interface CredentialAccess {
  readonly id: string
  /** The right that a request takes and that it does not carry; left out: it carries everything. @param path whole and decoded */
  lacks?(path: string, isRead: boolean): string | undefined
}

export interface MerchantAccess {
  readonly merchantCode: MerchantCode
  readonly status: 'ACTIVE' | 'SUSPENDED'
  readonly isTest: boolean
  /** Active keys only: a removed one is not here, and the tokens made with it end. See `parsePublicKey`. */
  readonly publicKeys: readonly (CredentialAccess & { readonly key: KeyObject })[]
  /** Current secrets only; SHA-256 of the secret's UTF-8 bytes. Secrets are random, so a slow hash would protect nothing. */
  readonly secretHashes: readonly (CredentialAccess & { readonly sha256: Uint8Array })[]
  readonly rateLimitPerSecond: number
  /**
   * Whether the directory would answer with this very object, without waiting. Then nothing that was judged by it needs judging again,
   * and it need not be looked up: of a thousand merchants in turn each entry is read from memory that no cache holds.
   */
  isCurrent(): boolean
}

/** What a token was made with, where it is a key or secret that is in force. */
export function holderOf(
  madeWith: string,
  { publicKeys, secretHashes }: Pick<MerchantAccess, 'publicKeys' | 'secretHashes'>,
): CredentialAccess | undefined {
  const id = madeWith.slice(madeWith.indexOf(':') + 1)
  const holders = madeWith.startsWith('key:')
    ? publicKeys
    : madeWith.startsWith('secret:')
      ? secretHashes
      : []
  return holders.find((holder) => holder.id === id)
}

/** The key a merchant's requests are counted under. */
export const merchantRateKey = (merchantCode: MerchantCode): string => `merchant:${merchantCode}`

export interface MerchantDirectory {
  /** @param code as the caller wrote it: any string at all */
  find(code: string): Promise<MerchantAccess | undefined>
  /** What `find` would answer, where that is at hand without waiting. */
  known(code: string): MerchantAccess | undefined
}
