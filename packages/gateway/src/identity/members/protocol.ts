/**
 * The protocol between browser and gateway for the sign-in of merchants' people, and the schemas of the team.
 *
 * The sign-in methods are those of operators (`identity/people/protocol.ts`) under another prefix: `/dashboard/sign-in/…` has the
 * same requests and answers, except for these:
 *
 * | Request | Answer |
 * |---|---|
 * | `GET /dashboard/sign-in/session`, and every sign-in | `MemberSessionSchema`: the person, and what they may do at which merchant |
 * | `POST /dashboard/sign-in/link` `OpenLink` | `MemberLinkSchema`: which merchant the link is for |
 * | `POST /dashboard/sign-in/link/passkey`, `…/totp` | 201 `MemberJoinedSchema` |
 * | `POST /dashboard/sign-in/link/accept` `AcceptLink` | 201 `MemberSessionSchema`: adds the role at a further merchant to someone who is signed in |
 *
 * A link is `/dashboard/sign-in#<secret>`. With the session, the gateway's own pages can call each endpoint of the merchants' API
 * as with a token. The header `X-Merchant-Code` names the merchant; it is optional for someone who belongs to only one.
 * `STEP_UP_NEEDED` (403) works as for operators: prove your identity again, then send the same request again.
 */
import { Type } from 'typebox'
import { worded } from '../../http/reading.ts'
import { refined } from '../../http/texts.ts'
import { MEMBER_CAPABILITIES } from '../../merchants/capabilities.ts'
import { isMailAddress } from '../../outbound/mail.ts'
import { LinkMailSchema } from '../people/link-delivery.ts'
import { LinkSchema, OpenLink, SIGN_IN_METHODS } from '../people/protocol.ts'
import { MEMBER_ROLES } from './rights.ts'

const time = (description?: string) =>
  Type.String({ format: 'date-time', ...(description !== undefined && { description }) })
const oneOf = <const Value extends string>(values: readonly Value[]) =>
  Type.Unsafe<Value>(Type.Union(values.map((value) => Type.Literal(value))))

export const MemberRoleSchema = oneOf(MEMBER_ROLES)

export const MemberRightsSchema = Type.Object(
  {
    capabilities: Type.Optional(
      Type.Array(oneOf(MEMBER_CAPABILITIES), { description: 'Only these rights of the role.' }),
    ),
    limits: Type.Optional(
      Type.Array(
        Type.Object({
          currencyCode: Type.String({ maxLength: 8 }),
          amount: Type.String({ maxLength: 24 }),
        }),
        {
          maxItems: 50,
          description:
            'The largest amount of one operation by currency, as decimal text. Other currencies are not allowed.',
        },
      ),
    ),
  },
  { description: 'Restrictions of the role. An absent field means no restriction.' },
)

export const AtMerchantSchema = Type.Object({
  merchantCode: Type.String(),
  name: Type.String(),
  isTest: Type.Boolean({ description: 'Whether it is a test merchant, for which no money moves.' }),
  zone: Type.String({ description: 'The time zone of its statements and the default of the screens.' }),
  role: MemberRoleSchema,
  rights: MemberRightsSchema,
  /** All capabilities that the person has there: what the menu shows. */
  capabilities: Type.Array(oneOf(MEMBER_CAPABILITIES)),
})

export const MemberSessionSchema = Type.Object({
  person: Type.Object({ id: Type.String(), name: Type.String() }),
  merchants: Type.Array(AtMerchantSchema, { description: 'The merchants of the person, by code.' }),
  signInMethod: oneOf(SIGN_IN_METHODS),
  signedInAt: time(),
  idleEndsAt: time(),
  endsAt: time(),
  provedUntil: Type.Optional(time()),
  gateway: Type.Object({ isTrial: Type.Boolean() }),
})

const Inviting = Type.Object({ merchantCode: Type.String(), name: Type.String(), isTest: Type.Boolean() })

export const MemberLinkSchema = Type.Object({
  ...Type.Omit(LinkSchema, ['purpose', 'role']).properties,
  purpose: oneOf(['INVITE', 'RECOVER']),
  /** Missing for a recovery link: their roles stay as they are. */
  role: Type.Optional(MemberRoleSchema),
  merchant: Type.Optional(Inviting),
})

export const AcceptLink = Type.Object({ link: OpenLink.properties.link })

export const MemberJoinedSchema = Type.Object({
  session: MemberSessionSchema,
  recoveryCodes: Type.Array(Type.String(), { description: 'Shown once.' }),
})

// ── The team ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export const TeamMemberSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  role: MemberRoleSchema,
  rights: MemberRightsSchema,
  capabilities: Type.Array(oneOf(MEMBER_CAPABILITIES)),
  joinedAt: time(),
  lastSeenAt: Type.Optional(time('The time of their last request, to the minute.')),
  mail: Type.Optional(
    Type.String({
      description: 'The email address for notices to an owner about changes of keys, secrets and people.',
    }),
  ),
  isYou: Type.Boolean(),
})

export const InvitationSchema = Type.Object({
  id: Type.String(),
  purpose: oneOf(['INVITE', 'RECOVER']),
  name: Type.String(),
  role: MemberRoleSchema,
  invitedBy: Type.String({ description: 'Who requested it: a team member or an operator.' }),
  approvedBy: Type.Optional(Type.String({ description: 'The operator who approved it.' })),
  expiresAt: time(),
})

export const TeamSchema = Type.Object({
  data: Type.Array(TeamMemberSchema),
  invitations: Type.Array(InvitationSchema, {
    description: 'Links that are unused and still valid.',
  }),
})

/** Like an operator's name: long enough for a person, and unable to look like another line. */
export const InviteMember = Type.Object(
  {
    name: worded(
      Type.String({ maxLength: 64 }),
      'INVALID_FORMAT',
      'must be 1 to 64 letters, digits, spaces and . _ @ -, and begin and end with a letter or digit',
    ),
    role: MemberRoleSchema,
    rights: Type.Optional(MemberRightsSchema),
    mail: Type.Optional(LinkMailSchema),
  },
  { 'x-examples': { finance: { value: { name: 'Malee', role: 'FINANCE' } } } },
)

/** Null removes it. */
export const OwnerMailSchema = Type.Union(
  [refined(isMailAddress, 'INVALID_FORMAT', 'must be one email address', { maxLength: 320 }), Type.Null()],
  {
    description:
      'The email address for notices to an owner about changes of keys, secrets and people, if the gateway sends mail. Null: none.',
  },
)

export const ChangeMember = Type.Object(
  {
    role: Type.Optional(MemberRoleSchema),
    rights: Type.Optional(MemberRightsSchema),
    mail: Type.Optional(OwnerMailSchema),
  },
  { 'x-examples': { support: { value: { role: 'SUPPORT' } } } },
)

export const ActivitySchema = Type.Object({
  at: time(),
  person: Type.String({ description: "Name of the person, or `operator` for the gateway's operator." }),
  action: Type.String({ description: 'The request as method and path, or a sign-in.' }),
  subject: Type.String({ description: 'The IDs in the path.' }),
  requestId: Type.Optional(Type.String()),
})
