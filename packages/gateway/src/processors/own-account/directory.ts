/**
 * Receiving accounts in memory: read every second, so that a change on one node reaches the others in about a second,
 * and takes effect immediately on the node that made it (`refresh`). Routing never waits. If the database cannot be
 * read, the last known accounts stay, and `readAt` says how old they are.
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { type Loop, startedLoop } from '@sluice/core/foundation/loop.ts'
import type { Database } from '@sluice/database/port.ts'
import type { OneIn } from '../../payments/amount-claims.ts'
import { oneIn, type ReceivingAccount } from './account.ts'
import { readForRouting } from './store.ts'

const REFRESH_MS = 1_000

export class ReceivingAccounts {
  readonly #database: Database
  readonly #deps: Deps
  #accounts: readonly ReceivingAccount[] = []
  #readAt: Instant
  #reads = 0
  #hasOneMerchant: (isTest: boolean) => boolean = () => false

  constructor(database: Database, deps: Deps) {
    this.#database = database
    this.#deps = deps
    this.#readAt = deps.clock.now()
  }

  /** All of them, paused ones too, by id. */
  get all(): readonly ReceivingAccount[] {
    return this.#accounts
  }

  /** The active ones that recognise payers by amounts. */
  get byAmount(): readonly ReceivingAccount[] {
    return this.#accounts.filter(
      ({ status, methods }) => status === 'ACTIVE' && methods.some((each) => each.recognisedBy === 'amount'),
    )
  }

  /** One merchant may have one part in so many of what the account offers. */
  shareOf({ isTest, merchantShare }: ReceivingAccount): OneIn {
    return oneIn(merchantShare ?? (this.#hasOneMerchant(isTest) ? 'ALL' : 'HALF'))
  }

  /** When they were read last. */
  get readAt(): Instant {
    return this.#readAt
  }

  /** Reads the present accounts. */
  async refresh(): Promise<void> {
    this.#reads += 1
    const mine = this.#reads
    const at = this.#deps.clock.now()
    const { accounts, hasOneMerchant } = await readForRouting(this.#database)
    // A slow read must not undo a later one.
    if (mine !== this.#reads) return
    this.#accounts = accounts
    this.#hasOneMerchant = hasOneMerchant
    this.#readAt = at
  }

  /** Reads them regularly, until it is stopped. */
  keepFresh(): Loop {
    return startedLoop(this.#deps, {
      everyMs: REFRESH_MS,
      round: () => this.refresh(),
      failed: 'receiving accounts could not be refreshed',
    })
  }
}
