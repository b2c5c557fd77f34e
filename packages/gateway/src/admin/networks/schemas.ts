/**
 * Networks as operators write and read them. Unknown properties are refused: a misspelt limit would cost money. No
 * message repeats a key or a URL.
 */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { fail, succeed } from '@sluice/core/foundation/result.ts'
import { parseUrl } from '@sluice/core/foundation/urls.ts'
import { type Static, Type } from 'typebox'
import { readAs, type Saying, worded } from '../../http/reading.ts'
import { instant } from '../context.ts'
import { choice } from '../fields.ts'
import { NETWORK_CODES } from './known-networks.ts'

const MAX_URLS = 5
const MAX_CHAIN_ID = 2 ** 52
const MAX_DECIMALS = 30

const CURRENCIES = ['USDC', 'USDT'] as const
/** The same for all of them. */
export const LEDGER_DIGITS = offered('USDC').ledgerDigits
export const CONTRACT_WORDS = 'must be an address with a valid checksum (EIP-55)'

const Code = choice(NETWORK_CODES)
const ChainId = Type.Integer({ minimum: 1, maximum: MAX_CHAIN_ID, description: 'EIP-155.' })

const RpcUrl = readAs(Type.String(), (value, { path }) => {
  const refuse = (saying: Saying) => fail([{ path, ...saying }])
  if (typeof value !== 'string') return refuse({ code: 'WRONG_TYPE', message: 'must be a URL' })
  const url = parseUrl(value)
  if (!url.ok) return refuse(url.failure)
  return /^https?:$/.test(url.value.protocol)
    ? succeed(url.value.href)
    : refuse({ code: 'SCHEME_REFUSED', message: 'must start with https:// or http://' })
})

const MISSING = { missing: 'must be given' }

const rpcUrls = worded(
  Type.Array(RpcUrl, { minItems: 1, maxItems: MAX_URLS, description: 'Used in turn. Never shown again.' }),
  'WRONG_TYPE',
  `must be a list of 1 to ${MAX_URLS} URLs`,
  { ...MISSING, whole: false },
)
const xpub = worded(
  Type.String({ description: "Extended public key of m/44'/60'/a' or m/44'/60'/a'/0. Never shown again." }),
  'WRONG_TYPE',
  'must be a text',
  MISSING,
)

const Contract = worded(Type.String(), 'INVALID_FORMAT', CONTRACT_WORDS)
const TokensGiven = worded(
  Type.Record(
    Type.String({ description: CURRENCIES.join(', ') }),
    worded(
      Type.Object(
        {
          contract: Contract,
          decimals: Type.Optional(Type.Integer({ minimum: LEDGER_DIGITS, maximum: MAX_DECIMALS })),
        },
        { additionalProperties: false },
      ),
      'WRONG_TYPE',
      'must be an object with contract, decimals',
      { whole: false },
    ),
    { minProperties: 1, description: 'By currency. Default for a live network: those of the catalogue.' },
  ),
  'WRONG_TYPE',
  `must be an object with ${CURRENCIES.join(', ')}`,
  { whole: false },
)

const enabled = Type.Boolean({
  description: 'Whether it accepts new payins. Issued addresses are watched in any case.',
})
const confirmations = Type.Integer({
  minimum: 1,
  maximum: 10_000,
  description: 'Number of blocks until a transfer is final, including its own block.',
})
const blockRange = Type.Integer({
  minimum: 1,
  maximum: 100_000,
  description: 'Number of blocks in one query, as the RPC nodes allow.',
})
const pollSecs = Type.Integer({ minimum: 1, maximum: 300 })

export const NewNetwork = Type.Object(
  {
    code: Code,
    isTest: Type.Optional(Type.Boolean()),
    chainId: Type.Optional(ChainId),
    enabled: Type.Optional(enabled),
    rpcUrls,
    xpub,
    tokens: Type.Optional(TokensGiven),
    confirmations: Type.Optional(confirmations),
    blockRange: Type.Optional(blockRange),
    pollSecs: Type.Optional(pollSecs),
  },
  { additionalProperties: false },
)
export type NewNetwork = Static<typeof NewNetwork>

export const NetworkChange = Type.Object(
  {
    enabled: Type.Optional(enabled),
    rpcUrls: Type.Optional(rpcUrls),
    xpub: Type.Optional(xpub),
    tokens: Type.Optional(TokensGiven),
    confirmations: Type.Optional(confirmations),
    blockRange: Type.Optional(blockRange),
    pollSecs: Type.Optional(pollSecs),
  },
  { additionalProperties: false },
)
export type NetworkChange = Static<typeof NetworkChange>

export const Network = Type.Object({
  chainId: ChainId,
  code: Code,
  isTest: Type.Boolean(),
  enabled,
  tokens: Type.Record(Type.String(), Type.Object({ contract: Type.String(), decimals: Type.Integer() }), {
    description: 'The contract and decimals of each token, by currency.',
  }),
  confirmations,
  blockRange,
  pollSecs,
  operators: Type.Array(Type.String(), { description: 'The code that merchants use.' }),
  rpcHosts: Type.Array(Type.String()),
  walletId: Type.String({ description: "The key's fingerprint." }),
  firstAddress: Type.Optional(
    Type.String({
      description:
        'The address with number 0, to compare with the wallet. Absent if @sluice/evm is not installed, which derives it.',
    }),
  ),
  health: Type.Object({ healthy: Type.Boolean(), since: instant(), detail: Type.String() }),
  seenBlock: Type.Optional(Type.Integer()),
  finalBlock: Type.Optional(Type.Integer()),
  createdAt: instant(),
  updatedAt: instant(),
})
