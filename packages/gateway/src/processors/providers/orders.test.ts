import type { Instant } from '@sluice/core/foundation/deps.ts'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Opened } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../../../test/setup/shared.ts'
import { maker } from '../../payments/payments.fixture.ts'
import { beginOrder, closeOrder, findOrders, releaseOrder, untryOrder } from './orders.ts'

const SENDER = { processor: 'native-a', identity: undefined }

describe.each(bothEngines)('what was asked of a provider ($name)', ({ open }) => {
  const deps = simulatedDeps(1, {})
  const payment = maker(deps).payment('payout', 'o')
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened?.close())
  const begunAt = (reference: string, at: Instant) =>
    beginOrder(opened.database, SENDER, reference, payment, at)
  const begin = (reference: string) => begunAt(reference, deps.clock.now())
  const release = (reference: string) => releaseOrder(opened.database, 'native-a', reference)
  const close = (reference: string) => closeOrder(opened.database, 'native-a', reference)

  it('is the first try once, on however many nodes it is tried', async () => {
    const begun = await Promise.all([begin('together'), begin('together'), begin('together')])
    expect(begun.map(({ type }) => type).toSorted()).toEqual(['again', 'again', 'first'])
    expect(await findOrders(opened.database, 'native-a', ['together'])).toMatchObject([{ id: payment.id }])
  })

  it('is found by one reference or by several, and only where it was sent to that account', async () => {
    const other = { processor: 'native-b', identity: undefined }
    for (const reference of ['one', 'two']) await begin(reference)
    await beginOrder(opened.database, other, 'three', payment, deps.clock.now())
    const found = async (...references: readonly string[]) =>
      (await findOrders(opened.database, 'native-a', references)).length
    expect([await found('one'), await found('three'), await found('one', 'two', 'three', 'four')]).toEqual([
      1, 0, 2,
    ])
    expect([await found(), await found('one', 'one')]).toEqual([0, 1])
  })

  it('of which nothing has come is never sent by anybody else, and can be asked about', async () => {
    await begin('unsent')
    expect([await close('unsent'), await begin('unsent')]).toEqual([true, { type: 'closed' }])
    expect(await findOrders(opened.database, 'native-a', ['unsent'])).toMatchObject([{ id: payment.id }])
  })

  it('stays open where another try has begun, which may have sent it', async () => {
    await begin('raced')
    await begin('raced')
    expect([await close('raced'), (await begin('raced')).type]).toEqual([false, 'again'])
  })

  it('has a first try still, where the one before was held and sent nothing', async () => {
    const now = deps.clock.now()
    await begunAt('held', now)
    await release('held')
    expect(await begunAt('held', now + 5_000)).toEqual({ type: 'first' })
    expect(await begunAt('held', now + 9_000)).toMatchObject({ type: 'again', begunAt: now + 5_000 })
  })

  it('has no second first try, where another had begun before the held one was let go', async () => {
    await begin('held-and-raced')
    await begin('held-and-raced')
    await release('held-and-raced')
    expect((await begin('held-and-raced')).type).toBe('again')
  })
  it('was last tried by the try before where a later one sent nothing, unless yet another has begun', async () => {
    const now = deps.clock.now()
    const lastTriedAt = async () => (await findOrders(opened.database, 'native-a', ['tried']))[0]?.lastTriedAt
    const untry = (tries: number) => untryOrder(opened.database, 'native-a', 'tried', tries)
    await begunAt('tried', now)
    await begunAt('tried', now + 5_000)
    await untry(2)
    expect(await lastTriedAt()).toBe(now)
    await begunAt('tried', now + 9_000)
    await untry(2)
    expect(await lastTriedAt()).toBe(now + 9_000)
  })
})
