/** Reads everything that an explanation needs by keys, in a few parallel round trips. Never writes. */
import { needsExternalReference } from '@sluice/core/catalogue/external-reference.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { isFinal } from '@sluice/core/payment/transitions.ts'
import type { Database } from '@sluice/database/port.ts'
import { readCallbacks } from '../callbacks/reading.ts'
import { type CaseFile, casesNaming } from '../payments/cases.ts'
import { readBeside, readHistory } from '../payments/reading.ts'
import { refundsOf } from '../payments/refunds.ts'
import { methodOf } from '../processing/instructions.ts'
import { storedStatusUpdatesOf } from '../processing/stored-status-updates.ts'
import { readPayoutInFile } from '../processors/bank-file/listing.ts'
import { callsAbout } from '../processors/providers/call-records.ts'
import { transfersWaiting } from '../processors/stablecoin/sightings.ts'
import { readEntries, type StoredEntry } from '../reconciliation/store.ts'
import { holderOf } from './holders.ts'
import type { PaymentSnapshot } from './snapshot.ts'

export async function readSnapshot(database: Database, payment: Payment): Promise<PaymentSnapshot> {
  const { merchantId, key, kind, status } = payment
  const holder = holderOf(payment.processor)
  const isPayin = kind === 'payin'
  const [history, { steps, cases }, refunds, callbacks, statusUpdates, file, transfers, perhaps, calls] =
    await Promise.all([
      readHistory(database, merchantId, key),
      readBeside(database, payment),
      isPayin && (status === 'SUCCESS' || status === 'EXPIRED') ? refundsOf(database, payment) : [],
      readCallbacks(database, merchantId, key),
      storedStatusUpdatesOf(database, payment),
      isPayin ? undefined : readPayoutInFile(database, payment),
      holder === 'STABLECOIN' ? transfersWaiting(database, payment) : [],
      isPayin && !isFinal(status) ? casesNaming(database, payment) : [],
      callsAbout(database, payment),
    ])
  const facts = [
    holder === 'OWN_ACCOUNT' ? payment.confirmation : undefined,
    file?.debitedBy,
    ...cases.map(entryOfCase),
  ]
  const entries = await entriesOf(
    database,
    facts.filter((fact) => fact !== undefined),
  )
  const lacksReference =
    isPayin &&
    payment.externalReference === undefined &&
    needsExternalReference(methodOf(payment), payment.request)
  return {
    payment,
    history,
    steps,
    cases,
    perhaps,
    refunds,
    callbacks,
    statusUpdates,
    calls,
    file,
    entries,
    transfers,
    lacksReference,
  }
}

/** Parses the entry's name as `factOf` in `reconciliation/entry.ts` writes it; an account's ID has no colon. */
function entryOfCase({ reason, detail }: CaseFile): string | undefined {
  // The reference belongs to another entry.
  if (reason === 'BANK_REFERENCE_REUSED') return undefined
  const { entry } = detail as {
    readonly entry?: { readonly account?: unknown; readonly reference?: unknown }
  }
  const { account, reference } = entry ?? {}
  return typeof account === 'string' && typeof reference === 'string' ? `${account}:${reference}` : undefined
}

async function entriesOf(database: Database, facts: readonly string[]): Promise<readonly StoredEntry[]> {
  const found = await Promise.all(
    [...new Set(facts)].map(async (fact) => {
      const colon = fact.indexOf(':')
      const reference = fact.slice(colon + 1)
      return (await readEntries(database, fact.slice(0, colon), [reference])).get(reference)
    }),
  )
  return found.filter((entry) => entry !== undefined)
}
