/** What people see and change of their own account: sessions, passkeys, recovery codes. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { changeAndNote } from '@sluice/database/noted.ts'
import type { SqlCall } from '@sluice/database/port.ts'
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
/** How long someone who signed in with a recovery code may add a new passkey. */
const RECOVERING_MS = 15 * 60_000

export function registerOwnRoutes<Who extends Signer>(app: Server, context: SignInRoutes<Who>): void {
  registerOwnSessions(app, context)
  registerPasskeys(app, context)
  registerRecoveryCodes(app, context)
}

function registerOwnSessions<Who extends Signer>(app: Server, context: SignInRoutes<Who>): void {
  const { database, deps } = context
  app.get('/sign-in/own', READ, async (request, reply) =>
    shown(context, (await signedIn(context, request, reply)).session),
  )
  app.delete<{ Params: { id: string } }>(
    '/sign-in/own/sessions/:id',
    sending(false),
    async (request, reply) => {
      const { session } = await signedIn(context, request, reply)
      const { id } = request.params
      const open = await sessionsOf(context, session.operator.id, deps.clock.now())
      if (!open.some((each) => each.id === id)) throw absent('session')
      const note = noted(context, session, 'session.end', { ended: id })
      await changeAndNote(database, endSessionCall(session.operator.id, id), note)
      return reply.code(204).send()
    },
  )
}

function registerPasskeys<Who extends Signer>(app: Server, context: SignInRoutes<Who>): void {
  const { deps } = context
  app.post('/sign-in/own/passkeys/options', sending(false), async (request, reply) => {
    const { session, address } = await signedIn(context, request, reply)
    mayAdd(context, session)
    const { operator, hash } = session
    const known = await passkeysOf(context, operator.id)
    return creationOptions(context, passkeyName(address), `add:${hash}`, operator, known)
  })
  app.post('/sign-in/own/passkeys', sending(), async (request, reply) => {
    const { session, address } = await signedIn(context, request, reply)
    mayAdd(context, session)
    const { credential, label } = bodyOf(AddPasskey, request)
    const { operator, hash } = session
    const known = await passkeysOf(context, operator.id)
    const made =
      known.length < MAX_PASSKEYS
        ? await proveAttestation(context, address, `add:${hash}`, credential, { person: operator.id, label })
        : undefined
    const now = deps.clock.now()
    if (!made || known.some(({ id }) => id === made.passkey.id)) throw new ProblemError(notAPasskey())
    const refusal = await keepPasskey(context, session, made, now)
    if (refusal) throw refusal
    return reply.code(201).send(await shown(context, session))
  })
  app.delete<{ Params: { id: string } }>(
    '/sign-in/own/passkeys/:id',
    sending(false),
    async (request, reply) => {
      const { session } = await signedIn(context, request, reply)
      proved(context, session)
      const refusal = await removePasskey(context, session, request.params.id)
      if (refusal) throw refusal
      return reply.code(204).send()
    },
  )
}

/** Only if the session is still open, and each answer only once. @returns why it was not stored */
function keepPasskey<Who extends Signer>(
  context: SignInRoutes<Who>,
  session: PersonSession<Who>,
  made: NonNullable<Awaited<ReturnType<typeof proveAttestation>>>,
  now: Instant,
): Promise<ProblemError | undefined> {
  const reads = [lockSession(session, now), spend(made.challenge, now + CHALLENGE_LASTS_MS)]
  return context.database.transact<ProblemError | undefined>(reads, ([open, fresh]) =>
    open?.length === 1 && isFresh(fresh)
      ? {
          calls: [
            insertPasskey(made.passkey),
            provedCall(session, now),
            noted(context, session, 'passkey.add', { label: made.passkey.label }),
          ],
          outcome: undefined,
        }
      : { calls: [], outcome: new ProblemError(open?.length === 1 ? notAPasskey() : sessionOver()) },
  )
}

/** @returns why it was not removed */
function removePasskey<Who extends Signer>(
  context: SignInRoutes<Who>,
  session: PersonSession<Who>,
  passkeyId: string,
): Promise<ProblemError | undefined> {
  const { id } = session.operator
  // Under a lock: of two requests at once, each would leave the other's passkey.
  const reads = [lockPasskeysOf(id), lockAppOf(context.realm, id)] as const
  return context.database.transact<ProblemError | undefined, typeof reads>(reads, ([rows, app]) => {
    const known = passkeysIn(rows)
    const gone = known.find((passkey) => passkey.id === passkeyId)
    if (!gone) return { calls: [], outcome: absent('passkey') }
    if (known.length === 1 && app?.length !== 1)
      return {
        calls: [],
        outcome: new ProblemError(peopleProblem('LAST_SIGN_IN_METHOD', 'add another passkey first')),
      }
    const note = noted(context, session, 'passkey.remove', { label: gone.label })
    return { calls: [deletePasskey(id, gone.id), note], outcome: undefined }
  })
}

function registerRecoveryCodes<Who extends Signer>(app: Server, context: SignInRoutes<Who>): void {
  const { database, deps } = context
  app.post('/sign-in/own/recovery-codes', sending(false), async (request, reply) => {
    const { session } = await signedIn(context, request, reply)
    ownRoutes(session)
    proved(context, session)
    const now = deps.clock.now()
    const { codes, calls } = newRecoveryCodes(deps, session.operator.id, now)
    const isDone = await database.transact<boolean>([lockSession(session, now)], ([open]) =>
      open?.length === 1
        ? { calls: [...calls, noted(context, session, 'recovery-codes.renew')], outcome: true }
        : { calls: [], outcome: false },
    )
    if (!isDone) throw new ProblemError(sessionOver())
    return reply.code(201).send({ recoveryCodes: codes })
  })
}

const noted = <Who extends Signer>(
  { realm, deps }: SignInRoutes<Who>,
  { operator, id }: PersonSession<Who>,
  action: string,
  detail: object = {},
): SqlCall =>
  realm.note(deps, { action, by: operator, about: operator.name, detail: { session: id, ...detail } })

async function shown<Who extends Signer>(context: SignInRoutes<Who>, session: PersonSession<Who>) {
  const { id } = session.operator
  return ownBody(session, {
    sessions: await sessionsOf(context, id, context.deps.clock.now()),
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
function proved<Who extends Signer>({ deps }: SignInRoutes<Who>, session: PersonSession<Who>): void {
  if (needsProof(session, deps.clock.now())) throw new ProblemError(stepUpNeeded())
}

/** Their own passkey would still work after they have lost the groups that let them in. @throws ProblemError 409 */
function ownRoutes<Who extends Signer>({ signInMethod }: PersonSession<Who>): void {
  if (signInMethod === 'OIDC')
    throw new ProblemError(
      peopleProblem('OTHER_SIGN_IN_METHOD', 'you sign in only with your identity provider'),
    )
}

/** Someone who signed in with a recovery code may add a passkey without another proof. @throws ProblemError 403, 409 */
function mayAdd<Who extends Signer>(context: SignInRoutes<Who>, session: PersonSession<Who>): void {
  ownRoutes(session)
  const now = context.deps.clock.now()
  const isRecovering = session.signInMethod === 'RECOVERY' && now < session.signedInAt + RECOVERING_MS
  if (!isRecovering) proved(context, session)
}

const absent = (what: string) => new ProblemError(httpProblem('NOT_FOUND', `you have no such ${what}`))

const notAPasskey = () =>
  validationFailed([
    { path: '/credential', code: 'INVALID_FORMAT', message: 'does not match this request; start again' },
  ])
