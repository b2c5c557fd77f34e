/**
 * The token endpoints `POST /auth-tokens-by-action` and `POST /auth-tokens`, and the public keys that verify tokens. They answer
 * 201 with a token, or the refusals of `authenticate.ts` and `terms.ts` in that order.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { openEndpoints } from '../../http/open-endpoint.ts'
import { type Fault, ProblemError, validationFailed } from '../../http/problems.ts'
import { rateHeaders } from '../../http/rate-limit.ts'
import {
  type AuthenticatedRequest,
  type AuthenticationOptions,
  authenticate,
  clockOffset,
} from './authenticate.ts'
import { lackedByScope, notCarried } from './carried.ts'
import { ACTIONS, type TokenGrant } from './grant.ts'
import { holderOf } from './merchant-access.ts'
import { MAX_ENTRIES } from './operations.ts'
import type { KeyRing } from './signing-keys.ts'
import {
  type CheckedTerms,
  DEFAULT_VALIDITY_SECS,
  readTerms,
  type TermRules,
  type TermsRequest,
} from './terms.ts'
import { MAX_TOKEN_CHARACTERS, signToken } from './tokens.ts'

export interface TokenRoutesOptions extends AuthenticationOptions {
  readonly ring: KeyRing
  readonly rules: TermRules
}

/** When secrets were deprecated (RFC 9745): 2025-01-01T00:00:00Z. */
const SECRETS_DEPRECATED = '@1735689600'

const Money = Type.Object(
  { amount: Type.Number(), currencyCode: Type.String() },
  { description: 'With it, the token creates payments of exactly this amount and currency only.' },
)

const COMMON = {
  merchantCode: Type.String({ description: 'Your merchant code.' }),
  validitySecs: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_678_400,
      default: DEFAULT_VALIDITY_SECS,
      description:
        'Lifetime of the token in seconds, from the timestamp on. More than 86400 only for a token for one payment.',
    }),
  ),
  money: Type.Optional(Money),
  timestamp: Type.Optional(
    Type.Integer({ description: 'Seconds or milliseconds since the epoch. Mandatory with X-SIGNATURE.' }),
  ),
  secret: Type.Optional(Type.String({ description: 'Deprecated: sign the request instead.' })),
}

/** A JSON Web Key Set (RFC 7517). */
const KeySet = Type.Object(
  {
    keys: Type.Array(
      Type.Object({
        kty: Type.String(),
        crv: Type.String(),
        kid: Type.String(),
        x: Type.String(),
        alg: Type.Optional(Type.String()),
        use: Type.Optional(Type.String()),
      }),
    ),
  },
  { description: 'A JSON Web Key Set (RFC 7517). The header `kid` of a token names its key.' },
)

const SIGNED_EXAMPLE = { merchantCode: 'SHOP', validitySecs: 1800, timestamp: 1_789_000_000 }

const ByActionBody = Type.Object(
  {
    ...COMMON,
    action: Type.Union(Object.keys(ACTIONS).map((action) => Type.Literal(action))),
    idPayment: Type.String({ description: 'The payment the token is limited to.' }),
    callbackUrl: Type.Optional(
      Type.String({
        description:
          'With PAYIN_CHECKOUT and PAYIN_CREATE: the callback URL, which overrides the one in the body of the create. With PAYIN_CHECKOUT the default is ' +
          'the default address of your account; it is mandatory if your account has none.',
      }),
    ),
    returnUrl: Type.Optional(
      Type.String({
        description:
          'With PAYIN_CHECKOUT and PAYIN_CREATE: the URL to which the customer returns, which overrides the one in the body of the create. With ' +
          'PAYIN_CHECKOUT the one in the body is never used.',
      }),
    ),
  },
  {
    'x-examples': {
      PAYIN_CREATE: {
        summary: 'Create and follow one payin of exactly this amount: keep it on your servers',
        value: {
          ...SIGNED_EXAMPLE,
          action: 'PAYIN_CREATE',
          idPayment: '018f8c2e-7d4b-7c3a-9a54-0a1b2c3d4e5f',
          money: { amount: 500.25, currencyCode: 'THB' },
        },
      },
      PAYIN_CHECKOUT: {
        summary: 'Let a customer pay exactly this amount: can be given to a browser',
        value: {
          ...SIGNED_EXAMPLE,
          action: 'PAYIN_CHECKOUT',
          idPayment: '018f8c2e-7d4b-7c3a-9a54-0a1b2c3d4e5f',
          money: { amount: 500.25, currencyCode: 'THB' },
          callbackUrl: 'https://shop.example/callbacks',
          returnUrl: 'https://shop.example/thanks',
        },
      },
      PAYIN_INFO: {
        summary: 'Follow one payin: can be given to a browser',
        value: {
          ...SIGNED_EXAMPLE,
          action: 'PAYIN_INFO',
          idPayment: '018f8c2e-7d4b-7c3a-9a54-0a1b2c3d4e5f',
        },
      },
    },
  },
)

