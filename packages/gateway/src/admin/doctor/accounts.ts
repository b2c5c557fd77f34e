/**
 * The doctor's checks of accounts that receive money: how many unique amounts are used up, how many addresses wait for
 * money.
 */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { sqlStatement } from '@sluice/database/port.ts'
import { type Fullness, readFullness } from '../../processors/own-account/fullness.ts'
import { MAX_OPEN_ADDRESSES } from '../../processors/stablecoin/open-addresses.ts'
import { counted, fine, type Look, warning } from './check.ts'

const NEARLY_FULL = 0.8

export const accounts: Look = async ({ gateway: { database, receivingAccounts } }) => {
  const active = receivingAccounts.byAmount
  const all = await readFullness(database, active, (account) => receivingAccounts.shareOf(account))
  const full = all.filter(
    ({ held, amounts, merchants }) => held >= NEARLY_FULL * amounts || merchants.length > 0,
  )
  if (full.length > 0) {
    return warning(
      full.map(reported).join('; '),
      'register another account for the method: without a free amount, payers are not offered it (`merchantShare` limits one merchant)',
    )
  }
  const busiest = all.toSorted((a, b) => b.held / b.amounts - a.held / a.amounts)[0]
  const detail = `${counted(active.length, 'account')} that identify payers by amount`
  return fine(busiest ? `${detail}; the fullest: ${reported(busiest)}` : detail)
}

function reported({ account, price, held, amounts, merchants }: Fullness): string {
  const whole = merchants.length === 0 ? '' : ` (${merchants.join(', ')} with its full share)`
  return `${account.id}: ${held} of ${amounts} amounts near ${moneyWords(price)} are in use${whole}`
}

const OPEN = sqlStatement({
  name: 'doctor_open_addresses',
  text: `select w.is_test, a.merchant_id, count(*)::integer as open from chain_address a join chain_wallet w on w.id = a.wallet_id
    where a.paid_by is null and a.watch_until > $1 group by 1, 2 order by open desc, a.merchant_id`,
})

export const openAddresses: Look = async ({ gateway: { database, deps }, settings }) => {
  const rows = await database.run(OPEN, [isoTime(deps.clock.now())])
  const bound = settings.maxOpenAddresses ?? MAX_OPEN_ADDRESSES
  const all = [false, true].map((isTest) =>
    rows.filter((row) => row.is_test === isTest).reduce((sum, { open }) => sum + Number(open), 0),
  )
  const most = Math.max(...all)
  const [first] = rows
  const who = first ? `, ${first.open} of ${first.merchant_id}` : ''
  const detail = `${most} of ${bound} stablecoin addresses wait for money${who}`
  if (most < NEARLY_FULL * bound && Number(first?.open ?? 0) < (NEARLY_FULL * bound) / 2) return fine(detail)
  return warning(
    detail,
    'find out who creates payins that are never paid; SLUICE_MAX_OPEN_ADDRESSES raises the limit, if your nodes can handle it',
  )
}
