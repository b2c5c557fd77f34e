/**
 * What every node keeps in memory of operators' settings: read again regularly, and immediately after another process
 * on the same port has changed something.
 */
import type { Loop } from '@sluice/core/foundation/loop.ts'
import type { SigningKeys } from '../identity/access/signing-keys.ts'
import type { Merchants } from '../merchants/directory.ts'
import type { Connectors } from '../processors/connectors/connectors.ts'
import type { ReceivingAccounts } from '../processors/own-account/directory.ts'
import type { ProviderAccounts } from '../processors/providers/accounts.ts'
import type { Networks } from '../processors/stablecoin/networks.ts'

export interface InMemory {
  readonly merchants: Merchants
  readonly signingKeys: readonly SigningKeys[]
  readonly receivingAccounts: ReceivingAccounts
  readonly networks: Networks
  readonly connectors: Connectors
  readonly providers: ProviderAccounts
}

/** Merchants and connectors have their own loops. @returns loops to stop before the database is closed */
export function keepFresh({ signingKeys, receivingAccounts, networks }: InMemory): readonly Loop[] {
  return [...signingKeys, receivingAccounts, networks].map((kept) => kept.keepFresh())
}

/** Never rejects: what cannot be read now is read again soon. */
export async function refreshCaches(kept: InMemory): Promise<void> {
  kept.merchants.forgetAll()
  await Promise.allSettled([
    kept.receivingAccounts.refresh(),
    kept.networks.load(),
    kept.connectors.load(),
    kept.providers.load(),
    ...kept.signingKeys.map((keys) => keys.load()),
  ])
}
