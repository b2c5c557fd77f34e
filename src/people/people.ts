/**
 * People: operators who sign in on a screen. Read this file first.
 *
 * A person is an operator (`operators/`) without a token: approvals, rights and the audit log know no difference. What is new is how they
 * come in. Each way proves one person, and ends in a session (`sessions.ts`), whose cookie every endpoint of the operators' API takes in
 * the place of a token.
 *
 * | Way | What proves the person |
 * |---|---|
 * | a link (`links.ts`) | nothing but the link: it makes the person, with a passkey or an app, and recovery codes |
 * | a passkey (`passkeys.ts`) | an answer of the authenticator, which has verified its user |
 * | an app (`authenticator-app.ts`) | a one-time code |
 * | a recovery code (`recovery-codes.ts`) | the code; such a session proves nobody, until it has a passkey of its own |
 *
 * Promises: there is no password, no default account, and no answer that tells who exists. What proves somebody is spent in the
 * transaction that begins the session, so nothing counts twice, on however many nodes it arrives at once. Every sign-in is in the audit
 * log, refused ones too. Only hashes of secrets are stored, and the app's sealed.
 */
import type { Static } from 'typebox'
import { DatabaseFailure, type SqlCall, type SqlStatement } from '../database/port.ts'
import { isoTime } from '../foundation/instants.ts'
import { fail, type Result, succeed } from '../foundation/result.ts'
import {
  type GatewayOperator,
  insertPerson,
  LOCK_OPERATORS,
  OPERATOR_NAME,
  OPERATORS_IN_FORCE,
  revokeCall,
} from '../operators/operators.ts'
import type { SignInAddress } from './address.ts'
import { deleteApp, judgeCode, lockAppByName, lockAppOf, takeApp } from './authenticator-app.ts'
import type { PeopleContext } from './context.ts'
import { findLink, linkIn, operatorOfLink, type SignInLink, useLink } from './links.ts'
import { noteCall } from './noting.ts'
import {
  deletePasskeys,
  findPasskey,
  insertPasskey,
  passkeysOf,
  proveAssertion,
  proveAttestation,
  usePasskey,
} from './passkeys.ts'
import type { AssertionSchema, LinkWithPasskey, LinkWithTotp } from './protocol.ts'
import { forgetCodes, newRecoveryCodes, personOfCode, useCode } from './recovery-codes.ts'
import { CHALLENGE_LASTS_MS } from './sealed.ts'
import {
  type Arrival,
  beginSession,
  endSessionsCall,
  type NewSession,
  type PersonSession,
  provedCall,
} from './sessions.ts'
import { isFresh, spend } from './spent.ts'

type Assertion = Static<typeof AssertionSchema>

/** Where somebody comes from, and with what. */
export interface Visitor extends Omit<Arrival, 'way'> {
  readonly address: SignInAddress
  /** Of the network. */
  readonly from: string
}

/** Why nobody is signed in. Whoever is meant is for the audit log only. */
export interface NotProved {
  readonly who: string | undefined
}

export type SignedIn = Result<NewSession, NotProved>

const notProved = (who?: string) => fail<NotProved>({ who })

const INSERT: SqlStatement = {
  name: 'person_insert',
  text: 'insert into person (id, issuer, subject, created_at) values ($1, $2, $3, $4)',
}
const ANYBODY: SqlStatement = {
  name: 'person_any',
  text: 'select id from person limit 1',
}
const IN_FORCE: SqlStatement = {
  name: 'person_in_force',
  text: `select o.id from ${OPERATORS_IN_FORCE} o where o.id = $1`,
}

export const insertPersonRow = (
  { id, createdAt }: Pick<GatewayOperator, 'id' | 'createdAt'>,
  vouched?: { readonly issuer: string; readonly subject: string },
): SqlCall => ({
  statement: INSERT,
  values: [id, vouched?.issuer ?? null, vouched?.subject ?? null, isoTime(createdAt)],
})

