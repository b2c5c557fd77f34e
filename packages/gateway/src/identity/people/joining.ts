/**
 * Using a link: its holder creates the person that it is for, with a passkey or an app, and recovery codes.
 *
 * Each realm decides what a link creates (`Joining`); proving a passkey or an app is the same for all. Operators' links are
 * handled here, those of merchants' people in `identity/members`. The link is used up in the transaction that creates the person.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { isViolationOf, type SqlCall } from '@sluice/database/port.ts'
import type { Static } from 'typebox'
import {
  type GatewayOperator,
  insertPerson,
  LOCK_OPERATORS,
  OPERATOR_NAME,
  revokeCall,
  takeOverCall,
} from '../operators/operators.ts'
import { takeApp } from './authenticator-app.ts'
import type { PeopleContext, SignInContext } from './context.ts'
import { broughtBy, findLink, linkIn, operatorOfLink, type SignInLink, useLink } from './links.ts'
import { insertPasskey, proveAttestation } from './passkeys.ts'
import { ANYBODY, arrive, insertPersonRow, removeSignInMethods, type Visitor } from './people.ts'
import type { LinkWithPasskey, LinkWithTotp } from './protocol.ts'
import type { Signer } from './realm.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import type { NewSession } from './sessions.ts'

export type NotJoined = 'LINK_OVER' | 'NAME_WRONG' | 'NAME_TAKEN' | 'NOT_PROVED'

export interface Joined<Who extends Signer = GatewayOperator> {
  readonly begun: NewSession<Who>
  readonly recoveryCodes: readonly string[]
}

/** A valid link, as it is shown to the person who opens it. */
export interface OpenedLink {
  readonly hash: string
  /** The ID that its person has or will have. */
  readonly person: string
  /** Undefined if the link does not name the person. */
  readonly name: string | undefined
  readonly expiresAt: Instant
  /** What it creates, in the terms of its realm. */
  readonly makes: object
}

/** What links create in a realm. */
export interface Joining<Who extends Signer> {
  /** @param said a name, if the link names nobody */
  open(secret: string, said: string | undefined): Promise<Result<OpenedLink, NotJoined>>
  /** Creates its person. @param signInMethod stores the passkey or the app */
  join(
    secret: string,
    said: string | undefined,
    visitor: Visitor,
    signInMethod: SqlCall,
  ): Promise<Result<Joined<Who>, NotJoined>>
}

export async function joinByPasskey<Who extends Signer>(
  context: SignInContext,
  joining: Joining<Who>,
  { link: secret, name, credential, label }: Static<typeof LinkWithPasskey>,
  visitor: Visitor,
): Promise<Result<Joined<Who>, NotJoined>> {
  const link = await joining.open(secret, name)
  if (!link.ok) return link
  const { person, hash } = link.value
  const proved = await proveAttestation(context, visitor.address, `link:${hash}`, credential, {
    person,
    label,
  })
  return proved ? joining.join(secret, name, visitor, insertPasskey(proved.passkey)) : fail('NOT_PROVED')
}

export async function joinByApp<Who extends Signer>(
  context: SignInContext,
  joining: Joining<Who>,
  { link: secret, name, enrolment, code }: Static<typeof LinkWithTotp>,
  visitor: Visitor,
): Promise<Result<Joined<Who>, NotJoined>> {
  const link = await joining.open(secret, name)
  if (!link.ok) return link
  const app = takeApp(context, link.value.hash, { enrolment, code }, link.value.person)
  return app ? joining.join(secret, name, visitor, app) : fail('NOT_PROVED')
}

// ── Operators ───────────────────────────────────────────────────────────────────────────────────────────────────────

export const operatorsJoining = (context: PeopleContext): Joining<GatewayOperator> => ({
  async open(secret, said) {
    const link = await findLink(context, secret)
    if (!link) return fail('LINK_OVER')
    const { hash, person, purpose, role, expiresAt } = link
    const name = nameOf(link, said)
    if (name === undefined && said !== undefined) return fail('NAME_WRONG')
    return succeed({ hash, person, name, expiresAt, makes: { purpose, role } })
  },
  join: (secret, said, visitor, signInMethod) => join(context, secret, said, visitor, signInMethod),
})

/** The person's name: from the link or, for the first person, as they entered it. */
const nameOf = (link: SignInLink, said: string | undefined): string | undefined => {
  const name = link.purpose === 'FIRST' ? (said ?? '') : link.name
  return OPERATOR_NAME.test(name) ? name : undefined
}

async function join(
  context: PeopleContext,
  secret: string,
  said: string | undefined,
  visitor: Visitor,
  signInMethod: SqlCall,
): Promise<Result<Joined, NotJoined>> {
  const { database, deps } = context
  const now = deps.clock.now()
  const link = await findLink(context, secret)
  const name = link && nameOf(link, said)
  if (!link) return fail('LINK_OVER')
  if (name === undefined) return fail('NAME_WRONG')
  // The lock keeps operators from being created, changed or ended; what is read after it is current.
  const reads = [LOCK_OPERATORS, useLink(secret, now), { statement: ANYBODY, values: [] }] as const
  try {
    return await database.transact<Result<Joined, NotJoined>, typeof reads>(reads, ([, used, anybody]) => {
      const opened = linkIn(used)
      const isOver = !opened || (opened.purpose === 'FIRST' && anybody?.length !== 0)
      if (isOver) return { calls: [], outcome: fail('LINK_OVER') }
      const operator = operatorOfLink(opened, name, now)
      const { codes, calls } = newRecoveryCodes(deps, operator.id, now)
      const begun = arrive(context, operator, 'LINK', visitor)
      const note = context.realm.note(deps, {
        action: opened.purpose === 'RECOVER' ? 'person.recover' : 'person.join',
        by: operator,
        about: name,
        detail: { id: operator.id, role: operator.role, purpose: opened.purpose, ...madeBy(opened) },
      })
      const ended = opened.purpose === 'RECOVER' ? endingOf(opened.replaces.id, operator.id, now) : []
      return {
        calls: [
          ...ended,
          insertPerson(operator, broughtBy(opened)),
          insertPersonRow(operator),
          signInMethod,
          ...calls,
          note,
          ...begun.calls,
        ],
        outcome: succeed({ begun, recoveryCodes: codes }),
      }
    })
  } catch (error) {
    if (isViolationOf(error, 'operator_by_name')) return fail('NAME_TAKEN')
    throw error
  }
}

const madeBy = (link: SignInLink) =>
  link.purpose === 'FIRST' ? {} : { invitedBy: link.maker.name, approvedBy: link.approver?.name }

/**
 * Ends an operator who signs in, with everything they could sign in with. Those they invited count as invited by their new ID.
 */
const endingOf = (person: string, after: string, now: number): readonly SqlCall[] => [
  revokeCall(person, now),
  takeOverCall(person, after),
  ...removeSignInMethods(person),
]
