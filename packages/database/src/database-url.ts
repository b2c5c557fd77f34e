/**
 * URLs of PostgreSQL that may name several servers, of which one is the primary, written as libpq reads them:
 * `postgres://user:password@host1:5432,host2:5433/database?target_session_attrs=read-write`. The driver knows one server at a
 * time, so each gets a URL of its own here. Faults never repeat the text, which may hold a password.
 */
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'

/** Which servers may be used, in libpq's words; those that a gateway has a use for. */
const TARGETS = ['any', 'read-write', 'primary', 'standby'] as const
export type TargetSession = (typeof TARGETS)[number]

export interface DatabaseServer {
  /** Host and port, to show. */
  readonly name: string
  /** '' for this machine; the folder of a socket begins with a slash. IPv6 addresses have no brackets. */
  readonly host: string
  readonly port: number
  /** Of this server alone. */
  readonly url: string
}

export interface DatabaseUrl {
  /** Hosts and database, to show. */
  readonly name: string
  readonly hasPassword: boolean
  /** At least one. */
  readonly servers: readonly DatabaseServer[]
  readonly target: TargetSession
  /** How long one server may take to accept a connection; undefined: the caller's own. */
  readonly connectTimeoutMs: number | undefined
}

/** What the connection is for: a gateway writes, its reports may read a standby. */
export type DatabaseUse = 'primary' | 'replica'

const FORM = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)(\/[^?#]*)?(?:\?([^#]*))?$/i
/** A name, an IPv4 address, an IPv6 address in brackets, or a socket's folder with escaped slashes. */
const HOST = /^(\[[\da-fA-F:.]+\]|[^\s:[\]]*)(?::(\d{1,5}))?$/
const DEFAULT_PORT = 5432
const MOST_SERVERS = 10

const FIRST_TARGETS: Readonly<Record<DatabaseUse, readonly TargetSession[]>> = {
  primary: ['read-write', 'primary'],
  replica: ['standby'],
}

/** @returns the fault as the end of the sentence "must be …" */
export function parseDatabaseUrl(text: string, use: DatabaseUse = 'primary'): Result<DatabaseUrl, string> {
  const [, scheme, user = '', hosts = '', path = '', query = ''] = FORM.exec(text) ?? []
  if (scheme === undefined) return fail('a URL that starts with postgres:// or postgresql://')
  const options = new URLSearchParams(query)
  const asked = options.get('target_session_attrs')
  const timeout = options.get('connect_timeout')
  const places = placesOf(hosts, options)
  if (places === undefined)
    return fail(
      'a URL whose hosts are separated by commas, each with its port, such as postgres://user@a:5432,b:5432/name',
    )
  if (places.length > MOST_SERVERS) return fail(`a URL with at most ${MOST_SERVERS} hosts`)
  const allowed = FIRST_TARGETS[use]
  const isOne = places.length === 1
  const fallback = isOne && use === 'primary' ? 'any' : (allowed[0] ?? 'any')
  const target = TARGETS.find((one) => one === (asked ?? fallback))
  // One server without a wish is used whatever it is, as ever: it may be a pooler or a proxy that follows the primary.
  if (
    target === undefined ||
    (asked !== null && !allowed.includes(target) && !(isOne && use === 'primary' && target === 'any'))
  )
    return fail(`a URL whose target_session_attrs is ${listed(allowed)}, or left out`)
  if (timeout !== null && !/^(?:[1-9]|[1-5]\d|60)$/.test(timeout))
    return fail('a URL whose connect_timeout is a whole number of seconds from 1 to 60, or left out')
  for (const name of ['target_session_attrs', 'connect_timeout', 'host', 'port']) options.delete(name)
  const isUntouched = isOne && asked === null && timeout === null && URL.canParse(text)
  const servers = places.map(({ host, port, isOption }) => {
    const own = new URLSearchParams(options)
    if (isOption) own.set('host', host)
    if (isOption && port !== '') own.set('port', port)
    // What stands here does not matter if an option names the host.
    const authority = isOption ? 'localhost' : `${host}${port && `:${port}`}`
    const rest = own.size === 0 ? '' : `?${own}`
    return {
      host: (new URLSearchParams(`host=${host}`).get('host') ?? host).replace(/^\[|\]$/g, ''),
      port: Number(port) || DEFAULT_PORT,
      name: /^(?:\/|%2f)/i.test(host) ? host : `${host || 'localhost'}:${port || DEFAULT_PORT}`,
      url: isUntouched ? text : `${scheme}${user}${authority}${path}${rest}`,
    }
  })
  if (!servers.every(({ url }) => URL.canParse(url)))
    return fail('a URL that starts with postgres:// or postgresql://')
  const connectTimeoutMs = timeout === null ? undefined : Number(timeout) * 1_000
  const name = `${hosts || options.get('host') || 'this machine'}${path}`
  return succeed({ name, hasPassword: /:[^@]/.test(user), servers, target, connectTimeoutMs })
}

interface Place {
  readonly host: string
  /** '' for the default. */
  readonly port: string
  /** Named by `?host=`, as a socket's folder is. */
  readonly isOption: boolean
}

/** @returns undefined if they cannot be read */
function placesOf(hosts: string, options: URLSearchParams): readonly Place[] | undefined {
  const named = options.get('host')
  if (named !== null) return ofOptions(named, options.get('port') ?? '')
  const places: Place[] = []
  const parts = hosts.split(',')
  for (const part of parts) {
    const [, host, port = ''] = HOST.exec(part) ?? []
    // Only a single one may be left out, for this machine.
    if (host === undefined || (host === '' && parts.length > 1) || !isPort(port)) return undefined
    places.push({ host, port, isOption: false })
  }
  return places
}

function ofOptions(named: string, portsText: string): readonly Place[] | undefined {
  const hosts = named.split(',')
  const ports = portsText.split(',')
  if (hosts.includes('') || !ports.every(isPort)) return undefined
  if (ports.length !== 1 && ports.length !== hosts.length) return undefined
  return hosts.map((host, index) => ({ host, port: ports[index] ?? ports[0] ?? '', isOption: true }))
}

const isPort = (text: string): boolean =>
  text === '' || (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535)

const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`