const ByOperationsBody = Type.Object(
  {
    ...COMMON,
    operations: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: MAX_ENTRIES,
      description: 'An HTTP method, a space and a path, which may be a regular expression (RE2).',
    }),
  },
  {
    'x-examples': {
      all: {
        summary: 'Everything about payins: keep it on your servers',
        value: {
          ...SIGNED_EXAMPLE,
          operations: ['POST /payins/.*', 'GET /payins/.*', 'GET /merchant-info'],
        },
      },
      one: {
        summary: 'One payin',
        value: { ...SIGNED_EXAMPLE, operations: ['GET /payins/018f8c2e-7d4b-7c3a-9a54-0a1b2c3d4e5f'] },
      },
    },
  },
)

const SignatureHeaders = {
  'x-signature': Type.Optional(
    Type.String({
      description:
        'RSASSA-PKCS1-v1_5 with SHA-256, in base64, over the exact bytes of the body that you send, or over the same bytes without ' +
        'the white space between JSON tokens. Nothing else may differ: the order of keys and the notation of numbers and escapes are ' +
        'signed as sent. Mandatory unless the body has a secret.',
    }),
  ),
}

const HOW_TO_SIGN = `Sign the bytes of the body with your RSA key, and send exactly those bytes:

\`\`\`sh
BODY='{"merchantCode":"SHOP",…,"timestamp":'$(date +%s)'}'
SIGNATURE=$(printf %s "$BODY" | openssl dgst -sha256 -sign private-key.pem | openssl base64 -A)
curl … -H "X-SIGNATURE: $SIGNATURE" --data-binary "$BODY"
\`\`\`

\`timestamp\` is in seconds or milliseconds since 1970, within 300 s of the server's clock.`

const TokenAnswer = Type.Object(
  {
    token: Type.String(),
    tokenType: Type.Literal('Bearer'),
    expiresAt: Type.String({ format: 'date-time' }),
    validitySecs: Type.Integer(),
  },
  {
    description:
      'A token. Repeating the same signed request within 300 s of its timestamp returns the same token.',
    examples: [
      {
        token: 'eyJhbGciOiJFZERTQSIsImtpZCI6IjAxOTRmMGMyIn0.eyJzdWIiOiJTSE9QIn0.c2lnbmF0dXJl',
        tokenType: 'Bearer',
        expiresAt: '2026-09-10T00:56:40.000Z',
        validitySecs: 1800,
      },
    ],
  },
)

const asking = {
  tag: 'Tokens',
  description: HOW_TO_SIGN,
  headers: SignatureHeaders,
  answers: { 201: TokenAnswer },
  problems: ['AUTHENTICATION_FAILED', 'SCOPE_EXCEEDED', 'VERSION_UNSUPPORTED', 'RATE_LIMITED', 'UNAVAILABLE'],
} as const

const endpoint = openEndpoints<TokenRoutesOptions>()

// These endpoints check in their own order: the merchant must authenticate before its terms are read.
const byAction = endpoint({
  ...asking,
  route: 'POST /auth-tokens-by-action',
  operationId: 'createTokenByAction',
  summary: 'Get a token limited to an action on one payment',
  body: ByActionBody,
  handle: (options, request, reply) => issue(options, 'by-action', request, reply),
})

