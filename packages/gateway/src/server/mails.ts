/**
 * The gateway's mails, from the settings: a merchant's owners are notified of everything that gives access to its
 * money, and links are sent to their recipients.
 */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import type { Database } from '@sluice/database/port.ts'
import type { MasterKey } from '../identity/access/secrets.ts'
import { notifyOwnersCall, ownerMails } from '../identity/members/owner-mail.ts'
import type { SignInContext } from '../identity/people/context.ts'
import { linkMails, writeLinkMail } from '../identity/people/link-mail.ts'
import { MailQueue } from '../identity/people/mail-queue.ts'
import type { NotifyOwners } from '../merchants/owner-notices.ts'
import { smtpMailer } from '../outbound/mail.ts'
import type { AlertSettings } from './alert-channels.ts'

export interface Mails extends Pick<SignInContext, 'mailLink'> {
  /** Empty if no mail is configured. */
  readonly queues: readonly MailQueue[]
  readonly notifyOwners: NotifyOwners
}

interface Settings {
  readonly alerts?: AlertSettings | undefined
  readonly baseUrl: () => string
}

export function mailsOf(
  database: Database,
  deps: Deps,
  { alerts, baseUrl }: Settings,
  masterKey: MasterKey,
): Mails {
  const mail = alerts?.mail
  if (!mail) return { queues: [], notifyOwners: () => [], mailLink: undefined }
  const signInMethod = { mailer: smtpMailer(mail.server), from: mail.from }
  const kinds = [ownerMails(baseUrl), linkMails(masterKey)]
  return {
    queues: kinds.map((kind) => new MailQueue({ database, deps, signInMethod, kind })),
    notifyOwners: (notice) => [notifyOwnersCall(deps, notice)],
    mailLink: (link) => writeLinkMail(deps, masterKey, link),
  }
}
