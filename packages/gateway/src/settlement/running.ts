/**
 * Carries out runs that were started, and prepares those that the schedules require. Runs on every worker node, one run
 * at a time.
 *
 * A node holds a run by a lease and pays its items in order, some in parallel, recording each batch. If the node dies,
 * another resumes the run when the lease has expired; an item that was paid but not recorded finds its payment and is
 * recorded then. Promises: no settlement is created while an invariant is broken. A stopped run creates none after its
 * current batch. If the journal cannot say whether an item was created, the item is tried again later.
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { Loop } from '@sluice/core/foundation/loop.ts'
import { ZERO } from '@sluice/core/foundation/money.ts'
import type { DueWork } from '@sluice/database/due-looks.ts'
import { type Database, type RowOf, sqlStatement } from '@sluice/database/port.ts'
import { Undecided } from '../payments/change.ts'
import { amountsOf } from './due.ts'
import { type PayingGateway, type Settled, settle } from './paying.ts'
import { itemsOfRun, moveRun, prepareRun, type SettlementItem } from './runs.ts'

export interface SettlementOptions {
  readonly gateway: PayingGateway
  /** Names of the broken invariants. */
  readonly brokenInvariants: () => Promise<readonly string[]>
}

const EVERY_MS = 5_000
/** Schedules are precise to the minute. */
const PREPARE_EVERY_MS = 60_000
const LEASE_MS = 60_000
/** Items that the journal commits together and one statement records. */
const BATCH = 100

const LEASE = sqlStatement({
  name: 'settlement_run_lease',
  text: `update settlement_run set lease = $1, leased_until = $2 where id = (
      select id from settlement_run where state = 'RUNNING' and (lease is null or lease = $1 or leased_until < $3)
      order by id limit 1 for update skip locked)
    returning id`,
})
/** Due as `LEASE` finds it: now, if there is one. */
const runDue = (until: string, [lease]: readonly string[]): string =>
  `select ${until} where exists (select from settlement_run
    where state = 'RUNNING' and (lease is null or lease = ${lease} or leased_until < ${until}))`
const RENEW = sqlStatement({
  name: 'settlement_run_renew',
  text: `update settlement_run set leased_until = $3 where id = $1 and lease = $2 and state = 'RUNNING' returning id`,
})
const NOTE = sqlStatement({
  name: 'settlement_item_note',
  text: `update settlement_item i set state = r.state, id = r.id, paid = r.paid, detail = r.detail
    from json_to_recordset($1::json) as r(merchant_id text, currency text, day text, run_id uuid, state text, id text, paid bigint, detail text)
    where i.merchant_id = r.merchant_id and i.currency = r.currency and i.day = r.day and i.run_id = r.run_id and i.state = 'WAITING'`,
})
const FINISH = sqlStatement({
  name: 'settlement_run_finish',
  text: `update settlement_run r set state = 'DONE', finished_at = $3, lease = null, leased_until = null
    where r.id = $1 and r.lease = $2 and r.state = 'RUNNING'
      and not exists (select from settlement_item i where i.run_id = r.id and i.state = 'WAITING')`,
})

export class SettlementRunner {
  readonly #options: SettlementOptions
  readonly #loop: Loop
  /** A run that no node carries out. */
  readonly due: DueWork
  readonly #lease: string
  #preparedAt: Instant | undefined

