/** One try after another of the same payment with the same account. Pure. */
import type { Instant } from '../../foundation/deps.ts'
import type { ProviderOrder } from './provider.ts'

/** How long ago the try before this one began, in ms; 0 where nobody knows, for then it may still be on its way. */
export const sinceLastTryMs = ({ lastTriedAt }: Pick<ProviderOrder, 'lastTriedAt'>, now: Instant): number =>
  lastTriedAt === undefined ? 0 : Math.max(0, now - lastTriedAt)
