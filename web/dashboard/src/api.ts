/** The merchants' API, as the dashboard asks it: nothing else leads to the gateway's data. */
import { operationsOf, type RequestedOf } from '../../kit/operation.ts'
import type { Operations } from './operations.ts'

export type OperationName = keyof Operations
export type Requested<Name extends OperationName> = RequestedOf<Operations[Name]>
export type AnswerOf<Name extends OperationName> = Operations[Name]['answer']

export const { ask, asking } = operationsOf<Operations>()
