/**
 * The environment, read and checked once, before anything starts.
 *
 * `readConfig` returns all faults together, each with what to do. It never repeats a value, because half of them are
 * secrets. The settings are in `settings.ts`. Nothing else reads the environment.
 */
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { ListenAddress } from '../http/second-listener.ts'
import type { IdentityProviderSettings } from '../identity/people/identity-provider.ts'
import type { AlertSettings } from './alert-channels.ts'
import { isLoopback, isOnThisMachine } from './config-values.ts'
import type { Setting } from './setting.ts'
import { type LogLevel, type NodeRole, ROLES, SETTINGS } from './settings.ts'
import { type TraceSettings, traceSettings } from './trace-settings.ts'

export interface Config {
  port: number
  host: string
  /** The server can be reached from this machine only. */
  loopbackOnly: boolean
  /** Variables whose values show that others than this machine use it; none: it may be a trial. */
  noTrialFor: readonly string[]
  dataDir: string
  /** Undefined: the embedded database. */
  databaseUrl: string | undefined
  /** Reports and exports are read from it; undefined: from the primary. */
  replica: { readonly url: string; readonly longestLagMs: number } | undefined
  redisUrl: string | undefined
  /** 32 bytes; undefined only on the embedded database, which makes its own. */
  masterKey: Uint8Array | undefined
  previousMasterKeys: readonly Uint8Array[]
  adminToken: string | undefined
  sandbox: boolean
  sandboxDelayMs: number
  maxOpenAddresses: number
  indexes: boolean
  /** CIDRs. */
  callbackAllow: readonly string[]
  /** CIDRs. */
  connectorAllow: readonly string[]
  /** As in fastify: none, a number of hops, or these networks. */
  trustProxy: false | number | string[]
  logLevel: LogLevel
  /** Without a slash at its end. Undefined: `defaultPublicUrl` of the port that is listened on. */
  publicUrl: string | undefined
  queueLimit: number
  maxWaitingClaims: number
  roles: readonly NodeRole[]
  /** 1 on the embedded database. */
  processes: number
  /** See `packages/core/src/foundation/busy-poll.ts`. */
  busyPoll: boolean
  drainMs: number
  /** The operators' separate address; undefined: there is one address for all. */
  adminListen: ListenAddress | undefined
  /** Without a slash at its end. Undefined: the address of `adminListen`. */
  adminUrl: string | undefined
  identityProvider: IdentityProviderSettings | undefined
  /** Who is notified of alerts. */
  alerts: AlertSettings
  /** Undefined: nothing is traced. */
  traces: TraceSettings | undefined
  /** `SLUICE_…` variables that are set but that nothing reads: probably misspelled. */
  unknownVariables: readonly string[]
}

export interface ConfigFault {
  variable: string
  /** What is wrong. */
  problem: string
  /** What to do. */
  remedy: string
}

export type Environment = Readonly<Record<string, string | undefined>>

/** @param cores how many this process may use */
export function readConfig(
  env: Environment,
  cores: number = availableParallelism(),
): Result<Config, ConfigFault[]> {
  const faults: ConfigFault[] = []
  const given = <Value>(one: Setting<Value>): Value | undefined => {
    // An empty variable counts as unset, because compose files write it that way.
    const text = env[one.variable]?.trim() || one.fallback
    if (text === undefined) return undefined
    const value = one.parse(text)
    if (value === undefined) faults.push(faultOf(one))
    return value
  }
  const databaseUrl = given(SETTINGS.databaseUrl)
  const roles = given(SETTINGS.roles) ?? ROLES
  const host = given(SETTINGS.host) ?? ''
  const trustProxy = given(SETTINGS.trustProxy) ?? false
  const publicUrl = given(SETTINGS.publicUrl)
  const loopbackOnly = isLoopback(host)
  const adminListen = given(SETTINGS.adminListen)
  // If there are faults this value is never used: the faults are returned instead.
  const config: Config = {
    port: given(SETTINGS.port) ?? 0,
    host,
    loopbackOnly,
    noTrialFor: noTrialFor({ loopbackOnly, trustProxy, publicUrl, databaseUrl, adminListen }),
    dataDir: given(SETTINGS.dataDir) ?? '',
    databaseUrl,
    replica: replica(given),
    redisUrl: given(SETTINGS.redisUrl),
    masterKey: given(SETTINGS.masterKey),
    previousMasterKeys: given(SETTINGS.previousMasterKeys) ?? [],
    adminToken: given(SETTINGS.adminToken),
    sandbox: given(SETTINGS.sandbox) ?? databaseUrl === undefined,
    sandboxDelayMs: given(SETTINGS.sandboxDelayMs) ?? 0,
    maxOpenAddresses: given(SETTINGS.maxOpenAddresses) ?? 0,
    indexes: given(SETTINGS.indexes) ?? true,
    callbackAllow: given(SETTINGS.callbackAllow) ?? [],
    connectorAllow: given(SETTINGS.connectorAllow) ?? [],
    trustProxy,
    logLevel: given(SETTINGS.logLevel) ?? 'info',
    publicUrl,
    queueLimit: given(SETTINGS.queueLimit) ?? 0,
    maxWaitingClaims: given(SETTINGS.maxWaitingClaims) ?? 0,
    roles,
    processes: given(SETTINGS.processes) ?? usualProcesses(databaseUrl, cores),
    busyPoll: given(SETTINGS.busyPoll) ?? cores > 1,
    drainMs: given(SETTINGS.drainMs) ?? 0,
    adminListen,
    adminUrl: given(SETTINGS.adminUrl),
    identityProvider: identityProvider(given),
    alerts: alertSettings(given),
    traces: traceSettings(given),
    unknownVariables: unknownVariables(env),
  }
  faults.push(...faultsTogether(env, config))
  return faults.length === 0 ? succeed(config) : fail(faults)
}

