/** What the gateway uses of this package: addresses of contracts and wallets, and chains that can be read. */
import { getAddress, isAddress } from 'viem/utils'

export { addressAt, readWallet } from './derive.ts'
export { openChain } from './open-chain.ts'

/** An address as EIP-55 writes it. @returns undefined where the text is none, or its checksum is wrong */
export const contractAddress = (text: string): `0x${string}` | undefined =>
  isAddress(text) ? getAddress(text) : undefined
