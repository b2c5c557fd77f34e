/** The doctor's look at receiving accounts: how full they are of amounts that tell payers apart. */
import { offered } from '../catalogue/currencies.ts'
import { amountText } from '../foundation/money.ts'
import { type Fullness, readFullness } from '../processors/own-account/fullness.ts'
import { counted, fine, type Look, warning } from './doctor-check.ts'

const NEARLY_FULL = 0.8

export const accounts: Look = async ({ gateway: { database, receivingAccounts } }) => {
  const active = receivingAccounts.byAmount
  const all = await readFullness(database, active, (account) => receivingAccounts.shareOf(account))
  const full = all.filter(
    ({ held, amounts, merchants }) => held >= NEARLY_FULL * amounts || merchants.length > 0,
  )
  if (full.length > 0) {
    return warning(
      full.map(told).join('; '),
      'register another account for the method: who finds no amount left is not offered it (`merchantShare` says how much one merchant may have)',
    )
  }
  const busiest = all.toSorted((a, b) => b.held / b.amounts - a.held / a.amounts)[0]
  const detail = `${counted(active.length, 'account')} that tell payers apart by amounts`
  return fine(busiest ? `${detail}; the fullest: ${told(busiest)}` : detail)
}

function told({ account, price, held, amounts, merchants }: Fullness): string {
  const amount = amountText(price.amountMinor, offered(price.currency).ledgerDigits)
  const whole = merchants.length === 0 ? '' : ` (${merchants.join(', ')} with all of its share)`
  return `${account.id}: ${held} of ${amounts} amounts near ${amount} ${price.currency} are held${whole}`
}
