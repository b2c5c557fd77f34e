/** A merchant's callback secret as Standard Webhooks 1.0 writes one: made here, used in `foundation/webhooks.ts`. Shown once. */
import type { Randomness } from '../foundation/deps.ts'

export const CALLBACK_SECRET_PREFIX = 'whsec_'
/** The standard asks for 24 to 64 bytes. */
const SECRET_BYTES = 32

/** @returns a new callback secret as the merchant gets it: `whsec_` and base64. */
export const newCallbackSecret = (randomness: Randomness): string =>
  CALLBACK_SECRET_PREFIX + Buffer.from(randomness.bytes(SECRET_BYTES)).toString('base64')
