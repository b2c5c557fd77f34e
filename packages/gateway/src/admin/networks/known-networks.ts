/** The networks for stablecoins in the catalogue of payment operators. */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { type Operator, operators } from '@sluice/core/catalogue/operators.ts'
import type { CurrencyCode } from '@sluice/core/foundation/money.ts'

interface KnownToken {
  readonly currency: CurrencyCode
  readonly operator: Operator
}

/** EVM networks of the catalogue by code, with their tokens. */
export const KNOWN_NETWORKS: ReadonlyMap<string, readonly KnownToken[]> = Map.groupBy(
  [
    ...operators('USDC_NETWORKS').map((operator) => ({ currency: offered('USDC').code, operator })),
    ...operators('USDT_NETWORKS').map((operator) => ({ currency: offered('USDT').code, operator })),
  ].filter(({ operator }) => operator.facts?.chainId !== undefined),
  ({ currency, operator }) => operator.code.slice(currency.length + 1),
)
export const NETWORK_CODES: readonly string[] = [...KNOWN_NETWORKS.keys()].sort()

/** The EIP-155 chain ID of the live network. */
export const chainIdOf = (code: string): number | undefined => {
  const text = KNOWN_NETWORKS.get(code)?.[0]?.operator.facts?.chainId
  return text === undefined ? undefined : Number(text)
}
