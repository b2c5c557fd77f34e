/** Repeated tries of a payment with the same account. Pure. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { ProviderOrder } from './provider.ts'

/** Milliseconds since the previous try began; 0 if that is not known, because it may still be in progress. */
export const sinceLastTryMs = ({ lastTriedAt }: Pick<ProviderOrder, 'lastTriedAt'>, now: Instant): number =>
  lastTriedAt === undefined ? 0 : Math.max(0, now - lastTriedAt)