type Given = <Value>(one: Setting<Value>) => Value | undefined

function replica(given: Given): Config['replica'] {
  const url = given(SETTINGS.replicaUrl)
  const longestLagMs = (given(SETTINGS.replicaLagS) ?? 0) * 1_000
  return url === undefined ? undefined : { url, longestLagMs }
}

/** `faultsTogether` reports an incomplete configuration. */
function alertSettings(given: Given): AlertSettings {
  const host = given(SETTINGS.smtpHost)
  const to = given(SETTINGS.alertMailTo) ?? []
  const from = given(SETTINGS.alertMailFrom) ?? to[0]
  const server = {
    port: given(SETTINGS.smtpPort) ?? 0,
    tls: given(SETTINGS.smtpTls) ?? 'starttls',
    user: given(SETTINGS.smtpUser),
    password: given(SETTINGS.smtpPassword),
    passwordFile: given(SETTINGS.smtpPasswordFile),
  }
  const url = given(SETTINGS.alertWebhookUrl)
  const secret = given(SETTINGS.alertWebhookSecret)
  return {
    mail: host !== undefined && from !== undefined ? { server: { ...server, host }, from, to } : undefined,
    webhook: url !== undefined && secret !== undefined ? { url, secret } : undefined,
  }
}

/** `faultsTogether` reports an incomplete configuration. */
function identityProvider(given: Given): IdentityProviderSettings | undefined {
  const issuer = given(SETTINGS.oidcIssuer)
  const clientId = given(SETTINGS.oidcClientId)
  const clientSecret = given(SETTINGS.oidcClientSecret)
  const roles = given(SETTINGS.oidcRoles)
  const name = given(SETTINGS.oidcName) ?? ''
  const claim = given(SETTINGS.oidcClaim) ?? ''
  const scope = given(SETTINGS.oidcScope) ?? ''
  if (issuer === undefined || clientId === undefined || roles === undefined) return undefined
  return { issuer, clientId, clientSecret, name, scope, claim, roles }
}

/** More processes than these wait for the one PostgreSQL rather than for a core. The setting can override it. */
const USUALLY_ENOUGH = 8

/**
 * On the same machine PostgreSQL needs cores, too. With two cores, two processes are best. On four cores a third
 * process made fewer creates than two, because batches get smaller and commits more.
 */
function usualProcesses(databaseUrl: string | undefined, cores: number): number {
  if (databaseUrl === undefined) return 1
  const served = isOnThisMachine(databaseUrl) ? Math.max(Math.min(2, cores), Math.floor(cores / 2)) : cores
  return Math.max(1, Math.min(USUALLY_ENOUGH, served))
}

/**
 * A trial sets none of these: each means that others will use the gateway, perhaps through a proxy that the address
 * does not show.
 */
const noTrialFor = (
  config: Pick<Config, 'loopbackOnly' | 'trustProxy' | 'publicUrl' | 'databaseUrl' | 'adminListen'>,
): readonly string[] => [
  ...(config.loopbackOnly ? [] : [SETTINGS.host.variable]),
  ...(!config.adminListen || isLoopback(config.adminListen.host) ? [] : [SETTINGS.adminListen.variable]),
  ...(config.trustProxy === false ? [] : [SETTINGS.trustProxy.variable]),
  ...(config.publicUrl === undefined ? [] : [SETTINGS.publicUrl.variable]),
  ...(config.databaseUrl === undefined ? [] : [SETTINGS.databaseUrl.variable]),
]

