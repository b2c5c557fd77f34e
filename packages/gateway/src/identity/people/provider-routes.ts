/**
 * The routes that send a browser to the identity provider and receive it afterwards.
 *
 * Only the browser keeps the request: a sealed ticket in a cookie, valid once and for ten minutes, so any node can accept the
 * answer. The cookie is `Lax`, because it must be sent when the provider redirects the browser back; it grants nothing by itself.
 * Someone who is tricked into opening another person's answer has no ticket for it. Afterwards the browser only goes to a page of
 * the console, never to an address that someone chose.
 */
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { httpProblem, ProblemError } from '../../http/problems.ts'
import type { Server } from '../../http/server.ts'
import type { GatewayOperator } from '../operators/operators.ts'
import { cookieIn, isOwnPage, type SignInAddress, setCookie } from './address.ts'
import { keepFromOthers, originRefused } from './guard.ts'
import type { IdentityProvider, ProviderQuestion } from './identity-provider.ts'
import { RefusedSignIns } from './noting.ts'
import { peopleProblem } from './problems.ts'
import { WithProvider } from './protocol.ts'
import { type NotVouched, signInVouched } from './provider-sign-in.ts'
import {
  bodyOf,
  giveCookie,
  openAddress,
  READ,
  type SignInRoutes,
  sending,
  signedIn,
  visitorOf,
  wrong,
} from './requests.ts'
import { openTicket, sealTicket } from './sealed.ts'
import { isFresh, spend } from './spent.ts'

const TICKET_MS = 10 * 60_000
const SECRET_BYTES = 32
const PURPOSE = 'identity-provider'
const CALLBACK = '/sign-in/oidc/callback'
const FIRST_SCREEN = '/console/'
const MAX_PLACE = 512
/** The parameters of an answer; all others are ignored. */
const ANSWER_PARTS = ['code', 'state', 'iss', 'error'] as const
const MAX_ANSWER_PART = 4_096

/** A path within the console: no other origin, and no way out of the folder. */
export function placeIn(wanted: string | undefined): string {
  if (wanted === undefined || wanted.length > MAX_PLACE) return FIRST_SCREEN
  const place = /^\/console(?:\/[\w.~!$&'()*+,;=:@%/-]*)?(?:\?[\w.~!$&'()*+,;=:@%/?-]*)?$/.exec(wanted)?.[0]
  // A dot may be written as %2e, also in `..`.
  const isPlain = place !== undefined && !/\/\/|\/(?:\.|%2e)|%2f|%5c/i.test(place.split('?')[0] ?? '')
  return isPlain ? place : FIRST_SCREEN
}

const TicketSchema = Type.Object({
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  redirectUri: Type.String(),
  /** The provider that was asked. */
  issuer: Type.String(),
  to: Type.String(),
  /** The hash of the browser's current session, which ends when the new one begins. */
  before: Type.Optional(Type.String()),
  /** For a step-up: the person's ID, and when it was requested. */
  requested: Type.Optional(Type.Object({ person: Type.String(), requestedAt: Type.Number() })),
})
type Ticket = Static<typeof TicketSchema>

const cookieOf = ({ cookie }: SignInAddress) => `${cookie}-oidc`

/** Only for operators: merchants' people have other methods. */
export function registerProvider(app: Server, context: SignInRoutes): void {
  registerAsking(app, context)
  registerAnswer(app, context)
}

