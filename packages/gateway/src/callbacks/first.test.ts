import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import {
  type NetworkScript,
  type SimulatedDeps,
  simulatedDeps,
} from '@sluice/core/foundation/simulated-deps.ts'
import { startLookedFor } from '@sluice/database/due-looks.fixture.ts'
import { faulty, type InjectedFault } from '@sluice/database/faulty.ts'
import { type Database, DatabaseFailure, type SqlStatement } from '@sluice/database/port.ts'
import type { Opened } from '@sluice/database/testing.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../../test/setup/shared.ts'
import { LaneJournal } from '../payments/journal.ts'
import type { Journal } from '../payments/journal-port.ts'
import {
  emptyJournal,
  maker,
  rowsOf,
  SHOP,
  stopAll,
  tracked,
  whileTimePasses,
} from '../payments/payments.fixture.ts'
import { deliveryOf, reportedChange } from './callbacks.fixture.ts'
import type { Delivery } from './delivery.ts'
import { CLAIM } from './statements.ts'

const TAKEN = { ok: true, status: 200, headers: {}, body: '', durationMs: 0 } as const
const DEAD = 'DEAD' as MerchantCode

const leasedAndNot = (database: Database) =>
  rowsOf(
    database,
    'select count(lease)::integer as leased, (count(*) - count(lease))::integer as others from callback',
  )

