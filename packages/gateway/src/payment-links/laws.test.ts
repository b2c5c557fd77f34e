/**
 * The law of payment links, on two nodes of one database: of a link for n payments no more than n are open or paid in time, none of them
 * is without its place and no place without its payment, and it says how many are paid and how many open, whatever is lost in between.
 */
import { faulty, type InjectedFault } from '@sluice/database/faulty.ts'
import type { Opened } from '@sluice/database/testing.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestGateway, type TestMerchant, testGateway } from '../../../../test/harness.ts'
import { bothEngines } from '../../../../test/setup/shared.ts'
import { ADMIN } from '../admin/admin.fixture.ts'
import { ensureBootstrapOperator } from '../identity/operators/operators.ts'
import { rowsOf } from '../payments/payments.fixture.ts'
import { freeOf } from './links.ts'
import type { LinkNow } from './store.ts'

const MONEY = { amount: 150, currencyCode: 'THB' }

describe.each(bothEngines)('a payment link on two nodes, on $name', ({ open }) => {
  let opened: Opened
  let nodes: readonly TestGateway[]
  let shop: TestMerchant
  const fault: { next: InjectedFault } = { next: { kind: 'NONE' } }
  let made = 0

  const node = (index: number): TestGateway => {
    const found = nodes[index % nodes.length]
    if (!found) throw new Error('there are nodes')
    return found
  }
  const pass = async (ms: number) => {
    for (const each of nodes) await each.deps.jump(ms)
  }
  /** A journal whose answer was lost asks again after a while: time passes until all are answered. */
  async function during<T>(work: Promise<T>): Promise<T> {
    let isOver = false
    const over = () => {
      isOver = true
    }
    work.then(over, over)
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve))
      if (!isOver) for (const each of nodes) await each.advance(100)
    }
    return work
  }
  const asShop = async (method: string, path: string, body?: unknown, at = 0) =>
    node(at).request(method, path, { token: await shop.token(), ...(body !== undefined && { body }) })
  const link = async (uses: number) => {
    const id = `law-${++made}`
    const { body } = await asShop('POST', `/payment-links/${id}`, { title: 'Law', money: MONEY, uses })
    return { id, path: new URL(String(body.url)).pathname }
  }
  /** Of somebody at an address of his own. @returns its ID and how its create was answered */
  async function pays({ path }: { readonly path: string }, at: number) {
    const from = `198.51.${++made % 250}.${(made % 200) + 1}`
    const headers = { 'x-forwarded-for': from }
    const begun = await node(at).request('POST', `${path}/!begin`, {
      token: `${made}`.padStart(43, 'v'),
      headers: { ...headers, 'x-api-version': '' },
      body: {},
    })
    if (begun.status !== 200) return { id: '', status: begun.status }
    const url = new URL(String(begun.body.checkoutUrl))
    const id = url.pathname.split('/').at(-1) ?? ''
    const { status } = await node(at).request('POST', `/payins/${id}`, {
      token: url.hash.slice(1),
      headers,
      body: { paymentRequested: { money: MONEY }, paymentMethod: { paymentMethodCode: 'OFFLINE' } },
    })
    return { id, status }
  }
  const operation = (id: string, what: string, at: number) =>
    node(at).request('POST', `/admin/sandbox/${shop.code}/payin/${id}/${what}`, { token: ADMIN, body: {} })

  /** What each payin of the link is, with the place that it holds. */
  const state = (id: string) =>
    rowsOf(
      opened.database,
      `select p.status, p.request -> 'link' ->> 'slot' as slot, (select string_agg(c.value, ',') from claim c
          where c.owner = 'link:${shop.code}/${id}' and c.scope = 'payment-link' and c.key = p.key) as held,
        (select count(*)::integer from claim c
          where c.owner = 'link:${shop.code}/${id}' and c.scope = 'payment-link-payer' and c.key = p.key) as places
        from payment_link_payin b join payment p on p.merchant_id = b.merchant_id and p.key = b.key
        where b.merchant_id = '${shop.code}' and b.link_id = '${id}'`,
    )
  async function holds(id: string, uses: number, late: number) {
    const payins = await state(id)
    for (const { status, slot, held, places } of payins) {
      const isOpen = status === 'NEW' || status === 'PENDING'
      expect(places).toBe(isOpen ? 1 : 0)
      if (isOpen) expect(held).toBe(slot)
      if (status !== 'SUCCESS' && !isOpen) expect(held).toBeNull()
    }
    const taken = payins.filter(({ held }) => held !== null)
    expect(taken.length).toBeLessThanOrEqual(uses)
    expect(new Set(taken.map(({ held }) => held)).size).toBe(taken.length)
    const lasting = payins.filter(({ status }) => ['NEW', 'PENDING', 'SUCCESS'].includes(String(status)))
    expect(lasting.length).toBeLessThanOrEqual(uses + late)
    const [claims] = await rowsOf(
      opened.database,
      `select count(*)::integer as claims from claim where owner = 'link:${shop.code}/${id}' and scope = 'payment-link'`,
    )
    expect(claims?.claims).toBe(taken.length)
    const counted = (...statuses: readonly string[]) =>
      payins.filter(({ status }) => statuses.includes(String(status))).length
    expect((await asShop('GET', `/payment-links/${id}`)).body).toMatchObject({
      paid: counted('SUCCESS'),
      open: counted('NEW', 'PENDING'),
    })
  }

  beforeAll(async () => {
    opened = await open()
    const failing = faulty(opened.database, (operation) => {
      if (operation !== 'transact') return { kind: 'NONE' }
      const { next } = fault
      fault.next = { kind: 'NONE' }
      return next
    })
    const settings = { trustProxy: ['127.0.0.1/32'] }
    nodes = [
      await testGateway(opened.database, { seed: 1, started: false, settings }),
      await testGateway(failing, { seed: 2, started: false, settings }),
    ]
    await ensureBootstrapOperator(opened.database, node(0).deps, ADMIN)
    shop = await node(0).merchant({
      callbackUrl: 'https://shop.example.com/callbacks',
      rateLimitPerSecond: 1_000,
      products: [{ code: 'OFFLINE', currency: 'THB', processors: ['sandbox'] }],
    })
  })
  afterAll(async () => {
    for (const each of nodes ?? []) await each.stop()
    await opened?.close()
  })

  it('takes as many as it says of all who come at the same moment, at both', async () => {
    const given = await link(5)
    const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => pays(given, index)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(answers.filter(({ status }) => status !== 201).every(({ status }) => status === 409)).toBe(true)
    await holds(given.id, 5, 0)
  })

  const OPERATIONS = ['pay', 'pay', 'pay', '!refuse', '!fail', '!expire', '!succeed', 'late'] as const
  const FAULTS = ['NONE', 'NONE', 'RETRY', 'UNAVAILABLE', 'LOST_BEFORE', 'LOST_AFTER'] as const

  it('keeps its law through payments, ends and late money, with answers that are lost', async () => {
    const steps = fc.array(
      fc.record({
        what: fc.constantFrom(...OPERATIONS),
        fault: fc.constantFrom(...FAULTS),
        at: fc.nat(1),
        which: fc.nat(20),
        together: fc.integer({ min: 1, max: 3 }),
      }),
      { minLength: 4, maxLength: 14 },
    )
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), steps, async (uses, plan) => {
        await pass(1_100)
        const given = await link(uses)
        const known: string[] = []
        let late = 0
        for (const { what, fault: kind, at, which, together } of plan) {
          fault.next = { kind }
          const id = known[which % Math.max(1, known.length)]
          if (what === 'pay') {
            const all = await during(
              Promise.all(Array.from({ length: together }, (_, index) => pays(given, at + index))),
            )
            known.push(...all.filter((each) => each.id !== '').map((each) => each.id))
          } else if (id !== undefined) {
            if (what === 'late') await during(operation(id, '!expire', at))
            await during(operation(id, what === 'late' ? '!succeed' : what, at))
            const after = (await state(given.id)).filter(
              ({ held, status }) => status === 'SUCCESS' && held === null,
            )
            late = Math.max(late, after.length)
          }
          fault.next = { kind: 'NONE' }
          await holds(given.id, uses, late)
        }
      }),
      { numRuns: 12 },
    )
  })

  it('is listed with its payins, and closed, on either', async () => {
    const given = await link(3)
    await pays(given, 1)
    expect((await asShop('GET', `/payment-links/${given.id}/payins`, undefined, 1)).body.data).toHaveLength(1)
    expect((await asShop('POST', `/payment-links/${given.id}/!close`, undefined, 1)).body.status).toBe(
      'CLOSED',
    )
    const { body } = await asShop('GET', '/payment-links?status=CLOSED')
    expect(body.data).toMatchObject([{ idLink: given.id, open: 1 }])
    expect((await pays(given, 0)).status).toBe(409)
  })
})

