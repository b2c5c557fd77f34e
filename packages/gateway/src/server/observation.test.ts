import { readFileSync } from 'node:fs'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { httpMetrics } from '../http/metrics.ts'
import { observe } from './observation.ts'

const observed = () => {
  const registry = new Registry()
  const seen = { queue: 0, nodes: 1, unreadable: false }
  const { attempted } = observe(registry, {
    queueLength: () => seen.queue,
    queueLimit: 5_000,
    liveNodes: () => seen.nodes,
    merchantsWithUnmatchedClaims: () => 2,
    processors: () => [
      { name: 'sandbox', health: () => ({ healthy: true, since: 0, detail: '' }) },
      {
        name: 'own-account',
        health: () => ({ healthy: false, since: 0, detail: '' }),
        unlistedStatusCodes: 3,
      },
    ],
    accounts: async () => {
      if (seen.unreadable) throw new Error('no database')
      return [{ id: 'kbank', fullness: 0.75 }]
    },
  })
  return { registry, seen, attempted }
}

describe('what operators can watch', () => {
  it('is as it is when they look', async () => {
    const { registry, seen, attempted } = observed()
    seen.queue = 17
    seen.nodes = 3
    attempted('DELIVERED')
    attempted('RETRY')
    attempted('DELIVERED')
    const text = await registry.metrics()
    expect(text).toContain('sluice_journal_queue_length 17')
    expect(text).toContain('sluice_journal_queue_limit 5000')
    expect(text).toContain('sluice_live_nodes 3')
    expect(text).toContain('sluice_merchants_with_unmatched_claims 2')
    expect(text).toContain('sluice_processor_healthy{processor="sandbox"} 1')
    expect(text).toContain('sluice_processor_healthy{processor="own-account"} 0')
    expect(text).toContain('sluice_provider_unlisted_status_codes_total{processor="own-account"} 3')
    expect(await registry.metrics()).toContain(
      'sluice_provider_unlisted_status_codes_total{processor="own-account"} 3',
    )
    expect(text).toContain('sluice_callback_attempts_total{outcome="DELIVERED"} 2')
  })

  it('is how full accounts are, and the rest where that cannot be read', async () => {
    const { registry, seen } = observed()
    expect(await registry.metrics()).toContain('sluice_account_fullness{account="kbank"} 0.75')
    seen.unreadable = true
    const text = await registry.metrics()
    expect(text).not.toContain('kbank')
    expect(text).toContain('sluice_live_nodes 1')
  })

  it('is all that the dashboard asks for', async () => {
    const { registry } = observed()
    httpMetrics(registry)
    collectDefaultMetrics({ register: registry })
    const exported = await registry.metrics()
    const dashboard = readFileSync(
      new URL('../../../../deploy/grafana/dashboards/sluice.json', import.meta.url),
      'utf8',
    )
    const requested = new Set(dashboard.match(/\b(?:sluice|http|nodejs|process)_[a-z_0-9]+/g))
    expect(requested.size).toBeGreaterThan(5)
    for (const name of requested)
      expect(exported).toContain(`# TYPE ${name.replace(/_(bucket|count|sum)$/, '')} `)
  })
})
