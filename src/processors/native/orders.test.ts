import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../test/setup/shared.ts'
import type { Opened } from '../../database/testing.ts'
import { simulatedDeps } from '../../foundation/simulated-deps.ts'
import { maker } from '../../payments/payments.fixture.ts'
import { beginOrder, closeOrder, findOrders } from './orders.ts'

const SENDER = { processor: 'native-a', identity: undefined }

describe.each(bothEngines)('what was asked of a provider ($name)', ({ open }) => {
  const deps = simulatedDeps(1, {})
  const payment = maker(deps).payment('payout', 'o')
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened?.close())
  const begin = (reference: string) =>
    beginOrder(opened.database, SENDER, reference, payment, deps.clock.now())
  const close = (reference: string) => closeOrder(opened.database, 'native-a', reference)

  it('is the first try once, on however many nodes it is tried', async () => {
    const begun = await Promise.all([begin('together'), begin('together'), begin('together')])
    expect(begun.map(({ type }) => type).toSorted()).toEqual(['again', 'again', 'first'])
    expect(await findOrders(opened.database, 'native-a', ['together'])).toMatchObject([{ id: payment.id }])
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
})
