/**
 * People: operators who sign in on a screen. Read this file first.
 *
 * A person is an operator (`operators/`) without a token; approvals, rights and the audit log make no difference. Only the way in
 * differs. Each sign-in method proves one person and begins a session (`sessions.ts`), whose cookie every endpoint of the
 * operators' API accepts in place of a token.
 *
 * | Method | Proof |
 * |---|---|
 * | a link (`joining.ts`) | the link itself: it creates the person, with a passkey or an app, and recovery codes |
 * | a passkey (`passkeys.ts`) | an answer of the authenticator, which has verified its user |
 * | an app (`authenticator-app.ts`) | a one-time code |
 * | a recovery code (`recovery-codes.ts`) | the code; such a session cannot step up until it has a passkey of its own |
 * | an identity provider (`identity-provider.ts`, `provider-sign-in.ts`) | its answer to our request; people of a provider have no other method |
 *
 * There are no passwords, no default account, and no answer that reveals who exists. Each proof is used up in the transaction
 * that begins the session, so it works only once, even if it arrives at several nodes at the same time. Every sign-in is in the
 * audit log, failed ones too. Secrets are stored as hashes, and the app's secret sealed.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import type { Static } from 'typebox'
import type { GatewayOperator } from '../operators/operators.ts'
import type { SignInAddress } from './address.ts'
import { deleteApp, guessesOf, judgeCode, lockAppByName, lockAppOf } from './authenticator-app.ts'
import type { PeopleContext } from './context.ts'
import { deleteDevices, keepDevice, lockDevice } from './devices.ts'
import { deletePasskeys, findPasskey, passkeysOf, proveAssertion, usePasskey } from './passkeys.ts'
import type { AssertionSchema } from './protocol.ts'
import type { Signer } from './realm.ts'
import { forgetCodes, personOfCode, useCode } from './recovery-codes.ts'
import { CHALLENGE_LASTS_MS } from './sealed.ts'
import {
  type Arrival,
  beginSession,
  endSessionsCall,
  guessesInSession,
  lockGuessesIn,
  type NewSession,
  type PersonSession,
  provedCall,
} from './sessions.ts'
import { isFresh, spend } from './spent.ts'

type Assertion = Static<typeof AssertionSchema>

/** Where a sign-in comes from, and with which browser. */
export interface Visitor extends Pick<Arrival, 'device' | 'before'> {
  readonly address: SignInAddress
  /** The network address. */
  readonly from: string
  /** The hash of the device cookie that the browser sent, if someone has signed in there before. */
  readonly deviceBefore: string | undefined
}

/** Why nobody was signed in. `who` is only for the audit log. */
export interface NotProved {
  readonly who: string | undefined
}

export type SignedIn<Who extends Signer = GatewayOperator> = Result<NewSession<Who>, NotProved>

const notProved = (who?: string) => fail<NotProved>({ who })

const INSERT = sqlStatement({
  name: 'person_insert',
  text: 'insert into person (id, issuer, subject, created_at) values ($1, $2, $3, $4)',
})
export const ANYBODY = sqlStatement({
  name: 'person_any',
  text: 'select id from person limit 1',
})

export const insertPersonRow = (
  { id, createdAt }: Pick<GatewayOperator, 'id' | 'createdAt'>,
  vouched?: { readonly issuer: string; readonly subject: string },
): SqlCall => ({
  statement: INSERT,
  values: [id, vouched?.issuer ?? null, vouched?.subject ?? null, isoTime(createdAt)],
})

/** Whether there is, or ever was, a person. */
export const isAnybody = async ({ database }: PeopleContext): Promise<boolean> =>
  (await database.run(ANYBODY, [])).length > 0

/** Begins the session, with its line in the audit log. */
export function arrive<Who extends Signer>(
  { deps, realm }: PeopleContext<Who>,
  operator: Who,
  signInMethod: Arrival['signInMethod'],
  { device, before, from, deviceBefore }: Visitor,
  /** When they proved their identity; undefined if that is not known. */
  provedAt: Instant | undefined = signInMethod === 'RECOVERY' || signInMethod === 'OIDC'
    ? undefined
    : deps.clock.now(),
): NewSession<Who> {
  const begun = beginSession(deps, operator, { signInMethod, device, before, provedAt })
  const { id } = begun.session
  const note = realm.note(deps, {
    action: 'sign-in',
    by: operator,
    about: operator.name,
    detail: { signInMethod, from, session: id },
  })
  const calls = [...begun.calls, note]
  // Neither proves that it is the person.
  if (signInMethod === 'RECOVERY' || signInMethod === 'OIDC') return { ...begun, calls }
  const kept = keepDevice(deps, operator.id, deviceBefore)
  return { ...begun, deviceSecret: kept.secret, calls: [...calls, ...kept.calls] }
}