/** Whether there is, or ever was, any person. */
export const isAnybody = async ({ database }: PeopleContext): Promise<boolean> =>
  (await database.run(ANYBODY, [])).length > 0

/** The session, and its line in the audit log. */
export function arrive(
  { deps }: PeopleContext,
  operator: GatewayOperator,
  way: Arrival['way'],
  { device, before, from }: Visitor,
): NewSession {
  const begun = beginSession(deps, operator, { way, device, before })
  const { id } = begun.session
  const subject = `operator ${operator.name}`
  const note = noteCall(deps, {
    action: 'sign-in',
    operator: operator.name,
    subject,
    detail: { way, from, session: id },
  })
  return { ...begun, calls: [...begun.calls, note] }
}

export async function signInByPasskey(
  context: PeopleContext,
  credential: Assertion,
  visitor: Visitor,
): Promise<SignedIn> {
  const held = await findPasskey(context, credential.id)
  if (!held) return notProved()
  const { operator } = held
  const proved = await proveAssertion(context, visitor.address, 'sign-in:', credential, held.passkey)
  if (!proved) return notProved(operator.name)
  const { clock } = context.deps
  const reads = [
    spend(proved.challenge, clock.now() + CHALLENGE_LASTS_MS),
    usePasskey(held.passkey, proved.counter, clock.now()),
  ]
  return context.database.transact<SignedIn>(reads, ([fresh, used]) => {
    if (!isFresh(fresh) || used?.length !== 1) return { calls: [], outcome: notProved(operator.name) }
    const begun = arrive(context, operator, 'PASSKEY', visitor)
    return { calls: begun.calls, outcome: succeed(begun) }
  })
}

export function signInByCode(
  context: PeopleContext,
  { name, code }: { readonly name: string; readonly code: string },
  visitor: Visitor,
): Promise<SignedIn> {
  return context.database.transact<SignedIn>([lockAppByName(name)], ([rows]) => {
    const { operator, isRight, calls } = judgeCode(context, rows?.[0], code)
    if (!operator || !isRight) return { calls, outcome: notProved(operator?.name) }
    const begun = arrive(context, operator, 'TOTP', visitor)
    return { calls: [...calls, ...begun.calls], outcome: succeed(begun) }
  })
}

export function signInByRecoveryCode(
  context: PeopleContext,
  code: string,
  visitor: Visitor,
): Promise<SignedIn> {
  return context.database.transact<SignedIn>([useCode(code, context.deps.clock.now())], ([rows]) => {
    const operator = personOfCode(rows)
    if (!operator) return { calls: [], outcome: notProved() }
    const begun = arrive(context, operator, 'RECOVERY', visitor)
    return { calls: begun.calls, outcome: succeed(begun) }
  })
}

