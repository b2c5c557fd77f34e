/** What the routes of `/sign-in` share: the check for own pages, small bodies, the session, the cookie. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { unauthenticated } from '../../http/authorization.ts'
import type { Failures } from '../../http/failures.ts'
import { ProblemError, validationFailed } from '../../http/problems.ts'
import { readBody } from '../../http/reading.ts'
import type { GatewayOperator } from '../operators/operators.ts'
import { cookieIn, isOwnPage, type SignInAddress, setCookie } from './address.ts'
import type { PeopleContext, SignInContext } from './context.ts'
import { DEVICE_MS, deviceCookie } from './devices.ts'
import { keepFromOthers, originRefused, visitOf } from './guard.ts'
import type { Joining } from './joining.ts'
import type { Visitor } from './people.ts'
import { peopleProblem } from './problems.ts'
import type { Signer } from './realm.ts'
import { hashOfCookie, type NewSession, type PersonSession, SESSION_MS } from './sessions.ts'

/** What the routes of a realm need. */
export interface SignInRoutes<Who extends Signer = GatewayOperator> extends PeopleContext<Who> {
  readonly failures: Failures
  readonly joining: Joining<Who>
  /** Whether the first person is still to be created, by the link that the start printed. */
  isFirst(): Promise<boolean>
  /** The signed-in person, as the realm's pages get it. */
  shown(session: PersonSession<Who>): object | Promise<object>
}

const BODY_LIMIT_BYTES = 32_768
export const READ = { config: { versioned: false }, schema: { hide: true } }
/** For a route with a body; with `bodyRequired: false` the body is optional. */
export const sending = (bodyRequired = true) => ({
  bodyLimit: BODY_LIMIT_BYTES,
  config: { versioned: false, bodyRequired, jsonLimitBytes: BODY_LIMIT_BYTES },
  schema: { hide: true },
})

/** Where people sign in. @throws ProblemError 403 */
export function openAddress({ address }: SignInContext): SignInAddress {
  const open = address()
  if (!open.ok) throw new ProblemError(peopleProblem('SIGN_IN_CLOSED', open.failure))
  return open.value
}

/** Rejects requests that are not from our own pages. @throws ProblemError 403 */
export function ownPage(context: SignInContext, request: FastifyRequest, reply: FastifyReply): SignInAddress {
  const address = openAddress(context)
  keepFromOthers(reply)
  if (!isOwnPage(address, request)) throw new ProblemError(originRefused())
  return address
}

/** @throws ProblemError 400 */
export function bodyOf<Schema extends TSchema>(
  schema: Schema,
  { body, impreciseNumbers }: FastifyRequest,
): Static<Schema> {
  const read = readBody(schema, body, impreciseNumbers)
  if (!read.ok) throw new ProblemError(validationFailed(read.failure))
  return read.value
}

/** @throws ProblemError 401, 403, 429 */
export async function signedIn<Who extends Signer>(
  context: SignInRoutes<Who>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ readonly session: PersonSession<Who>; readonly address: SignInAddress }> {
  openAddress(context)
  keepFromOthers(reply)
  const visit = await visitOf(context, context.failures, request, reply)
  if (visit.type === 'session') return visit
  throw new ProblemError(visit.type === 'refused' ? visit.problem : unauthenticated('you are not signed in'))
}

/** The name that passkeys are bound to. @throws ProblemError 403 */
export function passkeyName({ passkeysFor }: SignInAddress): string {
  if (passkeysFor !== undefined) return passkeysFor
  throw new ProblemError(
    peopleProblem('SIGN_IN_CLOSED', 'passkeys do not work with an IP address; use a host name'),
  )
}

/** The same answer for every failure. */
export const wrong = () =>
  unauthenticated(
    'this could not be verified. After several wrong codes even the right one is refused for a quarter of an hour or longer, and a session ends',
  )

export const visitorOf = (address: SignInAddress, { headers, ip }: FastifyRequest): Visitor => ({
  address,
  device: headers['user-agent'] ?? '',
  before: hashOfCookie(cookieIn(headers.cookie, address.cookie)),
  deviceBefore: hashOfCookie(cookieIn(headers.cookie, deviceCookie(address))),
  from: ip,
})

export function giveCookie(
  reply: FastifyReply,
  address: SignInAddress,
  { secret, deviceSecret }: Pick<NewSession, 'secret' | 'deviceSecret'>,
): void {
  reply.header('set-cookie', setCookie(address, address.cookie, secret, SESSION_MS / 1_000))
  if (deviceSecret !== undefined)
    reply.header('set-cookie', setCookie(address, deviceCookie(address), deviceSecret, DEVICE_MS / 1_000))
}
