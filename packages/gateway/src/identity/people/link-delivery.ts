/**
 * How a link reaches its recipient: by mail to an address that the approver has seen, or else through the requester. The approver
 * never gets the link.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { SqlCall } from '@sluice/database/port.ts'
import { Type } from 'typebox'
import { type Problem, validationFailed } from '../../http/problems.ts'
import { refined } from '../../http/texts.ts'
import { isMailAddress } from '../../outbound/mail.ts'
import type { SignInContext } from './context.ts'
import type { MailedLink } from './link-mail.ts'

export type GivenLink = { readonly expiresAt: Instant } & (
  | {
      /** Only for its recipient. */
      readonly url: string
    }
  | { readonly sentTo: string }
)

/** A field of a body that requests a link. */
export const LinkMailSchema = refined(isMailAddress, 'INVALID_FORMAT', 'must be one email address', {
  maxLength: 320,
  description:
    'Email address of the person. The link is sent there and shown to no one. Without it the link is shown to the caller, who passes it on.',
})

export const GivenLinkSchema = Type.Object(
  {
    link: Type.Optional(
      Type.String({ description: 'Shown once and valid once. Give it only to that person.' }),
    ),
    sentTo: Type.Optional(
      Type.String({ description: 'The email address that the link was sent to instead.' }),
    ),
    expiresAt: Type.String({ format: 'date-time' }),
  },
  { description: 'The link, or where it was sent.' },
)

/** @returns why it cannot be sent there */
export const mailRefusal = (
  { mailLink }: Pick<SignInContext, 'mailLink'>,
  mail: string | undefined,
): Problem | undefined =>
  mail === undefined || mailLink
    ? undefined
    : validationFailed([
        {
          path: '/mail',
          code: 'NOT_ALLOWED',
          message: 'this gateway does not send mail: leave it out and pass the link on yourself',
        },
      ])

/** @param to where it is mailed, checked with `mailRefusal` before; undefined to show it */
export function handOver(
  { mailLink }: Pick<SignInContext, 'mailLink'>,
  to: string | undefined,
  link: Omit<MailedLink, 'to'>,
): { readonly given: GivenLink; readonly calls: readonly SqlCall[] } {
  const { url, expiresAt } = link
  return to !== undefined && mailLink
    ? { given: { sentTo: to, expiresAt }, calls: [mailLink({ ...link, to })] }
    : { given: { url, expiresAt }, calls: [] }
}

export const givenLinkBody = ({ expiresAt, ...given }: GivenLink) => ({
  ...('url' in given ? { link: given.url } : { sentTo: given.sentTo }),
  expiresAt: isoTime(expiresAt),
})
