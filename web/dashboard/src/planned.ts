/** What the merchants' API says of its newest rooms, until the server's own description has it: `operations.ts` takes its place. */
import type { Money } from './operations.ts'

export interface Planned {
  'GET /settings': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: undefined
    answer: {
      readonly merchantCode: string
      readonly name: string
      readonly isTest: boolean
      readonly callbackUrl?: string
      /** How the checkout shows you. */
      readonly checkout: {
        /** What payers see instead of the name. */
        readonly name?: string
        /** A data: URL of a PNG, JPEG or WebP picture in base64, about 30 KiB. */
        readonly logo?: string
        /** Of buttons: #rrggbb. */
        readonly colour?: string
      }
    }
  }
  'PATCH /settings': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Readonly<Record<string, unknown>>
    answer: {
      readonly merchantCode: string
      readonly name: string
      readonly isTest: boolean
      readonly callbackUrl?: string
      /** How the checkout shows you. */
      readonly checkout: {
        /** What payers see instead of the name. */
        readonly name?: string
        /** A data: URL of a PNG, JPEG or WebP picture in base64, about 30 KiB. */
        readonly logo?: string
        /** Of buttons: #rrggbb. */
        readonly colour?: string
      }
    }
  }
  'GET /request-log': {
    path: Readonly<Record<never, string>>
    query: { readonly cursor?: string; readonly limit?: string }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        readonly requestId: string
        readonly at: string
        readonly method: string
        /** Without its query. */
        readonly path: string
        readonly status: number
        /** Of the refusal, where it was one. */
        readonly code?: string
        readonly durationMs: number
        /** `key`, `secret` or `link` with its ID, or the name of who was signed in. */
        readonly by: string
      }>
      readonly nextCursor?: string
    }
  }
  'GET /search': {
    path: Readonly<Record<never, string>>
    query: { readonly q: string }
    body: undefined
    answer: {
      readonly data: ReadonlyArray<{
        /** `payin`, `payout` or `refund`. */
        readonly kind: string
        readonly id: string
        /** By what of it. */
        readonly matched: ReadonlyArray<string>
        readonly status: string
        readonly createdAt: string
      }>
      /** There is more than is told: ask more precisely. */
      readonly hasMore: boolean
    }
  }
  'POST /payout-batches/!preview': {
    path: Readonly<Record<never, string>>
    query: Readonly<Record<never, string>>
    body: Blob
    answer: {
      readonly rows: ReadonlyArray<{
        /** In the file; the first below the names is 1. */
        readonly row: number
        /** Its `id`, or made of the batch and the row. */
        readonly idPayout?: string
        /** VALID: it becomes a payout. INVALID: see errors. DUPLICATE: the same ID or the same payee and amount stands above. EXISTS: there is a payout with this ID. */
        readonly fate: 'VALID' | 'INVALID' | 'DUPLICATE' | 'EXISTS'
        /** The row above that it repeats. */
        readonly duplicateOf?: number
        /** What is paid out. */
        readonly money?: Money
        /** What you are charged for it, without VAT. */
        readonly fee?: Money
        /** Where VAT is levied on the fee. */
        readonly vat?: Money
        readonly paymentMethodCode?: string
        readonly accountName?: string
        readonly accountNumber?: string
        readonly errors?: ReadonlyArray<{
          /** Left out: the row as a whole. */
          readonly column?: string
          readonly code: string
          readonly message: string
        }>
      }>
      /** By currency. */
      readonly totals: ReadonlyArray<{
        /** Of all valid rows in this currency. */
        readonly money: Money
        /** Their fees, with VAT. */
        readonly fee: Money
        /** What the balance has. */
        readonly available: Money
        /** The balance has both. */
        readonly suffices: boolean
        readonly rows: number
      }>
      /** Every row is valid, and the balance has it all: it can be confirmed. */
      readonly isGood: boolean
      /** Somebody signed in must show again that it is them, by the amount. */
      readonly needsProof: boolean
      /** Of the file: sent back with the confirmation. */
      readonly fingerprint: string
    }
  }
  'POST /payout-batches/{idBatch}': {
    path: { readonly idBatch: string }
    query: { readonly fingerprint: string }
    body: Blob
    answer: {
      readonly idBatch: string
      readonly rows: ReadonlyArray<{
        readonly row: number
        readonly idPayout: string
        /** MADE_BEFORE: by an earlier request with the same file. REFUSED: see problem; nothing was kept of it. */
        readonly outcome: 'MADE' | 'MADE_BEFORE' | 'REFUSED'
        readonly problem?: {
          readonly code: string
          readonly detail?: string
        }
      }>
      readonly made: number
      readonly refused: number
    }
  }
}
