import type { Opened } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../../test/setup/shared.ts'
import { areKnownDays, statementDayCalls } from './statement-store.ts'

const DAY = {
  ...{ day: '2026-11-21', id: 'one', openingMinor: 0n, closingMinor: 5n },
  ...{ firstDay: '2026-11-21', lastDay: '2026-11-21' },
}

describe.each(bothEngines)('days that a bank has told of, on $name', ({ open }) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened?.close())

  it('are known once all of them were taken in, of the account that they are of', async () => {
    const { database } = opened
    const days = [DAY, { ...DAY, day: '2026-11-22', id: 'two' }]
    await database.batch(statementDayCalls('kbank', 'camt.053', [DAY], 0))
    expect(await areKnownDays(database, 'kbank', days)).toBe(false)
    await database.batch(statementDayCalls('kbank', 'camt.053', days, 0))
    expect(await areKnownDays(database, 'kbank', days)).toBe(true)
    expect(await areKnownDays(database, 'other', days)).toBe(false)
  })
})