// ── Stepping up ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** Proves again that it is the person of this session. */
export async function stepUp(
  context: PeopleContext,
  session: PersonSession,
  proof: { readonly credential?: Assertion | undefined; readonly code?: string | undefined },
  address: SignInAddress,
): Promise<boolean> {
  const { operator } = session
  const { database, deps } = context
  const now = deps.clock.now()
  const done = () => [
    provedCall(session, now),
    noteCall(deps, {
      action: 'sign-in.step-up',
      operator: operator.name,
      subject: `operator ${operator.name}`,
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
    ]
    return database.transact<boolean>(reads, ([fresh, used]) =>
      isFresh(fresh) && used?.length === 1 ? { calls: done(), outcome: true } : { calls: [], outcome: false },
    )
  }
  const { code } = proof
  if (code === undefined) return false
  return database.transact<boolean>([lockAppOf(operator.id)], ([rows]) => {
    const { isRight, calls } = judgeCode(context, rows?.[0], code)
    return { calls: isRight ? [...calls, ...done()] : calls, outcome: isRight }
  })
}

// ── Coming by a link ────────────────────────────────────────────────────────────────────────────────────────────────

export type NotJoined = 'LINK_OVER' | 'NAME_WRONG' | 'NAME_TAKEN' | 'NOT_PROVED'

export interface Joined {
  readonly begun: NewSession
  readonly recoveryCodes: readonly string[]
}

/** What the person will be known by: what the link says, or for the first what they say. */
export const nameOf = (link: SignInLink, said: string | undefined): string | undefined => {
  const name = link.purpose === 'FIRST' ? (said ?? '') : link.name
  return OPERATOR_NAME.test(name) ? name : undefined
}

export async function joinByPasskey(
  context: PeopleContext,
  { link: secret, name, credential, label }: Static<typeof LinkWithPasskey>,
  visitor: Visitor,
): Promise<Result<Joined, NotJoined>> {
  const link = await findLink(context, secret)
  if (!link) return fail('LINK_OVER')
  const { person } = link
  const purpose = `link:${link.hash}` as const
  const proved = await proveAttestation(context, visitor.address, purpose, credential, { person, label })
  return proved ? join(context, secret, name, visitor, insertPasskey(proved.passkey)) : fail('NOT_PROVED')
}

export async function joinByApp(
  context: PeopleContext,
  { link: secret, name, enrolment, code }: Static<typeof LinkWithTotp>,
  visitor: Visitor,
): Promise<Result<Joined, NotJoined>> {
  const link = await findLink(context, secret)
  if (!link) return fail('LINK_OVER')
  const app = takeApp(context, link.hash, { enrolment, code }, link.person)
  return app ? join(context, secret, name, visitor, app) : fail('NOT_PROVED')
}

async function join(
  context: PeopleContext,
  secret: string,
  said: string | undefined,
  visitor: Visitor,
  wayIn: SqlCall,
): Promise<Result<Joined, NotJoined>> {
  const { database, deps } = context
  const now = deps.clock.now()
  const link = await findLink(context, secret)
  const name = link && nameOf(link, said)
  if (!link) return fail('LINK_OVER')
  if (name === undefined) return fail('NAME_WRONG')
  const replaced = link.purpose === 'RECOVER' ? link.replaces : link.person
  const reads = [
    // Nobody is ended or begun meanwhile.
    LOCK_OPERATORS,
    useLink(secret, now),
    { statement: ANYBODY, values: [] },
    { statement: IN_FORCE, values: [replaced] },
  ]
  try {
    return await database.transact<Result<Joined, NotJoined>>(reads, ([, used, anybody, before]) => {
      const opened = linkIn(used)
      const isOver =
        !opened ||
        (opened.purpose === 'FIRST' && anybody?.length !== 0) ||
        (opened.purpose === 'RECOVER' && before?.length !== 1)
      if (isOver) return { calls: [], outcome: fail('LINK_OVER') }
      const operator = operatorOfLink(opened, name, now)
      const { codes, calls } = newRecoveryCodes(deps, operator.id, now)
      const begun = arrive(context, operator, 'LINK', visitor)
      const note = noteCall(deps, {
        action: opened.purpose === 'RECOVER' ? 'person.recover' : 'person.join',
        operator: name,
        subject: `operator ${name}`,
        detail: { id: operator.id, role: operator.role, purpose: opened.purpose, invitedBy: opened.madeBy },
      })
      const ended = opened.purpose === 'RECOVER' ? endingOf(opened.replaces, now) : []
      return {
        calls: [
          ...ended,
          insertPerson(operator),
          insertPersonRow(operator),
          wayIn,
          ...calls,
          note,
          ...begun.calls,
        ],
        outcome: succeed({ begun, recoveryCodes: codes }),
      }
    })
  } catch (error) {
    if (error instanceof DatabaseFailure && error.kind === 'CONSTRAINT') return fail('NAME_TAKEN')
    throw error
  }
}

/** Ends an operator who signs in, with all that opened the way in. */
const endingOf = (person: string, now: number): readonly SqlCall[] => [
  revokeCall(person, now),
  ...waysGone(person),
]

/** All that opened a way in for a person. */
export const waysGone = (person: string): readonly SqlCall[] => [
  endSessionsCall(person),
  deletePasskeys(person),
  deleteApp(person),
  forgetCodes(person),
]
