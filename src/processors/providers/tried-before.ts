/**
 * After an installation went back in time, no try is the first any more of what still waits to be taken on: it may have been sent since,
 * and be on its way there, or paid. On a first try a refusal passes a payment on to the next processor, and a bank that has forgotten a
 * reference is asked as if it had never seen it. On any later try neither is done.
 *
 * Only what money goes out by: a payin that was asked for twice is a question, and nobody has paid it twice by that.
 */
import type { Database } from '../../database/port.ts'
import { waitingForAcceptance } from '../../payments/reading.ts'
import { providerOf } from './all-providers.ts'
import { noteTried } from './orders.ts'
import { readAccounts } from './store.ts'

const AT_ONCE = 500

/** Again, it changes nothing. */
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
