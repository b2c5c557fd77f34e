import { isOutgoing, PAYMENT_KINDS } from '@sluice/core/foundation/identifiers.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Status } from '@sluice/core/payment/transitions.ts'
import type { StatusUpdate } from '@sluice/core/processor/port.ts'
import { startLookedFor } from '@sluice/database/due-looks.fixture.ts'
import type { DueLooks } from '@sluice/database/due-looks.ts'
import type { Database } from '@sluice/database/port.ts'
import type { Opened } from '@sluice/database/testing.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../../test/setup/shared.ts'
import { LaneJournal } from '../payments/journal.ts'
import type { Journal } from '../payments/journal-port.ts'
import {
  brokenPromises,
  casesIn,
  emptyJournal,
  idOf,
  maker,
  postedTo,
  SHOP,
  thb,
  tracked,
} from '../payments/payments.fixture.ts'
import { expired } from '../payments/plans.ts'
import { findPayment } from '../payments/reading.ts'
import { MEANINGS, type Meaning, type StatusChange } from './meaning.ts'
import { StatusUpdates } from './status-updates.ts'

const ENGINES = bothEngines
const MONEY = thb(10_000n)

const SAID: Readonly<Record<StatusChange, StatusUpdate['statusChange']>> = {
  paid: { type: 'paid', received: MONEY },
  delivered: { type: 'delivered' },
  refused: { type: 'refused', reason: 'NO' },
  failed: { type: 'failed', failureReason: 'BROKEN' },
  returned: { type: 'returned', received: MONEY },
  expired: { type: 'expired' },
}
const BECOMES: Readonly<Record<StatusChange, Status>> = {
  paid: 'SUCCESS',
  delivered: 'SUCCESS',
  refused: 'REFUSED',
  failed: 'FAILED',
  expired: 'EXPIRED',
  returned: 'SUCCESS',
}
/** By what a payment came to its status: under the name r0. */
const HISTORY: Readonly<Record<Payment['kind'], Readonly<Partial<Record<Status, StatusChange>>>>> = {
  payin: { SUCCESS: 'paid', REFUSED: 'refused', FAILED: 'failed', EXPIRED: 'expired' },
  payout: { SUCCESS: 'delivered', REFUSED: 'refused', FAILED: 'failed' },
  settlement: { SUCCESS: 'delivered', REFUSED: 'refused', FAILED: 'failed' },
  refund: { SUCCESS: 'delivered', FAILED: 'failed' },
}

/** Of a refund: no processor has it. */
const UNCLAIMED: readonly Status[] = ['AWAITING_PAYEE', 'EXPIRED']

interface Cell {
  readonly kind: Payment['kind']
  readonly status: Status
  readonly statusChange: StatusChange
  readonly meaning: Meaning
}
const CELLS: readonly Cell[] = PAYMENT_KINDS.flatMap((kind) =>
  Object.entries(MEANINGS[kind]).flatMap(([status, row]) =>
    Object.entries(row).map(([statusChange, meaning]) => ({
      kind,
      status: status as Status,
      statusChange: statusChange as StatusChange,
      meaning,
    })),
  ),
)

