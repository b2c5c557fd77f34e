/** Parsers for the text of settings: each returns the value, or undefined if the text is not as expected. Pure. */
import { parseUrl } from '@sluice/core/foundation/urls.ts'
import { type DatabaseUse, parseDatabaseUrl } from '@sluice/database/database-url.ts'
import ipaddr from 'ipaddr.js'
import type { ListenAddress } from '../http/second-listener.ts'
import { isNetwork } from '../outbound/guard.ts'

export function wholeNumber(least: number, most: number): (text: string) => number | undefined {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most ? value : undefined
  }
}

export function yesOrNo(text: string): boolean | undefined {
  if (text === '1' || text === 'true') return true
  return text === '0' || text === 'false' ? false : undefined
}

export function urlOf(...protocols: string[]): (text: string) => string | undefined {
  return (text) => (URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : undefined)
}

export const databaseUrl =
  (use: DatabaseUse) =>
  (text: string): string | undefined =>
    parseDatabaseUrl(text, use).ok ? text : undefined

export function keyOf32Bytes(text: string): Uint8Array | undefined {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return new Uint8Array(Buffer.from(text, 'hex'))
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? new Uint8Array(Buffer.from(text, 'base64')) : undefined
}

/** Separated by commas. */
export const keysOf32Bytes =
  (most: number) =>
  (text: string): Uint8Array[] | undefined => {
    const parts = text.split(',').map((part) => part.trim())
    const keys = parts.flatMap((part) => keyOf32Bytes(part) ?? [])
    return keys.length === parts.length && keys.length <= most ? keys : undefined
  }

export function listOf(
  isItem: (item: string) => boolean,
  most: number,
): (text: string) => string[] | undefined {
  return (text) => {
    const items = text.split(',').map((item) => item.trim())
    const found = items.filter((item) => item !== '')
    return found.every(isItem) && found.length <= most ? found : undefined
  }
}

export function baseUrl(text: string): string | undefined {
  const parsed = parseUrl(text)
  if (!parsed.ok || !/^https?:$/.test(parsed.value.protocol)) return undefined
  if (/[?#]/.test(text)) return undefined
  return parsed.value.href.replace(/\/+$/, '')
}

/** `127.0.0.1:8081`, `[::1]:8081`, `localhost:8081`. */
export function listenAddress(text: string): ListenAddress | undefined {
  const [, bracketed, plain, digits = ''] =
    /^(?:\[([\da-fA-F:.]+)\]|([A-Za-z0-9.-]{1,253})):(\d{1,5})$/.exec(text) ?? []
  const host = bracketed ?? plain
  const port = wholeNumber(1, 65_535)(digits)
  const isAddress = bracketed === undefined || ipaddr.IPv6.isValid(bracketed)
  return host !== undefined && port !== undefined && isAddress ? { host, port } : undefined
}

/** An identity provider's issuer. Without TLS only on this machine, because anybody in between could pose as the provider. */
export function issuerUrl(text: string): string | undefined {
  const parsed = parseUrl(text)
  if (!parsed.ok || /[?#]/.test(text)) return undefined
  const { protocol, hostname } = parsed.value
  const isSafe =
    protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.replace(/^\[|\]$/g, '')))
  return isSafe ? text : undefined
}

/** Only this machine reaches it. */
export const isLoopback = (host: string): boolean =>
  ipaddr.isValid(host) ? ipaddr.process(host).range() === 'loopback' : host.toLowerCase() === 'localhost'

/** Whether a database's URL leads to this machine, by the loopback address or by a socket's path. */
export function isOnThisMachine(text: string): boolean {
  const parsed = parseDatabaseUrl(text)
  if (!parsed.ok) return false
  return parsed.value.servers.every(({ host }) => host === '' || host.startsWith('/') || isLoopback(host))
}

export const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal']

/** Trusting everybody (`true`) would let anyone forge the address that rates are counted by. */
export const proxies =
  (most: number) =>
  (text: string): false | number | string[] | undefined => {
    if (text === '0' || text === 'false') return false
    const hops = wholeNumber(1, 10)(text)
    if (hops !== undefined) return hops
    return listOf((item) => PROXY_NAMES.includes(item) || isNetwork(item), most)(text)
  }
