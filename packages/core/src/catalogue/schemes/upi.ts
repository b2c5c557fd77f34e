/**
 * UPI (India): the deep link, which is also the content of the QR code. Spaces are written `%20` and the `@` of the address is
 * not escaped, because apps differ in how they read `+` and `%40`.
 */
export interface UpiLink {
  /** The payee's address, `name@handle`. */
  readonly address: string
  readonly name: string
  /** ISO 18245, four digits. */
  readonly categoryCode: string
  /** Ours; returned with the credit. Merchants must send one. */
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
