/** Cases as a queue of work: who has which, until when, and acts on many of them. */
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../../../../test/harness.ts'
import { type CaseToOpen, GATEWAY, openCase } from '../../payments/cases.ts'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'

const HOUR_MS = 3_600_000
const iso = (at: number) => new Date(at).toISOString()

let gateway: AdminGateway
let vera: string
let count = 0

beforeAll(async () => {
  gateway = await adminGateway()
  vera = await gateway.operator('vera', 'OPERATOR')
})
afterAll(() => gateway.close())

/** After every test all books are right, and nothing is left open. */
beforeEach(() => async () => {
  const { body } = await gateway.admin('GET', '/admin/invariants')
  const broken = (body.checks as unknown as { holds: boolean }[]).filter(({ holds }) => !holds)
  expect(broken).toEqual([])
  const open = await list('open=true')
  for (const { id, left } of open) await one(id, left === undefined ? 'close' : 'write-off', { note: 'end' })
})

interface Listed {
  readonly id: string
  readonly owner?: string
  readonly left?: object
  readonly ageSecs: number
}
const list = async (query: string): Promise<readonly Listed[]> =>
  (await gateway.admin('GET', `/admin/cases?${query}`)).body.data as unknown as Listed[]
const idsOf = async (query: string) => (await list(query)).map(({ id }) => id)
const one = (id: string, operation: string, body: object): Promise<Answer> =>
  gateway.admin('POST', `/admin/cases/${id}/!${operation}`, body)
const many = (operation: string, body: object, token?: string): Promise<Answer> =>
  gateway.admin('POST', `/admin/cases/!${operation}`, body, token)
const workOnMany = (body: object): Promise<Answer> => gateway.admin('PATCH', '/admin/cases', body)
const work = (id: string, body: object): Promise<Answer> => gateway.admin('PATCH', `/admin/cases/${id}`, body)

async function opened(amount: number | undefined = 907, changes: Partial<CaseToOpen> = {}): Promise<string> {
  count += 1
  await gateway.advance(1_000)
  const money = amount && { currency: 'THB' as CurrencyCode, amountMinor: minor(BigInt(amount) * 100n) }
  const about = {
    ...{ merchantId: GATEWAY, processor: 'sandbox', detail: {} },
    reason: 'UNKNOWN_CREDIT',
  } as const
  await openCase(gateway.app.gateway, {
    ...about,
    fact: `work-${count}`,
    ...(money && { money }),
    ...changes,
  })
  return String((await list('limit=1'))[0]?.id)
}
const withoutMoney = () => opened(0)

describe('a case has somebody who works on it', () => {
  it('with an owner, a time and an age; the list is filtered and sorted by them', async () => {
    const [first, second, third] = [await opened(), await opened(), await opened()]
    const soon = gateway.deps.clock.now() + HOUR_MS
    expect((await work(first, { owner: 'vera', dueAt: iso(soon + HOUR_MS) })).body).toMatchObject({
      owner: 'vera',
      dueAt: iso(soon + HOUR_MS),
      overdue: false,
    })
    await work(second, { dueAt: iso(soon) })
    expect(await idsOf('open=true&owner=vera')).toEqual([first])
    expect(await idsOf('open=true&unowned=true')).toEqual([third, second])
    expect(await idsOf('open=true&sort=DUE')).toEqual([second, first, third])
    expect(await idsOf('open=true&sort=OLDEST')).toEqual([first, second, third])
    expect(await idsOf('overdue=true')).toEqual([])
    await gateway.deps.jump(HOUR_MS)
    expect(await idsOf('overdue=true')).toEqual([second])
    const fourth = await opened()
    expect(await idsOf('open=true&olderThanHours=1&sort=OLDEST')).toEqual([first, second, third])
    expect((await list('open=true&sort=OLDEST'))[0]?.ageSecs).toBeGreaterThanOrEqual(3_600)
    expect((await work(first, { owner: null })).body.owner).toBeUndefined()
    expect(await idsOf('open=true&unowned=true&reason=UNKNOWN_CREDIT&sort=OLDEST')).toContain(fourth)
    expect(await idsOf('reason=NO_SUCH')).toEqual([])
  })

  it('page after page in every order, each case once', async () => {
    const all = [await opened(), await opened(), await opened(), await opened(), await opened()]
    await work(String(all[1]), { dueAt: iso(gateway.deps.clock.now() + HOUR_MS) })
    for (const sort of ['NEWEST', 'OLDEST', 'DUE']) {
      const seen: string[] = []
      let cursor = ''
      do {
        const { body } = await gateway.admin('GET', `/admin/cases?open=true&limit=2&sort=${sort}${cursor}`)
        seen.push(...(body.data as unknown as Listed[]).map(({ id }) => id))
        cursor = body.nextCursor === undefined ? '' : `&cursor=${body.nextCursor}`
      } while (cursor !== '')
      expect(seen.toSorted()).toEqual(all.toSorted())
    }
  })

  it('who is an operator in force, and while it is open', async () => {
    const id = await withoutMoney()
    const nobody = await work(id, { owner: 'nobody-of-this-name' })
    expect([nobody.status, nobody.body.errors]).toMatchObject([400, [{ path: '/owner' }]])
    expect((await work(id, { dueAt: 'tomorrow' })).body.errors).toMatchObject([{ path: '/dueAt' }])
    await one(id, 'close', { note: 'seen' })
    expect((await work(id, { owner: 'vera' })).body.code).toBe('CASE_SETTLED')
    expect((await work('0198d2f0-0000-7000-8000-000000000000', { owner: 'vera' })).status).toBe(404)
    const reader = await gateway.operator('only-reads', 'VIEWER')
    expect((await gateway.admin('PATCH', `/admin/cases/${id}`, { owner: 'vera' }, reader)).status).toBe(403)
  })

  it('with notes by whoever learnt something, also after its end, and each in the audit log', async () => {
    const id = await withoutMoney()
    await gateway.admin('POST', `/admin/cases/${id}/!note`, { note: 'called the bank' }, vera)
    await one(id, 'close', { note: 'seen' })
    expect((await one(id, 'note', { note: 'the bank called back' })).body.notes).toMatchObject([
      { note: 'called the bank', operator: 'vera' },
      { note: 'the bank called back', operator: 'bootstrap' },
    ])
    const shown = (await gateway.admin('GET', `/admin/cases/${id}`)).body
    expect(shown.notes).toHaveLength(2)
    const [line] = (await gateway.admin('GET', '/admin/audit?limit=1')).body.data as unknown as object[]
    expect(line).toMatchObject({ action: 'case.note', subject: `case ${id}` })
  })
})

