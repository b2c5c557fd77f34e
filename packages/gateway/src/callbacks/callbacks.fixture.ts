/** Changes that a merchant is told of, and deliveries that are to tell it, over whatever network a test has. */
import { generateKeyPairSync } from 'node:crypto'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { type Change, NO_PLAN } from '../payments/change.ts'
import { type maker, SHOP } from '../payments/payments.fixture.ts'
import { Delivery, type DeliveryContext } from './delivery.ts'

export const SECRET = `whsec_${Buffer.alloc(32, 3).toString('base64')}`
export const OLD_SECRET = `whsec_${Buffer.alloc(32, 4).toString('base64')}`
export const KEYS = generateKeyPairSync('ed25519')

/** A change of this payin of which a callback tells. */
export const reportedChange = (
  make: ReturnType<typeof maker>,
  id: string,
  merchantId: MerchantCode = SHOP,
): Change => ({
  ...make.moved('payin', id, () => ({ plan: { ...NO_PLAN, reason: 'something', announce: true } })),
  merchantId,
})

/** To a receiver with both secrets whose address nobody refuses. */
export function deliveryOf(
  needed: Pick<DeliveryContext, 'database' | 'deps' | 'journal'>,
  changes: Partial<DeliveryContext> = {},
): Delivery {
  return new Delivery({
    ...needed,
    receiverOf: async () => ({ secrets: [SECRET, OLD_SECRET], policy: { refuses: () => undefined } }),
    privateKey: () => KEYS.privateKey,
    ...changes,
  })
}