/** To the provider, with the request, which the browser keeps. */
function registerAsking(app: Server, context: SignInRoutes): void {
  const { failures, deps, masterKey } = context
  const provider = (): IdentityProvider => {
    if (context.identityProvider) return context.identityProvider
    throw new ProblemError(httpProblem('NOT_FOUND', 'no identity provider is set'))
  }
  const randomText = () => Buffer.from(deps.randomness.bytes(SECRET_BYTES)).toString('base64url')
  app.post('/sign-in/oidc', sending(), async (request, reply) => {
    const address = openAddress(context)
    keepFromOthers(reply)
    if (!isOwnPage(address, request)) throw new ProblemError(originRefused())
    const flood = failures.flood('sign-in', request.ip)
    if (flood) throw new ProblemError(flood)
    const { to, stepUp = false } = bodyOf(WithProvider, request)
    const session = stepUp ? (await signedIn(context, request, reply)).session : undefined
    if (session && session.signInMethod !== 'OIDC')
      throw new ProblemError(
        peopleProblem('OTHER_SIGN_IN_METHOD', 'verify with the method that you signed in with'),
      )
    const question: ProviderQuestion = {
      state: randomText(),
      nonce: randomText(),
      verifier: randomText(),
      // The origin that the browser uses: the machine itself has three names, and a cookie belongs to one.
      redirectUri: `${request.headers.origin ?? address.origins[0]}${CALLBACK}`,
    }
    const url = await provider().addressFor(question, stepUp)
    if (!url.ok)
      throw new ProblemError(
        httpProblem('UNAVAILABLE', 'the identity provider does not answer; try again or sign in another way'),
      )
    const now = deps.clock.now()
    const { before } = visitorOf(address, request)
    const ticket: Ticket = {
      ...question,
      issuer: provider().settings.issuer,
      to: placeIn(to),
      ...(before !== undefined && { before }),
      ...(session && { requested: { person: session.operator.id, requestedAt: now } }),
    }
    const sealed = sealTicket(masterKey, PURPOSE, ticket, now + TICKET_MS, deps.randomness)
    reply.header('set-cookie', setCookie(address, cookieOf(address), sealed, TICKET_MS / 1_000, 'Lax'))
    return { url: url.value }
  })
}

/** Back from the provider, with an answer to this browser's request. */
function registerAnswer(app: Server, context: SignInRoutes): void {
  const refusals = new RefusedSignIns<GatewayOperator>()
  const { failures, deps, database } = context
  app.get(CALLBACK, READ, async (request, reply) => {
    const address = openAddress(context)
    keepFromOthers(reply)
    const over = setCookie(address, cookieOf(address), '', 0, 'Lax')
    const ticket = ticketIn(context, cookieIn(request.headers.cookie, cookieOf(address)))
    const refused = (why: NotVouched) =>
      reply
        .header('set-cookie', over)
        .redirect(`/console/${ticket?.requested ? 'shown' : 'sign-in'}?refused=${why}`, 303)
    if (failures.flood('sign-in', request.ip)) return refused('TOO_MANY')
    const failed = async (why: NotVouched, who?: string) => {
      const problem = wrong()
      const isOften = failures.failed('sign-in', request.ip, problem) !== problem
      await refusals.note(context, 'OIDC', who, request.ip)
      return refused(isOften ? 'TOO_MANY' : why)
    }
    const { identityProvider } = context
    const answer = answerIn(request.query)
    const isOurs = ticket?.issuer === identityProvider?.settings.issuer && answer?.state === ticket?.state
    if (!identityProvider || !ticket || !answer || !isOurs) return failed('NOT_PROVED')
    // Before it is used: if the same answer arrives twice, only one is accepted.
    const { statement, values } = spend(ticket.state, deps.clock.now() + TICKET_MS)
    if (!isFresh(await database.run(statement, values))) return failed('NOT_PROVED')
    const proved = await identityProvider.prove(ticket, answer)
    if (!proved.ok) return failed('NOT_PROVED')
    const visitor = { ...visitorOf(address, request), before: ticket.before }
    const signed = await signInVouched(context, proved.value, visitor, ticket.requested)
    if (!signed.ok) return failed(signed.failure.why, signed.failure.who)
    giveCookie(reply, address, signed.value)
    return reply.header('set-cookie', over).redirect(ticket.to, 303)
  })
}

/** The request that this browser made, if it was here and recent. */
function ticketIn({ masterKey, deps }: SignInRoutes, sealed: string | undefined): Ticket | undefined {
  const opened = sealed === undefined ? undefined : openTicket(masterKey, PURPOSE, sealed, deps.clock.now())
  return Check(TicketSchema, opened) ? opened : undefined
}

/** Each parameter once, as a text of limited length. */
function answerIn(query: unknown): Readonly<Record<string, string>> | undefined {
  const reported: Readonly<Record<string, unknown>> = { ...(typeof query === 'object' ? query : undefined) }
  const parts = ANSWER_PARTS.flatMap((part) =>
    reported[part] === undefined ? [] : [[part, reported[part]] as const],
  )
  const texts = parts.flatMap(([part, value]) =>
    typeof value === 'string' && value.length <= MAX_ANSWER_PART ? [[part, value] as const] : [],
  )
  return texts.length === parts.length ? Object.fromEntries(texts) : undefined
}
