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
}