describe('an act on many cases', () => {
  const outcomes = ({ body }: Answer) =>
    (body.data as unknown as { outcome: string; code?: string }[]).map(({ outcome, code }) => code ?? outcome)

  it('says in a dry run what it would do and what it would refuse, and changes nothing', async () => {
    const [paid, empty] = [await opened(), await withoutMoney()]
    const cases = [{ id: paid }, { id: empty }, { id: 'nonsense' }]
    const lines = async () => (await gateway.admin('GET', '/admin/audit?limit=200')).body.data
    const before = await lines()
    const tried = await many('write-off', { cases, note: 'nobody asked', dryRun: true })
    expect(tried.body).toMatchObject({ dryRun: true, done: 1, already: 0, refused: 2 })
    expect(outcomes(tried)).toEqual(['DONE', 'INVALID_STATE', 'NOT_FOUND'])
    expect(tried.body.data?.[0 as never]).toMatchObject({ money: { amount: 907, currencyCode: 'THB' } })
    expect(await lines()).toEqual(before)
    expect(await idsOf('open=true')).toEqual([empty, paid])
    const done = await many('write-off', { cases, note: 'nobody asked' })
    expect(outcomes(done)).toEqual(outcomes(tried))
    expect(await idsOf('open=true')).toEqual([empty])
  })

  it('is done once, however often it is sent', async () => {
    const cases = [
      { id: await opened(), reference: 'OUT-1' },
      { id: await opened(), reference: 'OUT-2' },
    ]
    expect(outcomes(await many('return', { cases }))).toEqual(['DONE', 'DONE'])
    expect(outcomes(await many('return', { cases }))).toEqual(['ALREADY', 'ALREADY'])
    const other = cases.map(({ id }) => ({ id, reference: 'OUT-9' }))
    expect(outcomes(await many('return', { cases: other }))).toEqual(['CASE_SETTLED', 'CASE_SETTLED'])
    const audit = (await gateway.admin('GET', '/admin/audit?limit=2')).body.data
    expect(audit).toMatchObject([{ action: 'case.return' }, { action: 'case.return' }])
  })

  it('settles each once where several send it at the same moment', async () => {
    const cases = [{ id: await opened() }, { id: await opened() }, { id: await opened() }]
    const all = await Promise.all([1, 2, 3].map((by) => many('write-off', { cases, note: `from ${by}` })))
    const done = all.flatMap(outcomes).filter((outcome) => outcome === 'DONE')
    expect(done).toHaveLength(3)
    for (const { id } of cases)
      expect((await gateway.admin('GET', `/admin/cases/${id}`)).body.decisions).toHaveLength(1)
  })

  it('closes, gives to an owner, and takes a time away', async () => {
    const cases = [{ id: await withoutMoney() }, { id: await withoutMoney() }]
    const dueAt = iso(gateway.deps.clock.now() + HOUR_MS)
    expect(outcomes(await workOnMany({ cases, owner: 'vera', dueAt }))).toEqual(['DONE', 'DONE'])
    expect(outcomes(await workOnMany({ cases, owner: 'vera', dueAt }))).toEqual(['ALREADY', 'ALREADY'])
    expect(outcomes(await workOnMany({ cases, dueAt: null, dryRun: true }))).toEqual(['DONE', 'DONE'])
    expect(await idsOf('open=true&owner=vera')).toHaveLength(2)
    expect(outcomes(await many('close', { cases, note: 'seen' }))).toEqual(['DONE', 'DONE'])
  })

  it('is bounded, names no case twice, and is an operator’s', async () => {
    const id = await withoutMoney()
    const twice = await many('close', { cases: [{ id }, { id }], note: 'x' })
    expect(twice.body.errors).toMatchObject([{ path: '/cases/1/id', code: 'CONFLICT' }])
    const tooMany = Array.from({ length: 201 }, (_, index) => ({ id: String(index) }))
    expect((await many('close', { cases: tooMany, note: 'x' })).body.errors).toMatchObject([
      { path: '/cases' },
    ])
    expect((await many('close', { cases: [], note: 'x' })).status).toBe(400)
    const reader = await gateway.operator('reads', 'VIEWER')
    expect((await many('close', { cases: [{ id }], note: 'x' }, reader)).status).toBe(403)
  })
})
