/** What a person sees and changes of themselves: sessions, passkeys, recovery codes. */
import type { SqlCall } from '../database/port.ts'
import { httpProblem, ProblemError, validationFailed } from '../http/problems.ts'
import type { Server } from '../http/server.ts'
import { hasApp } from './authenticator-app.ts'
import { needsProof, stepUpNeeded } from './guard.ts'
import { noteCall } from './noting.ts'
import { creationOptions, deletePasskey, insertPasskey, passkeysOf, proveAttestation } from './passkeys.ts'
import { peopleProblem } from './problems.ts'
import { AddPasskey } from './protocol.ts'
import { codesLeft, newRecoveryCodes } from './recovery-codes.ts'
import { bodyOf, passkeyName, READ, type SignInRoutes, sending, signedIn } from './requests.ts'
import { CHALLENGE_LASTS_MS } from './sealed.ts'
import { endSessionCall, type PersonSession, provedCall, sessionsOf } from './sessions.ts'
import { isFresh, spend } from './spent.ts'
import { ownBody } from './views.ts'

const MAX_PASSKEYS = 20
/** How long whoever came by a recovery code has to make a new passkey. */
const RECOVERING_MS = 15 * 60_000

export function registerOwnRoutes(app: Server, context: SignInRoutes): void {
  const { database, deps } = context
  const noted = ({ operator, id }: PersonSession, action: string, detail: object = {}): SqlCall =>
    noteCall(deps, {
      action,
      operator: operator.name,
      subject: `operator ${operator.name}`,
      detail: { session: id, ...detail },
    })
  const shown = async (session: PersonSession) => {
    const { id } = session.operator
    return ownBody(session, {
      sessions: await sessionsOf(database, id, deps.clock.now()),
      passkeys: await passkeysOf(context, id),
      hasTotp: await hasApp(context, id),
      recoveryCodesLeft: await codesLeft(context, id),
    })
  }
  /** @throws ProblemError 403 */
  const proved = (session: PersonSession): void => {
    if (needsProof(session, deps.clock.now())) throw new ProblemError(stepUpNeeded())
  }
  /** Whoever came by a recovery code makes a passkey without another. @throws ProblemError 403 */
  const mayAdd = (session: PersonSession): void => {
    const isRecovering = session.way === 'RECOVERY' && deps.clock.now() < session.signedInAt + RECOVERING_MS
    if (!isRecovering) proved(session)
  }

  app.get('/sign-in/own', READ, async (request, reply) =>
    shown((await signedIn(context, request, reply)).session),
  )
  app.delete<{ Params: { id: string } }>(
    '/sign-in/own/sessions/:id',
    sending(false),
    async (request, reply) => {
      const { session } = await signedIn(context, request, reply)
      const { id } = request.params
      const open = await sessionsOf(database, session.operator.id, deps.clock.now())
      if (!open.some((each) => each.id === id)) throw absent('session')
      await database.batch([
        endSessionCall(session.operator.id, id),
        noted(session, 'session.end', { ended: id }),
      ])
      return reply.code(204).send()
    },
  )
  app.post('/sign-in/own/passkeys/options', sending(false), async (request, reply) => {
    const { session, address } = await signedIn(context, request, reply)
    mayAdd(session)
    const { operator, hash } = session
    const known = await passkeysOf(context, operator.id)
    return creationOptions(context, passkeyName(address), `add:${hash}`, operator, known)
  })
  app.post('/sign-in/own/passkeys', sending(), async (request, reply) => {
    const { session, address } = await signedIn(context, request, reply)
    mayAdd(session)
    const { credential, label } = bodyOf(AddPasskey, request)
    const { operator, hash } = session
    const known = await passkeysOf(context, operator.id)
    const made =
      known.length < MAX_PASSKEYS
        ? await proveAttestation(context, address, `add:${hash}`, credential, { person: operator.id, label })
        : undefined
    const now = deps.clock.now()
    const isDone =
      made &&
      !known.some(({ id }) => id === made.passkey.id) &&
      (await database.transact<boolean>([spend(made.challenge, now + CHALLENGE_LASTS_MS)], ([fresh]) =>
        isFresh(fresh)
          ? {
              calls: [
                insertPasskey(made.passkey),
                provedCall(session, now),
                noted(session, 'passkey.add', { label: made.passkey.label }),
              ],
              outcome: true,
            }
          : { calls: [], outcome: false },
      ))
    if (!isDone) throw new ProblemError(notAPasskey())
    return reply.code(201).send(await shown(session))
  })
  app.delete<{ Params: { id: string } }>(
    '/sign-in/own/passkeys/:id',
    sending(false),
    async (request, reply) => {
      const { session } = await signedIn(context, request, reply)
      proved(session)
      const { id } = session.operator
      const known = await passkeysOf(context, id)
      const gone = known.find((passkey) => passkey.id === request.params.id)
      if (!gone) throw absent('passkey')
      if (known.length === 1 && !(await hasApp(context, id)))
        throw new ProblemError(peopleProblem('LAST_WAY_IN', 'add another passkey first'))
      await database.batch([
        deletePasskey(id, gone.id),
        noted(session, 'passkey.remove', { label: gone.label }),
      ])
      return reply.code(204).send()
    },
  )
  app.post('/sign-in/own/recovery-codes', sending(false), async (request, reply) => {
    const { session } = await signedIn(context, request, reply)
    proved(session)
    const { codes, calls } = newRecoveryCodes(deps, session.operator.id, deps.clock.now())
    await database.batch([...calls, noted(session, 'recovery-codes.renew')])
    return reply.code(201).send({ recoveryCodes: codes })
  })
}

const absent = (what: string) =>
  new ProblemError(httpProblem('NOT_FOUND', `there is no such ${what} of yours`))

const notAPasskey = () =>
  validationFailed([
    { path: '/credential', code: 'INVALID_FORMAT', message: 'does not fit what was asked for: begin again' },
  ])
