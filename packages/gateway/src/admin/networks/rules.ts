/** Checks a network as an operator writes it against the catalogue. No message repeats a key. Pure. */
import { pointerTo } from '@sluice/core/foundation/json-document.ts'
import type { CurrencyCode } from '@sluice/core/foundation/money.ts'
import { assert, type Result } from '@sluice/core/foundation/result.ts'
import type { Wallet } from '@sluice/core/processor/chain.ts'
import type { Given, Terms } from '../../http/reading.ts'
import type { Evm } from '../../processors/stablecoin/evm-part.ts'
import type { Token } from '../../processors/stablecoin/network.ts'
import { chainIdOf, KNOWN_NETWORKS, NETWORK_CODES } from './known-networks.ts'
import { CONTRACT_WORDS, LEDGER_DIGITS, type NetworkChange, type NewNetwork } from './schemas.ts'

/** What an operator may set and change. */
export interface NetworkSettings {
  readonly enabled?: boolean
  readonly rpcUrls?: readonly string[]
  readonly wallet?: Wallet
  readonly tokens?: ReadonlyMap<CurrencyCode, Token>
  readonly confirmations?: number
  readonly blockRange?: number
  readonly pollMs?: number
}

/** A new network, complete. */
export interface WantedNetwork extends Required<NetworkSettings> {
  readonly code: string
  readonly isTest: boolean
  readonly chainId: number
}

const DEFAULTS = { enabled: true, blockRange: 500, pollMs: 12_000 }

const LIVE_CHAINS = new Set(NETWORK_CODES.map(chainIdOf))

/** What reads keys and addresses, or why there is nothing that does: a field that needs it is then refused. */
type EvmPart = Result<Evm, string>

export const networkRules = (evm: EvmPart) => ({
  newNetwork: (given: Given<NewNetwork>, terms: Terms) => newNetwork(evm, given, terms),
  /** `PATCH`: given values replace the old ones; tokens are added. */
  changedNetwork:
    (code: string) =>
    (given: Given<NetworkChange>, terms: Terms): NetworkSettings =>
      settingsOf(evm, given, code, terms),
})

/** `POST`: a new network. Values in the catalogue need not be given. */
function newNetwork(evm: EvmPart, given: Given<NewNetwork>, terms: Terms): WantedNetwork | undefined {
  const { code, isTest = false } = given
  const chainId = chainOf(given, isTest, terms)
  const { wallet, rpcUrls, tokens, ...settings } = settingsOf(evm, given, code, terms)
  const all = tokens ?? (isTest ? undefined : usualTokens(evm, code))
  if (terms.sent.tokens === undefined && isTest)
    terms.say('/tokens', 'REQUIRED', 'must be given for a test network')
  if (code === undefined || chainId === undefined || !wallet || !rpcUrls || !all) return undefined
  const facts = KNOWN_NETWORKS.get(code)?.[0]?.operator.facts
  const confirmations = Number(facts?.confirmations ?? 12)
  return { ...DEFAULTS, confirmations, ...settings, code, isTest, chainId, wallet, rpcUrls, tokens: all }
}

function chainOf({ code, chainId }: Given<NewNetwork>, isTest: boolean, { sent, say }: Terms) {
  if (isTest) {
    if (sent.chainId === undefined) say('/chainId', 'REQUIRED', 'must be given for a test network')
    if (chainId === undefined || !LIVE_CHAINS.has(chainId)) return chainId
    return say('/chainId', 'NOT_ALLOWED', 'is a chain with real money')
  }
  const usual = code === undefined ? undefined : chainIdOf(code)
  if (chainId === undefined || usual === undefined || chainId === usual) return chainId ?? usual
  return say('/chainId', 'CONFLICT', `must be ${usual} for ${code}; other chains are for tests (isTest)`)
}

function settingsOf(
  evm: EvmPart,
  { enabled, rpcUrls, xpub, tokens: named, confirmations, blockRange, pollSecs }: Given<NetworkChange>,
  code: string | undefined,
  terms: Terms,
): NetworkSettings {
  const wallet = xpub === undefined ? undefined : walletOf(evm, xpub, terms)
  const tokens = named && code !== undefined ? tokensOf(evm, named, code, terms) : undefined
  return {
    ...(enabled !== undefined && { enabled }),
    ...(rpcUrls && { rpcUrls: rpcUrls.filter((url) => url !== undefined) }),
    ...(wallet && { wallet }),
    ...(tokens && { tokens }),
    ...(confirmations !== undefined && { confirmations }),
    ...(blockRange !== undefined && { blockRange }),
    ...(pollSecs !== undefined && { pollMs: pollSecs * 1_000 }),
  }
}

function walletOf(evm: EvmPart, xpub: string, { say }: Terms): Wallet | undefined {
  if (!evm.ok) return say('/xpub', 'NOT_ALLOWED', `cannot be read. ${evm.failure}`)
  const wallet = evm.value.readWallet(xpub)
  return wallet.ok ? wallet.value : say('/xpub', wallet.failure.code, wallet.failure.message)
}

function tokensOf(
  evm: EvmPart,
  named: NonNullable<Given<NetworkChange>['tokens']>,
  code: string,
  { say }: Terms,
): NetworkSettings['tokens'] {
  if (!evm.ok) return say('/tokens', 'NOT_ALLOWED', `cannot be read. ${evm.failure}`)
  const { contractAddress } = evm.value
  const known = (KNOWN_NETWORKS.get(code) ?? []).map(({ currency }) => currency)
  return new Map(
    Object.entries(named).flatMap(([name, { contract, decimals = LEDGER_DIGITS } = {}]) => {
      const path = pointerTo('/tokens', name)
      const currency = known.find((each) => each === name)
      if (currency === undefined) {
        say(path, 'UNKNOWN_FIELD', `is unknown; known tokens are ${known.join(', ')}`)
        return []
      }
      if (contract === undefined) return []
      const address = contractAddress(contract)
      if (address !== undefined) return [[currency, { contract: address, decimals }] as const]
      say(pointerTo(path, 'contract'), 'INVALID_FORMAT', CONTRACT_WORDS)
      return []
    }),
  )
}

/** The tokens of the catalogue. */
function usualTokens(evm: EvmPart, code: string | undefined): NetworkSettings['tokens'] {
  if (!evm.ok) return undefined
  const known = code === undefined ? [] : (KNOWN_NETWORKS.get(code) ?? [])
  return new Map(
    known.flatMap(({ currency, operator }) => {
      const { contract, decimals } = operator.facts ?? {}
      if (contract === undefined) return []
      const address = evm.value.contractAddress(contract)
      assert(address !== undefined, 'contracts in the catalogue are addresses')
      return [[currency, { contract: address, decimals: Number(decimals ?? 6) }] as const]
    }),
  )
}
