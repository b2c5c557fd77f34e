/** The payer's wallet: sends a token on an Ethereum-like chain whose node holds the payer's key (a local one, for tests). */

/** `transfer(address,uint256)` of ERC-20. */
const TRANSFER = '0xa9059cbb'

const word = (hex: string): string => hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')

export interface TokenTransfer {
  readonly contract: string
  readonly address: string
  readonly units: bigint
}

/** @returns the transaction's hash. @throws where the node refuses, or knows no account of the payer's */
export async function sendToken(url: string, { contract, address, units }: TokenTransfer): Promise<string> {
  const [from] = (await rpc(url, 'eth_accounts', [])) as readonly string[]
  if (from === undefined) throw new Error('the node holds no key of the payer')
  const data = TRANSFER + word(address) + word(units.toString(16))
  return String(await rpc(url, 'eth_sendTransaction', [{ from, to: contract, data }]))
}

export const chainIdOf = async (url: string): Promise<number> => Number(await rpc(url, 'eth_chainId', []))

async function rpc(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}
