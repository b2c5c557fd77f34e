/**
 * What kind of processor has a payment: the explanation depends on whether people, a bank, a chain or a provider has
 * it.
 */
import { BANK_FILE, isCalled, OWN_ACCOUNT, SANDBOX, STABLECOIN } from '../payments/processor-names.ts'

/** `PROVIDER`: a connector, or a provider whose API the gateway speaks. */
export const HOLDERS = ['SANDBOX', 'OWN_ACCOUNT', 'BANK_FILE', 'STABLECOIN', 'PROVIDER'] as const
export type Holder = (typeof HOLDERS)[number]

/** @param processor its name */
export function holderOf(processor: string): Holder {
  if (processor === SANDBOX) return 'SANDBOX'
  if (isCalled(processor, OWN_ACCOUNT)) return 'OWN_ACCOUNT'
  if (isCalled(processor, BANK_FILE)) return 'BANK_FILE'
  return isCalled(processor, STABLECOIN) ? 'STABLECOIN' : 'PROVIDER'
}
