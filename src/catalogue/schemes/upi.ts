/**
 * UPI (India): the deep link, which is also what the QR code shows.
 * Spaces are `%20` and the `@` of the address stays: apps do not read `+` and `%40` alike.
 */
export interface UpiLink {
  /** The payee's address, `name@handle`. */
  readonly address: string
  readonly name: string
  /** ISO 18245, four digits. */
  readonly categoryCode: string
  /** Ours; comes back on the credit. Merchants must give one. */
  readonly reference: string
  readonly note?: string
  /** In rupees with two decimals. */
  readonly amount: string
}

export function upiLink({ address, name, categoryCode, reference, note, amount }: UpiLink): string {
  const parts = [
    `pa=${encodeURIComponent(address).replace('%40', '@')}`,
    `pn=${encodeURIComponent(name)}`,
    `mc=${categoryCode}`,
    `tr=${encodeURIComponent(reference)}`,
  ]
  if (note !== undefined) parts.push(`tn=${encodeURIComponent(note)}`)
  parts.push(`am=${amount}`, 'cu=INR')
  return `upi://pay?${parts.join('&')}`
}
