import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Opened } from '@sluice/database/testing.ts'
import { PIX_SETTINGS } from '@sluice/providers/pix/pix.fixture.ts'
import { pix } from '@sluice/providers/pix/pix.ts'
import { keepAccount } from '@sluice/providers/providers.fixture.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../../../test/setup/shared.ts'
import { masterKeyFrom } from '../../identity/access/secrets.ts'
import { maker } from '../../payments/payments.fixture.ts'
import { markChecked, NotificationTimes, readSigns } from './last-contact.ts'
import { beginOrder, closeOrder } from './orders.ts'

const HOUR_MS = 3_600_000

describe.each(bothEngines)('signs of life of an account ($name)', ({ open }) => {
  const deps = simulatedDeps(1, {})
  const at = deps.clock.now()
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened?.close())

  const kept = async (name: string): Promise<string> => {
    const settings = { ...PIX_SETTINGS, profile: 'efi' }
    const account = { provider: pix, name, settings }
    await keepAccount(opened.database, masterKeyFrom(new Uint8Array(32)), deps, account)
    return name
  }
  const signsOf = async (name: string, until: number) =>
    (await readSigns(opened.database, until)).filter((each) => each.name === name)

  it('are none at first', async () => {
    const name = await kept('native-quiet')
    expect(await signsOf(name, at)).toEqual([
      { name, checkedAt: undefined, heardAt: undefined, hasSent: false },
    ])
  })

  it('say when it was checked, and when it notified, to the hour', async () => {
    const { database } = opened
    const name = await kept('native-heard')
    const notificationTimes = new NotificationTimes(database)
    await markChecked(database, name, at + 1)
    for (const laterMs of [0, HOUR_MS - 1]) await notificationTimes.mark(name, at + laterMs)
    // Another node.
    await new NotificationTimes(database).mark(name, at + HOUR_MS - 1)
    expect(await signsOf(name, at)).toMatchObject([{ checkedAt: at + 1, heardAt: at }])
    await notificationTimes.mark(name, at + HOUR_MS)
    expect(await signsOf(name, at)).toMatchObject([{ heardAt: at + HOUR_MS }])
  })

  it('say whether anything was sent by then that it could tell of', async () => {
    const { database } = opened
    const payment = maker(deps).payment('payin', 'p')
    const name = await kept('native-sender')
    const sender = { processor: name, identity: undefined }
    await beginOrder(database, sender, 'unsent', payment, at)
    await closeOrder(database, name, 'unsent')
    await beginOrder(database, sender, 'sent', payment, at + 5)
    expect(await signsOf(name, at + 5)).toMatchObject([{ hasSent: false }])
    expect(await signsOf(name, at + 6)).toMatchObject([{ hasSent: true }])
  })
})
