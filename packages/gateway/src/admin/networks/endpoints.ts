/**
 * Networks on which stablecoins are accepted: created, changed, read again after a gap, and their assigned addresses.
 *
 * RPC URLs and extended public keys are never shown: the first may use up a paid quota, the second reveals every payer.
 * Shown are hosts, the key's fingerprint and its first address, to compare with the wallet. The code that reads keys
 * and addresses is loaded with the first request that needs it, because most gateways use no chain.
 */

import { isoTime } from '@sluice/core/foundation/instants.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import type { Wallet } from '@sluice/core/processor/chain.ts'
import { Type } from 'typebox'
import { NextCursor, pageOf } from '../../api/pages.ts'
import { moneyBody } from '../../api/views.ts'
import { worded } from '../../http/reading.ts'
import { type AddressWithTransfers, pageOfAddresses } from '../../processors/stablecoin/addresses.ts'
import { loadEvm } from '../../processors/stablecoin/evm-part.ts'
import { healthOf, type WatchedNetwork } from '../../processors/stablecoin/network.ts'
import type { NetworkRefusal } from '../../processors/stablecoin/networks.ts'
import { rescan } from '../../processors/stablecoin/readings.ts'
import { operatorOf } from '../../processors/stablecoin/stablecoin.ts'
import { fingerprintOf } from '../approval-requests.ts'
import type { BackOffice } from '../back-office.ts'
import { MoneySchema, notFound, refuse } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { adminProblem } from '../problems.ts'
import { networkRules } from './rules.ts'
import { Network, NetworkChange, NewNetwork } from './schemas.ts'

const rules = async () => networkRules(await loadEvm())

/** The first address of a wallet. @returns undefined if the package that derives it is left out */
async function firstAddressOf(wallet: Wallet): Promise<string | undefined> {
  const evm = await loadEvm()
  return evm.ok ? evm.value.addressAt(wallet, 0) : undefined
}

const params = { chainId: Type.String({ description: 'The chain ID (EIP-155).' }) }

async function networkBody(watched: WatchedNetwork, now: number) {
  const { network, progress } = watched
  const firstAddress = await firstAddressOf(network.wallet)
  const { healthy, since, detail } = healthOf(watched, now)
  return {
    chainId: network.chainId,
    code: network.code,
    isTest: network.isTest,
    enabled: network.enabled,
    operators: [...network.tokens.keys()].map((currency) => operatorOf(currency, network.code)),
    tokens: Object.fromEntries(network.tokens),
    confirmations: network.confirmations,
    blockRange: network.blockRange,
    pollSecs: network.pollMs / 1_000,
    rpcHosts: network.rpc.hosts,
    walletId: network.wallet.id,
    ...(firstAddress !== undefined && { firstAddress }),
    health: { healthy, since: isoTime(since), detail },
    ...(progress.seenBlock !== undefined && { seenBlock: progress.seenBlock }),
    ...(progress.finalBlock !== undefined && { finalBlock: progress.finalBlock }),
    createdAt: isoTime(network.createdAt),
    updatedAt: isoTime(network.updatedAt),
  }
}

const REFUSALS: Readonly<Record<NetworkRefusal, string>> = {
  ALREADY_EXISTS: 'A network with this chain, or with this code and kind, already exists.',
  WALLET_OF_OTHER_KIND:
    'This key is used for networks of the other kind. Test and live networks need different keys.',
  CHANGED_MEANWHILE: 'It was changed in the meantime: read it and change it again.',
}

/** From the database, so that every node answers the same. @throws ProblemError 404 */
async function networkOf({ gateway: { networks } }: BackOffice, chainId: string): Promise<WatchedNetwork> {
  await networks.load()
  const found = /^\d{1,16}$/.test(chainId) ? networks.find(Number(chainId)) : undefined
  if (!found) throw notFound('network')
  return found
}

/** Never shown again. */
const SECRETS = ['rpcUrls', 'xpub'] as const

/** Its version changes with every setting. */
const aboutNetwork = ({ chainId, version }: WatchedNetwork['network']): string =>
  fingerprintOf(chainId, version)

/**
 * For comparison with a wallet and a contract, without secrets: `: RPC of rpc.example; payment addresses from 0xAF… on`.
 */
