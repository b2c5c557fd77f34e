import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Opened } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { START } from '../../../../test/harness.ts'
import { bothEngines } from '../../../../test/setup/shared.ts'
import { masterKeyFrom } from '../identity/access/secrets.ts'
import { APPROVAL_LASTS_MS } from './approval.ts'
import { Approvals } from './approvals.ts'
import { insertApproval, waitingBytes } from './store.ts'

describe.each(bothEngines)('what somebody has asked for, on $name', ({ open }) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened?.close())

  it('counts as it is kept while it waits, of this one alone', async () => {
    const { database } = opened
    const deps = simulatedDeps(1, { startAt: START })
    const approvals = new Approvals(database, deps, masterKeyFrom(new Uint8Array(32)))
    const requested = (name: string, text: string) =>
      approvals.prepare({
        ...{ operation: 'balance.credit', runs: 'x', summary: 'x', about: '', role: 'OPERATOR' },
        asker: { id: undefined, name },
        request: { target: '/', parameters: { params: {}, query: {} }, body: Buffer.from(text) },
      })
    const anna = requested('anna', 'abc')
    await database.batch([anna, requested('ben', 'abcdef')].map(insertApproval))
    expect(await waitingBytes(database, anna)).toBe(4)
    expect(await waitingBytes(database, { ...anna, requestedAt: anna.requestedAt + APPROVAL_LASTS_MS })).toBe(
      0,
    )
  })
})
