import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../test/setup/shared.ts'
import { masterKeyFrom } from '../../access/secrets.ts'
import type { Opened } from '../../database/testing.ts'
import { simulatedDeps } from '../../foundation/simulated-deps.ts'
import { maker } from '../../payments/payments.fixture.ts'
import { keepAccount } from './native.fixture.ts'
import { beginOrder, closeOrder } from './orders.ts'
import { PIX_SETTINGS } from './pix/pix.fixture.ts'
import { pix } from './pix/pix.ts'
import { Heard, markChecked, readSigns } from './signs.ts'

const NAME = 'native-bank'
const HOUR_MS = 3_600_000

describe.each(bothEngines)('signs of life of an account ($name)', ({ open }) => {
  const deps = simulatedDeps(1, {})
  const at = deps.clock.now()
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
    const settings = { ...PIX_SETTINGS, profile: 'efi' }
    await keepAccount(opened.database, masterKeyFrom(new Uint8Array(32)), deps, {
      provider: pix,
      name: NAME,
      settings,
    })
  })
  afterAll(() => opened?.close())

  it('are none at first', async () => {
    expect(await readSigns(opened.database, at)).toEqual([
      { name: NAME, checkedAt: undefined, heardAt: undefined, hasSent: false },
    ])
  })

  it('say when it was checked, and when it notified, to the hour', async () => {
    const { database } = opened
    const heard = new Heard(database)
    await markChecked(database, NAME, at + 1)
    for (const laterMs of [0, HOUR_MS - 1]) await heard.mark(NAME, at + laterMs)
    // Another node.
    await new Heard(database).mark(NAME, at + HOUR_MS - 1)
    expect(await readSigns(database, at)).toMatchObject([{ checkedAt: at + 1, heardAt: at }])
    await heard.mark(NAME, at + HOUR_MS)
    expect(await readSigns(database, at)).toMatchObject([{ heardAt: at + HOUR_MS }])
  })

  it('say whether anything was sent by then that it could tell of', async () => {
    const { database } = opened
    const payment = maker(deps).payment('payin', 'p')
    const sender = { processor: NAME, identity: undefined }
    await beginOrder(database, sender, 'unsent', payment, at)
    await closeOrder(database, NAME, 'unsent')
    await beginOrder(database, sender, 'sent', payment, at + 5)
    expect(await readSigns(database, at + 5)).toMatchObject([{ hasSent: false }])
    expect(await readSigns(database, at + 6)).toMatchObject([{ hasSent: true }])
  })
})
