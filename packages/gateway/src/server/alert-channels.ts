/** The channels that notify operators of alerts, from the settings. */
import type { AddressPolicy, Deps } from '@sluice/core/foundation/deps.ts'
import type { DoctorContext } from '../admin/doctor/check.ts'
import { alertMeasures } from '../admin/doctor/measures.ts'
import { Alerts } from '../alerts/alerts.ts'
import { type AlertChannel, mailChannel, webhookChannel } from '../alerts/channels.ts'
import { type SmtpServer, smtpMailer } from '../outbound/mail.ts'

export interface AlertSettings {
  readonly mail:
    | { readonly server: SmtpServer; readonly from: string; readonly to: readonly string[] }
    | undefined
  readonly webhook: { readonly url: string; readonly secret: string } | undefined
}

/** @param policy the addresses that the receiver may have */
export const alertsOf = (
  context: DoctorContext & { readonly settings: { readonly alerts?: AlertSettings | undefined } },
  policy: AddressPolicy,
): Alerts => {
  const { gateway, settings } = context
  const { database, deps } = gateway
  const channels = settings.alerts ? alertChannels(settings.alerts, deps, policy, settings.baseUrl) : []
  return new Alerts({ database, deps, measures: alertMeasures(() => context), channels })
}

/** @param policy the addresses that the receiver may have: the operator chooses it */
function alertChannels(
  { mail, webhook }: AlertSettings,
  deps: Deps,
  policy: AddressPolicy,
  base: () => string,
): readonly AlertChannel[] {
  return [
    ...(mail ? [mailChannel(smtpMailer(mail.server), { ...mail, base })] : []),
    ...(webhook ? [webhookChannel(deps, { ...webhook, policy })] : []),
  ]
}