describe.each(bothEngines)("a payment's first callback on $name", ({ open }) => {
  let opened: Opened
  let database: Database
  let deps: SimulatedDeps
  let journal: Journal
  let make: ReturnType<typeof maker>
  let deliveries: { stop(): Promise<void> }[]
  let receive: NetworkScript
  /** What becomes of the journal's next transaction. */
  let fault: InjectedFault
  /** What the delivery asks before it is asked: a promise holds it up. */
  let meets: (statement: SqlStatement) => Promise<void> | undefined
  /** Holds up what was committed before its journal hears of it. */
  let answered: Promise<void> | undefined
  /** Callbacks that were claimed from the table. */
  let claimed: number

  beforeAll(async () => {
    opened = await open()
  })
  beforeEach(async () => {
    await emptyJournal(opened.database)
    const world = tracked(opened.database)
    claimed = 0
    meets = () => undefined
    answered = undefined
    database = {
      ...world.database,
      run: async (statement, values) => {
        await meets(statement)
        const rows = await world.database.run(statement, values)
        if (statement === CLAIM) claimed += rows.length
        return rows
      },
      transact: async (reads, decide) => {
        const outcome = await world.database.transact(reads, decide)
        await answered
        return outcome
      },
    }
    receive = () => TAKEN
    deps = simulatedDeps(1, {
      settled: world.settled,
      network: (request, wait) => receive(request, wait),
    })
    fault = { kind: 'NONE' }
    const failing = faulty(database, (operation) => {
      if (operation !== 'transact') return { kind: 'NONE' }
      const next = fault
      fault = { kind: 'NONE' }
      return next
    })
    journal = new LaneJournal(failing, deps, { queueLimit: 1_000 })
    make = maker(deps)
    deliveries = []
  })
  afterEach(() => stopAll(deps, deliveries))
  afterAll(() => opened?.close())

  const worker = (): Delivery => {
    const delivery = deliveryOf({ database, deps, journal })
    deliveries.push(delivery, startLookedFor(database, deps, delivery))
    return delivery
  }
  const change = (id: string, merchantId?: MerchantCode) =>
    journal.commit(reportedChange(make, id, merchantId))
  const notifyOf = (id: string) => whileTimePasses(deps, change(id))
  const payins = (count: number, name: string, merchantId = SHOP, urlOf = () => 'http://shop.example/') =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        journal.commit(make.payin(`${name}${index}`, { merchantId, callbackUrl: urlOf() })),
      ),
    )
  const notificationsOfAll = (count: number, name: string, merchantId = SHOP) =>
    Promise.all(Array.from({ length: count }, (_, index) => change(`${name}${index}`, merchantId)))
  const waiting = () => rowsOf(database, 'select seq, lease is not null as leased from callback order by seq')
  const sentOf = (name: string) => deps.sent.filter(({ body }) => body?.includes(`"${name}`))

  it('is sent by the process that commits it, which does not look for it in the table', async () => {
    const commits: unknown[] = []
    journal.onCommitted(({ callbacks }) => commits.push(callbacks))
    await journal.commit(make.payin('p'))
    worker()
    await notifyOf('p')
    await deps.advance(10)
    expect(deps.sent).toHaveLength(1)
    expect(claimed).toBe(0)
    expect(commits).toEqual([])
    expect(await waiting()).toEqual([])
  })

  it('waits for whoever comes where nobody works in this process, and later ones always do', async () => {
    await journal.commit(make.payin('p'))
    await notifyOf('p')
    expect(await waiting()).toEqual([{ seq: 1, leased: false }])
    receive = async (_, wait) => {
      await wait(500)
      return TAKEN
    }
    worker()
    await notifyOf('p')
    expect(await waiting()).toContainEqual({ seq: 2, leased: false })
    await deps.advance(3_000)
    expect(deps.sent).toHaveLength(2)
    expect(claimed).toBe(2)
  })

  it('of a node of an older version, which leases none with its row, is sent once and before the next by this one', async () => {
    const older = new LaneJournal(database, deps, { queueLimit: 1_000 })
    await older.commit(make.payin('p'))
    await whileTimePasses(deps, older.commit(reportedChange(make, 'p')))
    expect(await waiting()).toEqual([{ seq: 1, leased: false }])
    worker()
    await notifyOf('p')
    await deps.advance(3_000)
    const sequences = deps.sent.map(({ body }) => JSON.parse(body ?? '{}').data.sequence)
    expect(sequences).toEqual([1, 2])
    expect(await waiting()).toEqual([])
    await deps.advance(120_000)
    expect(deps.sent).toHaveLength(2)
  })

  it('is nothing to a process that has stopped sending', async () => {
    await journal.commit(make.payin('p'))
    const delivery = worker()
    await deps.advance(10)
    await whileTimePasses(deps, delivery.stop())
    const requested: string[] = []
    meets = ({ name }) => {
      requested.push(name)
      return undefined
    }
    await notifyOf('p')
    expect(await waiting()).toEqual([{ seq: 1, leased: false }])
    expect(requested).toEqual([''])
  })

  it.each(['LOST_AFTER', 'LOST_BEFORE', 'RETRY'] as const)(
    'is sent once and without waiting for the end of a lease after %s',
    async (kind) => {
      await journal.commit(make.payin('p'))
      worker()
      fault = { kind }
      expect(await notifyOf('p')).toMatchObject({ type: 'done' })
      await deps.advance(3_000)
      expect(deps.sent).toHaveLength(1)
      expect(await waiting()).toEqual([])
      await deps.advance(120_000)
      expect(deps.sent).toHaveLength(1)
    },
  )

  it('waits for no lease to end where the database comes back after it took the commit and lost the answer', async () => {
    await journal.commit(make.payin('p'))
    worker()
    await deps.advance(10)
    const backAt = deps.clock.now() + 100
    meets = async () => {
      if (deps.clock.now() < backAt) throw new DatabaseFailure('UNAVAILABLE', 'a planned fault')
    }
    fault = { kind: 'LOST_AFTER' }
    expect(await notifyOf('p')).toMatchObject({ type: 'done' })
    await deps.advance(10)
    expect(deps.sent).toHaveLength(1)
  })

  it('is left to others where its commit ends after this process has stopped sending', async () => {
    await journal.commit(make.payin('p'))
    const delivery = worker()
    let answer = () => {}
    answered = new Promise((resolve) => {
      answer = resolve
    })
    const reported = change('p')
    await deps.advance(10)
    expect(await waiting()).toEqual([{ seq: 1, leased: true }])
    await whileTimePasses(deps, delivery.stop())
    answer()
    await whileTimePasses(deps, reported)
    await deps.rest()
    expect(await waiting()).toEqual([{ seq: 1, leased: false }])
    expect(deps.sent).toEqual([])
  })

  it('has its place, or is given back, before a stop has ended', async () => {
    await journal.commit(make.payin('p'))
    const delivery = worker()
    await deps.advance(10)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    meets = ({ name }) => (name === 'callback_listened' ? held : undefined)
    await notifyOf('p')
    let isOver = false
    const stopped = delivery.stop().then(() => {
      isOver = true
    })
    await deps.advance(100)
    expect(isOver).toBe(false)
    answer()
    await whileTimePasses(deps, stopped)
    expect(await waiting()).toEqual([{ seq: 1, leased: false }])
  })

  it('waits for no read but those of the queues', async () => {
    await journal.commit(make.payin('p'))
    worker()
    await deps.advance(10)
    meets = ({ ofQueue }) => (ofQueue ? undefined : new Promise(() => undefined))
    await notifyOf('p')
    await deps.advance(10)
    expect(deps.sent).toHaveLength(1)
  })

  it('is sent, too, where it cannot be read who listens', async () => {
    await journal.commit(make.payin('p'))
    worker()
    meets = ({ name }) => {
      if (name === 'callback_listened') throw new DatabaseFailure('UNAVAILABLE', 'a planned fault')
      return undefined
    }
    await notifyOf('p')
    await deps.advance(10)
    expect(deps.sent).toHaveLength(1)
  })

  it("delays nobody else's where its receiver is dead, and takes no more than its share of the places", async () => {
    receive = async (request, wait) => {
      if (request.url.includes('dead')) await wait(60_000)
      return TAKEN
    }
    await payins(150, 'd', DEAD, () => 'http://dead.example/')
    await payins(3, 'p')
    worker()
    await notificationsOfAll(150, 'd', DEAD)
    await deps.advance(10)
    for (let index = 0; index < 3; index++) {
      await change(`p${index}`)
      await deps.advance(10)
      expect(sentOf(`p${index}`)).toHaveLength(1)
    }
    expect(sentOf('d').length).toBeLessThanOrEqual(8)
  })

  it('goes to the table as what its merchant has put back there', async () => {
    receive = async (_, wait) => {
      await wait(14_000)
      return TAKEN
    }
    await payins(21, 'p')
    worker()
    await notificationsOfAll(10, 'p')
    // Four are open, and six have waited too long.
    await deps.advance(3_100)
    expect(await rowsOf(database, 'select 1 as x from callback where lease is null')).toHaveLength(6)
    expect(claimed).toBe(0)
    await change('p20')
    await deps.advance(10)
    expect(claimed).toBe(1)
  })

  it('goes to the table where its merchant has enough waiting here', async () => {
    receive = async (_, wait) => {
      await wait(1_000)
      return TAKEN
    }
    await payins(31, 'p')
    worker()
    await notificationsOfAll(30, 'p')
    await deps.advance(10)
    await change('p30')
    expect(await rowsOf(database, `select lease from callback where id = 'p30'`)).toEqual([{ lease: null }])
  })

  it('goes to the table where there are no places left, whoever its merchant is', async () => {
    const merchants = Array.from({ length: 14 }, (_, index) => `SHOP-${index}` as MerchantCode)
    for (const merchant of merchants) await payins(50, merchant, merchant)
    worker()
    await deps.advance(10)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    meets = () => held
    for (const merchant of merchants) await notificationsOfAll(50, merchant, merchant)
    expect(await leasedAndNot(opened.database)).toEqual([{ leased: 656, others: 44 }])
    answer()
  })

  it('is due at once where more have come than its merchant may have waiting', async () => {
    receive = async (_, wait) => {
      await wait(1_000)
      return TAKEN
    }
    await payins(40, 'a')
    await payins(40, 'b')
    worker()
    await deps.advance(10)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    meets = ({ name }) => (name === 'callback_listened' ? held : undefined)
    await notificationsOfAll(40, 'a')
    await notificationsOfAll(40, 'b')
    answer()
    await deps.advance(10)
    // Four are open, and sixty-four wait here.
    const [surplus] = await database.run(
      {
        name: '',
        text: 'select count(*)::integer as count from callback where lease is null and next_at <= $1',
      },
      [isoTime(deps.clock.now())],
    )
    expect(surplus).toEqual({ count: 12 })
  })

  it('overtakes nothing while all places are taken and nobody can look into the table', async () => {
    receive = async (request, wait) => {
      if (request.url.includes('slow')) await wait(14_000)
      return TAKEN
    }
    const merchants = Array.from({ length: 33 }, (_, index) => `SLOW-${index}` as MerchantCode)
    let host = 0
    for (const merchant of merchants)
      await payins(8, merchant, merchant, () => `http://slow-${Math.floor(host++ / 4)}.example/`)
    await payins(1, 'p')
    worker()
    for (const merchant of merchants.slice(0, 32)) await notificationsOfAll(8, merchant, merchant)
    await deps.advance(1_000)
    await notificationsOfAll(1, 'p')
    expect(await rowsOf(database, `select lease from callback where id = 'p0'`)).toEqual([{ lease: null }])
  })
})
