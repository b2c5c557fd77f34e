/**
 * Whose request it is: the session of the cookie, if the request comes from the gateway's own pages.
 *
 * A browser sends the cookie by itself, even for a request that another site's page triggers. So `isOwnPage` checks each request,
 * and no other origin can read an answer to a session. An invalid cookie counts as a failure of its address, like an invalid
 * token.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { unauthenticated } from '../../http/authorization.ts'
import type { Failures } from '../../http/failures.ts'
import type { Problem } from '../../http/problems.ts'
import type { GatewayOperator } from '../operators/operators.ts'
import { cookieIn, isOwnPage, type SignInAddress } from './address.ts'
import type { PeopleContext } from './context.ts'
import { PEOPLE_PROBLEMS, peopleProblem } from './problems.ts'
import type { Signer } from './realm.ts'
import { type PersonSession, PROVED_MS, sessionOf } from './sessions.ts'

export const originRefused = (): Problem =>
  peopleProblem('ORIGIN_REFUSED', "requests with a session are accepted only from this gateway's own pages")

export const sessionOver = (): Problem => unauthenticated('the session has ended: sign in again')

/** No other origin may read it, and no cache store it. */
export function keepFromOthers(reply: FastifyReply): void {
  reply
    .header('cache-control', 'no-store')
    .header('cross-origin-resource-policy', 'same-origin')
    .removeHeader('access-control-allow-origin')
    .removeHeader('access-control-expose-headers')
}

export type Visit<Who extends Signer = GatewayOperator> =
  /** The request has no cookie of ours, or nobody can sign in here. */
  | { readonly type: 'nobody' }
  | { readonly type: 'refused'; readonly problem: Problem }
  | { readonly type: 'session'; readonly session: PersonSession<Who>; readonly address: SignInAddress }

export async function visitOf<Who extends Signer>(
  context: PeopleContext<Who>,
  failures: Failures,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visit<Who>> {
  const address = context.address()
  const cookie = address.ok ? cookieIn(request.headers.cookie, address.value.cookie) : undefined
  if (!address.ok || cookie === undefined) return { type: 'nobody' }
  keepFromOthers(reply)
  if (!isOwnPage(address.value, request)) return { type: 'refused', problem: originRefused() }
  const flood = failures.flood('session', request.ip)
  if (flood) return { type: 'refused', problem: flood }
  const session = await sessionOf(context, cookie, context.deps.clock.now())
  if (session) return { type: 'session', session, address: address.value }
  return { type: 'refused', problem: failures.failed('session', request.ip, sessionOver()) }
}

/** Whether the person has to prove their identity again. */
export const needsProof = ({ provedAt }: Pick<PersonSession, 'provedAt'>, now: number): boolean =>
  provedAt === undefined || now >= provedAt + PROVED_MS

export const stepUpNeeded = (): Problem =>
  peopleProblem('STEP_UP_NEEDED', PEOPLE_PROBLEMS.STEP_UP_NEEDED.example)
