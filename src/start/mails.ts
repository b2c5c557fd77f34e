/** Mails of the gateway, as the settings say: a merchant's owners are told what opens a door to its money, and links go to whom they are for. */
import type { MasterKey } from '../access/secrets.ts'
import type { Database } from '../database/port.ts'
import type { Deps } from '../foundation/deps.ts'
import { ownerMails, tellOwnersCall } from '../members/owner-mail.ts'
import type { TellOwners } from '../merchants/owner-news.ts'
import { smtpMailer } from '../outbound/mail.ts'
import type { SignInContext } from '../people/context.ts'
import { linkMails, writeLinkMail } from '../people/link-mail.ts'
import { MailQueue } from '../people/mail-queue.ts'
import type { AlertSettings } from './alert-ways.ts'

export interface Mails extends Pick<SignInContext, 'mailLink'> {
  /** None, where no mail is set up. */
  readonly queues: readonly MailQueue[]
  readonly tellOwners: TellOwners
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
  if (!mail) return { queues: [], tellOwners: () => [], mailLink: undefined }
  const way = { mailer: smtpMailer(mail.server), from: mail.from }
  const kinds = [ownerMails(baseUrl), linkMails(masterKey)]
  return {
    queues: kinds.map((kind) => new MailQueue({ database, deps, way, kind })),
    tellOwners: (news) => [tellOwnersCall(deps, news)],
    mailLink: (link) => writeLinkMail(deps, masterKey, link),
  }
}
