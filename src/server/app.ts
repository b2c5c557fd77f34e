/**
 * The gateway, put together: the one place where every room meets, top to bottom.
 *
 * `buildApp` takes the effects (`Deps`), an open database and the settings, and gives the server with its routes, and the
 * workers (callbacks, steps, kept reports). It opens nothing and listens nowhere: `serve.ts` does, and tests and the
 * simulation hand in their own database, clock and network.
 */

import { RequestLog } from '../account/request-log.ts'
import { brokenInvariants } from '../admin/invariants/invariants.ts'
import { registerAdminRoutes } from '../admin/routes.ts'
import type { Alerts } from '../alerts/alerts.ts'
import { ClaimLinks } from '../api/claim-links.ts'
import type { Gateway } from '../api/gateway.ts'
import { problemOfUndecided } from '../api/problems.ts'
import { receiverOf } from '../api/receiver.ts'
import { describeApi } from '../api-docs/description.ts'
import { EXPLAINED_PROBLEMS } from '../api-docs/explanations.ts'
import { Approvals } from '../approvals/approvals.ts'
import { Backups } from '../backup/backups.ts'
import { zonesOf } from '../billing/billing.ts'
import { StatementRounds } from '../billing/rounds.ts'
import { Delivery } from '../callbacks/delivery.ts'
import { CALLBACK_KEYS_ENDPOINT } from '../callbacks/keys.ts'
import { Listeners } from '../callbacks/listening.ts'
import { Trial } from '../callbacks/trial.ts'
import { DueLooks } from '../database/due-looks.ts'
import { LiveNodes } from '../database/live-nodes.ts'
import type { Database } from '../database/port.ts'
import type { Deps } from '../foundation/deps.ts'
import { registerApplication } from '../hosted-pages/application.ts'
import { PAGE_PREFIXES, registerPages } from '../hosted-pages/routes.ts'
import { forwardedSign } from '../http/forwarded.ts'
import { registerHealth } from '../http/health.ts'
import { type HttpMetrics, httpMetrics, registerMetrics } from '../http/metrics.ts'
import { registerProblemPages } from '../http/problem-pages.ts'
import { buildServer, type Server, UNVERSIONED_PREFIXES } from '../http/server.ts'
import { Shedding } from '../http/shedding.ts'
import { notifyOfWrites } from '../http/siblings.ts'
import { bearerAccess } from '../identity/access/bearer.ts'
import { TOKEN_ENDPOINTS } from '../identity/access/routes.ts'
import { SigningKeys } from '../identity/access/signing-keys.ts'
import { signToken, TokenVerifier } from '../identity/access/tokens.ts'
import { ownOperationCall } from '../identity/members/activity.ts'
import { registerMemberSignIn } from '../identity/members/sign-in.ts'
import type { PeopleContext } from '../identity/people/context.ts'
import type { MailQueue } from '../identity/people/mail-queue.ts'
import { Merchants } from '../merchants/directory.ts'
import { callbackPolicies } from '../outbound/guard.ts'
import { mayComplete } from '../payins/external-reference.ts'
import { PaymentLinks } from '../payment-links/links.ts'
import { Journal } from '../payments/journal.ts'
import { readDecliners } from '../payments/reading.ts'
import { StepRunner } from '../payments/steps.ts'
import { Acceptances } from '../processing/acceptance.ts'
import type { ProcessorContext } from '../processing/context.ts'
import { StatusUpdates } from '../processing/status-updates.ts'
import { stepHandlers } from '../processing/step-handlers.ts'
import { registerConnectorStatusUpdates } from '../processors/connectors/status-update-route.ts'
import { fullnessSeldom } from '../processors/own-account/fullness.ts'
import { registerNotifications } from '../processors/providers/notifications.ts'
import { SandboxLinks } from '../processors/sandbox/links.ts'
import { ClaimsWatch } from '../reconciliation/claims-watch.ts'
import { Feeds } from '../reconciliation/feeds.ts'
import { registerAmountApprovals } from '../refunds/amount-approval.ts'
import { registerClaimApprovals } from '../refunds/claim-approval.ts'
import { forReports } from '../refunds/excess.ts'
import { passRefund, payinOf } from '../refunds/passing.ts'
import { ReportingCounter } from '../reporting/counter.ts'
import { SearchIndexer } from '../search/indexer.ts'
import { SettlementRunner } from '../settlement/running.ts'
import { alertsOf } from './alert-channels.ts'
import type { AppSettings } from './app-settings.ts'
import { keepFresh, lookAnew } from './in-memory.ts'
import { limitsOf } from './limits.ts'
import { liveChanges } from './live-changes.ts'
import { mailsOf } from './mails.ts'
import { masterKeysOf } from './master-keys.ts'
import { registerMerchantsApi } from './merchants-api.ts'
import { observe } from './observation.ts'
import { keepApart, operatorsPeople } from './office.ts'
import { OPERATORS_CHOICE, processorModules } from './processor-rooms.ts'
import { membersModule, registerOperatorsSignIn } from './signing-in.ts'
import { tokenRules } from './token-rules.ts'

