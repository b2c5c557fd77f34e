/** The doctor's check of bank feeds: accounts that accept statements without balances to verify them. */
import { sqlStatement } from '../../database/port.ts'
import { counted, fine, type Look, warning } from './check.ts'

const SHOWN = 5
const UNPROVEN = sqlStatement({
  name: 'doctor_unproven_accounts',
  text: `select id from receiving_account where balances = 'NOT_PROVIDED_BY_BANK' order by id`,
})

export const statements: Look = async ({ gateway }) => {
  const rows = await gateway.database.run(UNPROVEN, [])
  if (rows.length === 0) return fine('every account has its balances compared, where its files have some')
  const reported = rows.slice(0, SHOWN).map(({ id }) => String(id))
  const more = rows.length > SHOWN ? ` and ${rows.length - SHOWN} more` : ''
  return warning(
    `of ${counted(rows.length, 'account')} the statements are not proven by balances: ${reported.join(', ')}${more}`,
    'ask the bank for files with true balances, then `sluice accounts balances <id> CHECKED`',
  )
}
