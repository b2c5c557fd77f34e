/**
 * The address of a payer who calls the API with a checkout's token, which a merchant gives to its payers. It limits
 * what one address can use up for others. It is a keyed hash, so that nothing stored reveals the address, and of IPv6
 * it covers the /64. Undefined for other tokens: the caller may be a merchant's own server, which calls for all its
 * payers.
 */
import { addressKey } from '../http/addresses.ts'
import type { Grant } from '../identity/access/grant.ts'
import { type MasterKey, mac } from '../identity/access/secrets.ts'

/** Enough that no two addresses collide. */
const CHARACTERS = 22

export function payerOf(
  masterKey: MasterKey,
  { scope }: Pick<Grant, 'scope'>,
  /** The caller; if there are proxies, its address comes from their headers. */
  request: { readonly ip: string },
): { readonly payer?: string } {
  if (scope.kind !== 'action' || scope.action !== 'PAYIN_CHECKOUT') return {}
  // After a change of the master key everybody is counted from zero: rare enough.
  const known = mac(masterKey, `payer:${addressKey(request.ip)}`)
  return { payer: known.toString('base64url').slice(0, CHARACTERS) }
}
