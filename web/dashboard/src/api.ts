/** The merchants' API, as the dashboard asks it: nothing else leads to the gateway's data. */
import { type AskedOf, operationsOf } from '../../kit/operation.ts'
import type { Operations } from './operations.ts'

export type OperationName = keyof Operations
export type Asked<Name extends OperationName> = AskedOf<Operations[Name]>
export type AnswerOf<Name extends OperationName> = Operations[Name]['answer']

export const { ask, asking } = operationsOf<Operations>()
