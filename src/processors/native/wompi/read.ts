/**
 * From Wompi's words to ours. Total: a status or an error that is not in these tables settles nothing.
 *
 * Both are those of docs.wompi.co, whose list is in `samples/`, and a test holds each of them to a line here.
 */
import { type Static, type TSchema, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { offered } from '../../../catalogue/currencies.ts'
import { type Money, minor } from '../../../foundation/money.ts'
import type { Declined } from '../../port.ts'

const Text = Type.String({ maxLength: 512 })

export const WompiTransaction = Type.Object({
  id: Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }),
  status: Type.String({ minLength: 1, maxLength: 64 }),
  reference: Type.String({ maxLength: 255 }),
  amount_in_cents: Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 }),
  currency: Type.String({ maxLength: 8 }),
  created_at: Type.Optional(Type.String({ maxLength: 40 })),
  payment_method_type: Type.Optional(Type.Union([Text, Type.Null()])),
  payment_method: Type.Optional(
    Type.Object({
      type: Type.Optional(Text),
      extra: Type.Optional(
        Type.Object({
          async_payment_url: Type.Optional(Type.Union([Type.String({ maxLength: 2_048 }), Type.Null()])),
        }),
      ),
    }),
  ),
  merchant: Type.Optional(Type.Object({ public_key: Type.Optional(Text) })),
})
export type WompiTransaction = Static<typeof WompiTransaction>

/** One of them. */
export const One = Type.Object({ data: WompiTransaction })
/** Those of a reference: Wompi's own checkout makes another one where a payer tries again. */
export const Several = Type.Object({ data: Type.Array(WompiTransaction, { maxItems: 100 }) })

export const WompiMerchant = Type.Object({
  data: Type.Object({
    active: Type.Optional(Type.Boolean()),
    accepted_payment_methods: Type.Optional(Type.Array(Text, { maxItems: 100 })),
    presigned_acceptance: Type.Object({ acceptance_token: Type.String({ minLength: 1, maxLength: 8_192 }) }),
    presigned_personal_data_auth: Type.Optional(
      Type.Object({ acceptance_token: Type.String({ minLength: 1, maxLength: 8_192 }) }),
    ),
  }),
})
export type WompiMerchant = Static<typeof WompiMerchant>['data']

export const Banks = Type.Object({
  data: Type.Array(Type.Object({ financial_institution_code: Type.String({ maxLength: 16 }) }), {
    maxItems: 1_000,
  }),
})

export const readAs = <Schema extends TSchema>(schema: Schema, body: unknown): Static<Schema> | undefined =>
  Check(schema, body) ? body : undefined

/** What a transaction's status means. All but the first are final. */
export const STATUS: Readonly<Record<string, 'open' | 'paid' | 'refused' | 'failed'>> = {
  PENDING: 'open',
  APPROVED: 'paid',
  DECLINED: 'refused',
  ERROR: 'failed',
  // An approved payment by card that was taken back. No other method has it: of a payin that was paid it is a contradiction.
  VOIDED: 'failed',
}

const Refusal = Type.Object({
  error: Type.Object({
    type: Type.String({ maxLength: 64 }),
    messages: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
})

export interface WompiError {
  readonly type: string
  /** Which fields of the request are at fault; never what is said of them, which may repeat what was sent. */
  readonly fields: readonly string[]
}

export function errorOf(body: unknown): WompiError | undefined {
  const { error } = readAs(Refusal, body) ?? {}
  return error && { type: error.type, fields: Object.keys(error.messages ?? {}).slice(0, 20) }
}

/** What an error says of a transaction that was never asked for before. `missing`: there is no such thing. */
export const ERRORS: Readonly<Record<string, Declined['reason'] | 'missing'>> = {
  INVALID_ACCESS_TOKEN: 'UNHEALTHY',
  NOT_FOUND_ERROR: 'missing',
  // Of one field or several: see `FIELDS`.
  INPUT_VALIDATION_ERROR: 'METHOD',
}

/** What the field that is at fault tells besides. Where it is `reference`, a transaction of this reference is there already. */
export const FIELDS: Readonly<Record<string, Declined['reason']>> = {
  amount_in_cents: 'AMOUNT',
  // Ours, and not the payer's.
  signature: 'UNHEALTHY',
  acceptance_token: 'UNHEALTHY',
  accept_personal_auth: 'UNHEALTHY',
}

export const cop = (cents: number): Money => ({
  currency: offered('COP').code,
  amountMinor: minor(BigInt(cents)),
})
