/** The package that reads chains and derives addresses. Most gateways serve no chain: it is loaded when a network first needs it. */
import { optionalPart } from '@sluice/core/foundation/optional-part.ts'
import type { Result } from '@sluice/core/foundation/result.ts'

export type Evm = typeof import('@sluice/evm/evm.ts')

/** @returns the package, or why it cannot be used */
export const loadEvm = (): Promise<Result<Evm, string>> =>
  optionalPart({ packageName: '@sluice/evm', of: 'A stablecoin network' }, () => import('@sluice/evm/evm.ts'))