  constructor(options: SettlementOptions) {
    this.#options = options
    const { deps } = options.gateway
    this.#lease = deps.randomness.uuidV7(deps.clock.now())
    this.#loop = new Loop(deps, {
      everyMs: EVERY_MS,
      round: async () => {
        await this.round()
        return this.#untilPrepared()
      },
      failed: 'a settlement round failed; it will be retried',
    })
    this.due = {
      name: 'runs',
      dueAt: runDue,
      own: () => [this.#lease],
      loop: this.#loop,
      pauseMsAfter: EVERY_MS,
    }
  }

  start(): void {
    this.#loop.start()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  async round(): Promise<void> {
    await this.#prepare()
    for (;;) {
      const id = await this.#leased()
      if (id === undefined || !(await this.#carryOut(id))) return
    }
  }

  get #deps(): Deps {
    return this.#options.gateway.deps
  }

  get #database(): Database {
    return this.#options.gateway.database
  }

  #untilPrepared(): number {
    return Math.max(0, (this.#preparedAt ?? 0) + PREPARE_EVERY_MS - this.#deps.clock.now())
  }

  /** Runs prepared by schedule wait for an operator to start them. */
  async #prepare(): Promise<void> {
    const now = this.#deps.clock.now()
    if (this.#untilPrepared() > 0) return
    this.#preparedAt = now
    const audit = (runId: string) => ({
      id: this.#deps.randomness.uuidV7(now),
      at: now,
      operator: 'gateway',
      action: 'settlement-run.prepare',
      subject: `settlement run ${runId}`,
      detail: {},
    })
    await prepareRun({ database: this.#database, deps: this.#deps }, { type: 'due' }, 'gateway', audit)
  }

  async #leased(): Promise<string | undefined> {
    const now = this.#deps.clock.now()
    const [row]: readonly RowOf<'settlement_run_lease'>[] = await this.#database.run(LEASE, [
      this.#lease,
      isoTime(now + LEASE_MS),
      isoTime(now),
    ])
    return row && String(row.id)
  }

  /** @returns whether to look for the next one. If an item's result is unknown, the next round tries again */
  async #carryOut(id: string): Promise<boolean> {
    const broken = await this.#options.brokenInvariants()
    if (broken.length > 0) {
      const why = `an invariant is broken: ${broken.join(', ')}`
      this.#deps.log.error({ runId: id, broken }, 'a settlement run was stopped: an invariant is broken')
      await moveRun(this.#database, id, { to: 'STOPPED', why }, undefined)
      return true
    }
    while (await this.#isHeld(id)) {
      const items = await itemsOfRun(this.#database, id, 'WAITING', undefined, BATCH)
      if (items.length === 0) {
        await this.#database.run(FINISH, [id, this.#lease, isoTime(this.#deps.clock.now())])
        return true
      }
      if (!(await this.#settleSome(items))) return false
    }
    return true
  }

  /** This node still holds the run, and it was not stopped. */
  async #isHeld(id: string): Promise<boolean> {
    const until = isoTime(this.#deps.clock.now() + LEASE_MS)
    return (await this.#database.run(RENEW, [id, this.#lease, until])).length === 1
  }

  async #settleSome(items: readonly SettlementItem[]): Promise<boolean> {
    const amounts = await amountsOf(this.#database, items)
    const outcomes = await Promise.all(
      items.map((item, place) => this.#settleOne(item, amounts[place]?.plannedMinor ?? ZERO)),
    )
    const known = items.flatMap((item, place) => {
      const outcome = outcomes[place]
      return outcome ? [noteOf(item, outcome)] : []
    })
    if (known.length > 0) await this.#database.run(NOTE, [JSON.stringify(known)])
    return known.length === items.length
  }

  async #settleOne(
    item: SettlementItem,
    payable: SettlementItem['plannedMinor'],
  ): Promise<Settled | undefined> {
    try {
      return await settle(this.#options.gateway, item, payable)
    } catch (error) {
      if (error instanceof Undecided) return undefined
      throw error
    }
  }
}

const noteOf = ({ merchantId, currency, day, runId }: SettlementItem, settled: Settled) => ({
  ...{ merchant_id: merchantId, currency, day, run_id: runId, state: settled.state },
  id: 'id' in settled ? settled.id : null,
  paid: settled.state === 'PAID' ? settled.paidMinor.toString() : null,
  detail: settled.state === 'REFUSED' ? settled.detail.slice(0, 500) : null,
})
