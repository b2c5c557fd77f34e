/** What the merchants' API says of its newest rooms, until the server's own description has it: `operations.ts` takes its place. */

export interface Planned {
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
}
