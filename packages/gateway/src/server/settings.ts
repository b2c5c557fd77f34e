/**
 * The settings as data: each with its name, what it expects, its default and a sentence of help. So `sluice serve
 * --help` and the documentation list exactly what the server reads. `config.ts` reads them.
 */
import { isIP } from 'node:net'
import { claimOfGroups, groupRolesIn } from '../identity/people/group-roles.ts'
import { isNetwork } from '../outbound/guard.ts'
import { isMailAddress, SMTP_TLS } from '../outbound/mail.ts'
import {
  baseUrl,
  issuerUrl,
  keyOf32Bytes,
  keysOf32Bytes,
  listenAddress,
  listOf,
  PROXY_NAMES,
  proxies,
  urlOf,
  wholeNumber,
  yesOrNo,
} from './config-values.ts'
import { DATABASE_SETTINGS } from './database-settings.ts'
import { setting } from './setting.ts'
import { TRACE_SETTINGS } from './trace-settings.ts'

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
export type NodeRole = 'api' | 'worker'
/** Whose changes may be committed together: everyone's, or those of one merchant. */

const LOG_LEVELS: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
export const ROLES: readonly NodeRole[] = ['api', 'worker']
const MAX_LIST = 100
const MOST_PROCESSES = 64

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
    help: 'The folder of the embedded database and of the files created at the first start.',
    parse: (text) => (text.includes('\0') ? undefined : text),
  }),
  ...DATABASE_SETTINGS,
  masterKey: setting({
    variable: 'SLUICE_MASTER_KEY',
    expects: '32 random bytes in base64 or hex (make one with: openssl rand -base64 32)',
    fallback: undefined,
    help: 'Encrypts private keys and callback secrets in the database; the same on every node. Embedded default: created once, in DATA_DIR/master-key.',
    parse: keyOf32Bytes,
  }),
  previousMasterKeys: setting({
    variable: 'SLUICE_MASTER_KEY_PREVIOUS',
    expects: 'one or more master keys as in SLUICE_MASTER_KEY, separated by commas',
    fallback: undefined,
    help: 'Keys that only decrypt: during a rotation of the master key, the previous one, so that every node can read what either has sealed.',
    parse: keysOf32Bytes(MAX_LIST),
  }),
  adminToken: setting({
    variable: 'SLUICE_ADMIN_TOKEN',
    expects: '32 to 256 printable characters without spaces',
    fallback: undefined,
    help: "The first operator's token, on PostgreSQL. Embedded default: created once, in DATA_DIR/admin-token.",
    parse: (text) => (/^[\x21-\x7e]{32,256}$/.test(text) ? text : undefined),
  }),
  sandbox: setting({
    variable: 'SLUICE_SANDBOX',
    expects: '0 or 1',
    fallback: undefined,
    help: 'Whether the first start creates a test merchant. Default: 1 on the embedded database, 0 on PostgreSQL.',
    parse: yesOrNo,
  }),
  sandboxDelayMs: setting({
    variable: 'SLUICE_SANDBOX_DELAY_MS',
    expects: 'a whole number from 0 to 3600000',
    fallback: '3000',
    help: 'Milliseconds until the sandbox lets the money arrive.',
    parse: wholeNumber(0, 3_600_000),
  }),
  maxOpenAddresses: setting({
    variable: 'SLUICE_MAX_OPEN_ADDRESSES',
    expects: 'a whole number from 1000 to 1000000',
    fallback: '100000',
    help: 'How many stablecoin addresses can wait for money at once, for live and for test merchants each: half of them for one merchant, a thousandth for payers at one network address.',
    parse: wholeNumber(1_000, 1_000_000),
  }),
  indexes: setting({
    variable: 'SLUICE_SEARCH',
    expects: '0 or 1',
    fallback: '1',
    help: 'Whether this node, if it is a worker, indexes payments for the search and counts them for reports.',
    parse: yesOrNo,
  }),
  callbackAllow: setting({
    variable: 'SLUICE_CALLBACK_ALLOW',
    expects: `up to ${MAX_LIST} networks such as 10.1.0.0/16, separated by commas`,
    fallback: '',
    help: 'Private networks to which callbacks may go; 127.0.0.0/8 for this machine itself. Cloud metadata addresses stay blocked. Default: only callbacks of test merchants may go to this machine, and only in a trial: HOST is a loopback address, TRUST_PROXY, SLUICE_PUBLIC_URL and DATABASE_URL are not set, and no request has come through a proxy.',
    parse: listOf(isNetwork, MAX_LIST),
  }),
  connectorAllow: setting({
    variable: 'SLUICE_CONNECTOR_ALLOW',
    expects: `up to ${MAX_LIST} networks such as 10.1.0.0/16, separated by commas`,
    fallback: '',
    help: 'Private networks in which connectors may be. Cloud metadata addresses stay blocked.',
    parse: listOf(isNetwork, MAX_LIST),
  }),
  trustProxy: setting({
    variable: 'TRUST_PROXY',
    expects: `0, a number of proxies up to 10, or networks (or ${PROXY_NAMES.join(', ')}) separated by commas`,
    fallback: '0',
    help: 'Whose X-Forwarded-* headers are trusted: the number of proxies in front, or their networks.',
    parse: proxies(MAX_LIST),
  }),
  logLevel: setting({
    variable: 'LOG_LEVEL',
    expects: `one of ${LOG_LEVELS.join(', ')}`,
    fallback: 'info',
    help: 'The lowest level that is logged.',
    parse: (text) => LOG_LEVELS.find((level) => level === text),
  }),
  publicUrl: setting({
    variable: 'SLUICE_PUBLIC_URL',
    expects: 'an http or https URL without query and fragment',
    fallback: undefined,
    help: 'The address by which payers and merchants reach this server: the base of the links it creates. Default: http://HOST:PORT.',
    parse: baseUrl,
  }),
  queueLimit: setting({
    variable: 'SLUICE_QUEUE_LIMIT',
    expects: 'a whole number from 1 to 1000000',
    fallback: '5000',
    help: 'How many changes can wait for the database before requests get 503.',
    parse: wholeNumber(1, 1_000_000),
  }),
  maxWaitingClaims: setting({
    variable: 'SLUICE_MAX_WAITING_CLAIMS',
    expects: 'a whole number from 1 to 1000000',
    fallback: '500',
    help: 'How many external references (UTR), entered by payers of one merchant in the last half hour, can wait for their money before more get 429.',
    parse: wholeNumber(1, 1_000_000),
  }),
  roles: setting({
    variable: 'SLUICE_ROLES',
    expects: `${ROLES.join(' or ')}, or both separated by a comma`,
    fallback: ROLES.join(','),
    help: 'What this process does: answer requests (api), send callbacks and run timers (worker).',
    parse: rolesOf,
  }),
  processes: setting({
    variable: 'SLUICE_PROCESSES',
    expects: `a whole number from 1 to ${MOST_PROCESSES}`,
    fallback: undefined,
    help: 'How many processes share the port, on PostgreSQL; each is a whole node and opens 7 connections. Default: the number of cores, or half of it if PostgreSQL runs on this machine (but two of two), at most 8; always 1 on the embedded database.',
    parse: wholeNumber(1, MOST_PROCESSES),
  }),
  busyPoll: setting({
    variable: 'SLUICE_BUSY_POLL',
    expects: '0 or 1',
    fallback: undefined,
    help: 'Whether this process stays awake, for at most half a millisecond, while its only create is committed, and for a third of a millisecond afterwards: responses come sooner, for more CPU. Default: 1 if it can use more than one core.',
    parse: yesOrNo,
  }),
  adminListen: setting({
    variable: 'SLUICE_ADMIN_LISTEN',
    expects: 'an IP address or host name and a port from 1 to 65535, such as 127.0.0.1:8081',
    fallback: undefined,
    help: 'A second address to listen on, for operators: /admin, /console, /sign-in and /metrics are then served only there, and the address of HOST and PORT answers 404 for them. Default: they are on that one, too.',
    parse: listenAddress,
  }),
  adminUrl: setting({
    variable: 'SLUICE_ADMIN_URL',
    expects: 'an http or https URL without query and fragment',
    fallback: undefined,
    help: 'How operators reach the console, with SLUICE_ADMIN_LISTEN: https, except on this machine. Default: http:// and the address of SLUICE_ADMIN_LISTEN.',
    parse: baseUrl,
  }),
  oidcIssuer: setting({
    variable: 'SLUICE_OIDC_ISSUER',
    expects: 'an https URL, or an http one on this machine',
    fallback: undefined,
    help: 'The identity provider (OpenID Connect) with which people can sign in, exactly as it names itself. Default: none.',
    parse: issuerUrl,
  }),
  oidcClientId: setting({
    variable: 'SLUICE_OIDC_CLIENT_ID',
    expects: 'up to 256 printable characters',
    fallback: undefined,
    help: 'The ID of this gateway at the identity provider; its tokens must have it as audience.',
    parse: (text) => (/^[\x21-\x7e]{1,256}$/.test(text) ? text : undefined),
  }),
  oidcClientSecret: setting({
    variable: 'SLUICE_OIDC_CLIENT_SECRET',
    expects: 'up to 1024 printable characters',
    fallback: undefined,
    help: 'Authenticates this gateway at the identity provider. Default: a public client, with PKCE only.',
    parse: (text) => (/^[\x21-\x7e]{1,1024}$/.test(text) ? text : undefined),
  }),
  oidcRoles: setting({
    variable: 'SLUICE_OIDC_ROLES',
    expects: 'groups with their roles, such as it-admins=ADMIN,finance=OPERATOR,auditors=VIEWER',
    fallback: undefined,
    help: 'Which group of the identity provider gives which role; with several groups, the highest. People in none of them cannot sign in.',
    parse: groupRolesIn,
  }),
  oidcClaim: setting({
    variable: 'SLUICE_OIDC_GROUPS_CLAIM',
    expects: 'the name of a claim that people do not choose themselves',
    fallback: 'groups',
    help: 'The claim of the ID token that contains the groups.',
    parse: claimOfGroups,
  }),
  oidcScope: setting({
    variable: 'SLUICE_OIDC_SCOPE',
    expects: 'scopes separated by spaces, openid among them',
    fallback: 'openid profile email',
    help: 'The scopes requested from the identity provider.',
    parse: (text) =>
      /^[\x21-\x7e ]{1,256}$/.test(text) && text.split(' ').includes('openid') ? text : undefined,
  }),
  oidcName: setting({
    variable: 'SLUICE_OIDC_NAME',
    expects: 'up to 40 characters',
    fallback: 'single sign-on',
    help: 'The name on its button: Continue with ….',
    parse: (text) => (/^[^\p{Cc}]{1,40}$/u.test(text) ? text : undefined),
  }),
  smtpHost: setting({
    variable: 'SLUICE_SMTP_HOST',
    expects: 'the host name or address of a mail server',
    fallback: undefined,
    help: 'The SMTP server for alerts and for mails to merchants’ owners. Default: no mail is sent.',
    parse: (text) => (/^[A-Za-z0-9.:-]{1,253}$/.test(text) ? text : undefined),
  }),
  smtpPort: setting({
    variable: 'SLUICE_SMTP_PORT',
    expects: 'a whole number from 1 to 65535',
    fallback: '587',
    help: 'The port of the mail server.',
    parse: wholeNumber(1, 65_535),
  }),
  smtpTls: setting({
    variable: 'SLUICE_SMTP_TLS',
    expects: SMTP_TLS.join(' or '),
    fallback: 'starttls',
    help: 'How the connection to the mail server is encrypted: from the start (tls, usually port 465), by STARTTLS (starttls), or not at all (none).',
    parse: (text) => SMTP_TLS.find((each) => each === text),
  }),
  smtpUser: setting({
    variable: 'SLUICE_SMTP_USER',
    expects: 'up to 256 characters',
    fallback: undefined,
    help: 'The user name for the mail server. Default: none.',
    parse: (text) => (text.length <= 256 ? text : undefined),
  }),
  smtpPassword: setting({
    variable: 'SLUICE_SMTP_PASSWORD',
    expects: 'up to 1024 characters',
    fallback: undefined,
    help: 'The password for SLUICE_SMTP_USER.',
    parse: (text) => (text.length <= 1_024 ? text : undefined),
  }),
  smtpPasswordFile: setting({
    variable: 'SLUICE_SMTP_PASSWORD_FILE',
    expects: 'a path',
    fallback: undefined,
    help: 'A file that contains the password instead; it is read for each mail.',
    parse: (text) => (text.includes('\0') ? undefined : text),
  }),
  alertMailFrom: setting({
    variable: 'SLUICE_ALERT_MAIL_FROM',
    expects: 'a mail address',
    fallback: undefined,
    help: 'The sender of mails. Default: the first address in SLUICE_ALERT_MAIL_TO.',
    parse: (text) => (isMailAddress(text) ? text : undefined),
  }),
  alertMailTo: setting({
    variable: 'SLUICE_ALERT_MAIL_TO',
    expects: `up to ${MAX_LIST} mail addresses separated by commas`,
    fallback: '',
    help: 'Who gets alerts by mail, with SLUICE_SMTP_HOST.',
    parse: listOf(isMailAddress, MAX_LIST),
  }),
  alertWebhookUrl: setting({
    variable: 'SLUICE_ALERT_WEBHOOK_URL',
    expects: 'an http or https URL',
    fallback: undefined,
    help: 'Where alerts are posted, signed with SLUICE_ALERT_WEBHOOK_SECRET. Default: nowhere.',
    parse: urlOf('http:', 'https:'),
  }),
  alertWebhookSecret: setting({
    variable: 'SLUICE_ALERT_WEBHOOK_SECRET',
    expects:
      'whsec_ and at least 24 random bytes in base64 (make one with: echo whsec_$(openssl rand -base64 32))',
    fallback: undefined,
    help: 'The secret with which the receiver verifies alerts.',
    parse: (text) => (/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/.test(text) ? text : undefined),
  }),
  drainMs: setting({
    variable: 'SLUICE_LEAVE_MS',
    expects: 'a whole number from 0 to 600000',
    fallback: '0',
    help: 'How many milliseconds a stopping node keeps serving while /health/ready already fails, so that load balancers move away before it refuses anything.',
    parse: wholeNumber(0, 600_000),
  }),
  ...TRACE_SETTINGS,
}

function rolesOf(text: string): NodeRole[] | undefined {
  const names = text.split(',').map((name) => name.trim())
  const roles = ROLES.filter((role) => names.includes(role))
  return names.every((name) => ROLES.some((role) => role === name)) ? roles : undefined
}
