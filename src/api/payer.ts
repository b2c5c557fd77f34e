/**
 * Where a payer comes from who asks for himself: with a checkout's token, which a merchant gives to its payers. It bounds what one
 * address can use up for others. A keyed hash, so that what is kept of it names nobody's address, and IPv6 by its /64. Undefined for
 * whoever asks with another token: that may be a merchant's own server, which asks for all its payers.
 */

import { addressKey } from '../http/addresses.ts'
import type { Grant } from '../identity/access/grant.ts'
import { type MasterKey, mac } from '../identity/access/secrets.ts'

/** Enough that no two addresses meet. */
const CHARACTERS = 22

export function payerOf(
  masterKey: MasterKey,
  { scope }: Pick<Grant, 'scope'>,
  /** Who asks: its address is put together of what proxies say, where there are any. */
  request: { readonly ip: string },
): { readonly payer?: string } {
  if (scope.kind !== 'action' || scope.action !== 'PAYIN_CHECKOUT') return {}
  // With another master key everybody is new, and begins to count anew: seldom enough.
  const known = mac(masterKey, `payer:${addressKey(request.ip)}`)
  return { payer: known.toString('base64url').slice(0, CHARACTERS) }
}
