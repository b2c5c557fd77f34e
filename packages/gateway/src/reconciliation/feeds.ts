/**
 * Imports bank entries: they are first stored in one transaction, then matched for a limited time; the worker does the
 * rest. A fault of one entry (its reference belongs to another movement) is reported, becomes a case and stops no
 * other.
 */
import { createHash } from 'node:crypto'
import { type Currency, offered } from '@sluice/core/catalogue/currencies.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { zoneOffsetMs } from '@sluice/core/foundation/zones.ts'
import type { AuditLine } from '../identity/operators/audit.ts'
import type { BankConnection } from '../identity/operators/bank-connection.ts'
import { nameFor, OWN_ACCOUNT } from '../payments/processor-names.ts'
import type { BalanceRule } from '../processors/own-account/account.ts'
import { findAccount } from '../processors/own-account/store.ts'
import { Applying } from './applying.ts'
import { duplicatesInBatches } from './batches.ts'
import { closingCall, type NextClosing } from './closings.ts'
import { decide } from './deciding.ts'
import type { StoredDecision } from './decision.ts'
import type { BankEntry } from './entry.ts'
import { openConflict, type SettleContext } from './settle-entry.ts'
import type { StatementDay } from './statement-days.ts'
import { statementDayCalls } from './statement-store.ts'
import { type ImportResult, inParts, insertEntries, readEntries, type StoredEntry } from './store.ts'
import { takenOf, withKnown } from './weighing.ts'

/** An own account, as its imports need it. */
export interface FeedAccount {
  readonly id: string
  readonly currency: Currency
  readonly processor: string
  readonly timeZone: string
  readonly balances: BalanceRule
  /** The program that reports for its bank, if there is one. */
  readonly bankConnection: BankConnection | undefined
}

export interface ImportedEntry {
  readonly entry: BankEntry
  readonly taken: ImportResult
  /** As it is stored now; undefined for a conflict, for a duplicate by batch or parts, and in a preview. */
  readonly stored: StoredEntry | undefined
  /** In a preview, the decision that would be made. */
  readonly decision: StoredDecision | undefined
}

/** How long a response waits for the matching of its entries. */
const MATCH_WITHIN_MS = 5_000
const TRIED_AT_ONCE = 1_000

export class Feeds {
  readonly #context: Omit<SettleContext, 'processorOf'>
  readonly applying: Applying
  /** By account: whether it is for tests never changes, unlike its time zone. */
  readonly #processors = new Map<string, string>()

  constructor(context: Omit<SettleContext, 'processorOf'>) {
    this.#context = context
    this.applying = new Applying({
      ...context,
      processorOf: (account) => this.#processorOf(account),
      zoneOffsetMs: async (account, at) => {
        const known = await this.account(account)
        return known && zoneOffsetMs(known.timeZone, at)
      },
    })
  }

  start(): void {
    this.applying.start()
  }

  stop(): Promise<void> {
    return this.applying.stop()
  }

