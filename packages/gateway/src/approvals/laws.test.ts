/**
 * The laws of approvals, on two nodes of one database: never by whoever asked, done once, and what was approved is what was stored;
 * whatever is lost in between.
 */
import { createHash } from 'node:crypto'
import { faulty, type InjectedFault } from '@sluice/database/faulty.ts'
import type { Database } from '@sluice/database/port.ts'
import type { Opened } from '@sluice/database/testing.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type Json, START, type TestGateway, testGateway } from '../../../../test/harness.ts'
import { bothEngines } from '../../../../test/setup/shared.ts'
import { ADMIN } from '../admin/admin.fixture.ts'
import { auditCall } from '../identity/operators/audit.ts'
import { confirmEverybody } from '../identity/operators/operators.fixture.ts'
import { ensureBootstrapOperator } from '../identity/operators/operators.ts'
import { rowsOf } from '../payments/payments.fixture.ts'
import { approving, isRefusedDecision } from './decisions.ts'

const NAMES = ['anna', 'ben', 'carla'] as const
type Name = (typeof NAMES)[number]
const DAY_MS = 24 * 3_600_000

describe.each(bothEngines)('approvals of two nodes, on $name', ({ open }) => {
  let opened: Opened
  let nodes: readonly TestGateway[]
  const fault: { next: InjectedFault; on: 'transact' } = { next: { kind: 'NONE' }, on: 'transact' }
  const tokens = new Map<string, string>()
  let made = 0

  const node = (index: number): TestGateway => {
    const found = nodes[index % nodes.length]
    if (!found) throw new Error('there are nodes')
    return found
  }
  const admin = (method: string, path: string, body: unknown, who: string, at = 0): Promise<Answer> =>
    node(at).request(method, path, {
      token: tokens.get(who) ?? ADMIN,
      ...(body !== undefined && { body }),
    })
  const credit = (shop: string, amount: number, who: string, at = 0, reference = `law ${++made}`) =>
    admin(
      'POST',
      '/admin/balances/!credit',
      { merchantCode: shop, money: { amount, currencyCode: 'THB' }, reference },
      who,
      at,
    )
  const idIn = ({ body }: Answer) => String(body.approval?.id)
  const approve = (id: string, who: string, at = 0) =>
    admin('POST', `/admin/approvals/${id}/!approve`, undefined, who, at)
  const statusOf = async (id: string) =>
    String((await admin('GET', `/admin/approvals/${id}`, undefined, 'anna')).body.status)
  const available = async (shop: string): Promise<number> => {
    const { body } = await admin('GET', `/admin/balances/${shop}`, undefined, 'anna')
    const rows = body.data as unknown as readonly Json[]
    return Number(rows.find(({ currencyCode }) => String(currencyCode) === 'THB')?.available?.amount ?? 0)
  }
  const newShop = async (isTest = true) => (await node(0).merchant({ isTest })).code
  const pass = async (ms: number) => {
    for (const each of nodes) await each.deps.jump(ms)
  }

  beforeAll(async () => {
    opened = await open()
    const failing: Database = faulty(opened.database, (operation) => {
      if (operation !== fault.on) return { kind: 'NONE' }
      const next = fault.next
      fault.next = { kind: 'NONE' }
      return next
    })
    nodes = [
      await testGateway(opened.database, { seed: 1, started: false }),
      await testGateway(failing, { seed: 2, started: false }),
    ]
    await ensureBootstrapOperator(opened.database, node(0).deps, ADMIN)
    for (const name of NAMES) {
      const requested = await admin('POST', '/admin/operators', { name, role: 'ADMIN' }, 'bootstrap')
      const isFree = requested.status === 201
      if (!isFree) await approve(idIn(requested), 'anna')
      const made = isFree
        ? requested
        : await admin('POST', `/admin/approvals/${idIn(requested)}/!collect`, {}, 'bootstrap')
      tokens.set(name, String((isFree ? made.body : made.body.body)?.token))
      await confirmEverybody(opened.database)
      await pass(1)
    }
  })
  // The policy as it is of itself, whichever a test has put.
  beforeEach(() => rowsOf(opened.database, 'delete from approval_policy'))
  afterAll(async () => {
    for (const each of nodes) await each.stop()
    await opened?.close()
  })

  it('an act is done once, where two approve it at the same moment', async () => {
    const shop = await newShop()
    for (let round = 1; round <= 5; round += 1) {
      const id = idIn(await credit(shop, 10, 'anna'))
      const answers = await Promise.all([
        approve(id, 'ben', 0),
        approve(id, 'carla', 1),
        approve(id, 'ben', 1),
      ])
      const others = answers.filter(({ status }) => status !== 200)
      expect(answers.some(({ status }) => status === 200)).toBe(true)
      for (const { status, body } of others) expect([status, body.code]).toEqual([409, 'APPROVAL_DECIDED'])
      expect(await available(shop)).toBe(10 * round)
    }
  })

  it('it is either approved or rejected, where both happen at the same moment', async () => {
    const shop = await newShop()
    const id = idIn(await credit(shop, 10, 'anna'))
    const [approved, rejected] = await Promise.all([
      approve(id, 'ben', 0),
      admin('POST', `/admin/approvals/${id}/!reject`, { note: 'no' }, 'carla', 1),
    ])
    expect([approved.status, rejected.status].toSorted()).toEqual([200, 409])
    expect(await available(shop)).toBe(approved.status === 200 ? 10 : 0)
    expect(await statusOf(id)).toBe(approved.status === 200 ? 'APPROVED' : 'REJECTED')
  })

  it.each([
    ['LOST_BEFORE', 'WAITING', 200],
    ['LOST_AFTER', 'APPROVED', 409],
  ] as const)('what was %s of its commit is %s, and is not done twice', async (kind, status, again) => {
    const shop = await newShop(false)
    const path = `/admin/merchants/${shop}`
    const paymentMethods = [{ code: 'PROMPTPAY', currency: 'THB' }]
    const id = idIn(await admin('PATCH', path, { paymentMethods }, 'anna'))
    fault.next = { kind }
    expect((await approve(id, 'ben', 1)).status).toBeGreaterThanOrEqual(500)
    expect(await statusOf(id)).toBe(status)
    const isDone = async () => {
      const { body } = await admin('GET', path, undefined, 'anna')
      return Array.isArray(body.paymentMethods)
    }
    expect(await isDone()).toBe(status === 'APPROVED')
    expect((await approve(id, 'carla')).status).toBe(again)
    expect(await isDone()).toBe(true)
    const lines = await rowsOf(
      opened.database,
      `select action from audit where action = 'merchant.change' and subject = 'merchant ${shop}'`,
    )
    expect(lines).toHaveLength(1)
  })

  it('no line of the database approves for whoever asked, for one who is no operator, or twice', async () => {
    const shop = await newShop()
    const id = idIn(await credit(shop, 10, 'anna'))
    const operators = await rowsOf(opened.database, 'select id, name from operator')
    const idOf = (name: string) => String(operators.find((each) => each.name === name)?.id)
    const { deps } = node(0)
    const write = async (name: string, who = idOf(name)): Promise<string> => {
      const at = deps.clock.now()
      const line = {
        id: deps.randomness.uuidV7(at),
        at,
        operator: name,
        action: 'x',
        subject: 'x',
        detail: {},
      }
      return opened.database.batch([auditCall(approving(line, id, { id: who }))]).then(
        () => 'WRITTEN',
        (error: unknown) => (isRefusedDecision(error) ? 'REFUSED' : String(error)),
      )
    }
    expect(await write('anna')).toBe('REFUSED')
    expect(await write('Anna', idOf('ben'))).toBe('REFUSED')
    expect(await write('nobody', '00000000-0000-7000-8000-000000000000')).toBe('REFUSED')
    expect(await write('ben')).toBe('WRITTEN')
    expect(await write('carla')).toBe('REFUSED')
  })

  /** What somebody does, with the n-th approval of the run. */
  type Deed =
    | { readonly type: 'ask'; readonly who: Name; readonly at: number; readonly amount: number }
    | { readonly type: 'approve' | 'reject'; readonly who: Name; readonly at: number; readonly nth: number }
    | { readonly type: 'wait'; readonly days: number }
  const who = fc.constantFrom(...NAMES)
  const at = fc.integer({ min: 0, max: 1 })
  const nth = fc.integer({ min: 0, max: 3 })
  const deed: fc.Arbitrary<Deed> = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constant('ask' as const),
        who,
        at,
        amount: fc.integer({ min: 1, max: 9 }),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({ type: fc.constantFrom('approve' as const, 'reject' as const), who, at, nth }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 2 }) }),
    },
  )

  it('whatever they try: money moves once for each approval that another has given, as it was asked for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 3, maxLength: 10 }), async (deeds) => {
        const shop = await newShop()
        const requested: { id: string; by: Name; amount: number; until: number; decided: boolean }[] = []
        let expected = 0
        for (const each of deeds) {
          const now = node(0).deps.clock.now()
          if (each.type === 'wait') await pass(each.days * DAY_MS)
          else if (each.type === 'ask') {
            const answer = await credit(shop, each.amount, each.who, each.at)
            expect(answer.status).toBe(202)
            requested.push({
              id: idIn(answer),
              by: each.who,
              amount: each.amount,
              until: now + 3 * DAY_MS,
              decided: false,
            })
          } else {
            const one = requested[each.nth]
            if (!one) continue
            const isOpen = !one.decided && now < one.until
            const may = each.type === 'reject' || one.by !== each.who
            const path = `/admin/approvals/${one.id}/!${each.type}`
            // A body of the approver's own changes nothing.
            const body = {
              note: 'why',
              merchantCode: 'OTHER',
              money: { amount: 1_000_000, currencyCode: 'THB' },
            }
            const { status } = await admin('POST', path, body, each.who, each.at)
            expect(status).toBe(!isOpen ? 409 : may ? 200 : 403)
            if (status !== 200) continue
            one.decided = true
            if (each.type === 'approve') expected += one.amount
          }
        }
        expect(await available(shop)).toBe(expected)
      }),
      { numRuns: 40 },
    )
    const kept = await rowsOf(
      opened.database,
      `select a.body, a.sha256, a.requested_by_name, d.operator, d.approved from approval a left join audit d on d.approval = a.id`,
    )
    expect(kept.length).toBeGreaterThan(20)
    for (const { body, sha256, requested_by_name: asker, operator, approved } of kept) {
      const bytes = Buffer.from(String(body), 'base64')
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
      if (approved === true) expect(operator).not.toBe(asker)
    }
  })

  it('what is below a limit counts once for a day, also where it is asked on both nodes at the same moment', async () => {
    const shop = await newShop()
    const above = [{ amount: 100, currencyCode: 'THB' }]
    const data = [{ operation: 'balance.credit', rule: 'ABOVE', above }]
    await approve(idIn(await admin('PUT', '/admin/approval-policy', { data }, 'anna')), 'ben')
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => credit(shop, 40, 'anna', index)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(4)
    expect(await available(shop)).toBe(80)
    expect(node(0).deps.clock.now()).toBeGreaterThan(START)
  })
})
