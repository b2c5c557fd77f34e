/**
 * What the use cases work with: the rooms below, put together once in `app.ts`.
 * `create.ts` beside it is what the creates of payins and payouts have in common; what differs stands in `payins/` and `payouts/`.
 */
import type { Database } from '../database/port.ts'
import type { AddressPolicy, Deps } from '../foundation/deps.ts'
import type { MerchantProfile, Merchants } from '../merchants/directory.ts'
import type { Journal } from '../payments/journal.ts'
import type { TakingOn } from '../processors/acceptance.ts'
import type { Processor } from '../processors/port.ts'
import type { Reports } from '../processors/reports.ts'

export interface Gateway {
  readonly database: Database
  readonly deps: Deps
  readonly journal: Journal
  readonly merchants: Merchants
  readonly processors: ReadonlyMap<string, Processor>
  readonly takingOn: TakingOn
  readonly reports: Reports
  /** Seals callback secrets. */
  readonly masterKey: Uint8Array
  /** Callbacks are due that no commit has told of. */
  readonly wakeDelivery: () => void
  /** Which addresses a merchant's callbacks may lead to. */
  readonly callbackPolicyOf: (profile: Pick<MerchantProfile, 'isTest'>) => AddressPolicy
}

/** Who serves this merchant; undefined: nobody does. Test merchants are served by processors for tests and by nothing else. */
export function processorFor(
  gateway: Pick<Gateway, 'processors'>,
  profile: MerchantProfile,
): Processor | undefined {
  for (const processor of gateway.processors.values()) {
    if (processor.forTests === profile.isTest) return processor
  }
  return undefined
}
