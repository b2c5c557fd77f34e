/**
 * The protocol between browser and gateway for signing in: the bodies of `/sign-in/…`, as schemas.
 *
 * Everything is JSON; a refusal is a problem document.
 *
 * | Request | Answer |
 * |---|---|
 * | `GET /sign-in/ways` | the available sign-in methods (`AvailableMethodsSchema`); public |
 * | `GET /sign-in/session` | the signed-in person (`SessionSchema`), or 401 |
 * | `POST /sign-in/link` `OpenLink` | what the link creates, and how to continue (`LinkSchema`); the link stays valid |
 * | `POST /sign-in/link/passkey` `LinkWithPasskey` | 201 `JoinedSchema`: signed in, and the recovery codes, shown once |
 * | `POST /sign-in/link/totp` `LinkWithTotp` | the same |
 * | `POST /sign-in/passkey/options` | the options of `navigator.credentials.get` (`ChallengeSchema`) |
 * | `POST /sign-in/passkey` `WithPasskey` | `SessionSchema` |
 * | `POST /sign-in/totp` `WithTotp` | `SessionSchema` |
 * | `POST /sign-in/recovery` `WithRecoveryCode` | `SessionSchema`, which cannot step up before it has a passkey of its own |
 * | `POST /sign-in/step-up/options` | `StepUpSchema`: the available methods |
 * | `POST /sign-in/step-up` `StepUp` | `SessionSchema` |
 * | `POST /sign-in/oidc` `WithProvider` | `GoSchema`: the address at the identity provider to send the browser to |
 * | `GET /sign-in/oidc/callback` | where the provider sends the browser back to: redirects to the console, signed in, or to `/console/sign-in?refused=…` (`/console/shown?refused=…` for a step-up) with one of `NOT_VOUCHED` |
 * | `POST /sign-in/out` | 204, and the cookie is deleted |
 * | `GET /sign-in/own` | `OwnSchema`: the person's own sessions and passkeys |
 * | `DELETE /sign-in/own/sessions/:id`, `DELETE /sign-in/own/passkeys/:id` | 204 |
 * | `POST /sign-in/own/passkeys/options` | `RegistrationSchema`, for `navigator.credentials.create` |
 * | `POST /sign-in/own/passkeys` `AddPasskey` | 201 `OwnSchema` |
 * | `POST /sign-in/own/recovery-codes` | 201 `CodesSchema`: new ones that replace the old ones |
 *
 * Pass the answer of `options` to the browser's `parseRequestOptionsFromJSON` or `parseCreationOptionsFromJSON`, and send what
 * the browser creates in its `toJSON()` form. If an endpoint answers `STEP_UP_NEEDED` (403), step up and send the same request
 * again. A link is `/console/sign-in#<secret>`: the secret is behind the `#` and is only sent in a body.
 */
import { Type } from 'typebox'
import { worded } from '../../http/reading.ts'
import { CAPABILITIES, ROLES } from '../operators/rights.ts'

const text = (maxLength: number) => Type.String({ maxLength })
const time = () => Type.String({ format: 'date-time' })
const oneOf = <const Value extends string>(values: readonly Value[]) =>
  Type.Unsafe<Value>(Type.Union(values.map((value) => Type.Literal(value))))

const base64url = (maxLength: number) => Type.String({ maxLength, pattern: '^[A-Za-z0-9_-]*$' })

// ── What the browser sends ──────────────────────────────────────────────────────────────────────────────────────────

const CREDENTIAL = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: Type.Literal('public-key'),
  clientExtensionResults: Type.Optional(Type.Object({})),
  authenticatorAttachment: Type.Optional(Type.String({ maxLength: 32 })),
}

/** The result of `navigator.credentials.get`. */
export const AssertionSchema = Type.Object({
  ...CREDENTIAL,
  response: Type.Object({
    clientDataJSON: base64url(4_096),
    authenticatorData: base64url(4_096),
    signature: base64url(4_096),
    userHandle: Type.Optional(base64url(128)),
  }),
})

/** The result of `navigator.credentials.create`. */
export const AttestationSchema = Type.Object({
  ...CREDENTIAL,
  response: Type.Object({
    clientDataJSON: base64url(4_096),
    attestationObject: base64url(12_000),
    transports: Type.Optional(Type.Array(text(32), { maxItems: 8 })),
  }),
})

const secret = worded(base64url(64), 'INVALID_FORMAT', 'is mandatory: the part of the link after #')
const code = worded(
  Type.String({ pattern: '^[0-9]{6}$' }),
  'INVALID_FORMAT',
  'is mandatory: the six digits shown by the app',
)
/** The name, if the link names nobody: for the first person. */
const name = Type.Optional(text(64))
/** The person's name for the passkey. */
const label = Type.Optional(text(64))

export const OpenLink = Type.Object({ link: secret, name })
export const LinkWithPasskey = Type.Object({ link: secret, name, credential: AttestationSchema, label })
export const LinkWithTotp = Type.Object({ link: secret, name, enrolment: text(512), code })
export const WithPasskey = Type.Object({ credential: AssertionSchema })
export const WithTotp = Type.Object({ name: text(64), code })
export const WithRecoveryCode = Type.Object({ code: text(64) })
/** By either method. */
export const StepUp = Type.Object({
  credential: Type.Optional(AssertionSchema),
  code: Type.Optional(code),
})
export const WithProvider = Type.Object({
  /** The page of the console to open afterwards. Anything else opens its first page. */
  to: Type.Optional(Type.String()),
  /** For a step-up of someone who signed in through the provider. */
  stepUp: Type.Optional(Type.Boolean()),
})
export const AddPasskey = Type.Object({ credential: AttestationSchema, label })

