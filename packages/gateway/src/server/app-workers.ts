/** The background work beside the server: each loop and queue, started and stopped in order. */
import { DueLooks } from '@sluice/database/due-looks.ts'
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
  const { database, deps, settings, journal, merchants } = core
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
  const steps = new StepRunner(database, deps, journal, stepHandlers(gateway))
  const settlements = new SettlementRunner({ gateway, brokenInvariants: () => brokenInvariants(database) })
  const listeners = new Listeners(database, deps)
  const delivery = deliveryOf(core, gateway, listeners, observation.attempted)
  const queues = [steps, delivery, statusUpdates, feeds.applying, settlements]
  return {
    ...{ nodes, claimsWatch, feeds, steps, settlements, listeners, delivery },
    backups: settings.backups && new Backups({ ...settings.backups, database, deps }),
    statements: new StatementRounds({ database, deps, merchants }),
    erasures: new ErasureRounds({ database, deps, journal }),
    indexer: new SearchIndexer(database, deps),
    totals: new ReportingCounter(database, deps),
    looks: new DueLooks(
      database,
      deps,
      queues.map(({ due }) => due),
    ),
  }
}

const deliveryOf = (
  { database, deps, settings, journal, keys }: Core,
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
  const { nodes, steps, feeds, claimsWatch, statements, erasures } = workers
  const { indexer, totals, settlements, delivery, looks } = workers
  const reading = keepFresh(inMemory)
  return {
    start(): void {
      for (const each of [nodes, live, keys.master, connectors, providers, callRecords, requestLog])
        each.start()
      if (!settings.roles.includes('worker')) return
      for (const processor of gateway.processors.values()) processor.start?.()
      for (const each of [steps, statusUpdates, feeds, claimsWatch, statements, erasures, ...mails])
        each.start()
      if (settings.indexes !== false) for (const each of [indexer, totals]) each.start()
      if (settings.alerts) alerts.start()
      settlements.start()
      delivery.start()
      looks.start()
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
      const working = [looks, steps, feeds, claimsWatch, statements, erasures, indexer, totals]
      await Promise.all([...working, alerts, settlements, ...mails].map((loop) => loop.stop()))
      await statusUpdates.stop()
      await journal.drained()
      await delivery.stop()
      await callRecords.stop()
      await requestLog.stop()
    },
  }
}
