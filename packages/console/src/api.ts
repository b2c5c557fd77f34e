/** The console's client for the operators' API, its only access to the gateway's data. */
import type { AdminOperations } from '@sluice/gateway/admin/operations.ts'
import { operationsOf, type RequestedOf } from '@sluice/ui-kit/operation.ts'

export type OperationName = keyof AdminOperations
export type Requested<Name extends OperationName> = RequestedOf<AdminOperations[Name]>
export type AnswerOf<Name extends OperationName> = AdminOperations[Name]['answer']

export const { ask, asking } = operationsOf<AdminOperations>()
