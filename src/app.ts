/**
 * The gateway, put together: the one place where every room meets, top to bottom.
 *
 * `buildApp` takes the effects (`Deps`), an open database and the settings, and gives the server with its routes, and the
 * workers (callbacks, steps, kept reports). It opens nothing and listens nowhere: `serve.ts` does, and tests and the
 * simulation hand in their own database, clock and network.
 */
import { bearerAccess } from './access/bearer.ts'
import { registerTokenRoutes } from './access/routes.ts'
import { SigningKeys } from './access/signing-keys.ts'
import { TokenVerifier } from './access/tokens.ts'
import { registerAccountRoutes } from './account/routes.ts'
import { registerAdminRoutes } from './admin/routes.ts'
import { Delivery } from './callbacks/delivery.ts'
import { callbackPolicies } from './callbacks/guard.ts'
import { registerCallbackKeys } from './callbacks/keys.ts'
import { LiveNodes } from './database/live-nodes.ts'
import type { Database } from './database/port.ts'
import { describeApi } from './description.ts'
import { EXPLAINED_PROBLEMS } from './explanations.ts'
import type { Deps } from './foundation/deps.ts'
import { registerFxRoutes } from './fx/routes.ts'
import type { TrustProxy } from './http/addresses.ts'
import { registerHealth } from './http/health.ts'
import { type HttpMetrics, httpMetrics, registerMetrics } from './http/metrics.ts'
import { registerProblemPages } from './http/problem-pages.ts'
import { SlidingWindow } from './http/rate-limit.ts'
import { NodeShare, SharedLimiter, type SharedWindow } from './http/rate-limit-shared.ts'
import { buildServer, type Server, UNVERSIONED_PREFIXES } from './http/server.ts'
import { Shedding } from './http/shedding.ts'
import type { Gateway } from './intake/gateway.ts'
import { problemOfUndecided } from './intake/problems.ts'
import { receiverOf } from './intake/receiver.ts'
import { moneyText, readMoney, urlFaults } from './intake/requests.ts'
import { Merchants, profileOf } from './merchants/directory.ts'
import { observe } from './observation.ts'
import { mayComplete } from './payins/external-reference.ts'
import { registerPayinRoutes } from './payins/routes.ts'
import { Journal } from './payments/journal.ts'
import { StepRunner } from './payments/steps.ts'
import { registerPayoutRoutes } from './payouts/routes.ts'
import { TakingOn } from './processors/acceptance.ts'
import type { Processor } from './processors/port.ts'
import { Reports } from './processors/reports.ts'
import { registerSandboxPage } from './processors/sandbox/page.ts'
import { sandboxProcessor } from './processors/sandbox/sandbox.ts'
import { stepHandlers } from './processors/step-handlers.ts'

export interface AppSettings {
  /** Where this gateway is reached, without a slash at the end; asked when it is needed, for the port may be chosen late. */
  readonly baseUrl: () => string
  /** 32 bytes. */
  readonly masterKey: Uint8Array
  readonly sandboxDelayMs: number
  readonly queueLimit: number
  /** CIDRs that callbacks may lead to although they are not public. */
  readonly callbackAllow: readonly string[]
  /** The server can be reached from this machine only: then callbacks of test merchants may lead to it. */
  readonly loopbackOnly: boolean
  readonly trustProxy: TrustProxy
  readonly roles: readonly ('api' | 'worker')[]
  /** Whose changes may be committed together; left out, everyone's. */
  readonly lanes?: 'shared' | 'merchant' | undefined
  /** Rate limits that all nodes share; left out, each node gives its share of a limit. */
  readonly sharedLimits?: SharedWindow | undefined
}

export interface App {
  readonly server: Server
  readonly gateway: Gateway
  readonly settings: AppSettings
  readonly journal: Journal
  readonly reports: Reports
  readonly delivery: Delivery
  readonly shedding: Shedding
  readonly metrics: HttpMetrics
  /** Begins the work of its roles. */
  start(): void
  /** Finishes what was accepted, and begins nothing more. The database stays open. */
  stop(): Promise<void>
}

const PING_WITHIN_MS = 2_000

