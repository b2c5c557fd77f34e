/**
 * Networks on which stablecoins are taken: set up, changed, read again, and the addresses that were given out.
 *
 * RPC URLs and extended public keys go in and never come out: who has the first may use up what somebody pays for, who has
 * the second can follow every payer. Shown are hosts, the key's fingerprint, and its first address, to be compared with the wallet.
 * What reads keys and addresses is loaded when a request first needs it: most gateways serve no chain, and would start slower.
 */
import { Type } from 'typebox'
import { moneyView } from '../../catalogue/amounts.ts'
import { minor } from '../../foundation/money.ts'
import { validationFailed } from '../../http/problems.ts'
import { NextCursor, PAGE_PARAMETERS, pageOf, type Query, readPageRequest } from '../../intake/pages.ts'
import { isoTime } from '../../payments/rows.ts'
import { type AddressWithTransfers, pageOfAddresses } from '../../processors/stablecoin/addresses.ts'
import { healthOf, type WatchedNetwork } from '../../processors/stablecoin/network.ts'
import type { NetworkRefusal } from '../../processors/stablecoin/networks.ts'
import { rescan } from '../../processors/stablecoin/readings.ts'
import { operatorOf } from '../../processors/stablecoin/stablecoin.ts'
import {
  type AdminContext,
  auditLine,
  described,
  instant,
  MoneySchema,
  notFound,
  objectOf,
  refuse,
} from '../context.ts'
import { adminProblem } from '../problems.ts'
import { NETWORK_CODES } from './known-networks.ts'

const SETTINGS = {
  enabled: Type.Boolean({ description: 'Takes new payins. Addresses given out are watched anyway.' }),
  tokens: Type.Record(
    Type.String({ description: 'USDC, USDT' }),
    Type.Object({ contract: Type.String(), decimals: Type.Integer() }),
    { description: 'By currency. Left out for a live network: as the catalogue has them.' },
  ),
  confirmations: Type.Integer({
    description: 'Blocks, the one with the transfer included, until it is final.',
  }),
  blockRange: Type.Integer({ description: 'Blocks in one query: what the nodes allow.' }),
  pollSecs: Type.Integer(),
}
const SECRETS = {
  rpcUrls: Type.Array(Type.String(), { description: 'Asked in turn. Never shown again.' }),
  xpub: Type.String({
    description: "Extended public key of m/44'/60'/a' or m/44'/60'/a'/0. Never shown again.",
  }),
}
const IDENTITY = {
  chainId: Type.Integer({ description: 'EIP-155.' }),
  code: Type.String({ description: `One of ${NETWORK_CODES.join(', ')}.` }),
  isTest: Type.Boolean(),
}
const NetworkSchema = Type.Object({
  ...IDENTITY,
  ...SETTINGS,
  operators: Type.Array(Type.String(), { description: 'What merchants name.' }),
  rpcHosts: Type.Array(Type.String()),
  walletId: Type.String({ description: "The key's fingerprint." }),
  firstAddress: Type.String({ description: "The address with the number 0: compare it with the wallet's." }),
  health: Type.Object({ healthy: Type.Boolean(), since: instant(), detail: Type.String() }),
  seenBlock: Type.Optional(Type.Integer()),
  finalBlock: Type.Optional(Type.Integer()),
  createdAt: instant(),
  updatedAt: instant(),
})
const ChainIdParam = Type.String({ description: "The chain's number (EIP-155)." })

async function networkBody(watched: WatchedNetwork, now: number) {
  const { addressAt } = await import('../../processors/stablecoin/derive.ts')
  const { network, progress } = watched
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
    firstAddress: addressAt(network.wallet, 0),
    health: { healthy, since: isoTime(since), detail },
    ...(progress.seenBlock !== undefined && { seenBlock: progress.seenBlock }),
    ...(progress.finalBlock !== undefined && { finalBlock: progress.finalBlock }),
    createdAt: isoTime(network.createdAt),
    updatedAt: isoTime(network.updatedAt),
  }
}

const REFUSALS: Readonly<Record<NetworkRefusal, string>> = {
  ALREADY_EXISTS: 'There is a network of this chain, or of this code and kind.',
  WALLET_OF_OTHER_KIND: 'This key serves networks of the other kind: test and live never mix.',
  CHANGED_MEANWHILE: 'Somebody has changed it meanwhile: read it, and change it again.',
}

