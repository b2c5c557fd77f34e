/** How a merchant is shown to its payers. */
import { logoName } from '../merchants/logo.ts'
import type { Merchant } from '../merchants/merchant.ts'

/** `logo`: the picture's path at this gateway, from the root. */
export const channelInfoOf = ({ code, name, checkout }: Pick<Merchant, 'code' | 'name' | 'checkout'>) => ({
  name: checkout?.name ?? name,
  ...(checkout?.logo !== undefined && {
    logo: `/checkout/logos/${encodeURIComponent(code)}/${logoName(checkout.logo)}`,
  }),
  ...(checkout?.colour !== undefined && { colour: checkout.colour }),
})
