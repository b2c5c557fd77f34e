/**
 * Where a payer comes from who asks for himself: with a checkout's token, which a merchant gives to its payers. It bounds what one
 * address can use up for others. A keyed hash, so that what is kept of it names nobody's address, and IPv6 by its /64. Undefined for
 * whoever asks with another token: that may be a merchant's own server, which asks for all its payers.
 */
import { createHmac } from 'node:crypto'
import type { Grant } from '../access/grant.ts'
import type { MasterKey } from '../access/secrets.ts'
import { addressKey } from '../http/addresses.ts'

/** Enough that no two addresses meet. */
const CHARACTERS = 22

export function payerOf(
  masterKey: MasterKey,
  { scope }: Pick<Grant, 'scope'>,
  address: string,
): { readonly payer?: string } {
  if (scope.kind !== 'action' || scope.action !== 'PAYIN_CHECKOUT') return {}
  const mac = createHmac('sha256', masterKey)
    .update(`payer:${addressKey(address)}`)
    .digest('base64url')
  return { payer: mac.slice(0, CHARACTERS) }
}
