import type {
  MerchantCode,
  MerchantOrderId,
  PaymentKey,
  PaymentKind,
} from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { describe, expect, it } from 'vitest'
import type { CallbackRow } from '../payments/first-callbacks.ts'
import { AtOnce, type Capacity } from './at-once.ts'

const AT = Date.parse('2026-11-23T09:00:00.000Z')
const KEY = '01a2070f-1279-753a-b64c-34ddb931ad7e' as PaymentKey

const callback = (changes: { merchant?: string; kind?: PaymentKind; seq?: number } = {}): CallbackRow => ({
  merchant_id: (changes.merchant ?? 'SHOP') as MerchantCode,
  key: KEY,
  seq: changes.seq ?? 1,
  kind: changes.kind ?? 'payin',
  id: 'p' as MerchantOrderId,
  url: 'https://shop.example/callbacks',
  api_version: 2,
  at: isoTime(AT),
  attempt: 0,
  next_at: isoTime(AT),
  lease: null,
})
const many = (count: number, merchant = 'SHOP') => Array.from({ length: count }, () => callback({ merchant }))

function world(capacity: Capacity = { places: 1_000, full: [] }) {
  const deps = simulatedDeps(1, { startAt: AT })
  const begun: CallbackRow[] = []
  const returned: CallbackRow[] = []
  const atOnce = new AtOnce({
    deps,
    leaseMs: 60_000,
    capacity: () => capacity,
    begin: async (callbacks) => void begun.push(...callbacks),
    returnToTable: async (callbacks) => void returned.push(...callbacks),
  })
  return {
    deps,
    begun,
    returned,
    atOnce,
    /** How many of them would be leased; their transaction is rolled back. */
    leasedOf: (callbacks: readonly CallbackRow[]) => {
      const { leased, rolledBack } = atOnce.offer(callbacks)
      rolledBack()
      return leased
    },
  }
}

describe('callbacks that are sent with the commit that makes them', () => {
  it('carry one lease and its end, and keep their order among those that do not', () => {
    const given = [callback({ seq: 2 }), callback(), callback({ kind: 'refund' }), callback()]
    const { callbacks, leased } = world().atOnce.offer(given)
    const { lease } = callbacks[1] ?? {}
    const taken = { ...callback(), lease, next_at: '2026-11-23T09:01:00.000Z' }
    expect(callbacks).toEqual([given[0], taken, given[2], taken])
    expect(lease).toMatch(/^[0-9a-f-]{36}$/)
    expect(leased).toBe(2)
  })

  it('begin with the commit, and those that were not leased never do', async () => {
    const { atOnce, begun, returned } = world()
    const { callbacks, committed } = atOnce.offer([callback({ seq: 2 }), callback()])
    expect(begun).toEqual([])
    committed()
    await atOnce.settled()
    expect(begun).toEqual([callbacks[1]])
    expect(returned).toEqual([])
  })

  it('are given back where nobody knows whether they are there', async () => {
    const { atOnce, begun, returned } = world()
    const { callbacks, doubted } = atOnce.offer([callback(), callback({ seq: 2 })])
    doubted()
    await atOnce.settled()
    expect(returned).toEqual([callbacks[0]])
    expect(begun).toEqual([])
  })

  it('are at most fifty of a merchant, who is then left to the table for ten seconds', async () => {
    const { deps, leasedOf } = world()
    expect(leasedOf([...many(60), callback({ merchant: 'OTHER' })])).toBe(51)
    await deps.advance(9_999)
    expect(leasedOf(many(1))).toBe(0)
    expect(leasedOf(many(1, 'OTHER'))).toBe(1)
    await deps.advance(1)
    expect(leasedOf(many(1))).toBe(1)
  })

  it('are none of a merchant who has enough waiting here, or whose wait in the table', () => {
    const { atOnce, leasedOf } = world({ places: 10, full: ['SHOP'] })
    expect(leasedOf(many(1))).toBe(0)
    expect(leasedOf(many(1, 'OTHER'))).toBe(1)
    atOnce.leaveToTable('OTHER' as MerchantCode)
    expect(leasedOf(many(1, 'OTHER'))).toBe(0)
  })

  it('are no more than there are places; then all are left to the table for ten seconds', async () => {
    const { deps, leasedOf } = world({ places: 3, full: [] })
    expect(leasedOf(many(5))).toBe(3)
    await deps.advance(9_999)
    expect(leasedOf(many(1, 'OTHER'))).toBe(0)
    await deps.advance(1)
    expect(leasedOf(many(1, 'OTHER'))).toBe(1)
  })

  it('are none while nobody can look into the table', () => {
    const { atOnce, leasedOf } = world()
    atOnce.leaveAllToTable()
    expect(leasedOf(many(1))).toBe(0)
  })

  it.each(['committed', 'rolledBack', 'doubted'] as const)(
    'hold their places until their transaction is over and they have come: %s',
    async (end) => {
      const { deps, atOnce, leasedOf } = world({ places: 4, full: [] })
      const first = atOnce.offer(many(3))
      const second = atOnce.offer(many(2))
      expect([first.leased, second.leased]).toEqual([3, 1])
      first[end]()
      second.rolledBack()
      await atOnce.settled()
      await deps.advance(10_000)
      expect(leasedOf(many(5))).toBe(4)
    },
  )

  it('give their places back where they could not be handled', async () => {
    const { deps } = world()
    const atOnce = new AtOnce({
      deps,
      leaseMs: 60_000,
      capacity: () => ({ places: 1, full: [] }),
      begin: () => Promise.reject(new Error('a planned fault')),
      returnToTable: () => Promise.reject(new Error('a planned fault')),
    })
    for (const end of ['committed', 'doubted'] as const) {
      const offered = atOnce.offer(many(1))
      expect(offered.leased).toBe(1)
      offered[end]()
      await atOnce.settled()
    }
    expect(deps.logged.map(({ message }) => message)).toEqual(
      Array(2).fill('new callbacks could not be handled'),
    )
  })
})