function faultOf(one: Setting<unknown>): ConfigFault {
  const otherwise = one.fallback === undefined ? '' : `, or leave it out for ${one.fallback || 'none'}`
  return {
    variable: one.variable,
    problem: 'has a value that cannot be read',
    remedy: `set it to ${one.expects}${otherwise}`,
  }
}

/** Faults that only show together with another setting. */
function faultsTogether(
  env: Environment,
  { roles, processes }: Pick<Config, 'roles' | 'processes'>,
): ConfigFault[] {
  const faults: ConfigFault[] = []
  const isSet = (one: Setting<unknown>): boolean => Boolean(env[one.variable]?.trim())
  const onPostgres = isSet(SETTINGS.databaseUrl)
  if (onPostgres && !isSet(SETTINGS.masterKey)) {
    faults.push({
      variable: SETTINGS.masterKey.variable,
      problem: 'is missing, but DATABASE_URL is set',
      remedy: `set it, the same on every node, to ${SETTINGS.masterKey.expects}`,
    })
  }
  for (const [one, other] of [
    [SETTINGS.smtpHost, SETTINGS.alertMailTo],
    [SETTINGS.oidcIssuer, SETTINGS.oidcClientId],
    [SETTINGS.oidcIssuer, SETTINGS.oidcRoles],
    [SETTINGS.alertWebhookUrl, SETTINGS.alertWebhookSecret],
  ] as const) {
    if (isSet(one) === isSet(other)) continue
    const [missing, there] = isSet(one) ? [other, one] : [one, other]
    faults.push({
      variable: missing.variable,
      problem: `is missing, but ${there.variable} is set`,
      remedy: `set it to ${missing.expects}, or leave both out`,
    })
  }
  if (isSet(SETTINGS.adminUrl) && !isSet(SETTINGS.adminListen)) {
    faults.push({
      variable: SETTINGS.adminUrl.variable,
      problem: 'is set, but SLUICE_ADMIN_LISTEN is not',
      remedy: `set that to ${SETTINGS.adminListen.expects}, or leave both out: then SLUICE_PUBLIC_URL is for everyone`,
    })
  }
  if (isSet(SETTINGS.previousMasterKeys) && !isSet(SETTINGS.masterKey)) {
    faults.push({
      variable: SETTINGS.previousMasterKeys.variable,
      problem: 'is set, but SLUICE_MASTER_KEY is not',
      remedy: 'set both or neither: a key in the data folder has its previous keys next to it',
    })
  }
  if (!onPostgres && isSet(SETTINGS.replicaUrl)) {
    faults.push({
      variable: SETTINGS.replicaUrl.variable,
      problem: 'is set, but DATABASE_URL is not',
      remedy: 'leave it out, or set DATABASE_URL: the embedded database has no standby',
    })
  }
  if (!onPostgres && roles.length < ROLES.length) {
    faults.push({
      variable: SETTINGS.roles.variable,
      problem: 'leaves a role out, but the embedded database serves only one process',
      remedy: 'leave it out, or set DATABASE_URL to share the work between processes',
    })
  }
  if (!onPostgres && processes > 1) {
    faults.push({
      variable: SETTINGS.processes.variable,
      problem: 'is more than 1, but the embedded database serves only one process',
      remedy: 'leave it out, or set DATABASE_URL: `sluice move` moves the data folder to PostgreSQL',
    })
  }
  return faults
}

/** Read by the command `sluice` when it connects to a server: no mistake in a server's environment. */
const CLIENT_VARIABLES = ['SLUICE_URL', 'SLUICE_MERCHANT', 'SLUICE_KEY_FILE', 'SLUICE_CALLBACK_SECRET']

function unknownVariables(env: Environment): string[] {
  const known = new Set([...Object.values(SETTINGS).map((one) => one.variable), ...CLIENT_VARIABLES])
  return Object.keys(env)
    .filter((name) => name.startsWith('SLUICE_') && !known.has(name))
    .sort()
}

/** The base of links if `SLUICE_PUBLIC_URL` is not set. `port` is the one that is listened on. */
export function defaultPublicUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${isIP(reachable) === 6 ? `[${reachable}]` : reachable}:${port}`
}