it('what is free of a link is within what it takes, and never what is held', () => {
  const numbers = (most: number) => fc.uniqueArray(fc.integer({ min: 1, max: most }))
  const cases = fc
    .record({ uses: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }), late: fc.nat(3) })
    .chain(({ uses, late }) =>
      fc.record({
        uses: fc.constant(uses),
        late: fc.constant(late),
        slots: uses === undefined ? fc.constant([]) : numbers(uses),
        places: numbers(30),
        fraction: fc.double({ min: 0, max: 0.999_999, noNaN: true }),
      }),
    )
  fc.assert(
    fc.property(cases, ({ uses, late, slots, places, fraction }) => {
      const now = { link: { id: 'a', uses }, paid: late, open: slots.length } as unknown as LinkNow
      const held = { slots: new Set(slots), places: new Set(places) }
      const free = freeOf(now, held, fraction)
      if (!free.ok) return
      expect(held.places.has(free.value.place)).toBe(false)
      if (uses === undefined) expect(free.value.slot).toBeUndefined()
      else {
        expect(held.slots.has(free.value.slot ?? 0)).toBe(false)
        expect(free.value.slot).toBeLessThanOrEqual(uses)
        expect(slots.length + late).toBeLessThan(uses)
        expect(free.value.place).toBeLessThanOrEqual(Math.ceil(uses / 4))
      }
    }),
  )
})
