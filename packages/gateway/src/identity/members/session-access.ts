/**
 * A session in place of a token: the merchants' API for the merchant's own people.
 *
 * Checks in the same order as for tokens, all before the body is read: who it is (401), for which merchant (403), the rate (429),
 * the right (403, naming the missing one), the recent proof of identity (403). A session is only accepted from the gateway's own
 * pages. Everything that changes something is logged under the person's name before it is done. A person's requests count against
 * the person, never against the merchant's rate, so that people at screens cannot use up the shop's rate. Each endpoint declares
 * its other requirements for people itself (`merchants/person-rules.ts`). If there is an `Authorization` header, the cookie is
 * ignored.
 */
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isMerchantCode } from '@sluice/core/foundation/identifiers.ts'
import type { FastifyRequest } from 'fastify'
import { matchedPath, methodRequested, unauthenticated } from '../../http/authorization.ts'
import type { Failures } from '../../http/failures.ts'
import { httpProblem, type Problem, validationFailed } from '../../http/problems.ts'
import { type RateLimiter, rateHeaders, rateLimited } from '../../http/rate-limit.ts'
import { lackedOf } from '../../merchants/capabilities.ts'
import type { Merchants } from '../../merchants/directory.ts'
import type { SessionAccess } from '../access/bearer.ts'
import type { Grant, SignedInPerson } from '../access/grant.ts'
import { cookieIn } from '../people/address.ts'
import type { PeopleContext } from '../people/context.ts'
import { needsProof, stepUpNeeded, visitOf } from '../people/guard.ts'
import { type PersonSession, peekSession } from '../people/sessions.ts'
import { activityCall } from './activity.ts'
import type { MerchantPerson } from './member.ts'
import { isWholeOwner, type Membership, memberCapabilities } from './rights.ts'

export interface SessionAccessOptions {
  readonly people: PeopleContext<MerchantPerson>
  readonly merchants: Merchants
  readonly limiter: RateLimiter
  readonly failures: Failures
}

/** A screen sends several requests at the same time, and repeats some of them. */
const REQUESTS_PER_SECOND = 30
const MAX_NOTED = 200

export function memberAccess({ people, merchants, limiter, failures }: SessionAccessOptions): SessionAccess {
  return async (request, reply) => {
    const visit = await visitOf(people, failures, request, reply)
    if (visit.type === 'nobody') return { problem: unauthenticated(NEITHER) }
    if (visit.type === 'refused') return { problem: visit.problem }
    const { session } = visit
    const rate = await limiter.take(`person:${session.operator.id}`, REQUESTS_PER_SECOND)
    if (!rate.allowed) return { problem: rateLimited(rate) }
    reply.headers(rateHeaders(rate))
    const chosen = merchantRequested(session.operator, request)
    if ('problem' in chosen) return chosen
    const { merchantCode, membership } = chosen
    const merchant = await merchants.find(merchantCode)
    if (merchant?.status !== 'ACTIVE') return { problem: notYours() }
    const secret = cookieIn(request.headers.cookie, visit.address.cookie) ?? ''
    const person = signedInPerson(people, { session, membership, merchantCode, secret })
    const path = matchedPath(request)
    const isRead = request.routeOptions.config.asks ?? methodRequested(request) === 'GET'
    const lacking = person.lacks(path, isRead)
    if (lacking !== undefined)
      return {
        problem: httpProblem('SCOPE_EXCEEDED', `this needs the right ${lacking}, which you do not have`),
      }
    const requested = methodRequested(request)
    const { person: rule } = request.routeOptions.config
    // An endpoint without a rule is closed, so nothing is open by oversight.
    if (requested !== 'GET' && !rule) return { problem: httpProblem('SCOPE_EXCEEDED', 'this needs a token') }
    if (rule?.proof && !person.isProved) return { problem: stepUpNeeded() }
    if (!isRead) await people.database.batch([noteOf(people, session, merchantCode, request)])
    return { verified: { grant: grantOf(merchantCode, session, person), merchant } }
  }
}

const NEITHER = 'the header Authorization with a bearer token is missing, and you are not signed in'

const notYours = (): Problem =>
  httpProblem('SCOPE_EXCEEDED', 'you are not in the team of an active merchant with this code')

type Chosen =
  | { readonly merchantCode: MerchantCode; readonly membership: Membership }
  | { readonly problem: Problem }

/** Another merchant's code and an unknown one get the same answer. */
function merchantRequested(member: MerchantPerson, { headers }: FastifyRequest): Chosen {
  const said = headers['x-merchant-code']
  const [only, ...others] = member.at.keys()
  if (said === undefined && others.length > 0) {
    const fault = {
      path: 'header:X-Merchant-Code',
      code: 'REQUIRED',
      message: 'you belong to several merchants; specify one',
    } as const
    return { problem: validationFailed([fault]) }
  }
  const code = said ?? only
  const membership = typeof code === 'string' && isMerchantCode(code) ? member.at.get(code) : undefined
  if (typeof code !== 'string' || !isMerchantCode(code) || !membership) return { problem: notYours() }
  return { merchantCode: code, membership }
}

interface SignedIn {
  readonly session: PersonSession<MerchantPerson>
  readonly merchantCode: MerchantCode
  readonly membership: Membership
  /** The value of the cookie. */
  readonly secret: string
}

function signedInPerson(people: PeopleContext<MerchantPerson>, signedIn: SignedIn): SignedInPerson {
  const { session, membership, merchantCode, secret } = signedIn
  const { clock } = people.deps
  const { id, name } = session.operator
  const held = memberCapabilities(membership)
  const { limits } = membership.rights
  return {
    id,
    name,
    held,
    isWholeOwner: isWholeOwner(membership),
    lacks: (path, isRead) => lackedOf(held, path, isRead),
    ...(limits && { limits }),
    isProved: !needsProof(session, clock.now()),
    async again() {
      const now = await peekSession(people, secret, clock.now())
      const still = now?.operator.at.get(merchantCode)
      return now && still && signedInPerson(people, { ...signedIn, session: now, membership: still })
    },
  }
}

const grantOf = (
  merchantCode: MerchantCode,
  { id, signedInAt, endsAt }: PersonSession<MerchantPerson>,
  person: SignedInPerson,
): Grant => ({
  merchantCode,
  scope: { kind: 'person', person },
  madeWith: `person:${person.id}`,
  jti: id,
  issuedAtSecs: Math.floor(signedInAt / 1_000),
  expiresAtSecs: Math.floor(endsAt / 1_000),
})

const noteOf = (
  { deps }: PeopleContext<MerchantPerson>,
  { operator: { id, name } }: PersonSession<MerchantPerson>,
  merchantCode: MerchantCode,
  request: FastifyRequest,
) => {
  const { params } = request
  const named = Object.values({ ...(typeof params === 'object' ? params : undefined) })
  return activityCall(deps, {
    merchantCode,
    person: id,
    name,
    action: `${methodRequested(request)} ${request.routeOptions.url ?? ''}`,
    // Logged before the path was validated, and a database does not accept every text.
    subject: named.join(' ').slice(0, MAX_NOTED).toWellFormed().replaceAll('\0', '\uFFFD'),
    detail: {},
    requestId: request.id,
  })
}
