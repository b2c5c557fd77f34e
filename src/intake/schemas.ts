/**
 * The shapes of creates and their answers, as the OpenAPI document shows them. The method objects come from the catalogue's
 * field declarations, which also validate.
 */
import { type TSchema, Type } from 'typebox'
import { methodRequestSchemas, methodResponseSchemas } from '../catalogue/openapi.ts'
import { moneySchema } from '../catalogue/openapiResponses.ts'
import type { PaymentKind } from '../foundation/identifiers.ts'
import { STATUSES } from '../payments/transitions.ts'

export const reference = (name: string): TSchema => Type.Unsafe({ $ref: `#/components/schemas/${name}` })

/** Every method's request and response object, by name. */
export const methodComponents = (): Record<string, object> => ({
  ...methodRequestSchemas(),
  ...methodResponseSchemas(),
})

const instant = (description: string) => Type.String({ format: 'date-time', description })

export const ProcessSchema = Type.Object({
  status: Type.Union(
    STATUSES.map((status) => Type.Literal(status)),
    {
      description:
        'SUCCESS, REFUSED and FAILED are final; EXPIRED only becomes SUCCESS, when money comes late.',
    },
  ),
  createdAt: instant('When the payment was accepted.'),
  processedAt: Type.Optional(instant('When it became SUCCESS, REFUSED or FAILED.')),
  expireAt: Type.Optional(instant('Payins: until when the customer can pay.')),
  isTest: Type.Boolean(),
  processorStatus: Type.Optional(Type.String({ description: "The processor's own word for the state." })),
})

const choice = (names: readonly string[], description: string): TSchema =>
  Type.Unsafe({ description, anyOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) })

export interface MethodNames {
  readonly requests: readonly string[]
  readonly responses: readonly string[]
}

const CALLBACK_URL =
  'Where changes of the status are announced. Mandatory unless your account has a default address.'
const RETURN_URL = 'Where the customer returns to; idPayin is appended.'

export function createSchema(kind: PaymentKind, names: MethodNames): TSchema {
  const url = (description: string) =>
    Type.Optional(Type.String({ format: 'uri', maxLength: 2048, description }))
  return Type.Object({
    paymentRequested: Type.Object({ money: moneySchema('What is ordered.') }),
    paymentMethod: choice(names.requests, `One of the ${kind} methods, told apart by paymentMethodCode.`),
    callbackUrl: url(CALLBACK_URL),
    ...(kind === 'payin' && { returnUrl: url(RETURN_URL) }),
  })
}

export function paymentSchema(kind: PaymentKind, names: MethodNames): TSchema {
  return Type.Object({
    paymentRequested: Type.Object({ money: moneySchema('What was ordered.') }),
    process: ProcessSchema,
    failureReasonCode: Type.Optional(Type.String({ description: 'Why a FAILED payment failed.' })),
    fee: moneySchema('What the merchant is charged at SUCCESS, without VAT.'),
    paymentMethodResponse: choice(names.responses, `What the ${kind} method answers.`),
  })
}

/** How any read with a token can be refused. */
export const READ_PROBLEMS = [
  'AUTHENTICATION_FAILED',
  'TOKEN_EXPIRED',
  'SCOPE_EXCEEDED',
  'VERSION_UNSUPPORTED',
  'NOT_FOUND',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
] as const
/** How any request with a token and a body can be refused. */
export const WRITE_PROBLEMS = [
  'MALFORMED_JSON',
  'VALIDATION_FAILED',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  ...READ_PROBLEMS,
] as const
