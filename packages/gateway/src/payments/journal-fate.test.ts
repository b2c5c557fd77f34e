/** What the journal answers when the database does not: lost connections, deadlocks, outages, load. */
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { type FaultPlan, faulty, type Operation } from '@sluice/database/faulty.ts'
import { type Database, DatabaseFailure } from '@sluice/database/port.ts'
import { rowsInCall } from '@sluice/database/row-arrays.ts'
import type { Opened } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../../test/setup/shared.ts'
import type { Change, CommitResult } from './change.ts'
import { LaneJournal } from './journal.ts'
import type { Journal } from './journal-port.ts'
import {
  balanceOf,
  brokenPromises,
  emptyJournal,
  idOf,
  maker,
  rowsOf,
  SHOP,
  tracked,
  whileTimePasses,
} from './payments.fixture.ts'
import { paid } from './plans.ts'
import { findPayment } from './reading.ts'
import { takeClaims } from './statements.ts'
import { suspended } from './suspending.ts'

const ENGINES = bothEngines

describe.each(ENGINES)('a journal whose database fails on $name', ({ open }) => {
  let opened: Opened
  let database: Database
  let deps: SimulatedDeps
  let make: ReturnType<typeof maker>

  beforeAll(async () => {
    opened = await open()
    database = opened.database
  })
  beforeEach(async () => {
    await emptyJournal(opened.database)
    const world = tracked(opened.database)
    database = world.database
    deps = simulatedDeps(1, { settled: world.settled })
    make = maker(deps)
    const journal = new LaneJournal(database, deps, { queueLimit: 100 })
    await journal.commit(make.credited(1_000n))
    await journal.commit(make.payin('p'))
  })
  afterAll(() => opened?.close())

  const failing = (plan: FaultPlan) =>
    new LaneJournal(faulty(database, plan, deps.timers), deps, { queueLimit: 100 })
  const commitAll = (journal: Journal, changes: readonly Change[]): Promise<readonly CommitResult[]> =>
    whileTimePasses(deps, Promise.all(changes.map((change) => journal.commit(change))))
  const types = (outcomes: readonly CommitResult[]) => outcomes.map(({ type }) => type)
  const paidMove = (id = 'p') =>
    make.moved('payin', id, (payin) =>
      paid(payin, { statusUpdate: 'r', received: payin.money, at: deps.clock.now() }, undefined),
    )

  const subjects: readonly (readonly [string, () => readonly Change[]])[] = [
    ['payin creates', () => [make.payin('a'), make.payin('b')]],
    ['payout creates', () => [make.payout('a', 600n), make.payout('b', 600n)]],
    ['a move', () => [paidMove()]],
    ['a funding', () => [make.credited(50n)]],
    ['a funding with a reference', () => [make.credited(50n, 'top-up')]],
    [
      'all of them together',
      () => [make.payin('a'), make.payout('a', 600n), paidMove(), make.credited(50n, 'top-up')],
    ],
  ]
  /** All that was kept, without the keys that differ from run to run. */
  const kept = async () => ({
    payments: await rowsOf(
      database,
      'select kind, id, status, seq, announced from payment order by kind, id',
    ),
    events: await rowsOf(
      database,
      `select kind, from_status, to_status, announced, reason from history order by kind, reason, from_status, to_status`,
    ),
    postings: await rowsOf(database, 'select account, amount from posting order by account, amount'),
    balances: await rowsOf(database, 'select account, amount from balance order by account'),
    callbacks: await rowsOf(database, 'select id, seq, attempt from callback order by id, seq'),
    claims: await rowsOf(database, 'select scope, value from claim'),
  })

  describe.each(subjects)('of %s', (_, changesOf) => {
    const faults = ['LOST_AFTER', 'LOST_BEFORE', 'RETRY'] as const
    it.each(faults)('does each exactly once after %s', async (kind) => {
      const clean = await commitAll(
        failing(() => ({ kind: 'NONE' })),
        changesOf(),
      )
      const wanted = await kept()
      await emptyJournal(database)
      const fresh = new LaneJournal(database, deps, { queueLimit: 100 })
      await fresh.commit(make.credited(1_000n))
      await fresh.commit(make.payin('p'))

      const journal = failing((_operation, count) => ({ kind: count === 1 ? kind : 'NONE' }))
      expect(types(await commitAll(journal, changesOf()))).toEqual(types(clean))
      expect(await kept()).toEqual(wanted)
      expect(await brokenPromises(database)).toEqual([])
    })

    it('does each exactly once though the connection is lost three times, before and after', async () => {
      const losses = ['LOST_BEFORE', 'LOST_AFTER', 'LOST_BEFORE'] as const
      const journal = failing((_operation, count) => ({ kind: losses[count - 1] ?? 'NONE' }))
      const outcomes = await commitAll(journal, changesOf())
      expect(types(outcomes).filter((type) => type !== 'done' && type !== 'short')).toEqual([])
      expect(await brokenPromises(database)).toEqual([])
      expect(
        await rowsOf(database, `select count(*)::int as n from history where reason = 'credit'`),
      ).toEqual([{ n: changesOf().some(({ subject }) => subject.type === 'fund') ? 2 : 1 }])
    })

    it('keeps nothing and says unavailable where nothing could be sent', async () => {
      const before = await kept()
      const outcomes = await commitAll(
        failing(() => ({ kind: 'UNAVAILABLE' })),
        changesOf(),
      )
      expect(new Set(types(outcomes))).toEqual(new Set(['unavailable']))
      expect(await kept()).toEqual(before)
    })

    it('says unknown where the fate stays unknown for ten seconds', async () => {
      // Of all together creates travel apart where there are two slots: the first try of either is lost.
      const tried = new Set<Operation>()
      const journal = failing((operation) => {
        if (tried.has(operation)) return { kind: 'UNAVAILABLE' }
        tried.add(operation)
        return { kind: 'LOST_AFTER' }
      })
      const startedAt = deps.clock.now()
      expect(new Set(types(await commitAll(journal, changesOf())))).toEqual(new Set(['unknown']))
      expect(deps.clock.now() - startedAt).toBeGreaterThanOrEqual(10_000)
      expect(deps.clock.now() - startedAt).toBeLessThan(11_000)
    })
  })

  it('does not apply a move again whose batch was committed unseen and then failed for another reason', async () => {
    // Committed, connection lost; the second try meets a full disk; then each change goes alone.
    let count = 0
    const plan: FaultPlan = (operation) => {
      if (operation !== 'transact') return { kind: 'NONE' }
      count += 1
      if (count === 2) throw new DatabaseFailure('STATEMENT', 'disk full', { sqlState: '53100' })
      return { kind: count === 1 ? 'LOST_AFTER' : 'NONE' }
    }
    const twice = make.moved('payin', 'p', (payin) => suspended(payin, payin.money, make.uuid(), 'r'))
    const outcomes = await commitAll(failing(plan), [twice, make.credited(5n), make.payout('o', 100n)])
    expect(types(outcomes)).toEqual(['done', 'done', 'done'])
    expect(await rowsOf(database, 'select count(*)::int as n from case_file')).toEqual([{ n: 1 }])
    expect(await balanceOf(database)).toBe(905n)
    expect(await brokenPromises(database)).toEqual([])
  })

  it('does not say that nothing was stored of creates whose duplicate could not be read', async () => {
    let runs = 0
    const plan: FaultPlan = (operation: Operation) => {
      if (operation === 'run') runs += 1
      return { kind: operation === 'run' && runs === 2 ? 'UNAVAILABLE' : 'NONE' }
    }
    const outcomes = await commitAll(failing(plan), [make.payin('p'), make.payin('new')])
    expect(types(outcomes)).toEqual(['duplicate', 'done'])
    expect(await findPayment(database, SHOP, 'payin', idOf('new'))).toBeDefined()
  })

  it('tries five times after a deadlock, and then says that nothing was stored', async () => {
    let tries = 0
    const succeedsLast = failing(() => {
      tries += 1
      return { kind: tries <= 5 ? 'RETRY' : 'NONE' }
    })
    expect(types(await commitAll(succeedsLast, [make.payout('a', 1n)]))).toEqual(['done'])
    let more = 0
    const never = failing(() => {
      more += 1
      return { kind: 'RETRY' }
    })
    expect(types(await commitAll(never, [make.payout('b', 1n)]))).toEqual(['unavailable'])
    expect([tries, more]).toEqual([6, 6])
  })

  describe('of payin creates that come one after the other', () => {
    /** The second is alone, and the first has shown that it may be. */
    const createTwo = async (second: FaultPlan) => {
      const journal = failing((operation, count) =>
        count === 1 ? { kind: 'NONE' } : second(operation, count),
      )
      expect(types(await commitAll(journal, [make.payin('first')]))).toEqual(['done'])
      return types(await commitAll(journal, [make.payin('second')]))
    }
    const ids = () => rowsOf(database, 'select id, status from payment order by id')
    const first = [
      { id: 'first', status: 'PENDING' },
      { id: 'p', status: 'PENDING' },
    ]

    it.each(['LOST_AFTER', 'LOST_BEFORE', 'RETRY'] as const)(
      'does each exactly once after %s',
      async (kind) => {
        expect(await createTwo((_operation, count) => ({ kind: count === 2 ? kind : 'NONE' }))).toEqual([
          'done',
        ])
        expect(await ids()).toEqual([...first, { id: 'second', status: 'PENDING' }])
        expect(await brokenPromises(database)).toEqual([])
      },
    )

    it('keeps nothing and says unavailable where nothing could be sent, after one try', async () => {
      let tries = 0
      const plan: FaultPlan = () => {
        tries += 1
        return { kind: 'UNAVAILABLE' }
      }
      expect(await createTwo(plan)).toEqual(['unavailable'])
      expect([await ids(), tries]).toEqual([first, 1])
    })

    it('tries five times more after a deadlock, and then says that nothing was stored', async () => {
      let tries = 0
      const plan: FaultPlan = () => {
        tries += 1
        return { kind: 'RETRY' }
      }
      expect(await createTwo(plan)).toEqual(['unavailable'])
      expect([await ids(), tries]).toEqual([first, 6])
    })

    it('takes no place for what cannot be written, and has the next one done', async () => {
      const journal = failing(() => ({ kind: 'NONE' }))
      await commitAll(journal, [make.payin('first')])
      const unwritable = make.payin('second', { expireAt: Number.NaN })
      await expect(async () => journal.commit(unwritable)).rejects.toThrow()
      expect(types(await commitAll(journal, [make.payin('second')]))).toEqual(['done'])
      await journal.drained()
    })

    it('throws what nobody foresaw, and has the next one done', async () => {
      const journal = failing((_operation, count) => {
        if (count === 2) throw new DatabaseFailure('STATEMENT', 'disk full', { sqlState: '53100' })
        return { kind: 'NONE' }
      })
      await commitAll(journal, [make.payin('first')])
      await expect(journal.commit(make.payin('second'))).rejects.toMatchObject({ sqlState: '53100' })
      expect(types(await commitAll(journal, [make.payin('second')]))).toEqual(['done'])
      await journal.drained()
    })
  })

  it('gives a claim to nobody twice after a lost answer', async () => {
    const lost = failing((_operation, count) => ({ kind: count === 1 ? 'LOST_AFTER' : 'NONE' }))
    expect(types(await commitAll(lost, [make.credited(50n, 'x')]))).toEqual(['done'])
    expect(types(await commitAll(lost, [make.credited(50n, 'x')]))).toEqual(['claimed'])
    expect(await balanceOf(database)).toBe(1_050n)
  })
})