export function registerNetworkRoutes(context: AdminContext): void {
  registerReading(context)
  registerWriting(context)
  registerRescan(context)
  registerAddresses(context)
}

/** From the database, so that every node tells the same. @throws ProblemError 404 */
async function networkOf({ gateway }: AdminContext, chainId: string): Promise<WatchedNetwork> {
  const { networks } = gateway
  await networks.load()
  const found = /^\d{1,16}$/.test(chainId) ? networks.find(Number(chainId)) : undefined
  if (!found) throw notFound('network')
  return found
}

function registerReading(context: AdminContext): void {
  const { app, gateway } = context
  const { deps, networks } = gateway

  app.get<{ Reply: unknown }>(
    '/admin/networks',
    described(context, {
      role: 'VIEWER',
      summary: 'List the networks on which stablecoins are taken, and how they are',
      answers: { 200: Type.Object({ data: Type.Array(NetworkSchema) }) },
    }),
    async () => {
      await networks.load()
      const now = deps.clock.now()
      return { data: await Promise.all(networks.all.map((each) => networkBody(each, now))) }
    },
  )

  app.get<{ Params: { chainId: string }; Reply: unknown }>(
    '/admin/networks/:chainId',
    described(context, {
      role: 'VIEWER',
      summary: 'Read a network',
      params: { chainId: ChainIdParam },
      answers: { 200: NetworkSchema },
      problems: ['NOT_FOUND'],
    }),
    async ({ params }) => networkBody(await networkOf(context, params.chainId), deps.clock.now()),
  )
}

function registerWriting(context: AdminContext): void {
  const { app, gateway } = context
  const { deps, networks } = gateway

  app.post<{ Body: unknown; Reply: unknown }>(
    '/admin/networks',
    described(context, {
      role: 'ADMIN',
      summary: 'Set up a network for stablecoins',
      body: Type.Intersect([
        Type.Object({ code: IDENTITY.code, ...SECRETS }),
        Type.Partial(Type.Object({ chainId: IDENTITY.chainId, isTest: IDENTITY.isTest, ...SETTINGS })),
      ]),
      answers: { 201: NetworkSchema },
      problems: ['ALREADY_EXISTS', 'INVALID_STATE'],
    }),
    async (request, reply) => {
      const { readNewNetwork } = await import('./request.ts')
      const read = readNewNetwork(objectOf(request.body))
      if (!read.ok) throw refuse(validationFailed(read.failure))
      const { rpcUrls, ...wanted } = read.value
      const rpc = networks.sealUrls(wanted.chainId, rpcUrls)
      const audit = auditLine(gateway, request, {
        action: 'network.create',
        subject: `network ${wanted.chainId}`,
        detail: { code: wanted.code, isTest: wanted.isTest, walletId: wanted.wallet.id, rpcHosts: rpc.hosts },
      })
      const made = await networks.create({ ...wanted, rpc }, audit)
      if (!made.ok) throw refusal(made.failure)
      reply.code(201)
      return networkBody(made.value, deps.clock.now())
    },
  )

  app.patch<{ Params: { chainId: string }; Body: unknown; Reply: unknown }>(
    '/admin/networks/:chainId',
    described(context, {
      role: 'ADMIN',
      summary: 'Change a network; tokens are added, everything else takes the place of what was',
      params: { chainId: ChainIdParam },
      body: Type.Partial(Type.Object({ ...SETTINGS, ...SECRETS })),
      answers: { 200: NetworkSchema },
      problems: ['NOT_FOUND', 'INVALID_STATE'],
    }),
    async (request) => {
      const { network } = await networkOf(context, request.params.chainId)
      const { readNetworkChange } = await import('./request.ts')
      const read = readNetworkChange(objectOf(request.body), network.code)
      if (!read.ok) throw refuse(validationFailed(read.failure))
      const { rpcUrls, tokens, ...settings } = read.value
      const rpc = rpcUrls ? networks.sealUrls(network.chainId, rpcUrls) : network.rpc
      const changed = {
        ...network,
        ...settings,
        rpc,
        tokens: new Map([...network.tokens, ...(tokens ?? [])]),
      }
      const audit = auditLine(gateway, request, {
        action: 'network.change',
        subject: `network ${network.chainId}`,
        detail: {
          changed: Object.keys(objectOf(request.body)),
          walletId: changed.wallet.id,
          rpcHosts: rpc.hosts,
        },
      })
      const written = await networks.change(changed, audit)
      if (!written.ok) throw refusal(written.failure)
      return networkBody(written.value, deps.clock.now())
    },
  )
}