async function newWords({
  rpcUrls,
  wallet,
}: {
  readonly rpcUrls?: readonly string[] | undefined
  readonly wallet?: Wallet | undefined
}): Promise<string> {
  const firstAddress = wallet && (await firstAddressOf(wallet))
  const hosts = rpcUrls?.map((url) => new URL(url).host).join(', ')
  const parts = [
    hosts === undefined ? undefined : `RPC of ${hosts}`,
    firstAddress && `payment addresses from ${firstAddress} on`,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? '' : `: ${parts.join('; ')}`
}

const list = endpoint({
  route: 'GET /admin/networks',
  role: 'VIEWER',
  summary: 'List the stablecoin networks with their health',
  guide: 'stablecoins.md',
  answers: { 200: Type.Object({ data: Type.Array(Network) }) },
  async handle({ backOffice: { gateway } }) {
    const { deps, networks } = gateway
    await networks.load()
    const now = deps.clock.now()
    return { data: await Promise.all(networks.all.map((each) => networkBody(each, now))) }
  },
})

const show = endpoint({
  route: 'GET /admin/networks/:chainId',
  role: 'VIEWER',
  summary: 'Read a network',
  params,
  answers: { 200: Network },
  problems: ['NOT_FOUND'],
  handle: async ({ backOffice, params: { chainId } }) =>
    networkBody(await networkOf(backOffice, chainId), backOffice.gateway.deps.clock.now()),
})

const add = endpoint({
  route: 'POST /admin/networks',
  role: 'ADMIN',
  summary: 'Add a stablecoin network',
  body: NewNetwork,
  example: {
    code: 'POLYGON',
    chainId: 80002,
    isTest: true,
    rpcUrls: ['https://rpc.example.com/amoy'],
    xpub: 'xpub6EWhM2xTATRUTwiWVsCBfpUrTjZKS8LyMhFfRqC6zSCqpkQNRDcvAutBNABUbgg1bfgV464SMpeePGLvisypZnWSmia7bAMcXq1G6oZx78C',
    tokens: { USDC: { contract: '0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582', decimals: 6 } },
    confirmations: 12,
  },
  secrets: SECRETS,
  answers: { 201: Network },
  problems: ['ALREADY_EXISTS', 'INVALID_STATE'],
  operations: ['network.change'],
  async operation({ backOffice, check }) {
    const { newNetwork } = await rules()
    const { chainId, code, isTest, wallet, rpcUrls } = check(newNetwork)
    if (isTest) return undefined
    const { networks } = backOffice.gateway
    await networks.load()
    if (networks.find(chainId)) throw refusal('ALREADY_EXISTS')
    const words = await newWords({ wallet, rpcUrls })
    return {
      operation: 'network.change',
      summary: `Add the network ${code}${words}`,
      about: fingerprintOf(chainId),
    }
  },
  async handle({ backOffice, check, audit }) {
    const { deps, networks } = backOffice.gateway
    const { newNetwork } = await rules()
    const { rpcUrls, ...wanted } = check(newNetwork)
    const rpc = networks.sealUrls(wanted.chainId, rpcUrls)
    const line = audit({
      action: 'network.create',
      subject: `network ${wanted.chainId}`,
      detail: { code: wanted.code, isTest: wanted.isTest, walletId: wanted.wallet.id, rpcHosts: rpc.hosts },
    })
    const made = await networks.create({ ...wanted, rpc }, line)
    if (!made.ok) throw refusal(made.failure)
    return networkBody(made.value, deps.clock.now())
  },
})

const change = endpoint({
  route: 'PATCH /admin/networks/:chainId',
  role: 'ADMIN',
  summary: 'Change a network; tokens are added, everything else is replaced',
  params,
  body: NetworkChange,
  example: { confirmations: 20 },
  secrets: SECRETS,
  answers: { 200: Network },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  operations: ['network.change'],
  async operation({ backOffice, params: { chainId }, check, sent }) {
    const { network } = await networkOf(backOffice, chainId)
    const { changedNetwork } = await rules()
    const wanted = check(changedNetwork(network.code))
    const names = Object.keys(sent)
    // Disabling a network needs no approval.
    const isClosed = wanted.enabled === false && names.length === 1
    if (network.isTest || isClosed || names.length === 0) return undefined
    const words = await newWords(wanted)
    const summary = `Change ${names.join(', ')} of the network ${network.code}${words}`
    return { operation: 'network.change', summary, about: aboutNetwork(network) }
  },
  async handle({ backOffice, params: { chainId }, check, sent, audit, still }) {
    const { deps, networks } = backOffice.gateway
    const { network } = await networkOf(backOffice, chainId)
    still(aboutNetwork(network))
    const { changedNetwork } = await rules()
    const { rpcUrls, tokens, ...settings } = check(changedNetwork(network.code))
    const rpc = rpcUrls ? networks.sealUrls(network.chainId, rpcUrls) : network.rpc
    const changed = { ...network, ...settings, rpc, tokens: new Map([...network.tokens, ...(tokens ?? [])]) }
    const line = audit({
      action: 'network.change',
      subject: `network ${network.chainId}`,
      detail: { changed: Object.keys(sent), walletId: changed.wallet.id, rpcHosts: rpc.hosts },
    })
    const written = await networks.change(changed, line)
    if (!written.ok) throw refusal(written.failure)
    return networkBody(written.value, deps.clock.now())
  },
})

const refusal = (reason: NetworkRefusal) =>
  refuse(adminProblem(reason === 'ALREADY_EXISTS' ? 'ALREADY_EXISTS' : 'INVALID_STATE', REFUSALS[reason]))

const rescanFrom = endpoint({
  route: 'POST /admin/networks/:chainId/!rescan',
  role: 'OPERATOR',
  summary: 'Rescan blocks of a network: known transfers stay, missed ones are found',
  params,
  body: Type.Object({
    fromBlock: worded(
      Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      'WRONG_TYPE',
      'must be a block number',
    ),
  }),
  example: { fromBlock: 99 },
  answers: { 202: Type.Object({ fromBlock: Type.Integer() }) },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  async handle({ backOffice, params: { chainId }, body, audit }) {
    const { network } = await networkOf(backOffice, chainId)
    const { fromBlock } = body()
    const line = audit({
      action: 'network.rescan',
      subject: `network ${network.chainId}`,
      detail: { fromBlock },
    })
    if (!(await rescan(backOffice.gateway.database, network.chainId, fromBlock, line)))
      throw refuse(adminProblem('INVALID_STATE', 'This block has not been read yet.'))
    return { fromBlock }
  },
})

const TransferSchema = Type.Object({
  transactionHash: Type.String(),
  chainId: Type.Integer(),
  currency: Type.String(),
  units: Type.String({ description: 'In the smallest unit of the token.' }),
  state: Type.Union([Type.Literal('SEEN'), Type.Literal('FINAL'), Type.Literal('GONE')], {
    description: 'GONE: a chain reorganization removed it after it was final.',
  }),
})
const AddressSchema = Type.Object({
  address: Type.String(),
  walletId: Type.String(),
  number: Type.Integer({
    description: 'The last part of its derivation path: 0/<number> below the account.',
  }),
  merchantCode: Type.String(),
  idPayin: Type.String(),
  expected: MoneySchema,
  isPaid: Type.Boolean(),
  transfers: Type.Array(TransferSchema),
})

const addressBody = ({ address, walletId, number, merchantId, payin, ...row }: AddressWithTransfers) => ({
  address,
  walletId,
  number,
  merchantCode: merchantId,
  idPayin: payin,
  expected: moneyBody({ currency: row.currency, amountMinor: minor(row.amountMinor) }),
  isPaid: row.paidBy !== undefined,
  transfers: row.transfers,
})

const addresses = endpoint({
  route: 'GET /admin/networks/:chainId/addresses',
  role: 'VIEWER',
  summary: 'List the payment addresses of a network with the amounts received, for sweeping',
  guide: 'stablecoins.md#sweeping',
  params,
  query: {
    used: Type.Optional(Type.Boolean({ description: '`true`: only addresses that received something.' })),
  },
  pages: 'by key',
  answers: { 200: Type.Object({ data: Type.Array(AddressSchema), nextCursor: NextCursor }) },
  problems: ['NOT_FOUND'],
  async handle({ backOffice, params: { chainId }, query, page }) {
    const { network } = await networkOf(backOffice, chainId)
    const { after, limit } = page(BY_NUMBER)
    const [walletId, number] = after ?? []
    const rows = await pageOfAddresses(backOffice.gateway.database, {
      chainId: network.chainId,
      after: walletId === undefined ? undefined : { walletId, number: Number(number) },
      used: query.used === true,
      limit: limit + 1,
    })
    return pageOf(rows, limit, (last) => [last.walletId, String(last.number)], addressBody)
  },
})

const BY_NUMBER = [/^[0-9a-f]{16}$/, /^\d{1,10}$/]

export const NETWORK_ENDPOINTS = [list, add, show, change, rescanFrom, addresses]