const byOperations = endpoint({
  ...asking,
  route: 'POST /auth-tokens',
  operationId: 'createToken',
  summary: 'Get a token limited to a list of operations',
  body: ByOperationsBody,
  handle: (options, request, reply) => issue(options, 'by-operations', request, reply),
})

const keys = endpoint({
  route: 'GET /.well-known/jwks.json',
  tag: 'Tokens',
  operationId: 'readTokenKeys',
  summary: 'The public keys that verify tokens',
  versioned: false,
  answers: { 200: KeySet },
  handle({ ring }, _request, reply) {
    reply.header('cache-control', 'public, max-age=60')
    return { keys: ring.jwks() }
  },
})

export const TOKEN_ENDPOINTS = [byAction, byOperations, keys] as const

async function issue(
  options: TokenRoutesOptions,
  endpoint: TermsRequest['endpoint'],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Static<typeof TokenAnswer>> {
  const proved = await authenticate(options, {
    body: request.body,
    rawBody: request.rawBody,
    signature: headerText(request.headers['x-signature']),
    ip: request.ip,
  })
  if (!proved.ok) throw new ProblemError(proved.failure)
  const { body, merchant, madeWith, rate } = proved.value
  request.asker = { merchantCode: merchant.merchantCode, madeWith }
  const checked = readTerms(
    { endpoint, body, merchant, impreciseNumbers: request.impreciseNumbers },
    options.rules,
  )
  if (!checked.ok) throw new ProblemError(validationFailed(checked.failure))
  const holder = holderOf(madeWith, merchant)
  const lacking = holder && lackedByScope(holder, checked.value.terms.scope)
  if (lacking !== undefined) throw new ProblemError(notCarried(madeWith, lacking))
  const grant = grantOf(proved.value, checked.value)
  const dead = deadAtBirth(options.deps.clock.now(), grant)
  if (dead) throw new ProblemError(validationFailed([dead]))
  const token = signToken(options.ring, grant)
  if (token.length > MAX_TOKEN_CHARACTERS) throw new ProblemError(tooLong())
  reply.headers({ ...rateHeaders(rate), 'cache-control': 'no-store' })
  if (grant.madeWith.startsWith('secret:')) reply.header('deprecation', SECRETS_DEPRECATED)
  const expiresAt = isoTime(grant.expiresAtSecs * 1000)
  return { token, tokenType: 'Bearer', expiresAt, validitySecs: checked.value.validitySecs }
}

const headerText = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.join(',')

/** Less than this is not enough for a request; a token for less than twice as long may have less left. */
const LEAST_LEFT_MS = 5_000

/** A token's lifetime counts from the request's timestamp, so a clock that is behind shortens it. */
function deadAtBirth(now: Instant, { issuedAtSecs, expiresAtSecs }: TokenGrant): Fault | undefined {
  const validitySecs = expiresAtSecs - issuedAtSecs
  const least = Math.min(LEAST_LEFT_MS, validitySecs * 1_000 - LEAST_LEFT_MS)
  if (expiresAtSecs * 1_000 - now > Math.max(0, least)) return undefined
  const offset = clockOffset(now, issuedAtSecs * 1_000)
  const message = `is ${offset}, so a token of ${validitySecs} s has expired or is about to; set your clock, or use a longer validitySecs`
  return { path: '/timestamp', code: 'OUT_OF_RANGE', message }
}

const tooLong = () =>
  validationFailed([
    { path: '', code: 'TOO_LONG', message: 'would result in a token that is too long for a header' },
  ])

function grantOf(proved: AuthenticatedRequest, { terms, validitySecs }: CheckedTerms): TokenGrant {
  return {
    ...terms,
    merchantCode: proved.merchant.merchantCode,
    madeWith: proved.madeWith,
    jti: proved.jti,
    issuedAtSecs: proved.issuedAtSecs,
    expiresAtSecs: proved.issuedAtSecs + validitySecs,
  }
}