describe.each(ENGINES)('what is told of a payment, on $name', ({ open }) => {
  let opened: Opened
  let database: Database
  let deps: SimulatedDeps
  let journal: Journal
  let statusUpdates: StatusUpdates
  let looks: DueLooks | undefined
  let make: ReturnType<typeof maker>

  beforeAll(async () => {
    opened = await open()
  })
  beforeEach(async () => {
    await emptyJournal(opened.database)
    const world = tracked(opened.database)
    database = world.database
    deps = simulatedDeps(1, { settled: world.settled })
    journal = new LaneJournal(database, deps, { queueLimit: 1_000 })
    statusUpdates = new StatusUpdates(database, journal, deps, () => true)
    make = maker(deps)
  })
  afterEach(async () => {
    await looks?.stop()
    await statusUpdates.stop()
  })
  afterAll(() => opened?.close())

  const tell = (kind: Payment['kind'], statusChange: StatusUpdate['statusChange'], statusUpdateId: string) =>
    statusUpdates.take({
      processor: 'sandbox',
      statusUpdateId,
      merchantId: SHOP,
      kind,
      id: idOf('p'),
      at: deps.clock.now(),
      statusChange,
    })
  const statusOf = async (kind: Payment['kind']) =>
    (await findPayment(database, SHOP, kind, idOf('p')))?.status
  const cases = () => casesIn(database)
  const suspense = () => postedTo(database, 'suspense')
  /** A payment in that status, by r0 where something was told to bring it there. */
  const bring = async (kind: Payment['kind'], status: Status) => {
    const begins =
      status === 'NEW'
        ? 'NEW'
        : UNCLAIMED.includes(status) && kind === 'refund'
          ? 'AWAITING_PAYEE'
          : 'PENDING'
    if (isOutgoing(kind)) await journal.commit(make.credited(10_000n))
    await journal.commit(
      isOutgoing(kind)
        ? make.outgoing(kind, 'p', 10_000n, { status: begins })
        : make.payin('p', { status: begins }),
    )
    if (kind === 'refund' && status === 'EXPIRED') {
      const at = deps.clock.now()
      await journal.commit(make.moved(kind, 'p', (refund) => expired({ ...refund, expireAt: at }, at, false)))
    }
    const by = HISTORY[kind][status]
    if (by) expect(await tell(kind, SAID[by], 'r0')).toBe('applied')
    expect(await statusOf(kind)).toBe(status)
  }

  it.each(CELLS)('$kind $status, $news: $meaning', async ({ kind, status, statusChange, meaning }) => {
    await bring(kind, status)
    const said = SAID[statusChange]
    const out = statusChange === 'delivered' ? -1n : 1n
    const answers = [await tell(kind, said, 'r1'), await tell(kind, said, 'r1'), await tell(kind, said, 'r2')]
    const after = { status: await statusOf(kind), cases: (await cases()).length, suspense: await suspense() }
    expect(await brokenPromises(database)).toEqual([])
    switch (meaning) {
      case 'becomes': {
        // Under another name it is told of what it has become: that cell says what it means.
        const becomes = kind === 'refund' && statusChange === 'refused' ? 'FAILED' : BECOMES[statusChange]
        expect([answers[0], after.status]).toEqual(['applied', becomes])
        const isMoney = statusChange === 'paid' || statusChange === 'delivered'
        expect(answers.slice(1)).toEqual(
          isMoney
            ? ['repeated', 'suspended']
            : statusChange === 'expired'
              ? ['not-allowed', 'not-allowed']
              : ['repeated', 'repeated'],
        )
        expect(after.cases).toBe(isMoney ? 1 : 0)
        expect(after.suspense).toBe(isMoney ? out * 10_000n : 0n)
        return
      }
      case 'money':
        expect(answers).toEqual(['suspended', 'repeated', 'suspended'])
        expect(after).toEqual({ status, cases: 2, suspense: out * 20_000n })
        return
      case 'contradicts':
        expect(answers).toEqual(['contradicts', 'contradicts', 'contradicts'])
        expect(after).toEqual({ status, cases: 1, suspense: 0n })
        return
      case 'senseless':
        expect(answers).toEqual(['contradicts', 'contradicts', 'contradicts'])
        expect(after).toEqual({ status, cases: statusChange === 'expired' ? 1 : 2, suspense: 0n })
        return
      case 'reported':
      case 'late':
        expect(new Set(answers)).toEqual(new Set([meaning === 'reported' ? 'repeated' : 'not-allowed']))
        expect(after).toEqual({ status, cases: 0, suspense: 0n })
    }
  })

  it('is a contradiction under the name of the money too, whoever names both alike', async () => {
    await bring('payin', 'SUCCESS')
    expect(await tell('payin', SAID.failed, 'r0')).toBe('contradicts')
    expect(await cases()).toMatchObject([
      {
        reason: 'REJECTED_AFTER_SUCCESS',
        money: undefined,
        detail: { statusUpdate: 'r0', said: 'failed', why: 'BROKEN', processor: 'sandbox', id: 'p' },
      },
    ])
  })

  it('is money that came back under the name of the delivery, too', async () => {
    await bring('payout', 'SUCCESS')
    expect([await tell('payout', SAID.delivered, 'r0'), await tell('payout', SAID.returned, 'r0')]).toEqual([
      'repeated',
      'suspended',
    ])
    expect(await cases()).toMatchObject([{ reason: 'RETURNED_AFTER_SUCCESS', money: MONEY }])
  })

  it('is missing money where a payout is delivered a second time under another name', async () => {
    await bring('payout', 'SUCCESS')
    expect(await tell('payout', SAID.delivered, 'r1')).toBe('suspended')
    expect(await cases()).toMatchObject([{ reason: 'DELIVERED_AFTER_SUCCESS', money: thb(-10_000n) }])
  })

  it('is a case where the money that paid a payin is told with another amount', async () => {
    await bring('payin', 'SUCCESS')
    const other: Money = thb(10_001n)
    const again = () => tell('payin', { type: 'paid', received: other }, 'r0')
    expect([await again(), await again(), await tell('payin', SAID.paid, 'r0')]).toEqual([
      'contradicts',
      'contradicts',
      'repeated',
    ])
    expect(await cases()).toMatchObject([
      { reason: 'AMOUNT_CONTRADICTED', money: undefined, detail: { amountMinor: '10001' } },
    ])
    expect(await suspense()).toBe(0n)
  })

  it('is a case without money where it went the wrong way, and counts once it is told of the right payment', async () => {
    await bring('payin', 'PENDING')
    await journal.commit(make.credited(10_000n))
    await journal.commit(make.payout('p', 10_000n))
    expect(await tell('payout', SAID.paid, 'r1')).toBe('contradicts')
    expect(await tell('payin', SAID.returned, 'r2')).toBe('contradicts')
    const about = {
      processor: 'sandbox',
      status: 'PENDING',
      id: 'p',
      currencyCode: 'THB',
      amountMinor: '10000',
    }
    expect(await cases()).toMatchObject([
      {
        reason: 'CONFLICTING_STATUS_UPDATE',
        money: undefined,
        detail: { ...about, kind: 'payout', said: 'paid', statusUpdate: 'r1' },
      },
      {
        reason: 'CONFLICTING_STATUS_UPDATE',
        money: undefined,
        detail: { ...about, kind: 'payin', said: 'returned', statusUpdate: 'r2' },
      },
    ])
    expect([await suspense(), await statusOf('payin'), await statusOf('payout')]).toEqual([
      0n,
      'PENDING',
      'PENDING',
    ])
    // The provider had taken them for each other.
    expect(await tell('payin', SAID.paid, 'r1')).toBe('applied')
    expect(await tell('payout', SAID.returned, 'r2')).toBe('suspended')
    expect(await tell('payout', SAID.failed, 'r3')).toBe('applied')
    expect(await brokenPromises(database)).toEqual([])
  })

  it('is one case for a contradiction that two nodes hear at once', async () => {
    await bring('payout', 'SUCCESS')
    const other = new StatusUpdates(
      database,
      new LaneJournal(database, deps, { queueLimit: 100 }),
      deps,
      () => true,
    )
    const at = deps.clock.now()
    const statusUpdate = {
      processor: 'sandbox',
      merchantId: SHOP,
      kind: 'payout',
      id: idOf('p'),
      at,
      statusChange: SAID.refused,
    } as const
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? statusUpdates : other).take({ ...statusUpdate, statusUpdateId: `m${index}` }),
      ),
    )
    expect(new Set(answers)).toEqual(new Set(['contradicts']))
    expect(await cases()).toHaveLength(1)
  })

  it('is heard in full where two facts of one name come before the payment', async () => {
    looks = startLookedFor(database, deps, statusUpdates)
    expect([await tell('payin', SAID.expired, 'r1'), await tell('payin', SAID.paid, 'r1')]).toEqual([
      'kept',
      'kept',
    ])
    await journal.commit(make.payin('p', { status: 'NEW' }))
    await deps.advance(5_000)
    expect(await statusOf('payin')).toBe('SUCCESS')
  })

  it('is a case where a payout was delivered that never came to be', async () => {
    await tell('payout', SAID.delivered, 'r1')
    await deps.advance(24 * 3_600_000)
    looks = startLookedFor(database, deps, statusUpdates)
    await deps.advance(3_000)
    expect(await cases()).toMatchObject([
      { reason: 'NO_SUCH_PAYMENT', money: undefined, detail: { said: 'delivered', id: 'p' } },
    ])
    expect(await brokenPromises(database)).toEqual([])
  })
})
