/** The background work beside the server: each loop and queue, started and stopped in order. */
import { DueLooks, type DueWork } from '@sluice/database/due-looks.ts'
import { LiveNodes } from '@sluice/database/live-nodes.ts'
import type { RequestLog } from '../account/request-log.ts'
import { brokenInvariants } from '../admin/invariants/invariants.ts'
import type { Alerts } from '../alerts/alerts.ts'
import { receiverOf } from '../api/receiver.ts'
import { Backups } from '../backup/backups.ts'
import { StatementRounds } from '../billing/rounds.ts'
import { Delivery } from '../callbacks/delivery.ts'
import { Listeners } from '../callbacks/listening.ts'
import type { HttpMetrics } from '../http/metrics.ts'
import type { Shedding } from '../http/shedding.ts'
import type { Lane } from '../payments/lanes.ts'
import { StepRunner } from '../payments/steps.ts'
import { ErasureRounds } from '../privacy/rounds.ts'
import { stepHandlers } from '../processing/step-handlers.ts'
import { fullnessSeldom } from '../processors/own-account/fullness.ts'
import { ClaimsWatch } from '../reconciliation/claims-watch.ts'
import { Feeds } from '../reconciliation/feeds.ts'
import { ReportingCounter } from '../reporting/counter.ts'
import { SearchIndexer } from '../search/indexer.ts'
import { SettlementRunner } from '../settlement/running.ts'
import type { Built, Core } from './app-gateway.ts'
import { type InMemory, keepFresh } from './in-memory.ts'
import { observe } from './observation.ts'

export type Workers = ReturnType<typeof workersOf>

export function workersOf(core: Core, { gateway, statusUpdates }: Built, metrics: HttpMetrics) {
  const { database, deps, settings, journal, lanes, merchants } = core
  const { masterKey, siblings } = settings
  const nodes = new LiveNodes(database, deps, {
    answers: settings.roles.includes('api'),
    knows: () => masterKey.fingerprints,
    seals: () => masterKey.fingerprint,
    siblings,
  })
  const claimsWatch = new ClaimsWatch({ database, deps })
  const observation = observe(metrics.registry, {
    queueLength: () => journal.queueLength,
    queueLimit: journal.queueLimit,
    liveNodes: () => nodes.count,
    merchantsWithUnmatchedClaims: () => claimsWatch.merchants,
    processors: () => gateway.processors.values(),
    accounts: fullnessSeldom(database, deps.clock, gateway.receivingAccounts),
  })
  const feeds = new Feeds({ database, deps, journal, statusUpdates })
  const settlements = new SettlementRunner({ gateway, brokenInvariants: () => brokenInvariants(database) })
  const listeners = new Listeners(database, deps)
  const handlers = stepHandlers(gateway)
  const ofLanes = lanes.map((lane) => ({
    steps: new StepRunner(lane.database, deps, lane.journal, handlers),
    delivery: deliveryOf(core, lane, gateway, listeners, observation.attempted),
    indexer: new SearchIndexer(lane.database, deps),
    totals: new ReportingCounter(lane.database, deps),
  }))
  const ofAll: readonly DueWork[] = [feeds.applying.due, settlements.due]
  const dueOf = ofLanes.map(({ steps, delivery }, index) =>
    [steps.due, delivery.due, statusUpdates.ofLanes[index]?.due].filter((due) => due !== undefined),
  )
  return {
    ...{ nodes, claimsWatch, feeds, settlements, listeners, ofLanes },
    backups: settings.backups && new Backups({ ...settings.backups, database, deps }),
    statements: new StatementRounds({ database, deps, merchants }),
    erasures: new ErasureRounds({ database, deps, journal }),
    looks: looksOf(core, dueOf, ofAll),
  }
}

/** One query finds what is due in the only database; with buckets there is one for each, and one at home. */
function looksOf(
  { database, deps, lanes }: Core,
  dueOf: readonly (readonly DueWork[])[],
  ofAll: readonly DueWork[],
): readonly [DueLooks, ...DueLooks[]] {
  if (database.buckets === undefined) return [new DueLooks(database, deps, [...dueOf.flat(), ...ofAll])]
  return [
    new DueLooks(database, deps, ofAll),
    ...lanes.map((lane, index) => new DueLooks(lane.database, deps, dueOf[index] ?? [])),
  ]
}

const deliveryOf = (
  { deps, settings, keys }: Core,
  { database, journal }: Lane,
  gateway: Built['gateway'],
  listeners: Listeners,
  onAttempt: (outcome: string) => void,
): Delivery =>
  new Delivery({
    ...{ database, deps, journal, onAttempt },
    privateKey: () => keys.signing.callback.ring.current(deps.clock.now()).privateKey,
    receiverOf: receiverOf(gateway, settings.masterKey),
    onKept: (merchantId) => listeners.wake(merchantId),
  })

interface Working {
  readonly core: Core
  readonly built: Built
  readonly workers: Workers
  readonly alerts: Alerts
  readonly requestLog: RequestLog
  readonly shedding: Shedding
  readonly inMemory: InMemory
}

/** `start` begins the work of the node's roles; `stop` finishes what was accepted, and begins nothing more. */
export function workOf({ core, built, workers, alerts, requestLog, shedding, inMemory }: Working) {
  const { settings, journal, keys, deps } = core
  const { gateway, statusUpdates, live, mails, questions, callRecords } = built
  const { connectors, providers } = gateway
  const { nodes, feeds, claimsWatch, statements, erasures, settlements, looks, ofLanes } = workers
  const steps = ofLanes.map((lane) => lane.steps)
  const delivery = ofLanes.map((lane) => lane.delivery)
  const indexes = ofLanes.flatMap(({ indexer, totals }) => [indexer, totals])
  const reading = keepFresh(inMemory)
  return {
    start(): void {
      for (const each of [nodes, live, keys.master, connectors, providers, callRecords, requestLog])
        each.start()
      if (!settings.roles.includes('worker')) return
      for (const processor of gateway.processors.values()) processor.start?.()
      const loops = [...steps, ...statusUpdates.ofLanes, feeds, claimsWatch, statements, erasures, ...mails]
      for (const each of loops) each.start()
      if (settings.indexes !== false) for (const each of indexes) each.start()
      if (settings.alerts) alerts.start()
      settlements.start()
      for (const each of [...delivery, ...looks]) each.start()
      deps.log.debug({ roles: settings.roles }, 'workers started')
    },
    async stop(): Promise<void> {
      shedding.drain()
      await Promise.all(reading.map((loop) => loop.stop()))
      await workers.backups?.stop()
      for (const each of [nodes, live, keys.master, connectors, providers]) await each.stop()
      await questions.stop()
      await Promise.all([...gateway.processors.values()].map((processor) => processor.stop?.()))
      // Together: each waits for its round under way, and on a slow database those waits would add up.
      const working = [...looks, ...steps, feeds, claimsWatch, statements, erasures, ...indexes]
      await Promise.all([...working, alerts, settlements, ...mails].map((loop) => loop.stop()))
      await Promise.all(statusUpdates.ofLanes.map((each) => each.stop()))
      await journal.drained()
      await Promise.all(delivery.map((each) => each.stop()))
      await callRecords.stop()
      await requestLog.stop()
    },
  }
}
