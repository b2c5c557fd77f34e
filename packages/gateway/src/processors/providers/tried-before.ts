/**
 * After a point-in-time recovery, no try of a payment that waits to be accepted counts as the first any more: it may have been sent
 * since, and be in progress or paid. On a first try a refusal moves the payment to the next processor, and a bank that has forgotten the
 * reference would accept it again; on a later try neither can happen.
 *
 * Only for outgoing money: a payin that is requested twice is not paid twice.
 */
import type { Database } from '@sluice/database/port.ts'
import { providerOf } from '@sluice/providers/all-providers.ts'
import { waitingForAcceptance } from '../../payments/reading.ts'
import { noteTried } from './orders.ts'
import { readAccounts } from './store.ts'

const AT_ONCE = 500

/** Running it again changes nothing. */
export async function countAsTried(database: Database): Promise<void> {
  for (const { name, provider: code, identity } of await readAccounts(database)) {
    const provider = providerOf(code)
    if (!provider) continue
    for (let after: string | undefined; ; ) {
      const payments = await waitingForAcceptance(database, name, after, AT_ONCE)
      await noteTried(
        database,
        { processor: name, identity },
        payments.map((payment) => ({ payment, reference: provider.referenceOf(payment) })),
      )
      after = payments.at(-1)?.key
      if (payments.length < AT_ONCE) break
    }
  }
}
