/** The doctor's check of bank feeds: accounts that accept statements without balances to verify them. */
import { sqlStatement } from '@sluice/database/port.ts'
import { counted, fine, type Look, warning } from './check.ts'

const SHOWN = 5
const UNPROVEN = sqlStatement({
  name: 'doctor_unproven_accounts',
  text: `select id from receiving_account where balances = 'NOT_PROVIDED_BY_BANK' order by id`,
})

export const statements: Look = async ({ gateway }) => {
  const rows = await gateway.database.run(UNPROVEN, [])
  if (rows.length === 0) return fine('the balances of every account are compared, if its files contain them')
  const reported = rows.slice(0, SHOWN).map(({ id }) => String(id))
  const more = rows.length > SHOWN ? ` and ${rows.length - SHOWN} more` : ''
  return warning(
    `${counted(rows.length, 'account')} with statements not proven by balances: ${reported.join(', ')}${more}`,
    'get files with real balances from the bank, then run `sluice accounts balances <id> CHECKED`',
  )
}
