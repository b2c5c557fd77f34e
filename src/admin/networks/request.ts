/**
 * A network as an operator writes it, checked against the catalogue, all faults at once. Unknown properties are refused: a
 * misspelt limit would cost money. No message repeats a key or a URL. Pure.
 */
import { getAddress, isAddress } from 'viem/utils'
import { offered } from '../../catalogue/currencies.ts'
import type { CurrencyCode } from '../../foundation/money.ts'
import { fail, type Result, succeed } from '../../foundation/result.ts'
import { parseUrl } from '../../foundation/urls.ts'
import { pointerTo } from '../../http/body.ts'
import type { Fault } from '../../http/problems.ts'
import { type Body, isObject } from '../../intake/requests.ts'
import { readWallet, type Wallet } from '../../processors/stablecoin/derive.ts'
import type { Token } from '../../processors/stablecoin/network.ts'
import { chainIdOf, KNOWN_NETWORKS, NETWORK_CODES } from './known-networks.ts'

const MAX_URLS = 5
const MAX_CHAIN_ID = 2 ** 52
const MAX_DECIMALS = 30
const OF_TOKENS = ['contract', 'decimals']
const SETTINGS = ['enabled', 'rpcUrls', 'xpub', 'tokens', 'confirmations', 'blockRange', 'pollSecs']
const IDENTITY = ['code', 'isTest', 'chainId']

/** What an operator may set, and set again. */
export interface NetworkSettings {
  readonly enabled?: boolean
  readonly rpcUrls?: readonly string[]
  readonly wallet?: Wallet
  readonly tokens?: ReadonlyMap<CurrencyCode, Token>
  readonly confirmations?: number
  readonly blockRange?: number
  readonly pollMs?: number
}

/** A new one: with everything it needs. */
export interface WantedNetwork extends Required<NetworkSettings> {
  readonly code: string
  readonly isTest: boolean
  readonly chainId: number
}

const DEFAULTS = { enabled: true, blockRange: 500, pollMs: 12_000 }

const LIVE_CHAINS = new Set(NETWORK_CODES.map(chainIdOf))

class Reading {
  readonly faults: Fault[] = []

  say(path: string, code: Fault['code'], message: string): undefined {
    this.faults.push({ path, code, message })
  }

  unknownIn(object: Body, known: readonly string[], path: string): void {
    for (const key of Object.keys(object)) {
      if (!known.includes(key)) {
        this.say(pointerTo(path, key), 'UNKNOWN_FIELD', `is not known; there are ${known.join(', ')}`)
      }
    }
  }

  whole(object: Body, key: string, parent: string, min: number, max: number): number | undefined {
    const value = object[key]
    if (value === undefined) return undefined
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value
    return this.say(pointerTo(parent, key), 'OUT_OF_RANGE', `must be a whole number from ${min} to ${max}`)
  }

  flag(object: Body, key: string): boolean | undefined {
    const value = object[key]
    if (value === undefined || typeof value === 'boolean') return value
    return this.say(pointerTo('', key), 'WRONG_TYPE', 'must be true or false')
  }
}

/** `POST`: a new network. What the catalogue knows of a live one need not be given. */
export function readNewNetwork(body: Body): Result<WantedNetwork, readonly Fault[]> {
  const reading = new Reading()
  reading.unknownIn(body, [...IDENTITY, ...SETTINGS], '')
  const code = readCode(body.code, reading)
  const isTest = reading.flag(body, 'isTest') ?? false
  const chainId = readChainId(body, code, isTest, reading)
  const { wallet, rpcUrls, tokens, ...settings } = readSettings(body, code, reading)
  const all = tokens ?? (isTest ? undefined : usualTokens(code))
  const missing = 'must be given'
  if (body.xpub === undefined) reading.say('/xpub', 'REQUIRED', missing)
  if (body.rpcUrls === undefined) reading.say('/rpcUrls', 'REQUIRED', missing)
  if (body.tokens === undefined && isTest)
    reading.say('/tokens', 'REQUIRED', 'must be given for a test network')
  const facts = code === undefined ? undefined : KNOWN_NETWORKS.get(code)?.[0]?.operator.facts
  if (reading.faults.length > 0 || !code || chainId === undefined || !wallet || !rpcUrls || !all) {
    return fail(reading.faults)
  }
  const confirmations = Number(facts?.confirmations ?? 12)
  return succeed({
    ...DEFAULTS,
    confirmations,
    ...settings,
    code,
    isTest,
    chainId,
    wallet,
    rpcUrls,
    tokens: all,
  })
}

/** `PATCH`: what is given takes the place of what was; tokens are added to those that are there. */
export function readNetworkChange(body: Body, code: string): Result<NetworkSettings, readonly Fault[]> {
  const reading = new Reading()
  reading.unknownIn(body, SETTINGS, '')
  const settings = readSettings(body, code, reading)
  return reading.faults.length > 0 ? fail(reading.faults) : succeed(settings)
}

function readCode(value: unknown, reading: Reading): string | undefined {
  if (typeof value === 'string' && KNOWN_NETWORKS.has(value)) return value
  const code = value === undefined ? 'REQUIRED' : 'UNKNOWN_VALUE'
  return reading.say('/code', code, `must be one of ${NETWORK_CODES.join(', ')}`)
}

