/**
 * Debtor accounts in the database, and each node's copy of them.
 *
 * Routing reads from memory, so each node keeps the accounts for a moment. Whatever must be exact (the check at the
 * create, making a file) reads them from the database. They are never deleted, because files name them. A closed
 * account accepts no payout and makes no file.
 */
import type { Clock, Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { changeAndNote } from '@sluice/database/noted.ts'
import { type Database, type RowOf, sqlStatement, type WriteDecision } from '@sluice/database/port.ts'
import type { AuditLine } from '../../identity/operators/audit.ts'
import { auditCall } from '../../identity/operators/audit.ts'
import type { DebtorAccount, DebtorAccountTerms } from './debtor-account.ts'

const REMEMBERED_MS = 2_000
const MAX_ACCOUNTS = 1_000

const ALL = sqlStatement({
  name: 'debtor_account_all',
  text: 'select id, status, terms from debtor_account order by id limit $1',
})
const INSERT = sqlStatement({
  name: 'debtor_account_insert',
  text: `insert into debtor_account (id, is_test, currency, status, terms, created_at, updated_at)
    values ($1, $2, $3, 'ACTIVE', $4::text::jsonb, $5, $5) on conflict do nothing returning id`,
})
const LOCK = sqlStatement({
  name: 'debtor_account_lock',
  text: 'select id, status, terms from debtor_account where id = $1 for update',
})
const UPDATE = sqlStatement({
  name: 'debtor_account_update',
  text: 'update debtor_account set status = $2, terms = $3::text::jsonb, updated_at = $4 where id = $1',
})

type StoredTerms = Omit<DebtorAccountTerms, 'maxTotalMinor'> & { readonly maxTotalMinor?: string }

const rowToAccount = (row: RowOf<'debtor_account_all'>): DebtorAccount => {
  const { maxTotalMinor, ...terms } = row.terms as StoredTerms
  return {
    id: row.id,
    status: row.status,
    ...terms,
    ...(maxTotalMinor !== undefined && { maxTotalMinor: minor(BigInt(maxTotalMinor)) }),
  }
}

const termsText = ({ maxTotalMinor, ...terms }: DebtorAccountTerms): string =>
  JSON.stringify({
    ...terms,
    ...(maxTotalMinor !== undefined && { maxTotalMinor: maxTotalMinor.toString() }),
  })

export class DebtorAccounts {
  readonly #database: Database
  readonly #clock: Clock
  #known: { readonly accounts: readonly DebtorAccount[]; readonly at: Instant } | undefined

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** As they are now, by id. */
  async all(): Promise<readonly DebtorAccount[]> {
    const at = this.#clock.now()
    const accounts = (await this.#database.run(ALL, [MAX_ACCOUNTS])).map(rowToAccount)
    this.#known = { accounts, at }
    return accounts
  }

  async find(id: string): Promise<DebtorAccount | undefined> {
    return (await this.all()).find((account) => account.id === id)
  }

  /** As this node saw them a moment ago; undefined if that is too long ago. */
  remembered(): readonly DebtorAccount[] | undefined {
    const known = this.#known
    return known && this.#clock.now() - known.at <= REMEMBERED_MS ? known.accounts : undefined
  }

  /** @returns whether the id was free */
  async add(id: string, terms: DebtorAccountTerms, audit: AuditLine): Promise<boolean> {
    const values = [id, terms.isTest, terms.currency, termsText(terms), isoTime(audit.at)]
    const made = await changeAndNote(this.#database, { statement: INSERT, values }, auditCall(audit))
    this.#known = undefined
    return made
  }

  /**
   * Changes one under lock.
   * @param change returns the changed account, or undefined to leave it
   */
  async change<CommitResult>(
    id: string,
    audit: AuditLine,
    change: (account: DebtorAccount | undefined) => {
      readonly account?: DebtorAccount
      readonly outcome: CommitResult
    },
  ): Promise<CommitResult> {
    const outcome = await this.#database.transact(
      [{ statement: LOCK, values: [id] }],
      ([rows]): WriteDecision<CommitResult> => {
        const found = rows?.[0]
        const { account, outcome } = change(found && rowToAccount(found))
        if (!account) return { calls: [], outcome }
        const { id: _, status, ...terms } = account
        const update = { statement: UPDATE, values: [id, status, termsText(terms), isoTime(audit.at)] }
        return { calls: [update, auditCall(audit)], outcome }
      },
    )
    this.#known = undefined
    return outcome
  }
}
