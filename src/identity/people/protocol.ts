/**
 * What a browser and the gateway say to each other while somebody signs in: the bodies of `/sign-in/…`, as schemas.
 *
 * All is JSON; a refusal is a problem document. Ways in and out:
 *
 * | Request | Answer |
 * |---|---|
 * | `GET /sign-in/ways` | which ways there are here (`WaysSchema`); needs nothing |
 * | `GET /sign-in/session` | who is here (`SessionSchema`), or 401 |
 * | `POST /sign-in/link` `OpenLink` | what the link makes, and how to go on (`LinkSchema`); the link stays good |
 * | `POST /sign-in/link/passkey` `LinkWithPasskey` | 201 `JoinedSchema`: signed in, and the recovery codes, shown once |
 * | `POST /sign-in/link/totp` `LinkWithTotp` | the same |
 * | `POST /sign-in/passkey/options` | what `navigator.credentials.get` takes (`ChallengeSchema`) |
 * | `POST /sign-in/passkey` `WithPasskey` | `SessionSchema` |
 * | `POST /sign-in/totp` `WithTotp` | `SessionSchema` |
 * | `POST /sign-in/recovery` `WithRecoveryCode` | `SessionSchema`, which cannot step up before it has a passkey of its own |
 * | `POST /sign-in/step-up/options` | `StepUpSchema`: by which ways |
 * | `POST /sign-in/step-up` `StepUp` | `SessionSchema` |
 * | `POST /sign-in/oidc` `WithProvider` | `GoSchema`: where the browser goes, at the identity provider |
 * | `GET /sign-in/oidc/callback` | for the browser that comes back from there: leads to the console, signed in, or to `/console/sign-in?refused=…` (`/console/shown?refused=…` where somebody was to show that it is them) with one of `NOT_VOUCHED` |
 * | `POST /sign-in/out` | 204, and the cookie is gone |
 * | `GET /sign-in/own` | `OwnSchema`: one's sessions and passkeys |
 * | `DELETE /sign-in/own/sessions/:id`, `DELETE /sign-in/own/passkeys/:id` | 204 |
 * | `POST /sign-in/own/passkeys/options` | `RegistrationSchema`, for `navigator.credentials.create` |
 * | `POST /sign-in/own/passkeys` `AddPasskey` | 201 `OwnSchema` |
 * | `POST /sign-in/own/recovery-codes` | 201 `CodesSchema`: new ones instead of the old ones |
 *
 * What `options` answers is given to `parseRequestOptionsFromJSON` or `parseCreationOptionsFromJSON` of the browser, and what the
 * browser makes is sent as its `toJSON()` has it. Whoever is signed in and is told `STEP_UP_NEEDED` (403) by any endpoint steps up, and
 * sends the same again. A link is `/console/sign-in#<secret>`: the secret stands behind the `#`, and is sent in the body only.
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

/** What `navigator.credentials.get` made. */
export const AssertionSchema = Type.Object({
  ...CREDENTIAL,
  response: Type.Object({
    clientDataJSON: base64url(4_096),
    authenticatorData: base64url(4_096),
    signature: base64url(4_096),
    userHandle: Type.Optional(base64url(128)),
  }),
})

/** What `navigator.credentials.create` made. */
export const AttestationSchema = Type.Object({
  ...CREDENTIAL,
  response: Type.Object({
    clientDataJSON: base64url(4_096),
    attestationObject: base64url(12_000),
    transports: Type.Optional(Type.Array(text(32), { maxItems: 8 })),
  }),
})

const secret = worded(base64url(64), 'INVALID_FORMAT', 'is mandatory: what stands behind the # of the link')
const code = worded(
  Type.String({ pattern: '^[0-9]{6}$' }),
  'INVALID_FORMAT',
  'is mandatory: the six digits that the app shows',
)
/** A name, where the link names nobody: the first person. */
const name = Type.Optional(text(64))
/** What the person calls the passkey. */
const label = Type.Optional(text(64))

export const OpenLink = Type.Object({ link: secret, name })
export const LinkWithPasskey = Type.Object({ link: secret, name, credential: AttestationSchema, label })
export const LinkWithTotp = Type.Object({ link: secret, name, enrolment: text(512), code })
export const WithPasskey = Type.Object({ credential: AssertionSchema })
export const WithTotp = Type.Object({ name: text(64), code })
export const WithRecoveryCode = Type.Object({ code: text(64) })
/** By one of the two. */
export const StepUp = Type.Object({
  credential: Type.Optional(AssertionSchema),
  code: Type.Optional(code),
})
export const WithProvider = Type.Object({
  /** Where to go on in the console afterwards; what is no place of the console leads to its first screen. */
  to: Type.Optional(Type.String()),
  /** To show again that it is them, for whoever is signed in by it. */
  stepUp: Type.Optional(Type.Boolean()),
})
export const AddPasskey = Type.Object({ credential: AttestationSchema, label })