describe('the queue of a journal', () => {
  let opened: Opened
  let deps: SimulatedDeps
  let make: ReturnType<typeof maker>
  beforeAll(async () => {
    const [inMemory] = bothEngines
    if (!inMemory) throw new Error('no engine')
    opened = await inMemory.open()
  })
  beforeEach(async () => {
    await emptyJournal(opened.database)
    deps = simulatedDeps(1)
    make = maker(deps)
  })
  afterAll(() => opened?.close())

  it('sheds what comes when it is full, and keeps nothing of it', async () => {
    const journal = new LaneJournal(opened.database, deps, { queueLimit: 10 })
    const outcomes = await Promise.all(
      Array.from({ length: 15 }, (_, index) => journal.commit(make.payin(`p${index}`))),
    )
    expect(outcomes.map(({ type }) => type)).toEqual([...Array(10).fill('done'), ...Array(5).fill('shed')])
    expect(await rowsOf(opened.database, 'select count(*)::int as n from payment')).toEqual([{ n: 10 }])
    expect((await journal.commit(make.payin('p14'))).type).toBe('done')
  })

  it('makes a lone change wait for no timer', async () => {
    const journal = new LaneJournal(opened.database, deps, { queueLimit: 10 })
    const startedAt = deps.clock.now()
    expect((await journal.commit(make.payout('none', 1n))).type).toBe('short')
    expect(deps.clock.now()).toBe(startedAt)
    expect(await deps.runUntilIdle()).toBe(0)
  })

  it('sends many changes in few transactions, at most 200 in one', async () => {
    let operations = 0
    const counted = faulty(opened.database, () => {
      operations += 1
      return { kind: 'NONE' }
    })
    const journal = new LaneJournal(counted, deps, { queueLimit: 1_000 })
    await Promise.all(Array.from({ length: 600 }, (_, index) => journal.commit(make.payin(`p${index}`))))
    expect(operations).toBe(3)
  })

  it('never has two changes of one payment or one claim in a batch', async () => {
    const batches: string[][] = []
    const watched: Database = {
      ...faulty(opened.database, () => ({ kind: 'NONE' })),
      transact: (reads, decide) => {
        const claims = reads.find(({ statement }) => statement === takeClaims)
        batches.push(claims ? rowsInCall(takeClaims, claims).map(({ value }) => String(value)) : [])
        return opened.database.transact(reads, decide)
      },
    }
    const journal = new LaneJournal(watched, deps, { queueLimit: 1_000 })
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => journal.commit(make.credited(1n, `r${index % 3}`))),
    )
    expect(batches.flat()).toHaveLength(30)
    for (const values of batches) expect(new Set(values).size).toBe(values.length)
  })

  it('is drained when nothing waits and nothing is under way', async () => {
    const journal = new LaneJournal(opened.database, deps, { queueLimit: 100 })
    await journal.drained()
    let done = 0
    for (let index = 0; index < 20; index++) {
      void journal.commit(make.payin('same')).then(() => {
        done += 1
      })
    }
    await journal.drained()
    expect(done).toBe(20)
  })

  it('tells of callbacks, of the earliest step and of payments that wait for nothing any more after the commit', async () => {
    const journal = new LaneJournal(opened.database, deps, { queueLimit: 100 })
    const statusChange: unknown[] = []
    journal.onCommitted((each) => statusChange.push(each))
    const at = deps.clock.now()
    const payin = make.payment('payin', 'p')
    await journal.commit(
      make.created(payin, [
        { purpose: 'expire', dueAt: at + 60_000 },
        { purpose: 'sandbox', dueAt: at + 3_000 },
      ]),
    )
    const money = make.moved('payin', 'p', (locked) =>
      paid(locked, { statusUpdate: 'r', received: locked.money, at }, undefined),
    )
    await journal.commit(money)
    await journal.commit(make.credited(5n))
    expect(statusChange).toEqual([
      { callbacks: false, stepDueAt: new Date(at + 3_000).toISOString(), endedKeys: [] },
      { callbacks: true, stepDueAt: undefined, endedKeys: [payin.key] },
    ])
    expect(await rowsOf(opened.database, 'select * from step')).toEqual([])
  })
})
