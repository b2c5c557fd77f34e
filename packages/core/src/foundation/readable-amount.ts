/**
 * An amount as people read it, with all decimals of its currency: `150.5` THB reads `150.50`. In the API and in files amounts
 * stay the shortest exact number (`amountText`). The server, the command and the web pages share this file, so it imports
 * nothing.
 */

/** Stablecoins have six decimals, mostly zeros, which need not be shown. */
const MOST_PADDED = 2

const DECIMAL = /^-?\d+(?:\.\d+)?$/

/**
 * @param text major units as decimal text; no digit is dropped. Any other text is returned unchanged
 * @param ledgerDigits decimals of the ledger's unit
 */
export function readableAmount(text: string, ledgerDigits: number): string {
  if (!DECIMAL.test(text)) return text
  const [whole = '', fraction = ''] = text.split('.')
  const padded = fraction.padEnd(Math.min(ledgerDigits, MOST_PADDED), '0')
  return padded === '' ? whole : `${whole}.${padded}`
}
