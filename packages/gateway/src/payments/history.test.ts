import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Status } from '@sluice/core/payment/transitions.ts'
import type { Database } from '@sluice/database/port.ts'
import type { Opened } from '@sluice/database/testing.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../../test/setup/shared.ts'
import type { Change } from './change.ts'
import { LaneJournal } from './journal.ts'
import type { Journal } from './journal-port.ts'
import { brokenPromises, emptyJournal, maker, rowsOf, SHOP } from './payments.fixture.ts'
import { accepted, ended, expired, paid, referenceSet } from './plans.ts'
import { readHistory } from './reading.ts'

const ENGINES = bothEngines

/** What may happen to a payin after its create; what cannot any more is refused. */
const HAPPENINGS = ['accepted', 'referred', 'expired', 'paid', 'refused'] as const

describe.each(ENGINES)('the first event of a payment on $name', ({ open }) => {
  let opened: Opened
  let database: Database
  let deps: SimulatedDeps
  let journal: Journal
  let make: ReturnType<typeof maker>

  beforeAll(async () => {
    opened = await open()
    database = opened.database
  })
  beforeEach(async () => {
    await emptyJournal(database)
    deps = simulatedDeps(1)
    make = maker(deps)
    journal = new LaneJournal(database, deps, { queueLimit: 100 })
  })
  afterAll(() => opened?.close())

  const stored = () => rowsOf(database, 'select seq from event order by seq')

  function happens(what: (typeof HAPPENINGS)[number]): Change {
    const at = deps.clock.now()
    return make.moved('payin', 'p', (payin) => {
      switch (what) {
        case 'accepted':
          return accepted(
            payin,
            {
              response: {},
              processorRef: 'ref',
              processorStatus: undefined,
              moneyRequiredMinor: undefined,
              expireAt: undefined,
              steps: [],
            },
            at,
          )
        case 'referred':
          return referenceSet(payin, '123456789012', [])
        case 'expired':
          return expired(payin, at, true)
        case 'paid':
          return paid(payin, { statusUpdate: 'r', received: payin.money, at }, undefined)
        case 'refused':
          return ended(payin, 'REFUSED', 'NO', at)
      }
    })
  }

  it('is told alike of a payin from its row and, as older versions kept it, from the history, whatever has happened since', async () => {
    const begins = fc.constantFrom<Status>('NEW', 'PENDING')
    const since = fc.array(fc.constantFrom(...HAPPENINGS), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(begins, since, async (status, happenings) => {
        await emptyJournal(database)
        const payin = make.payment('payin', 'p', { status })
        const create = make.created(payin)
        await journal.commit(create)
        for (const what of happenings) {
          await deps.advance(1_000)
          await journal.commit(happens(what))
        }
        expect((await stored()).some(({ seq }) => seq === 1)).toBe(false)
        expect(await brokenPromises(database)).toEqual([])
        const reported = await readHistory(database, SHOP, payin.key)
        expect(reported[0]).toEqual({
          seq: 1,
          from: undefined,
          to: status,
          announced: undefined,
          reason: 'accepted',
          actor: 'merchant',
          at: payin.createdAt,
        })
        await rowsOf(
          database,
          `insert into event (merchant_id, key, seq, change_id, kind, to_status, reason, actor, at)
           select merchant_id, key, 1, '${create.changeId}', kind, '${status}', 'accepted', 'merchant', created_at from payment`,
        )
        expect(await readHistory(database, SHOP, payin.key)).toEqual(reported)
        expect(await brokenPromises(database)).toEqual([])
      }),
      { numRuns: 25 },
    )
  })

  it('is stored of a payin that somebody else made', async () => {
    const payin = make.payment('payin', 'p')
    await journal.commit({ ...make.created(payin), actor: 'gateway' })
    expect(await stored()).toEqual([{ seq: 1 }])
    expect(await readHistory(database, SHOP, payin.key)).toMatchObject([{ seq: 1, actor: 'gateway' }])
  })

  it('is stored of a payout, whose reserve it explains', async () => {
    await journal.commit(make.credited(1_000n))
    const before = (await stored()).length
    await journal.commit(make.payout('o', 600n))
    expect(await stored()).toHaveLength(before + 1)
    expect(await brokenPromises(database)).toEqual([])
  })
})
