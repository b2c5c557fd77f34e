/**
 * The routes of `/sign-in`, for browsers on the gateway's own pages. `protocol.ts` describes them.
 *
 * Each route that changes anything first checks that the request comes from an own page. Bodies are small. Every failed proof
 * gets the same answer and is counted by address. No address holds a secret, and no answer may be cached.
 */
import { changeAndNote } from '@sluice/database/noted.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Failures } from '../../http/failures.ts'
import { ProblemError } from '../../http/problems.ts'
import type { Server } from '../../http/server.ts'
import type { GatewayOperator } from '../operators/operators.ts'
import { setCookie } from './address.ts'
import { hasApp } from './authenticator-app.ts'
import type { PeopleContext } from './context.ts'
import { keepFromOthers } from './guard.ts'
import { operatorsJoining } from './joining.ts'
import { registerLinks } from './link-routes.ts'
import { RefusedSignIns } from './noting.ts'
import { registerOwnRoutes } from './own-routes.ts'
import { passkeysOf, requestOptions } from './passkeys.ts'
import {
  isAnybody,
  type SignedIn,
  signInByCode,
  signInByPasskey,
  signInByRecoveryCode,
  stepUp,
  type Visitor,
} from './people.ts'
import { StepUp, WithPasskey, WithRecoveryCode, WithTotp } from './protocol.ts'
import type { Signer } from './realm.ts'
import {
  bodyOf,
  giveCookie,
  ownPage,
  passkeyName,
  READ,
  type SignInRoutes,
  sending,
  signedIn,
  visitorOf,
  wrong,
} from './requests.ts'
import { endSessionCall, type SignInMethod } from './sessions.ts'
import { sessionBody } from './views.ts'

/** For operators. */
export const operatorsSignIn = (
  people: PeopleContext,
  failures: Failures,
): SignInRoutes<GatewayOperator> => ({
  ...people,
  failures,
  joining: operatorsJoining(people),
  isFirst: async () => !(await isAnybody(people)),
  shown: (session) => sessionBody(session, people.isTrial()),
})

export function registerSignIn<Who extends Signer>(app: Server, context: SignInRoutes<Who>): void {
  const refusals = new RefusedSignIns<Who>()
  const entering = enteringBy(context, refusals)
  app.get('/sign-in/ways', READ, async (_request, reply) => {
    keepFromOthers(reply)
    const address = context.address()
    const isFirst = await context.isFirst()
    if (!address.ok) return { closed: address.failure, isFirst, passkey: false, totp: false }
    return { isFirst, passkey: address.value.passkeysFor !== undefined, totp: true, ...byProvider(context) }
  })
  app.get('/sign-in/session', READ, async (request, reply) =>
    context.shown((await signedIn(context, request, reply)).session),
  )
  app.post('/sign-in/passkey/options', sending(false), async (request, reply) => {
    const address = ownPage(context, request, reply)
    return requestOptions(context, passkeyName(address), 'sign-in:')
  })
  app.post(
    '/sign-in/passkey',
    sending(),
    entering('PASSKEY', WithPasskey, ({ credential }, visitor) =>
      signInByPasskey(context, credential, visitor),
    ),
  )
  app.post(
    '/sign-in/totp',
    sending(),
    entering('TOTP', WithTotp, (body, visitor) => signInByCode(context, body, visitor)),
  )
  app.post(
    '/sign-in/recovery',
    sending(),
    entering('RECOVERY', WithRecoveryCode, ({ code }, visitor) =>
      signInByRecoveryCode(context, code, visitor),
    ),
  )
  registerSignOut(app, context)
  registerLinks(app, context)
  registerStepUp(app, context, refusals)
  registerOwnRoutes(app, context)
}

/** A sign-in attempt: checked, answered and logged. */
const enteringBy =
  <Who extends Signer>(context: SignInRoutes<Who>, refusals: RefusedSignIns<Who>) =>
  <Schema extends TSchema>(
    signInMethod: SignInMethod,
    schema: Schema,
    prove: (body: Static<Schema>, visitor: Visitor) => Promise<SignedIn<Who>>,
  ) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const address = ownPage(context, request, reply)
    const flood = context.failures.flood('sign-in', request.ip)
    if (flood) throw new ProblemError(flood)
    const signed = await prove(bodyOf(schema, request), visitorOf(address, request))
    if (signed.ok) {
      giveCookie(reply, address, signed.value)
      return context.shown(signed.value.session)
    }
    const problem = context.failures.failed('sign-in', request.ip, wrong())
    await refusals.note(context, signInMethod, signed.failure.who, request.ip)
    throw new ProblemError(problem)
  }

function registerSignOut<Who extends Signer>(app: Server, context: SignInRoutes<Who>): void {
  app.post('/sign-in/out', sending(false), async (request, reply) => {
    const { session, address } = await signedIn(context, request, reply)
    const { operator, id } = session
    const note = context.realm.note(context.deps, {
      action: 'sign-out',
      by: operator,
      about: operator.name,
      detail: { session: id },
    })
    await changeAndNote(context.database, endSessionCall(operator.id, id), note)
    return reply
      .code(204)
      .header('set-cookie', setCookie(address, address.cookie, '', 0))
      .send()
  })
}

const byProvider = ({ identityProvider }: Pick<PeopleContext, 'identityProvider'>) =>
  identityProvider && { oidc: { name: identityProvider.settings.name } }

function registerStepUp<Who extends Signer>(
  app: Server,
  context: SignInRoutes<Who>,
  refusals: RefusedSignIns<Who>,
): void {
  app.post('/sign-in/step-up/options', sending(false), async (request, reply) => {
    const { session, address } = await signedIn(context, request, reply)
    const passkeys = await passkeysOf(context, session.operator.id)
    const name = passkeys.length > 0 ? address.passkeysFor : undefined
    return {
      ...(name !== undefined && {
        passkey: requestOptions(context, name, `step-up:${session.hash}`, passkeys),
      }),
      totp: await hasApp(context, session.operator.id),
      ...(session.signInMethod === 'OIDC' && byProvider(context)),
    }
  })
  app.post('/sign-in/step-up', sending(), async (request, reply) => {
    const { session, address } = await signedIn(context, request, reply)
    if (await stepUp(context, session, bodyOf(StepUp, request), address))
      return context.shown({ ...session, provedAt: context.deps.clock.now() })
    const problem = context.failures.failed('sign-in', request.ip, wrong())
    await refusals.note(context, 'STEP_UP', session.operator.name, request.ip)
    throw new ProblemError(problem)
  })
}
