/** The server with all its routes, and the access to each. */
import type { RequestLog } from '../account/request-log.ts'
import { registerAdminRoutes } from '../admin/routes.ts'
import type { Alerts } from '../alerts/alerts.ts'
import { problemOfUndecided } from '../api/problems.ts'
import { describeApi } from '../api-docs/description.ts'
import { EXPLAINED_PROBLEMS } from '../api-docs/explanations.ts'
import { zonesOf } from '../billing/billing.ts'
import { CALLBACK_KEYS_ENDPOINT } from '../callbacks/keys.ts'
import { registerApplication } from '../hosted-pages/application.ts'
import { PAGE_PREFIXES, registerPages } from '../hosted-pages/routes.ts'
import { forwardedSign } from '../http/forwarded.ts'
import { registerHealth } from '../http/health.ts'
import { type HttpMetrics, registerMetrics } from '../http/metrics.ts'
import { registerProblemPages } from '../http/problem-pages.ts'
import { buildServer, type Server, UNVERSIONED_PREFIXES } from '../http/server.ts'
import type { Shedding } from '../http/shedding.ts'
import { notifyOfWrites } from '../http/siblings.ts'
import { bearerAccess } from '../identity/access/bearer.ts'
import { TOKEN_ENDPOINTS } from '../identity/access/routes.ts'
import { TokenVerifier } from '../identity/access/tokens.ts'
import { ownOperationCall } from '../identity/members/activity.ts'
import { registerMemberSignIn } from '../identity/members/sign-in.ts'
import type { PeopleContext } from '../identity/people/context.ts'
import { registerConnectorStatusUpdates } from '../processors/connectors/status-update-route.ts'
import { registerNotifications } from '../processors/providers/notifications.ts'
import { registerAmountApprovals } from '../refunds/amount-approval.ts'
import { registerClaimApprovals } from '../refunds/claim-approval.ts'
import type { Built, Core } from './app-gateway.ts'
import type { Workers } from './app-workers.ts'
import { limitsOf } from './limits.ts'
import { registerMerchantsApi } from './merchants-api.ts'
import { keepOperatorPathsSeparate } from './operator-access.ts'
import { membersModule, registerOperatorsSignIn } from './signing-in.ts'
import { tokenRules } from './token-rules.ts'

const PING_WITHIN_MS = 2_000

interface Serving {
  readonly core: Core
  readonly built: Built
  readonly workers: Workers
  readonly people: PeopleContext
  readonly alerts: Alerts
  /** What `doctor` examines besides the gateway. */
  readonly examined: Parameters<typeof registerAdminRoutes>[5]
  readonly metrics: HttpMetrics
  readonly shedding: Shedding
  readonly requestLog: RequestLog
}

export function serverOf(serving: Serving): Server {
  const { core, metrics, shedding } = serving
  const { database, keys } = core
  const { siblings, operatorAddress, roles } = core.settings
  const server = bareServer(serving)
  keepOperatorPathsSeparate(server, operatorAddress)
  describeApi(server)
  const access = accessOf(server, serving)
  server.register(async (scope) => {
    registerHealth(scope, shedding, [
      { name: 'database', check: () => database.ping(PING_WITHIN_MS) },
      { name: 'master-key', check: async () => keys.master.isKnown },
    ])
    registerMetrics(scope, siblings ? () => siblings.metricsPage() : () => metrics.registry.metrics())
    // A node that is only a worker has just health and metrics.
    if (!roles.includes('api')) return
    registerMerchants(scope, serving, access)
    scope.register(async (apart) => registerOperators(apart, serving, access))
    registerPublic(scope, serving, access)
  })
  return server
}

function bareServer({
  core: { deps, settings },
  built: { trial },
  metrics,
  shedding,
  requestLog,
}: Serving): Server {
  return buildServer({
    ...{ deps, shedding, metrics },
    answered: (request, reply, durationMs) => requestLog.note(request, reply, durationMs),
    trustProxy: settings.trustProxy,
    watch: (headers) => {
      const sign = trial.watches ? forwardedSign(headers) : undefined
      if (sign !== undefined) trial.endBy(sign)
    },
    problemOfError: problemOfUndecided,
    unversionedPrefixes: [...UNVERSIONED_PREFIXES, ...PAGE_PREFIXES, '/connectors', '/providers', '/sign-in'],
  })
}

type Access = ReturnType<typeof accessOf>

/** Who has access, and how often they may try. */
function accessOf(server: Server, { core, people, workers }: Serving) {
  const { deps, settings, merchants, keys } = core
  const { clock, log } = deps
  const { siblings, sharedLimits } = settings
  const liveNodes = () => workers.nodes.count
  const { limiter, failures } = limitsOf({ clock, log, liveNodes, sharedLimits, siblings })
  const verifier = new TokenVerifier({ ring: keys.signing.token.ring, directory: merchants, clock })
  const { members, access } = membersModule(people, settings.baseUrl, { merchants, limiter, failures })
  const bearer = bearerAccess(server, { verifier, limiter, failures, access })
  return { limiter, failures, members, bearer }
}

function registerMerchants(scope: Server, { core, built, workers }: Serving, access: Access): void {
  const { database, deps, merchants, keys } = core
  const { gateway } = built
  const { limiter, failures, members, bearer } = access
  const { ring } = keys.signing.token
  const tokens = { directory: merchants, deps, limiter, failures, ring, rules: tokenRules(gateway) }
  for (const each of TOKEN_ENDPOINTS) each.register(scope, tokens)
  registerMemberSignIn(scope, {
    ...members,
    ...{ merchants, failures, notifyOwners: gateway.notifyOwners },
    zonesOf: (codes) => zonesOf(database, codes),
  })
  registerMerchantsApi(scope, bearer, {
    ...{ gateway, members, links: built.paymentLinks, listeners: workers.listeners },
    note: (caller, operation) => ownOperationCall(deps, caller, operation),
  })
  registerAmountApprovals(gateway)
  registerClaimApprovals(gateway)
  registerProblemPages(scope, EXPLAINED_PROBLEMS)
}

function registerOperators(scope: Server, serving: Serving, { failures, members }: Access): void {
  const { core, built, workers, people, alerts, examined } = serving
  const { siblings, pages } = core.settings
  registerApplication(scope, 'console', pages?.backOffice)
  if (siblings) notifyOfWrites(scope, siblings)
  const { feeds, backups } = workers
  registerAdminRoutes(scope, built.gateway, failures, feeds, alerts, examined, backups, people, members)
  registerOperatorsSignIn(scope, people, failures)
}

/** For payers, and for programs that authenticate by their signatures: providers, connectors, receivers of callbacks. */
function registerPublic(
  scope: Server,
  { core, built }: Serving,
  { limiter, failures, bearer }: Access,
): void {
  const { database, deps, settings, keys } = core
  const { gateway, links, ofProcessors, questions } = built
  const { connectors, providers } = gateway
  CALLBACK_KEYS_ENDPOINT.register(scope, keys.signing.callback.ring)
  registerPages(scope, gateway, { links, limiter, failures, bearer, built: settings.pages })
  registerConnectorStatusUpdates(scope, { ...ofProcessors, connectors, failures })
  registerNotifications(scope, { database, deps, accounts: providers, failures }, questions)
}
