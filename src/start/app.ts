/**
 * The gateway, put together: the one place where every room meets, top to bottom.
 *
 * `buildApp` takes the effects (`Deps`), an open database and the settings, and gives the server with its routes, and the
 * workers (callbacks, steps, kept reports). It opens nothing and listens nowhere: `serve.ts` does, and tests and the
 * simulation hand in their own database, clock and network.
 */
import { bearerAccess } from '../access/bearer.ts'
import type { Grant } from '../access/grant.ts'
import type { KeySource } from '../access/master-keys.ts'
import { registerTokenRoutes } from '../access/routes.ts'
import type { MasterKey } from '../access/secrets.ts'
import { SigningKeys } from '../access/signing-keys.ts'
import { signToken, TokenVerifier } from '../access/tokens.ts'
import { registerListening } from '../account/listen-route.ts'
import { registerAccountRoutes } from '../account/routes.ts'
import { registerAdminRoutes } from '../admin/routes.ts'
import { describeApi } from '../api-docs/description.ts'
import { EXPLAINED_PROBLEMS } from '../api-docs/explanations.ts'
import { Delivery } from '../callbacks/delivery.ts'
import { registerCallbackKeys } from '../callbacks/keys.ts'
import { Listeners } from '../callbacks/listening.ts'
import { Trial } from '../callbacks/trial.ts'
import { LiveNodes } from '../database/live-nodes.ts'
import type { Database } from '../database/port.ts'
import { ClaimsWatch } from '../feeds/claims-watch.ts'
import { Feeds } from '../feeds/feeds.ts'
import type { Deps } from '../foundation/deps.ts'
import { registerFxRoutes } from '../fx/routes.ts'
import type { TrustProxy } from '../http/addresses.ts'
import { Failures } from '../http/failures.ts'
import { forwardedSign } from '../http/forwarded.ts'
import { registerHealth } from '../http/health.ts'
import { type HttpMetrics, httpMetrics, registerMetrics } from '../http/metrics.ts'
import { registerProblemPages } from '../http/problem-pages.ts'
import { SlidingWindow } from '../http/rate-limit.ts'
import { NodeShare, SharedLimiter, type SharedWindow } from '../http/rate-limit-shared.ts'
import { buildServer, type Server, UNVERSIONED_PREFIXES } from '../http/server.ts'
import { Shedding } from '../http/shedding.ts'
import type { Gateway } from '../intake/gateway.ts'
import { problemOfUndecided } from '../intake/problems.ts'
import { receiverOf } from '../intake/receiver.ts'
import { moneyText, readMoney, urlFaults } from '../intake/requests.ts'
import { Merchants, profileOf } from '../merchants/directory.ts'
import { addressPolicy, callbackPolicies } from '../outbound/guard.ts'
import type { BuiltPages } from '../pages/built.ts'
import { PAGE_PREFIXES, registerPages } from '../pages/routes.ts'
import { mayComplete } from '../payins/external-reference.ts'
import { registerPayinRoutes } from '../payins/routes.ts'
import { Journal } from '../payments/journal.ts'
import { readDecliners } from '../payments/reading.ts'
import { StepRunner } from '../payments/steps.ts'
import { registerPayoutRoutes } from '../payouts/routes.ts'
import { Acceptances } from '../processors/acceptance.ts'
import { bankFileRoom } from '../processors/bank-file/context.ts'
import type { ProcessorContext } from '../processors/context.ts'
import { Connectors } from '../processors/http/connectors.ts'
import { registerConnectorReports } from '../processors/http/report-route.ts'
import { ReceivingAccounts } from '../processors/own-account/directory.ts'
import { fullnessSeldom } from '../processors/own-account/fullness.ts'
import { ownAccountProcessors } from '../processors/own-account/own-account.ts'
import type { Processor } from '../processors/port.ts'
import { Reports } from '../processors/reports.ts'
import { SandboxLinks } from '../processors/sandbox/links.ts'
import { sandboxProcessor } from '../processors/sandbox/sandbox.ts'
import { stablecoinRoom } from '../processors/stablecoin/context.ts'
import { stepHandlers } from '../processors/step-handlers.ts'
import { Backups, type BackupsOptions } from '../transfer/backups.ts'
import { masterKeysOf } from './master-keys.ts'
import { observe } from './observation.ts'

