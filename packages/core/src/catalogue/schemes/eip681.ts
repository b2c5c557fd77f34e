/** EIP-681: a link that opens an Ethereum wallet with a token transfer filled in. */
export interface TokenTransfer {
  /** The token's contract. */
  readonly contract: string
  /** If missing, the wallet uses its current chain, which is rarely intended. */
  readonly chainId?: string
  readonly to: string
  /** In the token's smallest unit. */
  readonly units: bigint
}

export function eip681Transfer({ contract, chainId, to, units }: TokenTransfer): string {
  const chain = chainId === undefined ? '' : `@${chainId}`
  return `ethereum:${contract}${chain}/transfer?address=${to}&uint256=${units}`
}