// ── What the gateway answers ────────────────────────────────────────────────────────────────────────────────────────

const RoleSchema = oneOf(ROLES)

export const RightsSchema = Type.Object(
  {
    capabilities: Type.Optional(
      Type.Array(oneOf(CAPABILITIES), { description: 'Of those that the role has, these only.' }),
    ),
    merchants: Type.Optional(
      Type.Array(text(64), { maxItems: 200, description: 'By code: nothing of any other.' }),
    ),
    limits: Type.Optional(
      Type.Array(Type.Object({ currencyCode: text(8), amount: Type.String({ maxLength: 24 }) }), {
        maxItems: 50,
        description: 'The most that one act may move, as decimal text; in any other currency, nothing.',
      }),
    ),
  },
  { description: 'What narrows the role; what is left out narrows nothing.' },
)

/** How somebody signed in. `LINK`: by making the account just now. */
export const SIGN_IN_METHODS = ['PASSKEY', 'TOTP', 'RECOVERY', 'OIDC', 'LINK'] as const

export const SessionSchema = Type.Object({
  person: Type.Object({ id: Type.String(), name: Type.String() }),
  role: RoleSchema,
  rights: RightsSchema,
  /** All that the person has by role and rights: what the menu shows. */
  capabilities: Type.Array(oneOf(CAPABILITIES)),
  signInMethod: oneOf(SIGN_IN_METHODS),
  signedInAt: time(),
  /** Where nothing is asked meanwhile; each request moves it. */
  idleEndsAt: time(),
  endsAt: time(),
  /** Until then no step-up is needed; left out: one is. */
  provedUntil: Type.Optional(time()),
  gateway: Type.Object({
    /** It is tried on one's own machine: no money of others moves. */
    isTrial: Type.Boolean(),
  }),
})

export const WaysSchema = Type.Object({
  /** Nobody can sign in at this address, and why; then the rest is false. */
  closed: Type.Optional(Type.String()),
  /** There is no person yet: who starts the gateway has the link. */
  isFirst: Type.Boolean(),
  passkey: Type.Boolean(),
  totp: Type.Boolean(),
  /** The identity provider, as its button names it. */
  oidc: Type.Optional(Type.Object({ name: Type.String() })),
})

/** Why nobody is let in who came back from the identity provider. */
export const NOT_VOUCHED = [
  /** The answer does not fit the question, or its time is over. */
  'NOT_PROVED',
  /** No group of theirs gives a role. */
  'NO_ROLE',
  /** An operator has ended their access. */
  'ENDED',
  /** Somebody else is an operator by the name that the provider tells. */
  'NAME_TAKEN',
  /** The provider tells no name that an operator can have. */
  'NO_NAME',
  /** It was to be shown again that it is them, and it is somebody else. */
  'ANOTHER',
  /** It was to be shown again that it is them, and the provider has not asked them. */
  'NOT_ANEW',
  /** Too many tries from this address. */
  'TOO_MANY',
] as const

export const GoSchema = Type.Object({ url: Type.String() })

/** As the browser's `parse…OptionsFromJSON` take it. */
const browserOptions = (description: string) => Type.Object({}, { additionalProperties: true, description })
export const ChallengeSchema = browserOptions('PublicKeyCredentialRequestOptionsJSON')
export const RegistrationSchema = browserOptions('PublicKeyCredentialCreationOptionsJSON')

export const LinkSchema = Type.Object({
  purpose: oneOf(['FIRST', 'INVITE', 'RECOVER']),
  /** Left out: the first person says it. */
  name: Type.Optional(Type.String()),
  role: RoleSchema,
  expiresAt: time(),
  /** Left out: this address is an IP address, for which there are no passkeys. */
  passkey: Type.Optional(RegistrationSchema),
  totp: Type.Object({
    /** For a QR code. */
    uri: Type.String(),
    /** To be typed, in base32. */
    secret: Type.String(),
    /** Sent back with the first code. */
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
  /** By the identity provider, as its button names it. */
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
  /** The identity provider by which alone they sign in, as its button names it; left out: they have ways of their own. */
  vouchedBy: Type.Optional(Type.String()),
})
