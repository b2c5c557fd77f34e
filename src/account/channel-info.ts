/** How a merchant is shown to its payers. */
import type { Merchant } from '../merchants/merchant.ts'

export const channelInfoOf = ({ name, checkout }: Pick<Merchant, 'name' | 'checkout'>) => ({
  name: checkout?.name ?? name,
  ...(checkout?.logo !== undefined && { logo: checkout.logo }),
  ...(checkout?.colour !== undefined && { colour: checkout.colour }),
})
