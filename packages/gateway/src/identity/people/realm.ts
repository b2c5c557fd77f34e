/**
 * Realms: groups of people who sign in. Operators are one, merchants' people another.
 *
 * Both have the same sign-in methods and share the tables for them. The realm restricts who is found: every statement that finds
 * a person by a cookie, a passkey or a code joins the active people of its own realm only. So a person of one realm gets no
 * access to the other, whatever they send.
 */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import type { Row, SqlCall, SqlStatement } from '@sluice/database/port.ts'
import { auditCall } from '../operators/audit.ts'
import {
  type GatewayOperator,
  OPERATOR_COLUMNS,
  OPERATORS_IN_FORCE,
  operatorIn,
} from '../operators/operators.ts'

/** Someone who signs in. */
export interface Signer {
  readonly id: string
  /** As shown in logs and on screens. */
  readonly name: string
}

export interface SignInNote<Who extends Signer> {
  /** `sign-in`, `sign-in.refused`. */
  readonly action: string
  /** Who did it; undefined if unknown. */
  readonly by: Who | undefined
  /** The name of the person it concerns, if any. */
  readonly about: string | undefined
  readonly detail: object
}

type NoteDeps = Pick<Deps, 'clock' | 'randomness'>

export interface Realm<Who extends Signer> {
  /** The prefix of its statements' names. */
  readonly prefix: string
  /** In SQL: its active people, with `id` and `name`. */
  readonly inForce: string
  /** In SQL: the columns of such an `o` that `read` uses. */
  readonly columns: string
  read(row: Row): Who
  /** A line in its log of activity. */
  note(deps: NoteDeps, note: SignInNote<Who>): SqlCall
}

/** A statement that exists once per realm. */
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