// ── What the gateway answers ────────────────────────────────────────────────────────────────────────────────────────

const RoleSchema = oneOf(ROLES)

export const RightsSchema = Type.Object(
  {
    capabilities: Type.Optional(
      Type.Array(oneOf(CAPABILITIES), { description: 'Only these rights of the role.' }),
    ),
    merchants: Type.Optional(
      Type.Array(text(64), { maxItems: 200, description: 'Only these merchants, by code.' }),
    ),
    limits: Type.Optional(
      Type.Array(Type.Object({ currencyCode: text(8), amount: Type.String({ maxLength: 24 }) }), {
        maxItems: 50,
        description:
          'The largest amount of one operation by currency, as decimal text. Other currencies are not allowed.',
      }),
    ),
  },
  { description: 'Restrictions of the role. An absent field means no restriction.' },
)

/** How someone signed in. `LINK`: they have just created the account. */
export const SIGN_IN_METHODS = ['PASSKEY', 'TOTP', 'RECOVERY', 'OIDC', 'LINK'] as const

export const SessionSchema = Type.Object({
  person: Type.Object({ id: Type.String(), name: Type.String() }),
  role: RoleSchema,
  rights: RightsSchema,
  /** All capabilities of the person, by role and rights: what the menu shows. */
  capabilities: Type.Array(oneOf(CAPABILITIES)),
  signInMethod: oneOf(SIGN_IN_METHODS),
  signedInAt: time(),
  /** When the session ends if it is not used; each request moves it. */
  idleEndsAt: time(),
  endsAt: time(),
  /** No step-up is needed until then. Missing if one is needed. */
  provedUntil: Type.Optional(time()),
  gateway: Type.Object({
    /** A trial on someone's own machine, which moves no one else's money. */
    isTrial: Type.Boolean(),
  }),
})

export const AvailableMethodsSchema = Type.Object({
  /** Why nobody can sign in at this address; the other values are then false. */
  closed: Type.Optional(Type.String()),
  /** There is no person yet: the gateway's start prints the link. */
  isFirst: Type.Boolean(),
  passkey: Type.Boolean(),
  totp: Type.Boolean(),
  /** The identity provider, as its button names it. */
  oidc: Type.Optional(Type.Object({ name: Type.String() })),
})

/** Why someone who returned from the identity provider is not let in. */
export const NOT_VOUCHED = [
  /** The answer does not match the request, or has expired. */
  'NOT_PROVED',
  /** None of their groups grants a role. */
  'NO_ROLE',
  /** An operator has ended their access. */
  'ENDED',
  /** Another operator already has the name that the provider sends. */
  'NAME_TAKEN',
  /** The provider sends no name that an operator can have. */
  'NO_NAME',
  /** For a step-up: it is someone else. */
  'ANOTHER',
  /** For a step-up: the provider did not ask them to prove their identity again. */
  'NOT_ANEW',
  /** Too many attempts from this address. */
  'TOO_MANY',
] as const

export const GoSchema = Type.Object({ url: Type.String() })

/** In the form that the browser's `parse…OptionsFromJSON` accepts. */
const browserOptions = (description: string) => Type.Object({}, { additionalProperties: true, description })
export const ChallengeSchema = browserOptions('PublicKeyCredentialRequestOptionsJSON')
export const RegistrationSchema = browserOptions('PublicKeyCredentialCreationOptionsJSON')

export const LinkSchema = Type.Object({
  purpose: oneOf(['FIRST', 'INVITE', 'RECOVER']),
  /** Missing if the first person chooses it. */
  name: Type.Optional(Type.String()),
  role: RoleSchema,
  expiresAt: time(),
  /** Missing if this address is an IP address, which cannot have passkeys. */
  passkey: Type.Optional(RegistrationSchema),
  totp: Type.Object({
    /** For a QR code. */
    uri: Type.String(),
    /** To be typed, in base32. */
    secret: Type.String(),
    /** To be sent with the first code. */
    enrolment: Type.String(),
  }),
})

export const CodesSchema = Type.Object({ recoveryCodes: Type.Array(Type.String()) })
export const JoinedSchema = Type.Object({
  session: SessionSchema,
  recoveryCodes: Type.Array(Type.String(), { description: 'Shown once.' }),
})

export const StepUpSchema = Type.Object({
  passkey: Type.Optional(ChallengeSchema),
  totp: Type.Boolean(),
  /** Through the identity provider, as its button names it. */
  oidc: Type.Optional(Type.Object({ name: Type.String() })),
})

export const ListedSessionSchema = Type.Object({
  id: Type.String(),
  signInMethod: oneOf(SIGN_IN_METHODS),
  device: Type.String(),
  signedInAt: time(),
  seenAt: time(),
  endsAt: time(),
  isThis: Type.Boolean(),
})

export const OwnSchema = Type.Object({
  sessions: Type.Array(ListedSessionSchema),
  passkeys: Type.Array(
    Type.Object({
      id: Type.String(),
      label: Type.String(),
      isSynced: Type.Boolean(),
      createdAt: time(),
      lastUsedAt: Type.Optional(time()),
    }),
  ),
  hasTotp: Type.Boolean(),
  recoveryCodesLeft: Type.Integer(),
  /** The identity provider, as its button names it, if it is their only sign-in method. */
  vouchedBy: Type.Optional(Type.String()),
})
