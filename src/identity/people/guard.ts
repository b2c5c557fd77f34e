/**
 * Who a browser's request is from: the session of its cookie, if the request comes from the gateway's own pages.
 *
 * A cookie travels by itself, so what another page makes a browser send must open nothing: `isOwnPage` judges each request, and answers to a
 * session are for no other origin to read. A cookie that opens nothing counts as a failure of its address, as a wrong token does.
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
  peopleProblem('ORIGIN_REFUSED', "requests with a session come from this gateway's own pages only")

export const sessionOver = (): Problem => unauthenticated('the session is over: sign in again')

/** For no other origin, and no cache. */
export function keepFromOthers(reply: FastifyReply): void {
  reply
    .header('cache-control', 'no-store')
    .header('cross-origin-resource-policy', 'same-origin')
    .removeHeader('access-control-allow-origin')
    .removeHeader('access-control-expose-headers')
}

export type Visit<Who extends Signer = GatewayOperator> =
  /** There is no cookie of ours, or nobody can sign in here. */
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

/** Whether the person has to prove again to be there. */
export const needsProof = ({ provedAt }: Pick<PersonSession, 'provedAt'>, now: number): boolean =>
  provedAt === undefined || now >= provedAt + PROVED_MS

export const stepUpNeeded = (): Problem =>
  peopleProblem('STEP_UP_NEEDED', PEOPLE_PROBLEMS.STEP_UP_NEEDED.example)
