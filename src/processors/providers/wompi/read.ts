/**
 * From Wompi's words to ours. Total: a status or an error that is not in these tables settles nothing.
 *
 * Both are those of docs.wompi.co, whose list is in `samples/`, and a test holds each of them to a line here.
 */

import { type Static, Type } from 'typebox'
import type { Declined } from '../../../processing/port.ts'
import { readAs } from '../answers.ts'
import type { ErrorTable } from '../refusals.ts'

const Text = Type.String({ maxLength: 512 })

/** What money hangs on. All else of a transaction may be there or not, in any form. */
export const WompiTransaction = Type.Object({
  id: Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }),
  status: Type.String({ minLength: 1, maxLength: 64 }),
  reference: Type.String({ maxLength: 255 }),
  amount_in_cents: Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 }),
  currency: Type.String({ maxLength: 8 }),
})
export type WompiTransaction = Static<typeof WompiTransaction>

const Page = Type.Object({
  payment_method: Type.Object({
    extra: Type.Object({ async_payment_url: Type.String({ maxLength: 2_048 }) }),
  }),
})
/** Where the payer's bank has its page, once it has one. */
export const pageOf = (transaction: WompiTransaction): string | undefined =>
  readAs(Page, transaction)?.payment_method.extra.async_payment_url

const Owned = Type.Object({ merchant: Type.Object({ public_key: Text }) })
/** Whose it is, where it says so. */
export const ownerOf = (transaction: WompiTransaction): string | undefined =>
  readAs(Owned, transaction)?.merchant.public_key

const Made = Type.Object({ created_at: Type.String({ maxLength: 40 }) })
/** As text that sorts by time. */
export const madeAt = (transaction: WompiTransaction): string => readAs(Made, transaction)?.created_at ?? ''

/** One of them. */
export const One = Type.Object({ data: WompiTransaction })
/** Those of a reference: Wompi's own checkout makes another one where a payer tries again. */
export const Several = Type.Object({ data: Type.Array(WompiTransaction, { maxItems: 100 }) })

export const WompiMerchant = Type.Object({
  data: Type.Object({
    active: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    accepted_payment_methods: Type.Optional(Type.Union([Type.Array(Text, { maxItems: 100 }), Type.Null()])),
    presigned_acceptance: Type.Object({ acceptance_token: Type.String({ minLength: 1, maxLength: 8_192 }) }),
    presigned_personal_data_auth: Type.Optional(
      Type.Union([
        Type.Object({ acceptance_token: Type.String({ minLength: 1, maxLength: 8_192 }) }),
        Type.Null(),
      ]),
    ),
  }),
})
export type WompiMerchant = Static<typeof WompiMerchant>['data']

export const Banks = Type.Object({
  data: Type.Array(Type.Object({ financial_institution_code: Type.String({ maxLength: 16 }) }), {
    maxItems: 1_000,
  }),
})

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
export const ERRORS: ErrorTable = {
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