export async function buildApp(database: Database, deps: Deps, settings: AppSettings): Promise<App> {
  const { clock, log } = deps
  const journal = new Journal(database, deps, {
    queueLimit: settings.queueLimit,
    lanes: settings.lanes ?? 'shared',
  })
  const merchants = new Merchants(database, clock)
  const keysOf = (purpose: 'token' | 'callback') =>
    new SigningKeys({ database, deps, masterKey: settings.masterKey, purpose })
  const tokenKeys = keysOf('token')
  const callbackKeys = keysOf('callback')
  await tokenKeys.load()
  await callbackKeys.load()

  // Processors. They speak through reports, and reports speak to the journal.
  const reports = new Reports(database, journal, deps, mayComplete)
  const sandbox = sandboxProcessor({
    delayMs: settings.sandboxDelayMs,
    clock,
    takeReport: (report) => reports.take(report),
    mayComplete,
  })
  const processors: ReadonlyMap<string, Processor> = new Map([[sandbox.name, sandbox]])
  const takingOn = new TakingOn({ deps, journal, merchants, processors, baseUrl: settings.baseUrl })
  const policies = callbackPolicies(settings)
  const gateway: Gateway = {
    database,
    deps,
    journal,
    merchants,
    processors,
    takingOn,
    reports,
    masterKey: settings.masterKey,
    wakeDelivery: () => delivery.wake(),
    callbackPolicyOf: (profile) => (profile.isTest ? policies.test : policies.live),
  }

  const nodes = new LiveNodes(database, deps)
  const metrics = httpMetrics()
  const observation = observe(metrics.registry, {
    queueLength: () => journal.queueLength,
    queueLimit: journal.queueLimit,
    liveNodes: () => nodes.count,
  })

  // Workers.
  const steps = new StepRunner(database, deps, journal, stepHandlers(gateway))
  const delivery = new Delivery({
    database,
    deps,
    journal,
    privateKey: () => callbackKeys.ring.current(clock.now()).privateKey,
    receiverOf: receiverOf(gateway, settings.masterKey),
    onAttempt: observation.attempted,
  })

  // The server.
  const shedding = new Shedding(() => journal.queueLength >= journal.queueLimit)
  const server = buildServer({
    deps,
    shedding,
    metrics,
    trustProxy: settings.trustProxy,
    problemOfError: problemOfUndecided,
    unversionedPrefixes: [...UNVERSIONED_PREFIXES, '/sandbox'],
  })
  const shareOf = (window: SlidingWindow) => new NodeShare(window, () => nodes.count)
  const share = shareOf(new SlidingWindow(clock))
  const shared = settings.sharedLimits
  const limiter = shared ? new SharedLimiter({ shared, share, clock, log }) : share
  const failures = shareOf(new SlidingWindow(clock))
  const verifier = new TokenVerifier({ ring: tokenKeys.ring, directory: merchants, clock })
  describeApi(server)
  const bearer = bearerAccess(server, { verifier, limiter, failures })
  const answers = settings.roles.includes('api')
  server.register(async (scope) => {
    registerHealth(scope, shedding, [{ name: 'database', check: () => database.ping(PING_WITHIN_MS) }])
    registerMetrics(scope, metrics.registry)
    // A node that only works is watched, and asked nothing else.
    if (!answers) return
    registerTokenRoutes(scope, {
      directory: merchants,
      deps,
      limiter,
      failures,
      ring: tokenKeys.ring,
      rules: {
        parseMoney: (value, pointer) => {
          const money = readMoney(value, pointer, [])
          return money.ok ? { ok: true, value: moneyText(money.value) } : money
        },
        urlFaults: (merchant, urls) => {
          const profile = profileOf(merchant)
          return urlFaults(urls, { profile, policy: gateway.callbackPolicyOf(profile) })
        },
      },
    })
    registerPayinRoutes(scope, gateway, bearer)
    registerPayoutRoutes(scope, gateway, bearer)
    registerAccountRoutes(scope, gateway, bearer)
    registerFxRoutes(scope, { database, clock }, bearer)
    registerProblemPages(scope, EXPLAINED_PROBLEMS)
    registerAdminRoutes(scope, gateway, failures)
    registerCallbackKeys(scope, callbackKeys.ring)
    registerSandboxPage(scope)
  })
  const works = settings.roles.includes('worker')
  const stopKeys = [tokenKeys.keepFresh(), callbackKeys.keepFresh()]
  return {
    server,
    gateway,
    settings,
    journal,
    reports,
    delivery,
    shedding,
    metrics,
    start() {
      if (answers) nodes.start()
      if (!works) return
      steps.start()
      reports.start()
      delivery.start()
      log.debug({ roles: settings.roles }, 'workers started')
    },
    async stop() {
      shedding.drain()
      for (const cancel of stopKeys) cancel()
      await nodes.stop()
      await steps.stop()
      await reports.stop()
      await journal.drained()
      await delivery.stop()
    },
  }
}
