import type { Money } from '@sluice/core/foundation/money.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { StatusUpdate } from '@sluice/core/processor/port.ts'
import { startLookedFor } from '@sluice/database/due-looks.fixture.ts'
import type { DueLooks } from '@sluice/database/due-looks.ts'
import { faulty } from '@sluice/database/faulty.ts'
import type { Database } from '@sluice/database/port.ts'
import type { Opened } from '@sluice/database/testing.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../../test/setup/shared.ts'
import { LaneJournal } from '../payments/journal.ts'
import type { Journal } from '../payments/journal-port.ts'
import {
  balanceOf,
  brokenPromises,
  casesIn,
  emptyJournal,
  idOf,
  maker,
  postedTo,
  rowsOf,
  SHOP,
  thb,
  tracked,
} from '../payments/payments.fixture.ts'
import { findPayment } from '../payments/reading.ts'
import { StatusUpdates } from './status-updates.ts'

const ENGINES = bothEngines
const PAID = thb(10_000n)

describe.each(ENGINES)('reports on $name', ({ open }) => {
  let opened: Opened
  let database: Database
  let deps: SimulatedDeps
  let journal: Journal
  let statusUpdates: StatusUpdates
  let looks: DueLooks | undefined
  let make: ReturnType<typeof maker>
  let mayComplete: (payment: Payment) => boolean

  beforeAll(async () => {
    opened = await open()
  })
  beforeEach(async () => {
    await emptyJournal(opened.database)
    const world = tracked(opened.database)
    database = world.database
    deps = simulatedDeps(1, { settled: world.settled })
    journal = new LaneJournal(database, deps, { queueLimit: 1_000 })
    mayComplete = () => true
    statusUpdates = new StatusUpdates(database, journal, deps, (payment) => mayComplete(payment))
    make = maker(deps)
  })
  afterEach(async () => {
    await looks?.stop()
    await statusUpdates.stop()
  })
  afterAll(() => opened?.close())

  const reported = (
    statusChange: StatusUpdate['statusChange'],
    {
      statusUpdateId = 'r1',
      id = 'p',
      kind = 'payin',
      processor = 'sandbox',
    }: Partial<Omit<StatusUpdate, 'id'>> & { id?: string } = {},
  ): StatusUpdate => ({
    processor,
    statusUpdateId,
    merchantId: SHOP,
    kind,
    id: idOf(id),
    at: deps.clock.now(),
    statusChange,
  })
  const paid = (options: Parameters<typeof reported>[1] = {}, received: Money = PAID) =>
    statusUpdates.take(reported({ type: 'paid', received }, options))
  const status = async (id = 'p', kind: Payment['kind'] = 'payin') =>
    (await findPayment(database, SHOP, kind, idOf(id)))?.status
  const cases = async () => (await casesIn(database)).map(({ reason }) => reason)
  const sumOf = (account: string) => postedTo(database, account)
  const kept = async () =>
    (await rowsOf(database, 'select id from status_update order by id')).map(({ id }) => id)
  const payout = async () => {
    await journal.commit(make.credited(10_000n))
    await journal.commit(make.payout('o', 10_000n))
  }

  it('count the same money once, however often and at once it is told', async () => {
    await journal.commit(make.payin('p'))
    const other = new StatusUpdates(
      database,
      new LaneJournal(database, deps, { queueLimit: 100 }),
      deps,
      () => true,
    )
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? statusUpdates : other).take(reported({ type: 'paid', received: PAID })),
      ),
    )
    expect(answers.filter((answer) => answer === 'applied')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'repeated')).toHaveLength(19)
    expect(await balanceOf(database)).toBe(10_000n)
    expect(await cases()).toEqual([])
    expect(await brokenPromises(database)).toEqual([])
  })

  it('put a second payment to suspense with a case, once for each report', async () => {
    await journal.commit(make.payin('p'))
    expect(await paid()).toBe('applied')
    const answers = [
      await paid({ statusUpdateId: 'r2' }),
      await paid({ statusUpdateId: 'r2' }),
      await paid(),
      await paid({ statusUpdateId: 'r3' }),
    ]
    expect(answers).toEqual(['suspended', 'repeated', 'repeated', 'suspended'])
    expect(await cases()).toEqual(['SECOND_PAYMENT', 'SECOND_PAYMENT'])
    expect([await balanceOf(database), await sumOf('suspense')]).toEqual([10_000n, 20_000n])
    expect(await brokenPromises(database)).toEqual([])
  })

  it.each(['failed', 'refused'] as const)(
    'put money that comes after %s to suspense with a case',
    async (type) => {
      await journal.commit(make.payin('p'))
      const statusChange =
        type === 'failed' ? ({ type, failureReason: 'BROKEN' } as const) : ({ type, reason: 'NO' } as const)
      expect(await statusUpdates.take(reported(statusChange, { statusUpdateId: 'r0' }))).toBe('applied')
      expect(await statusUpdates.take(reported(statusChange, { statusUpdateId: 'r0' }))).toBe('repeated')
      expect(await paid()).toBe('suspended')
      expect(await paid()).toBe('repeated')
      expect(await status()).toBe(type.toUpperCase())
      expect(await cases()).toEqual([`PAID_AFTER_${type.toUpperCase()}`])
      expect([await balanceOf(database), await sumOf('suspense')]).toEqual([0n, 10_000n])
    },
  )

  it('credit money that comes after the expiry', async () => {
    await journal.commit(make.payin('p'))
    expect(await statusUpdates.take(reported({ type: 'expired' }, { statusUpdateId: 'e' }))).toBe('applied')
    expect(await status()).toBe('EXPIRED')
    expect(
      await statusUpdates.take(reported({ type: 'refused', reason: 'NO' }, { statusUpdateId: 'x' })),
    ).toBe('not-allowed')
    expect(await paid()).toBe('applied')
    expect([await status(), await balanceOf(database)]).toEqual(['SUCCESS', 10_000n])
  })

  it('put another amount to suspense, and count that money never again, whatever is told of it later', async () => {
    await journal.commit(make.payin('p'))
    expect(await paid({}, thb(9_999n))).toBe('suspended')
    expect(await cases()).toEqual(['AMOUNT_DIFFERS'])
    // The payin may still be paid, but not by the money that lies in suspense.
    expect(await paid({}, thb(9_999n))).toBe('repeated')
    expect(await paid()).toBe('repeated')
    expect(await status()).toBe('PENDING')
    expect(await paid({ statusUpdateId: 'r2' })).toBe('applied')
    expect([await balanceOf(database), await sumOf('suspense')]).toEqual([10_000n, 9_999n])
  })

  it('let one fact pay one payin', async () => {
    await journal.commit(make.payin('p'))
    await journal.commit(make.payin('q'))
    expect(await paid()).toBe('applied')
    expect(await paid({ id: 'q' })).toBe('repeated')
    expect([await status('p'), await status('q')]).toEqual(['SUCCESS', 'PENDING'])
  })

  it('allow a processor to speak of its own payments only, and of money of the right kind', async () => {
    await journal.commit(make.payin('p'))
    await payout()
    expect(await paid({ processor: 'other' })).toBe('not-allowed')
    expect(await statusUpdates.take(reported({ type: 'expired' }, { processor: 'test-other' }))).toBe(
      'not-allowed',
    )
    expect(await statusUpdates.take(reported({ type: 'delivered' }))).toBe('contradicts')
    expect(await paid({ kind: 'payout', id: 'o' })).toBe('contradicts')
    expect(await cases()).toEqual(['CONFLICTING_STATUS_UPDATE', 'CONFLICTING_STATUS_UPDATE'])
    expect([await status(), await status('o', 'payout')]).toEqual(['PENDING', 'PENDING'])
    // What was refused holds no claim.
    expect(await paid()).toBe('applied')
  })

  it('suspend money of a processor that the payment is not with any more, and of a payout that was given up', async () => {
    await journal.commit(make.payin('p'))
    await payout()
    const another = { processor: 'test-other' }
    expect(await paid(another)).toBe('suspended')
    expect(await paid(another)).toBe('repeated')
    const sent = () =>
      statusUpdates.take(
        reported({ type: 'delivered' }, { ...another, kind: 'payout', id: 'o', statusUpdateId: 'sent' }),
      )
    expect([await sent(), await sent()]).toEqual(['suspended', 'repeated'])
    const own = { kind: 'payout' as const, id: 'o', statusUpdateId: 'late' }
    await statusUpdates.take(
      reported({ type: 'failed', failureReason: 'NO' }, { ...own, statusUpdateId: 'no' }),
    )
    expect(await statusUpdates.take(reported({ type: 'delivered' }, own))).toBe('suspended')
    expect(await cases()).toEqual([
      'PAID_TO_ANOTHER_PROCESSOR',
      'DELIVERED_BY_ANOTHER_PROCESSOR',
      'DELIVERED_AFTER_FAILED',
    ])
    expect(await sumOf('clearing:test-other')).toBe(0n)
    expect(await sumOf('suspense')).toBe(-10_000n)
    expect([await status(), await status('o', 'payout')]).toEqual(['PENDING', 'FAILED'])
    expect(await brokenPromises(database)).toEqual([])
  })

  it('deliver a payout once, and give its reserve back where it is refused', async () => {
    await payout()
    const of = { kind: 'payout' as const, id: 'o' }
    expect(await statusUpdates.take(reported({ type: 'delivered' }, of))).toBe('applied')
    expect(await statusUpdates.take(reported({ type: 'delivered' }, of))).toBe('repeated')
    expect(await statusUpdates.take(reported({ type: 'refused', reason: 'NO' }, of))).toBe('contradicts')
    expect([await balanceOf(database), await balanceOf(database, 'reserved')]).toEqual([0n, 0n])
    await journal.commit(make.credited(500n))
    await journal.commit(make.payout('o2', 500n))
    expect(await statusUpdates.take(reported({ type: 'refused', reason: 'NO' }, { ...of, id: 'o2' }))).toBe(
      'applied',
    )
    expect([await balanceOf(database), await balanceOf(database, 'reserved')]).toEqual([500n, 0n])
    expect(await brokenPromises(database)).toEqual([])
  })

  it("put a payout's returned money to suspense with a case, also where it overtakes the delivery", async () => {
    await payout()
    const of = { kind: 'payout' as const, id: 'o' }
    const returned = (statusUpdateId: string) =>
      statusUpdates.take(reported({ type: 'returned', received: PAID }, { ...of, statusUpdateId }))
    expect([await returned('early'), await returned('early')]).toEqual(['suspended', 'repeated'])
    expect(await statusUpdates.take(reported({ type: 'delivered' }, of))).toBe('applied')
    expect([await returned('late'), await returned('late'), await returned('early')]).toEqual([
      'suspended',
      'repeated',
      'repeated',
    ])
    expect(await status('o', 'payout')).toBe('SUCCESS')
    expect(await cases()).toEqual(['RETURNED_WHILE_PENDING', 'RETURNED_AFTER_SUCCESS'])
    expect(await sumOf('suspense')).toBe(20_000n)
    expect(await brokenPromises(database)).toEqual([])
  })

  it('count money under all of its names once, whichever is told first, and also where only one was known then', async () => {
    for (const [id, first] of [
      ['told-both', { statusUpdateId: '1:REJECTED', alsoNamed: ['1:CANCELLED'] }],
      ['told-one', { statusUpdateId: '2:REJECTED' }],
    ] as const) {
      await journal.commit(make.credited(10_000n))
      await journal.commit(make.payout(id, 10_000n))
      const of = { kind: 'payout', id } as const
      expect(
        await statusUpdates.take(reported({ type: 'delivered' }, { ...of, statusUpdateId: `${id}:PAID` })),
      ).toBe('applied')
      const back = (names: Pick<StatusUpdate, 'statusUpdateId' | 'alsoNamed'>) =>
        statusUpdates.take({ ...reported({ type: 'returned', received: PAID }, of), ...names })
      const [rejected, cancelled] = [
        first.statusUpdateId,
        first.statusUpdateId.replace('REJECTED', 'CANCELLED'),
      ]
      expect(await back(first)).toBe('suspended')
      expect(await back({ statusUpdateId: cancelled, alsoNamed: [rejected] })).toBe('repeated')
      expect(await back({ statusUpdateId: rejected, alsoNamed: [cancelled] })).toBe('repeated')
    }
    expect(await cases()).toEqual(['RETURNED_AFTER_SUCCESS', 'RETURNED_AFTER_SUCCESS'])
    expect(await sumOf('suspense')).toBe(20_000n)
    expect(await brokenPromises(database)).toEqual([])
  })

  it('are kept where they overtake the create, and applied after it', async () => {
    looks = startLookedFor(database, deps, statusUpdates)
    expect([await paid(), await paid()]).toEqual(['kept', 'kept'])
    await deps.advance(2_000)
    expect(await kept()).toEqual(['p'])
    await journal.commit(make.payin('p', { status: 'NEW' }))
    await deps.advance(5_000)
    expect([await status(), await balanceOf(database), await kept()]).toEqual(['SUCCESS', 10_000n, []])
  })

  it('wait, once kept, until a payin has the reference it needs', async () => {
    mayComplete = () => false
    await paid()
    await journal.commit(make.payin('p'))
    looks = startLookedFor(database, deps, statusUpdates)
    await deps.advance(10_000)
    expect([await status(), await kept()]).toEqual(['PENDING', ['p']])
    mayComplete = () => true
    await deps.advance(20_000)
    expect([await status(), await kept()]).toEqual(['SUCCESS', []])
  })

  it('suspend at once money that no reference could make a SUCCESS', async () => {
    mayComplete = () => false
    await journal.commit(make.payin('p'))
    await journal.commit(make.payin('refused'))
    await statusUpdates.take(reported({ type: 'refused', reason: 'NO' }, { id: 'refused' }))
    expect(await paid({ statusUpdateId: 'right' })).toBe('not-now')
    expect(await paid({ statusUpdateId: 'short' }, thb(9_999n))).toBe('suspended')
    expect(await paid({ id: 'refused', statusUpdateId: 'late' })).toBe('suspended')
    expect(await cases()).toEqual(['AMOUNT_DIFFERS', 'PAID_AFTER_REFUSED'])
  })

  it('end in suspense with a case where the payment does not come within a day, or never gets its reference', async () => {
    mayComplete = ({ id }) => id !== 'unreferenced'
    await paid({ id: 'never', statusUpdateId: 'a' })
    await paid({ id: 'unreferenced', statusUpdateId: 'b' })
    await statusUpdates.take(
      reported({ type: 'refused', reason: 'NO' }, { id: 'never', statusUpdateId: 'c' }),
    )
    await journal.commit(make.payin('unreferenced'))
    // A day, of which only the last seconds are looked at.
    await deps.advance(24 * 3_600_000)
    looks = startLookedFor(database, deps, statusUpdates)
    await deps.advance(3_000)
    expect([await kept(), (await cases()).toSorted()]).toEqual([[], ['NO_SUCH_PAYMENT', 'REFERENCE_MISSING']])
    expect(await sumOf('suspense')).toBe(20_000n)
    expect(await paid({ id: 'unreferenced', statusUpdateId: 'b' })).toBe('repeated')
    expect(await brokenPromises(database)).toEqual([])
  })

  it('do not wait behind a kept report that fails', async () => {
    await paid({ id: 'bad', statusUpdateId: 'a' })
    await paid({ id: 'good', statusUpdateId: 'b' })
    await journal.commit(make.payin('bad'))
    await journal.commit(make.payin('good'))
    mayComplete = ({ id }) => {
      if (id === 'bad') throw new Error('a bug')
      return true
    }
    looks = startLookedFor(database, deps, statusUpdates)
    await deps.advance(5_000)
    expect([await status('bad'), await status('good'), await kept()]).toEqual(['PENDING', 'SUCCESS', ['bad']])
  })

  it('throw where the database cannot say, so that the processor tells again', async () => {
    await journal.commit(make.payin('p'))
    const away = new LaneJournal(
      faulty(database, () => ({ kind: 'UNAVAILABLE' })),
      deps,
      { queueLimit: 10 },
    )
    const lost = new StatusUpdates(database, away, deps, () => true)
    await expect(lost.take(reported({ type: 'paid', received: PAID }))).rejects.toThrow('unavailable')
    expect(await paid()).toBe('applied')
  })
})
