/**
 * The environment, read and checked once, before anything starts.
 *
 * Every setting is data in `SETTINGS`: its name, what it expects, its default and a sentence of help, so that
 * `sluice serve --help` and the documentation list what the server really reads. `readConfig` names all faults at
 * once, each with what to do, and never repeats a value: half of them are secrets. Nothing else reads the
 * environment.
 */
import { isIP } from 'node:net'
import { fail, type Result, succeed } from '../foundation/result.ts'
import { isNetwork } from '../outbound/guard.ts'
import {
  baseUrl,
  isLoopback,
  keyOf32Bytes,
  keysOf32Bytes,
  listOf,
  PROXY_NAMES,
  proxies,
  urlOf,
  wholeNumber,
  yesOrNo,
} from './config-values.ts'

export interface Setting<Value> {
  variable: string
  /** Completes the sentence "must be …". */
  expects: string
  /** As it would be written in the environment; undefined where there is none, or where it depends (see `help`). */
  fallback: string | undefined
  help: string
  /** @returns undefined where the text is not what is expected */
  parse(text: string): Value | undefined
}

const setting = <Value>(one: Setting<Value>): Setting<Value> => one

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
export type NodeRole = 'api' | 'worker'
/** Whose changes may be committed together: everyone's, or those of one merchant. */
export type Lanes = 'shared' | 'merchant'

const LOG_LEVELS: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
const ROLES: readonly NodeRole[] = ['api', 'worker']
const LANES: readonly Lanes[] = ['shared', 'merchant']
const MAX_LIST = 100

