/**
 * What Wompi's codes mean. A code that is not in these tables settles nothing. The lists of docs.wompi.co are in `samples/`; a test
 * compares both.
 */
import type { Declined } from '@sluice/core/processor/port.ts'
import { readAs } from '@sluice/provider-kit/answers.ts'
import type { ErrorTable } from '@sluice/provider-kit/refusals.ts'
import { orNull } from '@sluice/provider-kit/schemas.ts'
import { byMeaning } from '@sluice/provider-kit/status-codes.ts'
import { type Static, Type } from 'typebox'

const Text = Type.String({ maxLength: 512 })

/** The fields that decide about money. Other fields may be missing or have any form. */
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
/** The page of the payer's bank, once it has one. */
export const pageOf = (transaction: WompiTransaction): string | undefined =>
  readAs(Page, transaction)?.payment_method.extra.async_payment_url

const Owned = Type.Object({ merchant: Type.Object({ public_key: Text }) })
/** The merchant, if one is named. */
export const ownerOf = (transaction: WompiTransaction): string | undefined =>
  readAs(Owned, transaction)?.merchant.public_key

const Made = Type.Object({ created_at: Type.String({ maxLength: 40 }) })
/** Sorts by time. */
export const madeAt = (transaction: WompiTransaction): string => readAs(Made, transaction)?.created_at ?? ''

export const One = Type.Object({ data: WompiTransaction })
/** All of a reference: Wompi's own checkout creates another one when a payer tries again. */
export const Several = Type.Object({ data: Type.Array(WompiTransaction, { maxItems: 100 }) })

export const WompiMerchant = Type.Object({
  data: Type.Object({
    active: orNull(Type.Boolean()),
    accepted_payment_methods: orNull(Type.Array(Text, { maxItems: 100 })),
    presigned_acceptance: Type.Object({ acceptance_token: Type.String({ minLength: 1, maxLength: 8_192 }) }),
    presigned_personal_data_auth: orNull(
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

/** All but `open` are final. */
export const STATUS: Readonly<Record<string, 'open' | 'paid' | 'refused' | 'failed'>> = {
  PENDING: 'open',
  APPROVED: 'paid',
  DECLINED: 'refused',
  ERROR: 'failed',
  // A card payment that was reversed. Other methods do not have it.
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
  /** The fields at fault. Never the messages, which may repeat what was sent. */
  readonly fields: readonly string[]
}

export function errorOf(body: unknown): WompiError | undefined {
  const { error } = readAs(Refusal, body) ?? {}
  return error && { type: error.type, fields: Object.keys(error.messages ?? {}).slice(0, 20) }
}

/** What an error means for a first transaction. */
export const ERRORS: ErrorTable = {
  INVALID_ACCESS_TOKEN: 'UNHEALTHY',
  NOT_FOUND_ERROR: 'missing',
  // One field or several: see `FIELDS`.
  INPUT_VALIDATION_ERROR: 'METHOD',
}

/** What the field at fault adds. `reference`: a transaction with this reference exists. */
export const FIELDS: Readonly<Record<string, Declined['reason']>> = byMeaning({
  AMOUNT: 'amount_in_cents',
  // signature and tokens: our fault, not the payer's.
  UNHEALTHY: 'signature acceptance_token accept_personal_auth',
})
