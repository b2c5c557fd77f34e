/**
 * Realms: whose people sign in. Operators are one, the people of merchants another.
 *
 * The ways in are the same in both, and so are the tables of what opens them. A realm says who counts: every statement that finds a person
 * by a cookie, a passkey, a code joins those in force of its own realm and of no other. So what a person of one realm has opens nothing
 * in the other, whatever name it is sent under.
 */
import type { Row, SqlCall, SqlStatement } from '../../database/port.ts'
import type { Deps } from '../../foundation/deps.ts'
import { auditCall } from '../operators/audit.ts'
import {
  type GatewayOperator,
  OPERATOR_COLUMNS,
  OPERATORS_IN_FORCE,
  operatorIn,
} from '../operators/operators.ts'

/** Who signs in. */
export interface Signer {
  readonly id: string
  /** As logs and screens speak of them. */
  readonly name: string
}

export interface SignInNote<Who extends Signer> {
  /** `sign-in`, `sign-in.refused`. */
  readonly action: string
  /** Who did it; undefined: nobody who is known. */
  readonly by: Who | undefined
  /** Whom it is about, by name, if anybody. */
  readonly about: string | undefined
  readonly detail: object
}

type NoteDeps = Pick<Deps, 'clock' | 'randomness'>

export interface Realm<Who extends Signer> {
  /** What its statements' names begin with. */
  readonly prefix: string
  /** In SQL: those in force, with `id` and `name`. */
  readonly inForce: string
  /** In SQL: what `read` takes of an `o` of those. */
  readonly columns: string
  read(row: Row): Who
  /** A line in the log of what its people do. */
  note(deps: NoteDeps, note: SignInNote<Who>): SqlCall
}

/** A statement of each realm's own, made once for each. */
export function perRealm(
  name: string,
  text: (realm: { readonly inForce: string; readonly columns: string }) => string,
): (realm: { readonly prefix: string; readonly inForce: string; readonly columns: string }) => SqlStatement {
  const made = new Map<string, SqlStatement>()
  return (realm) => {
    const known = made.get(realm.prefix)
    if (known) return known
    const statement = { name: `${realm.prefix}_${name}`, text: text(realm) }
    made.set(realm.prefix, statement)
    return statement
  }
}

export const OPERATORS_REALM: Realm<GatewayOperator> = {
  prefix: 'operators',
  inForce: OPERATORS_IN_FORCE,
  columns: OPERATOR_COLUMNS,
  read: operatorIn,
  note({ clock, randomness }, { action, by, about, detail }) {
    const at = clock.now()
    const subject = about === undefined ? 'people' : `operator ${about}`
    return auditCall({
      id: randomness.uuidV7(at),
      at,
      operator: by?.name ?? 'gateway',
      action,
      subject,
      detail,
    })
  },
}