export const SETTINGS = {
  port: setting({
    variable: 'PORT',
    expects: 'a whole number from 0 to 65535',
    fallback: '8080',
    help: 'The port the server listens on; 0 takes any free one.',
    parse: wholeNumber(0, 65_535),
  }),
  host: setting({
    variable: 'HOST',
    expects: 'an IP address or a host name',
    fallback: '127.0.0.1',
    help: 'The address the server listens on; 0.0.0.0 or :: for all.',
    parse: (text) => (isIP(text) !== 0 || /^[A-Za-z0-9.-]{1,253}$/.test(text) ? text : undefined),
  }),
  dataDir: setting({
    variable: 'DATA_DIR',
    expects: 'a path',
    fallback: './data',
    help: 'The folder of the embedded database and of the files made at the first start.',
    parse: (text) => (text.includes('\0') ? undefined : text),
  }),
  databaseUrl: setting({
    variable: 'DATABASE_URL',
    expects: 'a URL that starts with postgres:// or postgresql://',
    fallback: undefined,
    help: 'The PostgreSQL to use. Left out: the embedded database in DATA_DIR, for one process.',
    parse: urlOf('postgres:', 'postgresql:'),
  }),
  redisUrl: setting({
    variable: 'REDIS_URL',
    expects: 'a URL that starts with redis:// or rediss://',
    fallback: undefined,
    help: 'Where several nodes share their rate limits. Left out: each node gives its share of a limit.',
    parse: urlOf('redis:', 'rediss:'),
  }),
  masterKey: setting({
    variable: 'SLUICE_MASTER_KEY',
    expects: '32 random bytes in base64 or hex (make one with: openssl rand -base64 32)',
    fallback: undefined,
    help: 'Encrypts private keys and callback secrets in the database; the same on every node. Embedded and left out: made once, in DATA_DIR/master-key.',
    parse: keyOf32Bytes,
  }),
  previousMasterKeys: setting({
    variable: 'SLUICE_MASTER_KEY_PREVIOUS',
    expects: 'one or more master keys as in SLUICE_MASTER_KEY, separated by commas',
    fallback: undefined,
    help: 'Keys that only open: while the master key is changed, the one before, so that every node reads what either has sealed.',
    parse: keysOf32Bytes(MAX_LIST),
  }),
  adminToken: setting({
    variable: 'SLUICE_ADMIN_TOKEN',
    expects: '32 to 256 printable characters without spaces',
    fallback: undefined,
    help: "The first operator's token, on PostgreSQL. Embedded and left out: made once, in DATA_DIR/admin-token.",
    parse: (text) => (/^[\x21-\x7e]{32,256}$/.test(text) ? text : undefined),
  }),
  sandbox: setting({
    variable: 'SLUICE_SANDBOX',
    expects: '0 or 1',
    fallback: undefined,
    help: 'Whether the first start makes a test merchant. Left out: 1 on the embedded database, 0 on PostgreSQL.',
    parse: yesOrNo,
  }),
  sandboxDelayMs: setting({
    variable: 'SLUICE_SANDBOX_DELAY_MS',
    expects: 'a whole number from 0 to 3600000',
    fallback: '3000',
    help: 'After how many milliseconds the sandbox lets the money arrive.',
    parse: wholeNumber(0, 3_600_000),
  }),
  maxOpenAddresses: setting({
    variable: 'SLUICE_MAX_OPEN_ADDRESSES',
    expects: 'a whole number from 1000 to 1000000',
    fallback: '100000',
    help: 'How many addresses for stablecoins may wait for money at once, of live merchants and of test merchants each: half of them for one merchant, a thousandth for payers at one network address.',
    parse: wholeNumber(1_000, 1_000_000),
  }),
  callbackAllow: setting({
    variable: 'SLUICE_CALLBACK_ALLOW',
    expects: `up to ${MAX_LIST} networks such as 10.1.0.0/16, separated by commas`,
    fallback: '',
    help: 'Networks that are not public and that callbacks may lead to all the same; name 127.0.0.0/8 for this machine itself. Cloud metadata addresses stay closed. Left out, only callbacks of test merchants lead to this machine, and only in a trial: HOST is a loopback address, TRUST_PROXY, SLUICE_PUBLIC_URL and DATABASE_URL are not set, and no request has come through a proxy.',
    parse: listOf(isNetwork, MAX_LIST),
  }),
  connectorAllow: setting({
    variable: 'SLUICE_CONNECTOR_ALLOW',
    expects: `up to ${MAX_LIST} networks such as 10.1.0.0/16, separated by commas`,
    fallback: '',
    help: 'Networks that are not public and in which connectors may stand all the same. Cloud metadata addresses stay closed.',
    parse: listOf(isNetwork, MAX_LIST),
  }),
  trustProxy: setting({
    variable: 'TRUST_PROXY',
    expects: `0, a number of proxies up to 10, or networks (or ${PROXY_NAMES.join(', ')}) separated by commas`,
    fallback: '0',
    help: 'Whose X-Forwarded-* headers are believed: how many proxies stand in front, or where they stand.',
    parse: proxies(MAX_LIST),
  }),
  logLevel: setting({
    variable: 'LOG_LEVEL',
    expects: `one of ${LOG_LEVELS.join(', ')}`,
    fallback: 'info',
    help: 'The least weighty lines that are still logged.',
    parse: (text) => LOG_LEVELS.find((level) => level === text),
  }),
  publicUrl: setting({
    variable: 'SLUICE_PUBLIC_URL',
    expects: 'an http or https URL without query and fragment',
    fallback: undefined,
    help: 'How payers and merchants reach this server: the base of the links it gives out. Left out: http://HOST:PORT.',
    parse: baseUrl,
  }),
  queueLimit: setting({
    variable: 'SLUICE_QUEUE_LIMIT',
    expects: 'a whole number from 1 to 1000000',
    fallback: '5000',
    help: 'How many changes may wait for the database before requests are answered with 503.',
    parse: wholeNumber(1, 1_000_000),
  }),
  maxWaitingClaims: setting({
    variable: 'SLUICE_MAX_WAITING_CLAIMS',
    expects: 'a whole number from 1 to 1000000',
    fallback: '500',
    help: 'How many external references (UTR) that payers of one merchant have told in the last half hour may wait for their money before more are answered with 429.',
    parse: wholeNumber(1, 1_000_000),
  }),
  roles: setting({
    variable: 'SLUICE_ROLES',
    expects: `${ROLES.join(' or ')}, or both separated by a comma`,
    fallback: ROLES.join(','),
    help: 'What this process does: answer requests (api), send callbacks and run timers (worker).',
    parse: rolesOf,
  }),
  lanes: setting({
    variable: 'SLUICE_LANES',
    expects: LANES.join(' or '),
    fallback: 'shared',
    help: 'Whose changes one transaction may hold: those of all merchants (fastest on one PostgreSQL), or of one merchant only, as a PostgreSQL that is spread by merchant needs it.',
    parse: (text) => LANES.find((lanes) => lanes === text),
  }),
  drainMs: setting({
    variable: 'SLUICE_LEAVE_MS',
    expects: 'a whole number from 0 to 600000',
    fallback: '0',
    help: 'How many milliseconds a node that was told to stop goes on serving while /health/ready already says no, so that balancers look elsewhere before it refuses anything.',
    parse: wholeNumber(0, 600_000),
  }),
}

