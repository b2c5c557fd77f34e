/**
 * An amount as people read it: with as many decimals as its currency has. `150.5` THB reads `150.50`. On the wire and in files amounts
 * stay the shortest exact number (`amountText`). The server, the command and the pages write by this rule, so it imports nothing.
 */

/** A coin has six decimals, of which most are zeros that nobody needs to read. */
const MOST_PADDED = 2

const DECIMAL = /^-?\d+(?:\.\d+)?$/

/**
 * @param text major units as decimal text; no digit of it is left out. What is no decimal text stays as it is
 * @param ledgerDigits decimals of the ledger's unit
 */
export function readableAmount(text: string, ledgerDigits: number): string {
  if (!DECIMAL.test(text)) return text
  const [whole = '', fraction = ''] = text.split('.')
  const padded = fraction.padEnd(Math.min(ledgerDigits, MOST_PADDED), '0')
  return padded === '' ? whole : `${whole}.${padded}`
}
