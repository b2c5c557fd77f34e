/**
 * A real Ethereum-like chain for tests: anvil, its native binary from npm, on a free port of 127.0.0.1, with tokens made from
 * `TestToken.sol`. It mines only on request; `deploy` and `pay` mine their transaction in a separate block.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { encodeDeployData, encodeFunctionData } from 'viem/utils'
import artefact from './TestToken.json' with { type: 'json' }

const require = createRequire(import.meta.url)
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

export type Hex = `0x${string}`

export interface TestChain {
  readonly url: string
  readonly chainId: number
  rpc(method: string, ...params: readonly unknown[]): Promise<unknown>
  /** Deploys a token of which the payer has plenty. */
  deploy(symbol: string, decimals: number): Promise<Hex>
  /** @returns the transaction's hash */
  pay(token: Hex, to: string, units: bigint): Promise<string>
  /** Several transfers in one transaction. */
  payMany(token: Hex, transfers: readonly (readonly [to: string, units: bigint])[]): Promise<string>
  /** Mines empty blocks. */
  mine(blocks: number): Promise<void>
  head(): Promise<number>
  stop(): Promise<void>
}

function binary(): string {
  const name = `@foundry-rs/anvil-${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`
  return require.resolve(`${name}/bin/anvil${process.platform === 'win32' ? '.exe' : ''}`)
}

const PLENTY = 10n ** 60n

export async function startChain(chainId: number): Promise<TestChain> {
  const anvil = spawn(binary(), ['--port', '0', '--chain-id', String(chainId), '--no-mining'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    let printed = ''
    anvil.once('error', reject)
    anvil.once('exit', (code) => reject(new Error(`anvil ended with ${code}`)))
    anvil.stdout.on('data', (text: Buffer) => {
      printed += text.toString()
      const [, port] = /Listening on 127\.0\.0\.1:(\d+)/.exec(printed) ?? []
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
    })
  })
  // After a failed test the process must not wait for the chain to end.
  process.once('exit', () => anvil.kill('SIGKILL'))
  anvil.unref()
  if ('unref' in anvil.stdout && typeof anvil.stdout.unref === 'function') anvil.stdout.unref()

  async function rpc(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const read = (await answer.json()) as { result?: unknown; error?: { message: string } }
    if (read.error) throw new Error(`${method}: ${read.error.message}`)
    return read.result
  }

  const [payer] = (await rpc('eth_accounts')) as [Hex]
  const { abi } = artefact
  const bytecode = artefact.bytecode as Hex

  // At a fixed price, so that the same transaction has the same hash after a reorganisation.
  async function send(transaction: { readonly to?: Hex; readonly data: Hex }): Promise<string> {
    const hash = (await rpc('eth_sendTransaction', {
      from: payer,
      gas: '0x989680',
      gasPrice: '0x77359400',
      ...transaction,
    })) as string
    await rpc('evm_mine')
    return hash
  }

  return {
    url,
    chainId,
    rpc,
    async deploy(symbol, decimals) {
      const hash = await send({ data: encodeDeployData({ abi, bytecode, args: [symbol, symbol, decimals] }) })
      const receipt = (await rpc('eth_getTransactionReceipt', hash)) as { contractAddress: Hex }
      const to = receipt.contractAddress
      await send({ to, data: encodeFunctionData({ abi, functionName: 'mint', args: [payer, PLENTY] }) })
      return to
    },
    pay: (token, to, units) =>
      send({ to: token, data: encodeFunctionData({ abi, functionName: 'transfer', args: [to, units] }) }),
    payMany: (token, transfers) => {
      const args = [transfers.map(([to]) => to), transfers.map(([, units]) => units)]
      return send({ to: token, data: encodeFunctionData({ abi, functionName: 'transferMany', args }) })
    },
    mine: async (blocks) => void (await rpc('anvil_mine', `0x${blocks.toString(16)}`)),
    head: async () => Number(await rpc('eth_blockNumber')),
    async stop() {
      if (anvil.exitCode !== null) return
      anvil.ref()
      const ended = once(anvil, 'exit')
      anvil.kill('SIGKILL')
      await ended
    },
  }
}
