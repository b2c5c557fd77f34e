/** A backup was restored: what providers were asked for since then is on its way there, and not known here. */
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Opened } from '@sluice/database/testing.ts'
import { PIX_SETTINGS } from '@sluice/providers/pix/pix.fixture.ts'
import { pix } from '@sluice/providers/pix/pix.ts'
import { keepAccount } from '@sluice/providers/providers.fixture.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../../../test/setup/shared.ts'
import { masterKeyFrom } from '../../identity/access/secrets.ts'
import { LaneJournal } from '../../payments/journal.ts'
import { maker, rowsOf, SHOP, thb } from '../../payments/payments.fixture.ts'
import { recoverToPointInTime } from '../point-in-time-recovery.ts'
import { beginOrder, releaseOrder } from './orders.ts'
import type { AccountRecord } from './store.ts'

const NAME = 'test-native-bank'

describe.each(bothEngines)('after a backup was restored, on $name', ({ open }) => {
  let opened: Opened
  let account: AccountRecord
  const deps = simulatedDeps(1)
  const make = maker(deps)
  beforeAll(async () => {
    opened = await open()
    account = await keepAccount(opened.database, masterKeyFrom(new Uint8Array(32)), deps, {
      provider: pix,
      name: NAME,
      settings: { ...PIX_SETTINGS, profile: 'efi' },
    })
    const journal = new LaneJournal(opened.database, deps, { queueLimit: 100 })
    await journal.commit(make.credited(1_000_000n))
  })
  afterAll(() => opened?.close())

  /** One that waits to be taken on. */
  const made = async (kind: 'payout' | 'payin', id: string, changes: Partial<Payment> = {}) => {
    const payment = make.payment(kind, id, { processor: NAME, status: 'NEW', money: thb(100n), ...changes })
    const journal = new LaneJournal(opened.database, deps, { queueLimit: 100 })
    const accept = { purpose: 'accept', dueAt: deps.clock.now() } as const
    expect(await journal.commit(make.created(payment, [accept]))).toMatchObject({ type: 'done' })
    return payment
  }
  const tried = (payment: Payment) =>
    beginOrder(
      opened.database,
      { processor: NAME, identity: account.identity },
      pix.referenceOf(payment),
      payment,
      deps.clock.now(),
    )

  it('no try of a payout that waited is the first: it may have been sent since', async () => {
    const [waited, held, payin] = [
      await made('payout', 'waited'),
      await made('payout', 'held'),
      await made('payin', 'in'),
    ]
    await tried(held)
    await releaseOrder(opened.database, NAME, pix.referenceOf(held))
    await recoverToPointInTime(opened.database, deps.clock.now())
    await recoverToPointInTime(opened.database, deps.clock.now())
    await deps.advance(1_000)
    const later = await made('payout', 'later')
    expect(await tried(waited)).toMatchObject({
      type: 'again',
      begunAt: waited.createdAt,
      identity: account.identity,
    })
    expect(await tried(held)).toMatchObject({ type: 'again' })
    expect(await tried(payin)).toEqual({ type: 'first' })
    expect(await tried(later)).toEqual({ type: 'first' })
    expect(
      await rowsOf(
        opened.database,
        `select count(*)::integer as orders from provider_order where merchant_id = '${SHOP}'`,
      ),
    ).toEqual([{ orders: 4 }])
  })
})
