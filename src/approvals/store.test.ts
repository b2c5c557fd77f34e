import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { START } from '../../test/harness.ts'
import { bothEngines } from '../../test/setup/shared.ts'
import { masterKeyFrom } from '../access/secrets.ts'
import type { Opened } from '../database/testing.ts'
import { simulatedDeps } from '../foundation/simulated-deps.ts'
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
    const asked = (name: string, text: string) =>
      approvals.prepare({
        ...{ act: 'balance.credit', runs: 'x', summary: 'x', about: '', role: 'OPERATOR' },
        asker: { id: undefined, name },
        request: { target: '/', parameters: { params: {}, query: {} }, body: Buffer.from(text) },
      })
    const anna = asked('anna', 'abc')
    await database.batch([anna, asked('ben', 'abcdef')].map(insertApproval))
    expect(await waitingBytes(database, anna)).toBe(4)
    expect(await waitingBytes(database, { ...anna, askedAt: anna.askedAt + APPROVAL_LASTS_MS })).toBe(0)
  })
})