export interface AppSettings {
  /** Where this gateway is reached, without a slash at the end; asked when it is needed, for the port may be chosen late. */
  readonly baseUrl: () => string
  readonly masterKey: MasterKey
  /** Where it stands in files that the gateway may change; left out, the settings gave it. */
  readonly masterKeyFiles?: KeySource | undefined
  readonly sandboxDelayMs: number
  /** Addresses for stablecoins that may wait for money at once; left out, as the configuration has it. */
  readonly maxOpenAddresses?: number | undefined
  readonly queueLimit: number
  /** How many external references of a merchant may wait for their money; left out, 500. */
  readonly maxWaitingClaims?: number | undefined
  /** CIDRs that callbacks may lead to although they are not public. */
  readonly callbackAllow: readonly string[]
  /** CIDRs that connectors may be in although they are not public; left out: none. */
  readonly connectorAllow?: readonly string[] | undefined
  /** The server can be reached from this machine only: then connectors for tests may be on it. */
  readonly loopbackOnly: boolean
  /** Variables that speak against a trial on one's own machine, in which callbacks of test merchants may lead to it. */
  readonly noTrialFor: readonly string[]
  readonly trustProxy: TrustProxy
  readonly roles: readonly ('api' | 'worker')[]
  /** Whose changes may be committed together; left out, everyone's. */
  readonly lanes?: 'shared' | 'merchant' | undefined
  /** Rate limits that all nodes share; left out, each node gives its share of a limit. */
  readonly sharedLimits?: SharedWindow | undefined
  /** The pages as they were built; left out, there are none, and everything else works. */
  readonly pages?: BuiltPages | undefined
  /** Names of variables that are set and that nothing reads, for the doctor. */
  readonly unknownVariables?: readonly string[] | undefined
  /** Where the database's files are the program's own: how backups of them are made. */
  readonly backups?: Pick<BackupsOptions, 'files' | 'folder' | 'version'> | undefined
  /** Processors of one's own, after those of the house. */
  readonly processors?: ((house: ProcessorContext) => readonly Processor[]) | undefined
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
  /** A token of a merchant's: for the link of a checkout to try. */
  issueToken(grant: Grant): string
  /** Begins the work of its roles. */
  start(): void
  /** Finishes what was accepted, and begins nothing more. The database stays open. */
  stop(): Promise<void>
}

const PING_WITHIN_MS = 2_000
/** Where operators themselves say where to connect to: anywhere but where a cloud keeps its secrets. */
const OPERATORS_CHOICE = addressPolicy({ allow: ['0.0.0.0/0', '::/0'], loopback: true })

