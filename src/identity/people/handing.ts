/**
 * How a link reaches whom it is for: by mail to an address that whoever approved it has read, else by the hand of who asked for it.
 * Who approved it never has it.
 */
import { Type } from 'typebox'
import type { SqlCall } from '../../database/port.ts'
import type { Instant } from '../../foundation/deps.ts'
import { isoTime } from '../../foundation/instants.ts'
import { type Problem, validationFailed } from '../../http/problems.ts'
import { refined } from '../../http/texts.ts'
import { isMailAddress } from '../../outbound/mail.ts'
import type { SignInContext } from './context.ts'
import type { MailedLink } from './link-mail.ts'

export type GivenLink = { readonly expiresAt: Instant } & (
  | {
      /** For the person, and nobody else. */
      readonly url: string
    }
  | { readonly sentTo: string }
)

/** In a body that asks for a link. */
export const LinkMailSchema = refined(isMailAddress, 'INVALID_FORMAT', 'must be one mail address', {
  maxLength: 320,
  description:
    'Of the person whom the link is for: it is sent there, and shown to nobody. Left out: who asked for it is shown it, and gives it to them.',
})

export const GivenLinkSchema = Type.Object(
  {
    link: Type.Optional(
      Type.String({ description: 'Shown once: give it to the person, and to nobody else. Good once.' }),
    ),
    sentTo: Type.Optional(Type.String({ description: 'The mail address that it goes to instead.' })),
    expiresAt: Type.String({ format: 'date-time' }),
  },
  { description: 'A link, shown or sent.' },
)

/** @returns what is wrong with sending it there */
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
          message:
            'no mail is set up at this gateway: leave it out, and give the link to the person yourself',
        },
      ])

/** @param to where it is mailed; undefined: it is shown. Asked about before by `mailRefusal` */
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