function readChainId(
  body: Body,
  code: string | undefined,
  isTest: boolean,
  reading: Reading,
): number | undefined {
  const usual = code === undefined ? undefined : chainIdOf(code)
  const given = reading.whole(body, 'chainId', '', 1, MAX_CHAIN_ID)
  if (isTest) {
    if (body.chainId === undefined) reading.say('/chainId', 'REQUIRED', 'must be given for a test network')
    if (given === undefined || !LIVE_CHAINS.has(given)) return given
    return reading.say('/chainId', 'NOT_ALLOWED', 'is a chain of real money')
  }
  if (given === undefined || usual === undefined || given === usual) return given ?? usual
  return reading.say(
    '/chainId',
    'CONFLICT',
    `must be ${usual} for ${code}; other chains are for tests (isTest)`,
  )
}

function readSettings(body: Body, code: string | undefined, reading: Reading): NetworkSettings {
  const enabled = reading.flag(body, 'enabled')
  const rpcUrls = readUrls(body.rpcUrls, reading)
  const wallet = readXpub(body.xpub, reading)
  const tokens = readTokens(body.tokens, code, reading)
  const confirmations = reading.whole(body, 'confirmations', '', 1, 10_000)
  const blockRange = reading.whole(body, 'blockRange', '', 1, 100_000)
  const pollSecs = reading.whole(body, 'pollSecs', '', 1, 300)
  return {
    ...(enabled !== undefined && { enabled }),
    ...(rpcUrls && { rpcUrls }),
    ...(wallet && { wallet }),
    ...(tokens && { tokens }),
    ...(confirmations !== undefined && { confirmations }),
    ...(blockRange !== undefined && { blockRange }),
    ...(pollSecs !== undefined && { pollMs: pollSecs * 1_000 }),
  }
}

function readUrls(value: unknown, reading: Reading): readonly string[] | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_URLS) {
    return reading.say('/rpcUrls', 'WRONG_TYPE', `must be a list of 1 to ${MAX_URLS} URLs`)
  }
  const urls: string[] = []
  value.forEach((url: unknown, index) => {
    const path = pointerTo('/rpcUrls', index)
    const parsed = typeof url === 'string' ? parseUrl(url) : undefined
    if (!parsed) reading.say(path, 'WRONG_TYPE', 'must be a URL')
    else if (!parsed.ok) reading.say(path, parsed.failure.code, parsed.failure.message)
    else if (!/^https?:$/.test(parsed.value.protocol)) {
      reading.say(path, 'SCHEME_REFUSED', 'must start with https:// or http://')
    } else urls.push(parsed.value.href)
  })
  return urls
}

function readXpub(value: unknown, reading: Reading): Wallet | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string') return reading.say('/xpub', 'WRONG_TYPE', 'must be a text')
  const wallet = readWallet(value)
  return wallet.ok ? wallet.value : reading.say('/xpub', wallet.failure.code, wallet.failure.message)
}

function readTokens(
  value: unknown,
  code: string | undefined,
  reading: Reading,
): NetworkSettings['tokens'] | undefined {
  if (value === undefined || code === undefined) return undefined
  const known = (KNOWN_NETWORKS.get(code) ?? []).map(({ currency }) => currency)
  if (!isObject(value) || Object.keys(value).length === 0) {
    return reading.say('/tokens', 'WRONG_TYPE', `must be an object with ${known.join(', ')}`)
  }
  reading.unknownIn(value, known, '/tokens')
  return new Map(
    known.flatMap((currency) => {
      const token = readToken(value[currency], pointerTo('/tokens', currency), currency, reading)
      return token ? [[currency, token] as const] : []
    }),
  )
}

function readToken(
  value: unknown,
  path: string,
  currency: CurrencyCode,
  reading: Reading,
): Token | undefined {
  if (value === undefined) return undefined
  if (!isObject(value)) return reading.say(path, 'WRONG_TYPE', 'must be an object with contract, decimals')
  reading.unknownIn(value, OF_TOKENS, path)
  const { ledgerDigits } = offered(currency)
  const decimals = reading.whole(value, 'decimals', path, ledgerDigits, MAX_DECIMALS) ?? ledgerDigits
  const { contract } = value
  if (typeof contract !== 'string' || !isAddress(contract)) {
    const fault = contract === undefined ? 'REQUIRED' : 'INVALID_FORMAT'
    return reading.say(pointerTo(path, 'contract'), fault, 'must be an address whose capitals hold (EIP-55)')
  }
  return { contract: getAddress(contract), decimals }
}

/** As the catalogue has them. */
function usualTokens(code: string | undefined): NetworkSettings['tokens'] {
  const known = code === undefined ? [] : (KNOWN_NETWORKS.get(code) ?? [])
  return new Map(
    known.flatMap(({ currency, operator }) => {
      const { contract, decimals } = operator.facts ?? {}
      return contract === undefined
        ? []
        : [[currency, { contract: getAddress(contract), decimals: Number(decimals ?? 6) }] as const]
    }),
  )
}
