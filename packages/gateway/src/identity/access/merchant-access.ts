/**
 * What access control needs to know about a merchant. `packages/gateway/src/merchants` implements it and may cache. Its answers must be at most a
 * few seconds old: a suspended merchant's tokens work that much longer.
 */
import type { KeyObject } from 'node:crypto'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'

/** A key or secret by which a program gets tokens. */
export interface CredentialAccess {
  readonly id: string
  /**
   * The right that a request needs and this key or secret lacks. Missing if it allows everything.
   * @param path whole and decoded
   */
  lacks?(path: string, isRead: boolean): string | undefined
}

export interface MerchantAccess {
  readonly merchantCode: MerchantCode
  readonly status: 'ACTIVE' | 'SUSPENDED'
  readonly isTest: boolean
  /** Only active keys. Removing a key ends the tokens made with it. See `parsePublicKey`. */
  readonly publicKeys: readonly (CredentialAccess & { readonly key: KeyObject })[]
  /** Only current secrets, as SHA-256 of the secret's UTF-8 bytes. Secrets are random, so a slow hash would add nothing. */
  readonly secretHashes: readonly (CredentialAccess & { readonly sha256: Uint8Array })[]
  readonly rateLimitPerSecond: number
  /**
   * Whether the directory would return this same object without waiting. If so, earlier checks still apply and no lookup is
   * needed. (With a thousand merchants in turn, each lookup reads memory that is in no CPU cache.)
   */
  isCurrent(): boolean
}

/** The active key or secret that a token was made with. */
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

/** The key under which a merchant's requests are counted. */
export const merchantRateKey = (merchantCode: MerchantCode): string => `merchant:${merchantCode}`

export interface MerchantDirectory {
  /** @param code as the caller wrote it: any string */
  find(code: string): Promise<MerchantAccess | undefined>
  /** What `find` would return, if it can be read without waiting. */
  known(code: string): MerchantAccess | undefined
}