const refusal = (reason: NetworkRefusal) =>
  refuse(adminProblem(reason === 'ALREADY_EXISTS' ? 'ALREADY_EXISTS' : 'INVALID_STATE', REFUSALS[reason]))

function registerRescan(context: AdminContext): void {
  const { app, gateway } = context
  app.post<{ Params: { chainId: string }; Body: unknown; Reply: unknown }>(
    '/admin/networks/:chainId/!rescan',
    described(context, {
      role: 'OPERATOR',
      summary: 'Read blocks of a network again: what is known stays, what was missed is found',
      params: { chainId: ChainIdParam },
      body: Type.Object({ fromBlock: Type.Integer({ minimum: 0 }) }),
      answers: { 202: Type.Object({ fromBlock: Type.Integer() }) },
      problems: ['NOT_FOUND', 'INVALID_STATE'],
    }),
    async (request, reply) => {
      const { network } = await networkOf(context, request.params.chainId)
      const { fromBlock } = objectOf(request.body)
      if (typeof fromBlock !== 'number' || !Number.isSafeInteger(fromBlock) || fromBlock < 0) {
        const message = 'must be the number of a block'
        throw refuse(validationFailed([{ path: '/fromBlock', code: 'WRONG_TYPE', message }]))
      }
      const audit = auditLine(gateway, request, {
        action: 'network.rescan',
        subject: `network ${network.chainId}`,
        detail: { fromBlock },
      })
      if (!(await rescan(gateway.database, network.chainId, fromBlock, audit))) {
        throw refuse(adminProblem('INVALID_STATE', 'This block was not read yet.'))
      }
      reply.code(202)
      return { fromBlock }
    },
  )
}

const TransferSchema = Type.Object({
  transactionHash: Type.String(),
  chainId: Type.Integer(),
  currency: Type.String(),
  units: Type.String({ description: "Of the token's smallest." }),
  state: Type.Union([Type.Literal('SEEN'), Type.Literal('FINAL'), Type.Literal('GONE')], {
    description: 'GONE: the chain took it back after it was final.',
  }),
})
const AddressSchema = Type.Object({
  address: Type.String(),
  walletId: Type.String(),
  number: Type.Integer({ description: 'The last step of its path: 0/<number> below the account.' }),
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
  expected: moneyView({ currency: row.currency, amountMinor: minor(row.amountMinor) }),
  isPaid: row.paidBy !== undefined,
  transfers: row.transfers,
})

function registerAddresses(context: AdminContext): void {
  context.app.get<{ Params: { chainId: string }; Querystring: Query; Reply: unknown }>(
    '/admin/networks/:chainId/addresses',
    described(context, {
      role: 'VIEWER',
      summary: 'List the addresses that were given out on a network, and what came to them: for sweeping',
      params: { chainId: ChainIdParam },
      query: {
        used: Type.Optional(Type.String({ description: '`true`: only those to which something came.' })),
        cursor: PAGE_PARAMETERS.cursor,
        limit: PAGE_PARAMETERS.limit,
      },
      answers: { 200: Type.Object({ data: Type.Array(AddressSchema), nextCursor: NextCursor }) },
      problems: ['NOT_FOUND', 'VALIDATION_FAILED'],
    }),
    async ({ params, query }) => {
      const { network } = await networkOf(context, params.chainId)
      const { after, limit } = readPageRequest({ ...query, from: undefined, to: undefined }, BY_NUMBER)
      const [walletId, number] = after ?? []
      const rows = await pageOfAddresses(context.gateway.database, {
        chainId: network.chainId,
        after: walletId === undefined ? undefined : { walletId, number: Number(number) },
        used: query.used === 'true',
        limit: limit + 1,
      })
      return pageOf(rows, limit, (last) => [last.walletId, String(last.number)], addressBody)
    },
  )
}

const BY_NUMBER = [/^[0-9a-f]{16}$/, /^\d{1,10}$/]
