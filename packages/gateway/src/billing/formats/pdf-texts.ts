/** How PDF statements and invoices write amounts and times. */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { amountText, type CurrencyCode, type Minor } from '@sluice/core/foundation/money.ts'
import { localTime } from '@sluice/core/foundation/zones.ts'
import type { BilledParty } from '../statement.ts'

export const TEST_NOTE = 'TEST: no money has moved'

/** With all decimals of the currency, and commas between thousands. */
export function amountIn({ currency }: { readonly currency: CurrencyCode }): (amountMinor: Minor) => string {
  const { ledgerDigits } = offered(currency)
  return (amountMinor) => {
    const [whole = '', fraction = ''] = amountText(amountMinor, ledgerDigits).split('.')
    const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
    return ledgerDigits === 0 ? grouped : `${grouped}.${fraction.padEnd(ledgerDigits, '0')}`
  }
}

export const partyBlock = ({ name, address = [], country, taxId }: BilledParty): readonly string[] => [
  name,
  ...address,
  ...(country === undefined ? [] : [country]),
  ...(taxId === undefined ? [] : [`Tax ID ${taxId}`]),
]

/** Local time in that zone. */
export function timeIn(zone: string, at: Instant): string {
  const { day, clock } = localTime(zone, at)
  return `${day} ${clock}`
}