export interface Config {
  port: number
  host: string
  /** The server can be reached from this machine only. */
  loopbackOnly: boolean
  /** Variables whose values say that others than this machine come here; none: it may be a trial. */
  noTrialFor: readonly string[]
  dataDir: string
  /** Undefined: the embedded database. */
  databaseUrl: string | undefined
  redisUrl: string | undefined
  /** 32 bytes; undefined only on the embedded database, which makes its own. */
  masterKey: Uint8Array | undefined
  previousMasterKeys: readonly Uint8Array[]
  adminToken: string | undefined
  sandbox: boolean
  sandboxDelayMs: number
  maxOpenAddresses: number
  /** CIDRs. */
  callbackAllow: readonly string[]
  /** CIDRs. */
  connectorAllow: readonly string[]
  /** As fastify takes it: no one, so many hops, or these networks. */
  trustProxy: false | number | string[]
  logLevel: LogLevel
  /** Without a slash at its end. Undefined: `defaultPublicUrl` of the port really listened on. */
  publicUrl: string | undefined
  queueLimit: number
  maxWaitingClaims: number
  roles: readonly NodeRole[]
  lanes: Lanes
  drainMs: number
  /** `SLUICE_…` variables that are set and that nothing reads: misspelled, most likely. */
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

export function readConfig(env: Environment): Result<Config, ConfigFault[]> {
  const faults: ConfigFault[] = []
  const given = <Value>(one: Setting<Value>): Value | undefined => {
    // An empty variable is an unset one, as compose files write it.
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
  // What follows a fault is never used: the faults are returned instead.
  const config: Config = {
    port: given(SETTINGS.port) ?? 0,
    host,
    loopbackOnly,
    noTrialFor: noTrialFor({ loopbackOnly, trustProxy, publicUrl, databaseUrl }),
    dataDir: given(SETTINGS.dataDir) ?? '',
    databaseUrl,
    redisUrl: given(SETTINGS.redisUrl),
    masterKey: given(SETTINGS.masterKey),
    previousMasterKeys: given(SETTINGS.previousMasterKeys) ?? [],
    adminToken: given(SETTINGS.adminToken),
    sandbox: given(SETTINGS.sandbox) ?? databaseUrl === undefined,
    sandboxDelayMs: given(SETTINGS.sandboxDelayMs) ?? 0,
    maxOpenAddresses: given(SETTINGS.maxOpenAddresses) ?? 0,
    callbackAllow: given(SETTINGS.callbackAllow) ?? [],
    connectorAllow: given(SETTINGS.connectorAllow) ?? [],
    trustProxy,
    logLevel: given(SETTINGS.logLevel) ?? 'info',
    publicUrl,
    queueLimit: given(SETTINGS.queueLimit) ?? 0,
    maxWaitingClaims: given(SETTINGS.maxWaitingClaims) ?? 0,
    roles,
    lanes: given(SETTINGS.lanes) ?? 'shared',
    drainMs: given(SETTINGS.drainMs) ?? 0,
    unknownVariables: unknownVariables(env),
  }
  faults.push(...faultsTogether(env, roles))
  return faults.length === 0 ? succeed(config) : fail(faults)
}

/** One who only tries it sets none of these: each is set for others to come, by a proxy that listening here does not show. */
const noTrialFor = (
  config: Pick<Config, 'loopbackOnly' | 'trustProxy' | 'publicUrl' | 'databaseUrl'>,
): readonly string[] => [
  ...(config.loopbackOnly ? [] : [SETTINGS.host.variable]),
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

/** What is wrong only together with another setting. */
function faultsTogether(env: Environment, roles: readonly NodeRole[]): ConfigFault[] {
  const faults: ConfigFault[] = []
  const isSet = (one: Setting<unknown>): boolean => Boolean(env[one.variable]?.trim())
  const onPostgres = isSet(SETTINGS.databaseUrl)
  if (onPostgres && !isSet(SETTINGS.masterKey)) {
    faults.push({
      variable: SETTINGS.masterKey.variable,
      problem: 'is missing, and DATABASE_URL is set',
      remedy: `set it, the same on every node, to ${SETTINGS.masterKey.expects}`,
    })
  }
  if (isSet(SETTINGS.previousMasterKeys) && !isSet(SETTINGS.masterKey)) {
    faults.push({
      variable: SETTINGS.previousMasterKeys.variable,
      problem: 'is set, and SLUICE_MASTER_KEY is not',
      remedy: 'set both, or neither: a key in the data folder has those before it beside it',
    })
  }
  if (!onPostgres && roles.length < ROLES.length) {
    faults.push({
      variable: SETTINGS.roles.variable,
      problem: 'leaves a role out, and the embedded database serves one process only',
      remedy: 'leave it out, or set DATABASE_URL to share the work between processes',
    })
  }
  return faults
}

/** What the command `sluice` reads where it talks to a server: no mistake in a server's environment. */
const CLIENT_VARIABLES = ['SLUICE_URL', 'SLUICE_MERCHANT', 'SLUICE_KEY_FILE', 'SLUICE_CALLBACK_SECRET']

function unknownVariables(env: Environment): string[] {
  const known = new Set([...Object.values(SETTINGS).map((one) => one.variable), ...CLIENT_VARIABLES])
  return Object.keys(env)
    .filter((name) => name.startsWith('SLUICE_') && !known.has(name))
    .sort()
}

/** The base of links where `SLUICE_PUBLIC_URL` is not set. `port` is the one really listened on. */
export function defaultPublicUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${isIP(reachable) === 6 ? `[${reachable}]` : reachable}:${port}`
}

function rolesOf(text: string): NodeRole[] | undefined {
  const names = text.split(',').map((name) => name.trim())
  const roles = ROLES.filter((role) => names.includes(role))
  return names.every((name) => ROLES.some((role) => role === name)) ? roles : undefined
}
