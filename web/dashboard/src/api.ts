/** The merchants' API, as the dashboard asks it: nothing else leads to the gateway's data. */
import { type AskedOf, operationsOf } from '../../kit/operation.ts'
import type { Operations as Served } from './operations.ts'
import type { Planned } from './planned.ts'

type Operations = Served & Planned

export type OperationName = keyof Operations
export type Asked<Name extends OperationName> = AskedOf<Operations[Name]>
export type AnswerOf<Name extends OperationName> = Operations[Name]['answer']

export const { ask, asking } = operationsOf<Operations>()
