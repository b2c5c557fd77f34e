/** What operators say of files with live payouts: one person's word neither pays a payout a second time nor gives it back. */
import type { Database } from '@sluice/database/port.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../../../../test/harness.ts'
import { limitOperator } from '../../identity/operators/operators.fixture.ts'
import { answer } from '../../processors/bank-file/pain002.fixture.ts'
import { recoverToPointInTime } from '../../processors/point-in-time-recovery.ts'
import { emptyDatabase } from '../admin.fixture.ts'
import { type BankFileWorld, bankFileWorld } from './bank-files.fixture.ts'

let database: Database
let world: BankFileWorld
beforeAll(async () => {
  database = await emptyDatabase()
  world = await bankFileWorld(database, 1, true)
})
afterAll(async () => {
  await world.gateway.stop()
  await database.close()
})

/** A released file of one payout. */
async function sent(amount = 100.5) {
  const payout = await world.payout(amount)
  const file = await world.released('bangkok')
  const [messageId = '', reference = ''] = await world.references(file)
  return { payout, file, messageId, reference }
}
const confirm = (file: string, rejected: readonly object[], token = world.anna) =>
  world.admin('POST', `/admin/bank-files/${file}/!confirm`, { rejected }, token)
const answered = (xml: string, token = world.anna) =>
  world.gateway.request('POST', '/admin/bank-files/!readAnswer', {
    token,
    raw: xml,
    headers: { 'content-type': 'application/xml' },
  })
const approve = ({ body }: Answer, token = world.ben) =>
  world.admin('POST', `/admin/approvals/${String(body.approval?.id)}/!approve`, undefined, token)
const waits = (operation: string) => ({ status: 202, body: { approval: { operation } } })
const limits = async (name: string, amountMinor: bigint) => {
  const { id, token } = await world.operator(name)
  await limitOperator(database, world.gateway.deps, id, { THB: String(amountMinor) })
  return token
}

describe('that a bank has rejected a payout', () => {
  it('gives nothing back on the word of one person, and does on that of two', async () => {
    const { payout, file, reference } = await sent()
    const requested = await confirm(file, [{ reference, reason: 'AC01' }])
    expect(requested, requested.text).toMatchObject(waits('bank-file.answer'))
    expect(requested.body.approval?.summary).toContain('1 rejected: 100.50 THB')
    expect(await world.statusOf(payout)).toBe('PENDING')
    expect((await approve(requested, world.anna)).status).toBe(403)
    expect((await approve(requested)).status).toBe(200)
    expect(await world.statusOf(payout)).toBe('FAILED ACCOUNT_INVALID')
  })

  it('nor where it stands in a file that one person has uploaded', async () => {
    const { payout, messageId } = await sent()
    const requested = await answered(answer({ original: messageId, group: 'RJCT' }))
    expect(requested, requested.text).toMatchObject(waits('bank-file.answer'))
    expect(await world.statusOf(payout)).toBe('PENDING')
    const done = await approve(requested)
    expect(done, done.text).toMatchObject({
      status: 200,
      body: { answer: { body: { counts: { applied: 1 } } } },
    })
    expect(await world.statusOf(payout)).toContain('FAILED')
    expect((await answered(answer({ original: messageId, group: 'RJCT' }))).status).toBe(200)
  })

  it('is not hidden behind an answer that names another amount', async () => {
    const { payout, messageId, reference } = await sent()
    const batches = (amount?: readonly [string, string]) => [
      { id: '', transactions: [{ reference, status: 'RJCT', ...(amount && { amount }) }] },
    ]
    const differs = await answered(answer({ original: messageId, batches: batches(['THB', '1.00']) }))
    expect(differs).toMatchObject({ status: 200, body: { counts: { differs: 1 } } })
    expect((await answered(answer({ original: messageId, batches: batches() }))).status).toBe(202)
    expect(await world.statusOf(payout)).toBe('PENDING')
  })

  it('is stale where the bank’s statement or somebody else has said otherwise in the meantime', async () => {
    const { payout, file, reference } = await sent()
    const rejected = await confirm(file, [{ reference }])
    expect((await approve(await confirm(file, [], world.ben), world.anna)).status).toBe(200)
    expect(await world.statusOf(payout)).toBe('SUCCESS')
    expect(await approve(rejected)).toMatchObject({ status: 409, body: { code: 'APPROVAL_STALE' } })
  })
})

describe('that a bank has executed a file', () => {
  it('waits, and what it has only accepted does not', async () => {
    const { payout, file, messageId } = await sent()
    expect(await answered(answer({ original: messageId, group: 'ACCP' }))).toMatchObject({
      status: 200,
      body: { counts: { open: 1 } },
    })
    const requested = await confirm(file, [])
    expect(requested, requested.text).toMatchObject(waits('bank-file.answer'))
    expect((await approve(requested)).status).toBe(200)
    expect(await world.statusOf(payout)).toBe('SUCCESS')
    expect((await confirm(file, [])).status).toBe(200)
  })

  it('is refused to whoever may not move as much', async () => {
    const { file } = await sent()
    expect((await confirm(file, [], await limits('one-baht', 100n))).status).toBe(403)
  })
})

describe('an answer that the bank’s own connection brings', () => {
  it('is believed at once, if every debtor account of the file names it', async () => {
    const { token } = await world.operator('bank-program')
    const before = await sent()
    const rejection = () => answer({ original: before.messageId, group: 'RJCT' })
    expect((await answered(rejection(), token)).status).toBe(202)
    const named = await world.admin('PATCH', '/admin/debtor-accounts/bangkok', {
      bankConnection: 'bank-program',
    })
    expect(named, named.text).toMatchObject({ status: 200, body: { bankConnection: 'bank-program' } })
    expect((await answered(rejection())).status).toBe(202)
    expect(await answered(rejection(), token)).toMatchObject({
      status: 200,
      body: { counts: { applied: 1 } },
    })
    expect(await world.statusOf(before.payout)).toContain('FAILED')
  })
})

describe('a payout in doubt', () => {
  it('is paid only when two have looked at the bank', async () => {
    await world.payout(60)
    await recoverToPointInTime(database, world.gateway.deps.clock.now())
    const found = (await world.admin('GET', '/admin/bank-files/in-doubt')).body.data as unknown as readonly {
      readonly reference: string
    }[]
    const references = found.map(({ reference }) => reference)
    const clear = () => world.admin('POST', '/admin/bank-files/in-doubt/!clear', { references }, world.anna)
    const requested = await clear()
    expect(requested, requested.text).toMatchObject(waits('bank-file.doubt'))
    expect(await approve(requested)).toMatchObject({ body: { answer: { body: { cleared: references } } } })
    expect((await clear()).status).toBe(200)
    await world.released('bangkok')
  })
})

describe('taking a payout back from its processor', () => {
  it('waits', async () => {
    const id = await world.payout(33)
    const path = `/admin/payments/${world.shop.code}/payout/${id}/!cancel`
    const requested = await world.admin('POST', path, undefined, world.anna)
    expect(requested, requested.text).toMatchObject(waits('payment.cancel'))
    expect(await world.statusOf(id)).toBe('PENDING')
    expect(await approve(requested)).toMatchObject({
      status: 200,
      body: { answer: { body: { cancellation: 'CANCELLED' } } },
    })
    expect(await world.statusOf(id)).toContain('REFUSED')
    expect((await world.admin('POST', path, undefined, world.anna)).status).toBe(409)
  })
})
