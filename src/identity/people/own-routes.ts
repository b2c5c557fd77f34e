/** What a person sees and changes of themselves: sessions, passkeys, recovery codes. */
import { changeAndNote } from '../../database/noted.ts'
import type { SqlCall } from '../../database/port.ts'
import { httpProblem, ProblemError, validationFailed } from '../../http/problems.ts'
import type { Server } from '../../http/server.ts'
import { hasApp, lockAppOf } from './authenticator-app.ts'
import { needsProof, sessionOver, stepUpNeeded } from './guard.ts'
import {
  creationOptions,
  deletePasskey,
  insertPasskey,
  lockPasskeysOf,
  passkeysIn,
  passkeysOf,
  proveAttestation,
} from './passkeys.ts'
import { peopleProblem } from './problems.ts'
import { AddPasskey } from './protocol.ts'
import type { Signer } from './realm.ts'
import { codesLeft, newRecoveryCodes } from './recovery-codes.ts'
import { bodyOf, passkeyName, READ, type SignInRoutes, sending, signedIn } from './requests.ts'
import { CHALLENGE_LASTS_MS } from './sealed.ts'
import { endSessionCall, lockSession, type PersonSession, provedCall, sessionsOf } from './sessions.ts'
import { isFresh, spend } from './spent.ts'
import { ownBody } from './views.ts'

const MAX_PASSKEYS = 20
/** How long whoever came by a recovery code has to make a new passkey. */
const RECOVERING_MS = 15 * 60_000

export function registerOwnRoutes<Who extends Signer>(app: Server, context: SignInRoutes<Who>): void {
  const { database, deps, realm } = context
  const noted = ({ operator, id }: PersonSession<Who>, action: string, detail: object = {}): SqlCall =>
    realm.note(deps, { action, by: operator, about: operator.name, detail: { session: id, ...detail } })
  const shown = async (session: PersonSession<Who>) => {
    const { id } = session.operator
    return ownBody(session, {
      sessions: await sessionsOf(context, id, deps.clock.now()),
      passkeys: await passkeysOf(context, id),
      hasTotp: await hasApp(context, id),
      recoveryCodesLeft: await codesLeft(context, id),
      vouchedBy:
        session.signInMethod === 'OIDC'
          ? (context.identityProvider?.settings.name ?? 'single sign-on')
          : undefined,
    })
  }
  /** @throws ProblemError 403 */
  const proved = (session: PersonSession<Who>): void => {
    if (needsProof(session, deps.clock.now())) throw new ProblemError(stepUpNeeded())
  }
  /** A way in of their own would outlive the groups that let them in. @throws ProblemError 409 */
  const ownRoutes = ({ signInMethod }: PersonSession<Who>): void => {
    if (signInMethod === 'OIDC')
      throw new ProblemError(
        peopleProblem('OTHER_SIGN_IN_METHOD', 'you come by your identity provider alone'),
      )
  }
  /** Whoever came by a recovery code makes a passkey without another. @throws ProblemError 403, 409 */
  const mayAdd = (session: PersonSession<Who>): void => {
    ownRoutes(session)
    const isRecovering =
      session.signInMethod === 'RECOVERY' && deps.clock.now() < session.signedInAt + RECOVERING_MS
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
      const open = await sessionsOf(context, session.operator.id, deps.clock.now())
      if (!open.some((each) => each.id === id)) throw absent('session')
      const note = noted(session, 'session.end', { ended: id })
      await changeAndNote(database, endSessionCall(session.operator.id, id), note)
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
    if (!made || known.some(({ id }) => id === made.passkey.id)) throw new ProblemError(notAPasskey())
    const reads = [lockSession(session, now), spend(made.challenge, now + CHALLENGE_LASTS_MS)] as const
    const refusal = await database.transact<ProblemError | undefined, typeof reads>(reads, ([open, fresh]) =>
      open?.length === 1 && isFresh(fresh)
        ? {
            calls: [
              insertPasskey(made.passkey),
              provedCall(session, now),
              noted(session, 'passkey.add', { label: made.passkey.label }),
            ],
            outcome: undefined,
          }
        : { calls: [], outcome: new ProblemError(open?.length === 1 ? notAPasskey() : sessionOver()) },
    )
    if (refusal) throw refusal
    return reply.code(201).send(await shown(session))
  })
  app.delete<{ Params: { id: string } }>(
    '/sign-in/own/passkeys/:id',
    sending(false),
    async (request, reply) => {
      const { session } = await signedIn(context, request, reply)
      proved(session)
      const { id } = session.operator
      // Under a lock: of two requests at once, each would leave the other's passkey.
      const reads = [lockPasskeysOf(id), lockAppOf(realm, id)] as const
      const refusal = await database.transact<ProblemError | undefined, typeof reads>(
        reads,
        ([rows, app]) => {
          const known = passkeysIn(rows)
          const gone = known.find((passkey) => passkey.id === request.params.id)
          if (!gone) return { calls: [], outcome: absent('passkey') }
          if (known.length === 1 && app?.length !== 1)
            return {
              calls: [],
              outcome: new ProblemError(peopleProblem('LAST_SIGN_IN_METHOD', 'add another passkey first')),
            }
          const note = noted(session, 'passkey.remove', { label: gone.label })
          return { calls: [deletePasskey(id, gone.id), note], outcome: undefined }
        },
      )
      if (refusal) throw refusal
      return reply.code(204).send()
    },
  )
  app.post('/sign-in/own/recovery-codes', sending(false), async (request, reply) => {
    const { session } = await signedIn(context, request, reply)
    ownRoutes(session)
    proved(session)
    const now = deps.clock.now()
    const { codes, calls } = newRecoveryCodes(deps, session.operator.id, now)
    const isDone = await database.transact<boolean>([lockSession(session, now)], ([open]) =>
      open?.length === 1
        ? { calls: [...calls, noted(session, 'recovery-codes.renew')], outcome: true }
        : { calls: [], outcome: false },
    )
    if (!isDone) throw new ProblemError(sessionOver())
    return reply.code(201).send({ recoveryCodes: codes })
  })
}

const absent = (what: string) =>
  new ProblemError(httpProblem('NOT_FOUND', `there is no such ${what} of yours`))

const notAPasskey = () =>
  validationFailed([
    { path: '/credential', code: 'INVALID_FORMAT', message: 'does not fit what was asked for: begin again' },
  ])
