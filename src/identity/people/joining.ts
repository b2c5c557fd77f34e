/**
 * Coming by a link: whoever has it makes the person that it is for, with a passkey or an app, and recovery codes.
 *
 * What a link makes differs from realm to realm (`Joining`); how its person proves to hold a passkey or an app does not. Operators' links
 * are here, merchants' people's in the room of members. The link is spent in the transaction that makes the person.
 */
import type { Static } from 'typebox'
import { isViolationOf, type SqlCall } from '../../database/port.ts'
import type { Instant } from '../../foundation/deps.ts'
import { fail, type Result, succeed } from '../../foundation/result.ts'
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

/** A link that is good, as it is shown to whoever opens it. */
export interface OpenedLink {
  readonly hash: string
  /** The id that its person has, or will have. */
  readonly person: string
  /** Undefined: nobody has said it yet. */
  readonly name: string | undefined
  readonly expiresAt: Instant
  /** What it makes, in the words of its realm. */
  readonly makes: object
}

/** What links make in a realm. */
export interface Joining<Who extends Signer> {
  /** @param said a name, where the link names nobody */
  open(secret: string, said: string | undefined): Promise<Result<OpenedLink, NotJoined>>
  /** Makes its person. @param signInMethod keeps the passkey or the app */
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

/** What the person will be known by: what the link says, or for the first what they say. */
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
  // Nobody is ended, changed or begun meanwhile; and what is read after the lock is true.
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

/** Ends an operator who signs in, with all that opened the way in. Whom they brought is brought by whoever they are now. */
const endingOf = (person: string, after: string, now: number): readonly SqlCall[] => [
  revokeCall(person, now),
  takeOverCall(person, after),
  ...removeSignInMethods(person),
]
