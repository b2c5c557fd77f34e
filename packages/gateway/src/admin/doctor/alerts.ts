/** The doctor's check of alerts: whether anybody receives them, and whether messages arrived. */
import { sqlStatement } from '@sluice/database/port.ts'
import { counted, fine, type Look, warning } from './check.ts'

const LIVE = sqlStatement({
  name: 'doctor_alerts_live',
  text: 'select count(*)::integer as live from merchant where not is_test',
})
const STUCK = sqlStatement({
  name: 'doctor_alerts_stuck',
  text: `select count(*)::integer as stuck, max(failure) as failure from alert_message
      where state = 'ABANDONED' or (state = 'WAITING' and attempt >= 3)`,
})
const TEST = 'run `sluice alerts test` to see what is wrong'

export const alerts: Look = async ({ gateway: { database }, settings }) => {
  const { mail, webhook } = settings.alerts ?? {}
  if (!mail && !webhook) {
    const [row] = await database.run(LIVE, [])
    if (Number(row?.live) === 0) return fine('no alert channel is configured; there is no live merchant yet')
    return warning(
      'no alert channel is configured, and there are live merchants',
      'set SLUICE_SMTP_HOST and SLUICE_ALERT_MAIL_TO, or SLUICE_ALERT_WEBHOOK_URL and SLUICE_ALERT_WEBHOOK_SECRET',
    )
  }
  const [row] = await database.run(STUCK, [])
  const stuck = Number(row?.stuck)
  if (stuck > 0) return warning(`${counted(stuck, 'message')} not delivered: ${row?.failure}`, TEST)
  const channels = [mail && 'mail', webhook && 'webhook'].filter((channel) => channel !== undefined)
  return fine(`sent by ${channels.join(' and ')}`)
}
