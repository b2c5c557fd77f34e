/**
 * `node deploy/patroni/drill.ts [haproxy|hosts]`: a PostgreSQL with failover on this machine (etcd, three nodes of Patroni, HAProxy;
 * Debian's packages in a temporary folder, loopback and free ports only), and what becomes of payments when its primary is lost.
 * Payins are committed by the gateway's journal, through HAProxy or with all hosts in the URL. The primary's node is killed with
 * `kill -9`. Then it counts what was answered, what is there, and how long nothing was accepted. Ends with 1 if an accepted payin
 * is missing, a refused one is there, or the gap is 15 s or more.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { realDeps } from '@sluice/core/foundation/real-deps.ts'
import { migrate } from '@sluice/database/migrate.ts'
import { connectPostgres } from '@sluice/database/postgres.ts'
import { realTimers, silentLog } from '@sluice/database/testing.ts'
import { LaneJournal } from '@sluice/gateway/payments/journal.ts'
import { maker } from '@sluice/gateway/payments/payments.fixture.ts'
import { until } from '../debian.ts'
import { startCluster } from './cluster.ts'

const WRITERS = 8
const LOAD_MS = 5_000
const LONGEST_GAP_MS = 15_000

const print = (text: string) => process.stdout.write(`${text}\n`)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const through = process.argv[2] ?? 'haproxy'
if (through !== 'haproxy' && through !== 'hosts') {
  process.stderr.write('usage: node deploy/patroni/drill.ts [haproxy|hosts]\n')
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'sluice-patroni-'))
const cluster = await startCluster(folder)
try {
  const url = through === 'haproxy' ? cluster.proxyUrl : cluster.hostsUrl
  const database = await connectPostgres({ url, log: silentLog, timers: realTimers })
  const migrated = await migrate(database, { now: () => Date.now() })
  if (!migrated.ok) throw new Error(migrated.failure.message)
  const deps = realDeps({
    network: { request: () => Promise.reject(new Error('no network')) },
    log: silentLog,
  })
  const journal = new LaneJournal(database, deps, { queueLimit: 1_000 })
  const make = maker(deps)

  const answered = { done: new Set<string>(), unavailable: new Set<string>(), unknown: new Set<string>() }
  const acceptedAt: number[] = []
  let next = 0
  let isOver = false
  const write = async () => {
    while (!isOver) {
      next += 1
      const id = `drill-${next}`
      const { type } = await journal.commit(make.payin(id))
      if (type === 'done') acceptedAt.push(Date.now())
      if (type === 'done' || type === 'unavailable' || type === 'unknown') answered[type].add(id)
      await pause(type === 'done' ? 2 : 50)
    }
  }
  const writers = Array.from({ length: WRITERS }, write)
  await pause(LOAD_MS)
  const leader = await cluster.leader()
  print(`${answered.done.size} payins accepted; killing ${leader}, the primary`)
  await cluster.kill(leader)
  const before = answered.done.size
  await until('payins are accepted again', async () => answered.done.size > before + 100)
  await pause(LOAD_MS)
  isOver = true
  await Promise.all(writers)

  const rows = await database.run({ name: '', text: 'select id from payment' }, [])
  const stored = new Set(rows.map(({ id }) => String(id)))
  const lost = [...answered.done].filter((id) => !stored.has(id))
  const kept = [...answered.unavailable].filter((id) => stored.has(id))
  const unknownStored = [...answered.unknown].filter((id) => stored.has(id)).length
  const gaps = acceptedAt.slice(1).map((at, index) => at - (acceptedAt[index] ?? at))
  const gapMs = Math.max(...gaps)
  print(`the new primary is ${await cluster.leader()}`)
  print(`accepted (201): ${answered.done.size}, of which missing: ${lost.length}`)
  print(`refused (503): ${answered.unavailable.size}, of which stored: ${kept.length}`)
  print(`unknown (500): ${answered.unknown.size}, of which stored: ${unknownStored}`)
  print(`longest time without an accepted payin: ${(gapMs / 1_000).toFixed(1)} s`)
  if (lost.length > 0 || kept.length > 0 || gapMs >= LONGEST_GAP_MS) process.exitCode = 1
  await database.close()
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
