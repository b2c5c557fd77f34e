/** The networks on which stablecoins can be taken, as the catalogue of operators tells them. */
import { offered } from '../../catalogue/currencies.ts'
import { type Operator, operators } from '../../catalogue/operators.ts'
import type { CurrencyCode } from '../../foundation/money.ts'

interface KnownToken {
  readonly currency: CurrencyCode
  readonly operator: Operator
}

/** Networks of the catalogue that are Ethereum-like, by their code, with their tokens. */
export const KNOWN_NETWORKS: ReadonlyMap<string, readonly KnownToken[]> = Map.groupBy(
  [
    ...operators('USDC_NETWORKS').map((operator) => ({ currency: offered('USDC').code, operator })),
    ...operators('USDT_NETWORKS').map((operator) => ({ currency: offered('USDT').code, operator })),
  ].filter(({ operator }) => operator.facts?.chainId !== undefined),
  ({ currency, operator }) => operator.code.slice(currency.length + 1),
)
export const NETWORK_CODES: readonly string[] = [...KNOWN_NETWORKS.keys()].sort()

/** Of the live network. EIP-155. */
export const chainIdOf = (code: string): number | undefined => {
  const text = KNOWN_NETWORKS.get(code)?.[0]?.operator.facts?.chainId
  return text === undefined ? undefined : Number(text)
}
