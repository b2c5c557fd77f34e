/**
 * A bank's own connection: the program whose token says what a bank said, in the place of a person. Where an account is set up two people
 * say which one it is. It is a program's token by its id, so that no other operator gets its place by getting its name.
 */
import type { Database } from '../../database/port.ts'
import { BOOTSTRAP, type GatewayOperator, listOperators } from './operators.ts'

export interface BankConnection {
  readonly id: string
  readonly name: string
}

/** Said of a name that is none of them. */
export const NO_CONNECTION =
  'must be the name of an operator in force that is a program with a token of its own: nobody who signs in, and not bootstrap'

/** Nobody who signs in is one. */
export const isConnection = (
  connection: BankConnection | undefined,
  operator: Pick<GatewayOperator, 'id' | 'isPerson'>,
): boolean => connection !== undefined && !operator.isPerson && connection.id === operator.id

/** Those that can be one now, by name: programs in force. The token of the installation is for people at the command line. */
export async function possibleConnections(database: Database): Promise<ReadonlyMap<string, BankConnection>> {
  const programs = (await listOperators(database)).filter(
    ({ isPerson, name, revokedAt }) => !isPerson && name !== BOOTSTRAP && revokedAt === undefined,
  )
  return new Map(programs.map(({ id, name }) => [name, { id, name }]))
}