export async function buildApp(database: Database, deps: Deps, settings: AppSettings): Promise<App> {
  const { clock, log } = deps
  const journal = new Journal(database, deps, {
    queueLimit: settings.queueLimit,
    lanes: settings.lanes ?? 'shared',
  })
  const merchants = new Merchants(database, clock)
  const { masterKey } = settings
  const masterKeys = await masterKeysOf(database, deps, settings)
  const keysOf = (purpose: 'token' | 'callback') => new SigningKeys({ database, deps, masterKey, purpose })
  const tokenKeys = keysOf('token')
  const callbackKeys = keysOf('callback')
  await tokenKeys.load()
  await callbackKeys.load()

  // Processors. They speak through reports, and reports speak to the journal.
  const reports = new Reports(database, journal, deps, mayComplete)
  const links = new SandboxLinks(masterKey, settings.baseUrl)
  const house: ProcessorContext = {
    database,
    deps,
    merchants,
    journal,
    takeReport: (report) => reports.take(report),
    mayComplete,
    masterKey,
  }
  const bankFiles = bankFileRoom(database, deps)
  const receivingAccounts = new ReceivingAccounts(database, deps)
  await receivingAccounts.refresh()
  const stablecoins = await stablecoinRoom(house, OPERATORS_CHOICE, settings.maxOpenAddresses)
  // In this order they are asked, where a merchant's product names none.
  const processors = new Map<string, Processor>(
    [
      sandboxProcessor({
        ...house,
        clock,
        delayMs: settings.sandboxDelayMs,
        pageKeyOf: (payment) => links.keyOf(payment),
      }),
      ...bankFiles.processors,
      ...ownAccountProcessors(house, receivingAccounts),
      ...stablecoins.processors,
      ...(settings.processors?.(house) ?? []),
    ].map((processor) => [processor.name, processor]),
  )
  const connectorPolicies = callbackPolicies(settings.connectorAllow ?? [])
  // Where a connector is, an operator has said, no merchant.
  const connectorPolicyOf = ({ isTest }: { readonly isTest: boolean }) =>
    isTest && settings.loopbackOnly ? connectorPolicies.withLoopback : connectorPolicies.usual
  const connectors = new Connectors({
    ...house,
    processors,
    policyOf: (isTest) => connectorPolicyOf({ isTest }),
  })
  await connectors.load()
  const acceptances = new Acceptances({
    deps,
    journal,
    merchants,
    processors,
    declinedBy: (payment) => readDecliners(database, payment),
    baseUrl: settings.baseUrl,
  })
  const policies = callbackPolicies(settings.callbackAllow)
  const trial = await Trial.begin({ database, deps, noTrialFor: settings.noTrialFor })
  const gateway: Gateway = {
    database,
    deps,
    journal,
    merchants,
    processors,
    receivingAccounts,
    connectors,
    connectorPolicyOf,
    acceptances,
    reports,
    bankFiles,
    maxWaitingClaims: settings.maxWaitingClaims ?? 500,
    masterKey,
    sandboxUrlOf: (payment) => links.urlOf(payment),
    checkoutUrlOf: (merchantCode, idPayin) => `${settings.baseUrl()}/pay/${merchantCode}/${idPayin}`,
    networks: stablecoins.networks,
    wakeDelivery: () => delivery.wake(),
    callbackPolicyOf: ({ isTest }) => (isTest && trial.isOpen ? policies.withLoopback : policies.usual),
  }

  const backups = settings.backups && new Backups({ ...settings.backups, database, deps })
  const feeds = new Feeds({ database, deps, journal, reports })
  const claimsWatch = new ClaimsWatch({ database, deps })

  const answers = settings.roles.includes('api')
  const nodes = new LiveNodes(database, deps, {
    answers,
    knows: () => masterKey.fingerprints,
    seals: () => masterKey.fingerprint,
  })
  const metrics = httpMetrics()
  const observation = observe(metrics.registry, {
    queueLength: () => journal.queueLength,
    queueLimit: journal.queueLimit,
    liveNodes: () => nodes.count,
    merchantsWithUnmatchedClaims: () => claimsWatch.merchants,
    processors: () =>
      Array.from(processors.values(), (processor) => ({
        name: processor.name,
        healthy: processor.health().healthy,
      })),
    accounts: fullnessSeldom(database, deps.clock, receivingAccounts),
  })

  // Workers.
  const steps = new StepRunner(database, deps, journal, stepHandlers(gateway))
  const listeners = new Listeners(database, deps)
  const delivery = new Delivery({
    database,
    deps,
    journal,
    privateKey: () => callbackKeys.ring.current(clock.now()).privateKey,
    receiverOf: receiverOf(gateway, masterKey),
    onAttempt: observation.attempted,
    onHeard: (merchantId) => listeners.wake(merchantId),
  })

  // The server.
  const shedding = new Shedding(() => journal.queueLength >= journal.queueLimit)
  const server = buildServer({
    deps,
    shedding,
    metrics,
    trustProxy: settings.trustProxy,
    watch: (headers) => {
      const sign = trial.watches ? forwardedSign(headers) : undefined
      if (sign !== undefined) trial.endBy(sign)
    },
    problemOfError: problemOfUndecided,
    unversionedPrefixes: [...UNVERSIONED_PREFIXES, ...PAGE_PREFIXES, '/connectors'],
  })
  const shareOf = (window: SlidingWindow) => new NodeShare(window, () => nodes.count)
  const share = shareOf(new SlidingWindow(clock))
  const shared = settings.sharedLimits
  const limiter = shared ? new SharedLimiter({ shared, share, clock, log }) : share
  const failures = new Failures(shareOf(new SlidingWindow(clock)))
  const verifier = new TokenVerifier({ ring: tokenKeys.ring, directory: merchants, clock })
  describeApi(server)
  const bearer = bearerAccess(server, { verifier, limiter, failures })
  server.register(async (scope) => {
    registerHealth(scope, shedding, [
      { name: 'database', check: () => database.ping(PING_WITHIN_MS) },
      { name: 'master-key', check: async () => masterKeys.isKnown },
    ])
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
        hasDefaultCallbackUrl: (merchant) => profileOf(merchant).merchant.callbackUrl !== undefined,
      },
    })
    registerPayinRoutes(scope, gateway, bearer)
    registerPayoutRoutes(scope, gateway, bearer)
    registerAccountRoutes(scope, gateway, bearer)
    registerListening(scope, gateway, bearer, listeners)
    registerFxRoutes(scope, { database, clock }, bearer)
    registerProblemPages(scope, EXPLAINED_PROBLEMS)
    const keys = { signing: { token: tokenKeys, callback: callbackKeys }, master: masterKeys }
    registerAdminRoutes(scope, gateway, failures, feeds, { settings, trial, keys }, backups)
    registerCallbackKeys(scope, callbackKeys.ring)
    registerPages(scope, gateway, { links, limiter, failures, bearer, built: settings.pages })
    registerConnectorReports(scope, { ...house, connectors, failures })
  })
  const works = settings.roles.includes('worker')
  const stopReading = [
    tokenKeys.keepFresh(),
    callbackKeys.keepFresh(),
    receivingAccounts.keepFresh(),
    stablecoins.keepFresh(),
  ]
  return {
    server,
    gateway,
    settings,
    journal,
    reports,
    delivery,
    shedding,
    metrics,
    issueToken: (grant) => signToken(tokenKeys.ring, grant),
    start() {
      nodes.start()
      masterKeys.start()
      connectors.start()
      if (!works) return
      for (const processor of processors.values()) processor.start?.()
      steps.start()
      reports.start()
      feeds.start()
      claimsWatch.start()
      delivery.start()
      log.debug({ roles: settings.roles }, 'workers started')
    },
    async stop() {
      shedding.drain()
      for (const cancel of stopReading) cancel()
      await backups?.stop()
      await nodes.stop()
      await masterKeys.stop()
      await connectors.stop()
      await Promise.all([...processors.values()].map((processor) => processor.stop?.()))
      await steps.stop()
      await feeds.stop()
      await claimsWatch.stop()
      await reports.stop()
      await journal.drained()
      await delivery.stop()
    },
  }
}
