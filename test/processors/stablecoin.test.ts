import { offered } from '@sluice/core/catalogue/currencies.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { addressAt, readWallet } from '@sluice/evm/derive.ts'
import { rowsOf } from '@sluice/gateway/payments/payments.fixture.ts'
import { stablecoinModule } from '@sluice/gateway/processors/stablecoin/context.ts'
import { scriptedChain } from '../chain/scripted-chain.ts'
import { START, testGateway } from '../harness.ts'
import { openTestDatabase } from '../setup/shared.ts'
import { describeProcessor } from './contract-kit.ts'

const XPUB =
  'xpub6EWhM2xTATRUTwiWVsCBfpUrTjZKS8LyMhFfRqC6zSCqpkQNRDcvAutBNABUbgg1bfgV464SMpeePGLvisypZnWSmia7bAMcXq1G6oZx78C'
const CONTRACT = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const CONFIRMATIONS = 2

describeProcessor('test-stablecoin', async () => {
  const chain = scriptedChain(31_337)
  const database = await openTestDatabase(START)
  const gateway = await testGateway(database, { network: chain.network })
  const { app, deps } = gateway
  const { networks, processors } = app.gateway
  const wallet = readWallet(XPUB)
  if (!wallet.ok) throw new Error(wallet.failure.message)
  const usdc = offered('USDC').code
  await networks.create(
    {
      chainId: chain.chainId,
      code: 'BASE',
      isTest: true,
      enabled: true,
      wallet: wallet.value,
      tokens: new Map([[usdc, { contract: CONTRACT, decimals: 6 }]]),
      rpc: networks.sealUrls(chain.chainId, [chain.url]),
      confirmations: CONFIRMATIONS,
      blockRange: 100,
      pollMs: 1_000,
    },
    {
      id: deps.randomness.uuidV7(START),
      at: START,
      operator: 'test',
      action: 'network.create',
      subject: 'BASE',
      detail: {},
    },
  )
  while (networks.find(chain.chainId)?.progress.finalBlock === undefined) await gateway.advance(5_000)
  const product = { code: 'CRYPTO_OFFLINE', currency: usdc, operators: ['USDC_BASE'] }
  const merchant = await gateway.merchant({ products: [{ ...product, processors: ['test-stablecoin'] }] })
  const processor = processors.get('test-stablecoin')
  if (!processor) throw new Error('no processor')

  const ownOf = (key: string) =>
    rowsOf(database, `select number from chain_address where payment_key = '${key}'`)
  const paid = new Set<string>()
  return {
    gateway,
    processor,
    merchant,
    bodies: {
      payin: () => ({
        paymentRequested: { money: { amount: 25.5, currencyCode: 'USDC' } },
        paymentMethod: { paymentMethodCode: 'CRYPTO_OFFLINE' },
      }),
    },
    foreign: [
      { kind: 'payout' },
      { method: 'PROMPTPAY' },
      { operator: 'USDC_POLYGON' },
      { money: { currency: offered('USDT').code, amountMinor: minor(25_500_000n) } },
    ],
    async settle({ key, money }) {
      const [own] = await ownOf(key)
      if (paid.has(key)) return
      paid.add(key)
      chain.pay(CONTRACT, addressAt(wallet.value, Number(own?.number)), money.amountMinor)
      chain.mine(CONFIRMATIONS - 1)
    },
    known: async ({ key }) => (await ownOf(key)).length,
    async restarted() {
      const { journal, statusUpdates, merchants, masterKey } = app.gateway
      const house = { database, deps, journal, merchants, masterKey, mayComplete: () => true }
      const context = await stablecoinModule(
        { ...house, acceptStatusUpdate: (statusUpdate) => statusUpdates.take(statusUpdate) },
        { refuses: () => undefined },
      )
      const again = context.processors.find(({ name }) => name === processor.name)
      if (!again) throw new Error('no processor')
      return again
    },
    close: async () => {
      await gateway.stop()
      await database.close()
    },
  }
})