export async function signInByPasskey<Who extends Signer>(
  context: PeopleContext<Who>,
  credential: Assertion,
  visitor: Visitor,
): Promise<SignedIn<Who>> {
  const held = await findPasskey(context, credential.id)
  if (!held) return notProved()
  const { operator } = held
  const proved = await proveAssertion(context, visitor.address, 'sign-in:', credential, held.passkey)
  if (!proved) return notProved(operator.name)
  const { clock } = context.deps
  const reads = [
    spend(proved.challenge, clock.now() + CHALLENGE_LASTS_MS),
    usePasskey(held.passkey, proved.counter, clock.now()),
  ] as const
  return context.database.transact<SignedIn<Who>, typeof reads>(reads, ([fresh, used]) => {
    if (!isFresh(fresh) || used?.length !== 1) return { calls: [], outcome: notProved(operator.name) }
    const begun = arrive(context, operator, 'PASSKEY', visitor)
    return { calls: begun.calls, outcome: succeed(begun) }
  })
}

export function signInByCode<Who extends Signer>(
  context: PeopleContext<Who>,
  { name, code }: { readonly name: string; readonly code: string },
  visitor: Visitor,
): Promise<SignedIn<Who>> {
  const now = context.deps.clock.now()
  const reads = [lockAppByName(context.realm, name), lockDevice(visitor.deviceBefore, now)] as const
  return context.database.transact<SignedIn<Who>, typeof reads>(reads, ([rows, devices]) => {
    const [app] = rows ?? []
    const { operator, isRight, calls } = judgeCode(context, app, code, guessesOf(app, devices, now))
    if (!operator || !isRight) return { calls, outcome: notProved(operator?.name) }
    const begun = arrive(context, operator, 'TOTP', visitor)
    return { calls: [...calls, ...begun.calls], outcome: succeed(begun) }
  })
}

export function signInByRecoveryCode<Who extends Signer>(
  context: PeopleContext<Who>,
  code: string,
  visitor: Visitor,
): Promise<SignedIn<Who>> {
  return context.database.transact<SignedIn<Who>>(
    [useCode(context.realm, code, context.deps.clock.now())],
    ([rows]) => {
      const operator = personOfCode(context.realm, rows)
      if (!operator) return { calls: [], outcome: notProved() }
      const begun = arrive(context, operator, 'RECOVERY', visitor)
      return { calls: begun.calls, outcome: succeed(begun) }
    },
  )
}

// ── Stepping up ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** Proves again that this is the person of this session. */
export async function stepUp<Who extends Signer>(
  context: PeopleContext<Who>,
  session: PersonSession<Who>,
  proof: { readonly credential?: Assertion | undefined; readonly code?: string | undefined },
  address: SignInAddress,
): Promise<boolean> {
  const { operator } = session
  const { database, deps, realm } = context
  const now = deps.clock.now()
  const done = () => [
    provedCall(session, now),
    realm.note(deps, {
      action: 'sign-in.step-up',
      by: operator,
      about: operator.name,
      detail: { session: session.id },
    }),
  ]
  if (proof.credential) {
    const passkeys = await passkeysOf(context, operator.id)
    const passkey = passkeys.find(({ id }) => id === proof.credential?.id)
    const purpose = `step-up:${session.hash}` as const
    const proved = passkey && (await proveAssertion(context, address, purpose, proof.credential, passkey))
    if (!proved) return false
    const reads = [
      spend(proved.challenge, now + CHALLENGE_LASTS_MS),
      usePasskey(passkey, proved.counter, now),
    ] as const
    return database.transact<boolean, typeof reads>(reads, ([fresh, used]) =>
      isFresh(fresh) && used?.length === 1 ? { calls: done(), outcome: true } : { calls: [], outcome: false },
    )
  }
  const { code } = proof
  if (code === undefined) return false
  const reads = [lockAppOf(realm, operator.id), lockGuessesIn(session)] as const
  return database.transact<boolean, typeof reads>(reads, ([rows, counted]) => {
    const [app] = rows ?? []
    // It has ended in the meantime.
    if (counted?.length !== 1) return { calls: [], outcome: false }
    const ended = () =>
      realm.note(deps, {
        action: 'session.guessed',
        by: undefined,
        about: operator.name,
        detail: { session: session.id },
      })
    const guesses = guessesInSession(session, counted, ended)
    const { isRight, calls } = judgeCode(context, app, code, guesses)
    return { calls: isRight ? [...calls, ...done()] : calls, outcome: isRight }
  })
}

/**
 * Deletes everything a person could sign in with. Sessions come last: a concurrent sign-in holds a lock on its proof, so once
 * that is deleted, its session exists and is deleted too.
 */
export const removeSignInMethods = (person: string): readonly SqlCall[] => [
  deletePasskeys(person),
  deleteApp(person),
  forgetCodes(person),
  deleteDevices(person),
  endSessionsCall(person),
]
