/** The dashboard's client for the merchants' API, its only access to the gateway's data. */
import type { MerchantOperations } from '@sluice/gateway/server/merchant-operations.ts'
import { operationsOf, type RequestedOf } from '@sluice/ui-kit/operation.ts'

export type OperationName = keyof MerchantOperations
export type Requested<Name extends OperationName> = RequestedOf<MerchantOperations[Name]>
export type AnswerOf<Name extends OperationName> = MerchantOperations[Name]['answer']

export const { ask, asking } = operationsOf<MerchantOperations>()
