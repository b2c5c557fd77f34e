/** The package that reads chains and derives addresses. Most gateways serve no chain: it is loaded when a network first needs it. */
import { optionalPart } from '@sluice/core/foundation/optional-part.ts'

export type Evm = typeof import('@sluice/evm/evm.ts')

/** @throws PartNotInstalled */
export const loadEvm = (): Promise<Evm> =>
  optionalPart({ packageName: '@sluice/evm', of: 'A stablecoin network' }, () => import('@sluice/evm/evm.ts'))
