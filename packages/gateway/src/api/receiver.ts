/** The receiver of a merchant's callbacks: its secrets, and the addresses they may go to. */
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import type { Receiver } from '../callbacks/delivery.ts'
import type { MasterKey } from '../identity/access/secrets.ts'
import { openCallbackSecret } from '../merchants/credentials.ts'
import type { Gateway } from './gateway.ts'

export function receiverOf(gateway: Gateway, masterKey: MasterKey) {
  return async (merchantId: MerchantCode): Promise<Receiver | undefined> => {
    const profile = await gateway.merchants.find(merchantId)
    if (!profile) return undefined
    const secrets = profile.callbackSecrets.map(({ sealed }) =>
      openCallbackSecret(merchantId, masterKey, sealed),
    )
    return { secrets: secrets.toReversed(), policy: gateway.callbackPolicyOf(profile) }
  }
}
