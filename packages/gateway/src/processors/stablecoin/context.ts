/**
 * Stablecoins, put together: the networks, and their two processors, one for live merchants and one for tests.
 *
 * Every node has the networks in memory; only workers read chains.
 */
import type { AddressPolicy } from '@sluice/core/foundation/deps.ts'
import type { Processor } from '@sluice/core/processor/port.ts'
import { nameFor, STABLECOIN } from '../../payments/processor-names.ts'
import type { ProcessorContext } from '../../processing/context.ts'
import { Networks } from './networks.ts'
import { MAX_OPEN_ADDRESSES } from './open-addresses.ts'
import { stablecoinProcessor } from './stablecoin.ts'
import { Watching } from './watching.ts'

export interface StablecoinContext {
  readonly networks: Networks
  readonly processors: readonly Processor[]
}

/** @param guard the addresses that the RPC URLs may have: an operator chooses them, so nearly all */
export async function stablecoinModule(
  context: ProcessorContext,
  guard: AddressPolicy,
  maxOpenAddresses = MAX_OPEN_ADDRESSES,
): Promise<StablecoinContext> {
  const { database, deps, masterKey } = context
  const networks = new Networks(database, deps, masterKey)
  await networks.load()
  const processorOf = (forTests: boolean): Processor => {
    const name = nameFor(STABLECOIN, forTests)
    const watching = new Watching({ ...context, guard, networks, name, isTest: forTests })
    const { clock } = deps
    return stablecoinProcessor({ name, forTests, database, clock, networks, watching, maxOpenAddresses })
  }
  return {
    networks,
    processors: [processorOf(false), processorOf(true)],
  }
}
