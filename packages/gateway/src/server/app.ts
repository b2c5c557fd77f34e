/**
 * The gateway, put together: what every module gets (`app-gateway.ts`), the background work (`app-workers.ts`), and the
 * server (`app-server.ts`).
 *
 * `buildApp` takes the effects (`Deps`), an open database and the settings. It returns the server with its routes, and
 * the workers (callbacks, steps, stored status updates). It opens nothing and does not listen: `serve.ts` does. Tests
 * and the simulation pass their own database, clock and network.
 */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import type { DueLooks } from '@sluice/database/due-looks.ts'
import type { Database } from '@sluice/database/port.ts'
import { RequestLog } from '../account/request-log.ts'
import type { Alerts } from '../alerts/alerts.ts'
import type { Gateway } from '../api/gateway.ts'
import { type HttpMetrics, httpMetrics } from '../http/metrics.ts'
import type { Server } from '../http/server.ts'
import { Shedding } from '../http/shedding.ts'
import type { PeopleContext } from '../identity/people/context.ts'
import type { MailQueue } from '../identity/people/mail-queue.ts'
import { Merchants } from '../merchants/directory.ts'
import type { Journal } from '../payments/journal-port.ts'
import { openJournal } from '../payments/lanes.ts'
import type { StatusUpdates } from '../processing/status-updates.ts'
import { alertsOf } from './alert-channels.ts'
import { buildGateway, type Core, openKeys } from './app-gateway.ts'
import { serverOf } from './app-server.ts'
import type { AppSettings } from './app-settings.ts'
import { workersOf, workOf } from './app-workers.ts'
import { type InMemory, refreshCaches } from './in-memory.ts'
import { operatorsPeople } from './operator-access.ts'
import { OPERATOR_CHOSEN_ADDRESSES } from './processor-modules.ts'

export interface App {
  readonly server: Server
  readonly gateway: Gateway
  readonly people: PeopleContext
  readonly settings: AppSettings
  readonly journal: Journal
  readonly statusUpdates: Pick<StatusUpdates, 'take'>
  /** The queries for due work: one, and with buckets one more for each. */
  readonly looks: readonly [DueLooks, ...DueLooks[]]
  readonly alerts: Alerts
  /** Empty: no mail is configured. */
  readonly mails: readonly MailQueue[]
  readonly shedding: Shedding
  readonly metrics: HttpMetrics
  /** Reads again what is kept in memory of operators' settings, because another process has just changed it. Never rejects. */
  refreshCaches(): Promise<void>
  /** Begins the work of its roles. */
  start(): void
  /** Finishes what was accepted, and begins nothing more. The database stays open. */
  stop(): Promise<void>
}

export async function buildApp(database: Database, deps: Deps, settings: AppSettings): Promise<App> {
  const { clock } = deps
  const { journal, lanes } = openJournal(database, deps, {
    queueLimit: settings.queueLimit,
    loop: settings.loop,
  })
  const merchants = new Merchants(database, clock)
  const keys = await openKeys(database, deps, settings)
  const core: Core = { database, deps, settings, journal, lanes, merchants, keys }
  const built = await buildGateway(core, () => {
    for (const { delivery } of workers.ofLanes) delivery.wake()
  })
  const { gateway, trial, mails, mailLink, statusUpdates } = built
  const { masterKey } = settings
  const isTrial = () => trial.isOpen
  const people = operatorsPeople(
    { database, deps, masterKey, isTrial, mailLink },
    settings,
    OPERATOR_CHOSEN_ADDRESSES,
  )
  const examined = { settings, trial, keys }
  const alerts = alertsOf({ gateway, ...examined }, OPERATOR_CHOSEN_ADDRESSES)
  const metrics = httpMetrics(settings.registry)
  const workers = workersOf(core, built, metrics)
  const shedding = new Shedding(() => journal.queueLength >= journal.queueLimit)
  const requestLog = new RequestLog(database, deps)
  const server = serverOf({
    ...{ core, built, workers, people, alerts, examined, metrics, shedding, requestLog },
  })
  const { receivingAccounts, networks, connectors, providers } = gateway
  const inMemory: InMemory = {
    ...{ merchants, receivingAccounts, networks, connectors, providers },
    signingKeys: Object.values(keys.signing),
  }
  return {
    ...{ server, gateway, people, settings, journal, statusUpdates, alerts, mails, shedding, metrics },
    looks: workers.looks,
    refreshCaches: () => refreshCaches(inMemory),
    ...workOf({ core, built, workers, alerts, requestLog, shedding, inMemory }),
  }
}