  /** @param id any text */
  async account(id: string): Promise<FeedAccount | undefined> {
    const found = await findAccount(this.#context.database, id)
    if (!found) return undefined
    return {
      id: found.id,
      currency: offered(found.currency),
      processor: nameFor(OWN_ACCOUNT, found.isTest),
      timeZone: found.timeZone,
      balances: found.balances,
      bankConnection: found.bankConnection,
    }
  }

  /** The account numbers that payers are shown. Virtual accounts are left out, because only their prefix is fixed. */
  async accountNumbers(id: string): Promise<readonly string[]> {
    const found = await findAccount(this.#context.database, id)
    const numbers = found?.methods.flatMap(({ receiving, virtualDigits }) =>
      virtualDigits === undefined && receiving.accountNumber !== undefined ? [receiving.accountNumber] : [],
    )
    return [...new Set(numbers)]
  }

  async #processorOf(id: string): Promise<string> {
    const known = this.#processors.get(id)
    if (known !== undefined) return known
    const account = await this.account(id)
    if (!account) throw new Error(`there is no receiving account ${id}`)
    this.#processors.set(id, account.processor)
    return account.processor
  }

  /**
   * Imports entries, all or none, and the balances in the same file. If the statement must follow `closing.after` and
   * another one has done so meanwhile, nothing is imported (`isOvertaken`).
   * @throws Undecided or DatabaseFailure if the result is unknown: importing the same again is safe
   */
  async take(
    account: FeedAccount,
    entries: readonly BankEntry[],
    audit: AuditLine,
    balances: readonly StatementDay[] = [],
    closing?: NextClosing,
  ): Promise<readonly ImportedEntry[]> {
    const { database, deps } = this.#context
    const at = deps.clock.now()
    const newKey = () => deps.randomness.uuidV7(at)
    const elsewhere = await duplicatesInBatches(database, account.id, entries)
    const kept = entries.filter((entry) => !elsewhere.has(entry))
    const source = entries[0]?.source ?? 'camt.053'
    const inserted = await insertEntries(database, {
      account: account.id,
      entries: kept,
      at,
      newKey,
      audit,
      alongside: [
        ...(closing ? [closingCall(account.id, closing, at)] : []),
        ...statementDayCalls(account.id, source, balances, at),
      ],
    })
    const taken = withKnown(entries, elsewhere, inserted.taken)
    const context = { ...this.#context, processorOf: (id: string) => this.#processorOf(id) }
    const conflicts = entries.filter((_, index) => taken[index] === 'conflict')
    for (const part of inParts(contentsOf(conflicts), 100)) {
      await Promise.all(part.map(({ entry, content }) => openConflict(context, entry, content)))
    }
    await this.applying.applyDue(at + MATCH_WITHIN_MS)
    // Entries that were finished before are not read again.
    const done = new Map([...inserted.before].filter(([, { state }]) => state === 'APPLIED'))
    const references = entries
      .filter(({ reference }, index) => taken[index] !== 'conflict' && !done.has(reference))
      .map(({ reference }) => reference)
    const stored = new Map([...done, ...(await readEntries(database, account.id, [...new Set(references)]))])
    return entries.map((entry, index) => {
      const how = taken[index] ?? 'conflict'
      return {
        entry,
        taken: how,
        stored: how === 'conflict' ? undefined : stored.get(entry.reference),
        decision: undefined,
      }
    })
  }

  /** Previews the import. Stores nothing. */
  async tryOut(account: FeedAccount, entries: readonly BankEntry[]): Promise<readonly ImportedEntry[]> {
    const { database, deps } = this.#context
    const at: Instant = deps.clock.now()
    const taken = await takenOf(database, account.id, entries)
    const known = await readEntries(
      database,
      account.id,
      entries.filter((_, index) => taken[index] === 'known').map(({ reference }) => reference),
    )
    const fresh = entries.filter((_, index) => taken[index] === 'new')
    const decisions = new Map<BankEntry, StoredDecision | undefined>()
    for (const part of inParts(fresh, TRIED_AT_ONCE)) {
      const terms = { at, zoneOffsetMs: zoneOffsetMs(account.timeZone, at), mayWait: () => false }
      const decided = await decide(database, account.id, part, terms)
      for (const [index, entry] of part.entries()) decisions.set(entry, decided[index])
    }
    return entries.map((entry, index) => ({
      entry,
      taken: taken[index] ?? 'conflict',
      stored: known.get(entry.reference),
      decision: decisions.get(entry),
    }))
  }
}

/**
 * Identifies each entry by its content and its index among equal ones, so that the same file imported twice opens one
 * case for each.
 */
function contentsOf(
  entries: readonly BankEntry[],
): readonly { readonly entry: BankEntry; readonly content: string }[] {
  const seen = new Map<string, number>()
  return entries.map((entry) => {
    const content = contentOf(entry)
    const name = `${entry.reference} ${content}`
    const before = seen.get(name) ?? 0
    seen.set(name, before + 1)
    return { entry, content: before === 0 ? content : `${content}:${before + 1}` }
  })
}

/** Everything that distinguishes it: two entries that differ only in their senders are two cases. */
const contentOf = ({ direction, reversal, money, bookedAt, remittance, ...rest }: BankEntry): string => {
  const { valueDate, endToEndId, utr, sender } = rest
  const amount = [money.currency, `${money.amountMinor}`]
  const details = [valueDate, endToEndId, utr, sender?.name, sender?.account]
  return createHash('sha256')
    .update(JSON.stringify([direction, reversal, ...amount, bookedAt, remittance, ...details]))
    .digest('hex')
    .slice(0, 24)
}
