/** Who has a payment, as a kind: an explanation differs by whether people, a bank, a chain or somebody's program has it. */
import { isBankFile } from '../processors/bank-file/names.ts'
import { NATIVE } from '../processors/native/names.ts'

export const HOLDERS = ['SANDBOX', 'OWN_ACCOUNT', 'BANK_FILE', 'STABLECOIN', 'CONNECTOR', 'OTHER'] as const
export type Holder = (typeof HOLDERS)[number]

/** @param processor its name */
export function holderOf(processor: string): Holder {
  if (processor === 'sandbox') return 'SANDBOX'
  if (isBankFile(processor)) return 'BANK_FILE'
  const name = processor.startsWith('test-') ? processor.slice('test-'.length) : processor
  if (name === 'own-account') return 'OWN_ACCOUNT'
  if (name === 'stablecoin') return 'STABLECOIN'
  // Somebody's program, or a provider's own API: whoever reads it waits for the provider in both.
  return name.startsWith('http-') || name.startsWith(NATIVE) ? 'CONNECTOR' : 'OTHER'
}