export interface App {
  readonly server: Server
  readonly gateway: Gateway
  readonly people: PeopleContext
  readonly settings: AppSettings
  readonly journal: Journal
  readonly statusUpdates: StatusUpdates
  readonly delivery: Delivery
  readonly looks: DueLooks
  readonly alerts: Alerts
  /** Undefined: no mail is set up. */
  readonly mails: readonly MailQueue[]
  readonly shedding: Shedding
  readonly metrics: HttpMetrics
  /** Reads anew what is kept in memory of what operators change: another process has just changed it. Never rejects. */
  lookAnew(): Promise<void>
  /** Begins the work of its roles. */
  start(): void
  /** Finishes what was accepted, and begins nothing more. The database stays open. */
  stop(): Promise<void>
}

const PING_WITHIN_MS = 2_000
export async function buildApp(database: Database, deps: Deps, settings: AppSettings): Promise<App> {
  const { clock, log } = deps
  const { siblings, sharedLimits, masterKey } = settings
  const journal = new Journal(database, deps, {
    queueLimit: settings.queueLimit,
    lanes: settings.lanes ?? 'shared',
    loop: settings.loop,
  })
  const merchants = new Merchants(database, clock)
  const masterKeys = await masterKeysOf(database, deps, settings)
  const keysOf = (purpose: 'token' | 'callback') => new SigningKeys({ database, deps, masterKey, purpose })
  const [tokenKeys, callbackKeys] = [keysOf('token'), keysOf('callback')]
  await tokenKeys.load()
  await callbackKeys.load()

  // Processors. They speak through reports, and reports speak to the journal.
  const statusUpdates = new StatusUpdates(database, journal, deps, mayComplete, ...forReports(() => gateway))
  const links = new SandboxLinks(masterKey, settings.baseUrl)
  const ofProcessors: ProcessorContext = {
    database,
    deps,
    merchants,
    journal,
    acceptStatusUpdate: (statusUpdate) => statusUpdates.take(statusUpdate),
    mayComplete,
    masterKey,
  }
  const {
    bankFiles,
    receivingAccounts,
    stablecoins,
    processors,
    connectors,
    connectorPolicyOf,
    providers,
    questions,
    callRecords,
    ...module
  } = await processorModules(ofProcessors, settings, links)
  const acceptances = new Acceptances({
    deps,
    journal,
    merchants,
    processors,
    declinedBy: (payment) => readDecliners(database, payment),
    payinOf: (refund) => payinOf({ database }, refund),
    passRefund: passRefund(() => gateway, 'caller'),
    baseUrl: settings.baseUrl,
  })
  const policies = callbackPolicies(settings.callbackAllow)
  const trial = await Trial.begin({ database, deps, noTrialFor: settings.noTrialFor })
  const live = liveChanges(deps, settings, journal)
  const paymentLinks = new PaymentLinks({ database, deps, masterKey, baseUrl: settings.baseUrl })
  const { queues: mails, notifyOwners, mailLink } = mailsOf(database, deps, settings, masterKey)
  const gateway: Gateway = {
    live,
    database,
    deps,
    journal,
    merchants,
    approvals: new Approvals(database, deps, masterKey),
    processors,
    receivingAccounts,
    connectors,
    providers,
    ...module,
    connectorPolicyOf,
    acceptances,
    statusUpdates,
    bankFiles,
    maxWaitingClaims: settings.maxWaitingClaims ?? 500,
    masterKey,
    sandboxUrlOf: (payment) => links.urlOf(payment),
    checkoutUrlOf: (merchantCode, idPayin) => `${settings.baseUrl()}/pay/${merchantCode}/${idPayin}`,
    issueToken: (grant) => signToken(tokenKeys.ring, grant),
    claimLinks: new ClaimLinks(masterKey, settings.baseUrl),
    paymentLinks,
    notifyOwners,
    networks: stablecoins.networks,
    wakeDelivery: () => delivery.wake(),
    callbackPolicyOf: ({ isTest }) => (isTest && trial.isOpen ? policies.withLoopback : policies.usual),
  }

  const isTrial = () => trial.isOpen
  const people = operatorsPeople({ database, deps, masterKey, isTrial, mailLink }, settings, OPERATORS_CHOICE)
  const backups = settings.backups && new Backups({ ...settings.backups, database, deps })
  const feeds = new Feeds({ database, deps, journal, statusUpdates })
  const claimsWatch = new ClaimsWatch({ database, deps })
  const statements = new StatementRounds({ database, deps, merchants })
  const indexer = new SearchIndexer(database, deps)
  const totals = new ReportingCounter(database, deps)
  const signing = { token: tokenKeys, callback: callbackKeys }
  const examined = { settings, trial, keys: { signing, master: masterKeys } }
  const alerts = alertsOf({ gateway, ...examined }, OPERATORS_CHOICE)

  const answers = settings.roles.includes('api')
  const nodes = new LiveNodes(database, deps, {
    answers,
    knows: () => masterKey.fingerprints,
    seals: () => masterKey.fingerprint,
    siblings: settings.siblings,
  })
  const metrics = httpMetrics(settings.registry)
  const observation = observe(metrics.registry, {
    queueLength: () => journal.queueLength,
    queueLimit: journal.queueLimit,
    liveNodes: () => nodes.count,
    merchantsWithUnmatchedClaims: () => claimsWatch.merchants,
    processors: () => processors.values(),
    accounts: fullnessSeldom(database, deps.clock, receivingAccounts),
  })

  // Workers.
  const steps = new StepRunner(database, deps, journal, stepHandlers(gateway))
  const settlements = new SettlementRunner({ gateway, brokenInvariants: () => brokenInvariants(database) })
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
  const queues = [steps, delivery, statusUpdates, feeds.applying, settlements]
  const looks = new DueLooks(
    database,
    deps,
    queues.map(({ due }) => due),
  )

  // The server.
  const shedding = new Shedding(() => journal.queueLength >= journal.queueLimit)
  const requestLog = new RequestLog(database, deps)
  const server = buildServer({
    deps,
    shedding,
    metrics,
    answered: (request, reply, durationMs) => requestLog.note(request, reply, durationMs),
    trustProxy: settings.trustProxy,
    watch: (headers) => {
      const sign = trial.watches ? forwardedSign(headers) : undefined
      if (sign !== undefined) trial.endBy(sign)
    },
    problemOfError: problemOfUndecided,
    unversionedPrefixes: [...UNVERSIONED_PREFIXES, ...PAGE_PREFIXES, '/connectors', '/providers', '/sign-in'],
  })
  const { limiter, failures } = limitsOf({ clock, log, liveNodes: () => nodes.count, sharedLimits, siblings })
  const verifier = new TokenVerifier({ ring: tokenKeys.ring, directory: merchants, clock })
  keepApart(server, settings.office)
  describeApi(server)
  const { members, access } = membersModule(people, settings.baseUrl, { merchants, limiter, failures })
  const bearer = bearerAccess(server, { verifier, limiter, failures, access })
  server.register(async (scope) => {
    registerHealth(scope, shedding, [
      { name: 'database', check: () => database.ping(PING_WITHIN_MS) },
      { name: 'master-key', check: async () => masterKeys.isKnown },
    ])
    registerMetrics(scope, siblings ? () => siblings.metricsPage() : () => metrics.registry.metrics())
    // A node that only works is watched, and asked nothing else.
    if (!answers) return
    const issuing = { directory: merchants, deps, limiter, failures, ring: tokenKeys.ring }
    const tokens = { ...issuing, rules: tokenRules(gateway) }
    for (const each of TOKEN_ENDPOINTS) each.register(scope, tokens)
    registerMemberSignIn(scope, {
      ...members,
      merchants,
      failures,
      notifyOwners: gateway.notifyOwners,
      zonesOf: (codes) => zonesOf(database, codes),
    })
    registerMerchantsApi(scope, bearer, {
      gateway,
      members,
      links: paymentLinks,
      listeners,
      note: (caller, operation) => ownOperationCall(deps, caller, operation),
    })
    registerAmountApprovals(gateway)
    registerClaimApprovals(gateway)
    registerProblemPages(scope, EXPLAINED_PROBLEMS)
    scope.register(async (office) => {
      registerApplication(office, 'console', settings.pages?.backOffice)
      if (siblings) notifyOfWrites(office, siblings)
      registerAdminRoutes(office, gateway, failures, feeds, alerts, examined, backups, people, members)
      registerOperatorsSignIn(office, people, failures)
    })
    CALLBACK_KEYS_ENDPOINT.register(scope, callbackKeys.ring)
    registerPages(scope, gateway, { links, limiter, failures, bearer, built: settings.pages })
    registerConnectorStatusUpdates(scope, { ...ofProcessors, connectors, failures })
    registerNotifications(scope, { database, deps, accounts: providers, failures }, questions)
  })
  const works = settings.roles.includes('worker')
  const inMemory = {
    merchants,
    signingKeys: [tokenKeys, callbackKeys],
    receivingAccounts,
    networks: stablecoins.networks,
    connectors,
    providers,
  }
  const reading = keepFresh(inMemory)
  return {
    server,
    gateway,
    people,
    settings,
    journal,
    statusUpdates,
    delivery,
    looks,
    alerts,
    mails,
    shedding,
    metrics,
    lookAnew: () => lookAnew(inMemory),
    start() {
      for (const each of [nodes, live, masterKeys, connectors, providers, callRecords, requestLog])
        each.start()
      if (!works) return
      for (const processor of processors.values()) processor.start?.()
      for (const each of [steps, statusUpdates, feeds, claimsWatch, statements, ...mails]) each.start()
      if (settings.indexes !== false) for (const each of [indexer, totals]) each.start()
      if (settings.alerts) alerts.start()
      settlements.start()
      delivery.start()
      looks.start()
      log.debug({ roles: settings.roles }, 'workers started')
    },
    async stop() {
      shedding.drain()
      await Promise.all(reading.map((loop) => loop.stop()))
      await backups?.stop()
      for (const each of [nodes, live, masterKeys, connectors, providers]) await each.stop()
      await questions.stop()
      await Promise.all([...processors.values()].map((processor) => processor.stop?.()))
      // Together: each waits for its round under way, and where the database is slow those would add up.
      const working = [looks, steps, feeds, claimsWatch, statements, indexer, totals, alerts, settlements]
      await Promise.all([...working, ...mails].map((loop) => loop.stop()))
      await statusUpdates.stop()
      await journal.drained()
      await delivery.stop()
      await callRecords.stop()
      await requestLog.stop()
    },
  }
}
