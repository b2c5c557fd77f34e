/**
 * Zapper (South Africa): groups `type[field|value|flag,…`. Field 34 is the amount (flag 11: the payer cannot change
 * it), 66 the reference, 60 a tip, 38 the shop's name, 39 the currency. The scheme publishes no specification.
 */
export interface ZapperCode {
  readonly merchantId: string
  readonly siteId: string
  /** In rand with two decimals. */
  readonly amount: string
  readonly reference: string
  readonly shortName: string
}

export function zapperCode({ merchantId, siteId, amount, reference, shortName }: ZapperCode): string {
  const order = `7[34|${amount}|11,66|${reference}|10,60|1`
  const shop = `10[38|${shortName.replace(/[^A-Za-z0-9]/g, '')},39|ZAR`
  return `http://2.zap.pe?t=6&i=${merchantId}:${siteId}:${order}:${shop}`
}
