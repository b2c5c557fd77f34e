/**
 * A bank's own connection: a program whose token imports bank entries in place of a person. Two people choose it when an account
 * is set up. It is identified by its ID, so an operator who later gets the same name is not mistaken for it.
 */
import type { Database } from '@sluice/database/port.ts'
import { BOOTSTRAP, type GatewayOperator, listOperators } from './operators.ts'

export interface BankConnection {
  readonly id: string
  readonly name: string
}

/** For a name that is not a bank connection. */
export const NO_CONNECTION =
  'must be the name of an active operator that is a program with its own token, not a person and not bootstrap'

/** An operator who signs in never is. */
export const isConnection = (
  connection: BankConnection | undefined,
  operator: Pick<GatewayOperator, 'id' | 'isPerson'>,
): boolean => connection !== undefined && !operator.isPerson && connection.id === operator.id

/** Operators that can be one now, by name: active programs. The installation's own token is for people at the command line. */
export async function possibleConnections(database: Database): Promise<ReadonlyMap<string, BankConnection>> {
  const programs = (await listOperators(database)).filter(
    ({ isPerson, name, revokedAt }) => !isPerson && name !== BOOTSTRAP && revokedAt === undefined,
  )
  return new Map(programs.map(({ id, name }) => [name, { id, name }]))
}
