/** How all parts of the client send requests: with a token of the smallest scope, and lists page by page on demand. */
import { member } from './problem.ts'
import { authorized, type Scope, type TokenSource } from './tokens.ts'
import type { Call, RequestOptions, Transport } from './transport.ts'

export interface Connection {
  readonly transport: Transport
  readonly tokens: TokenSource
}

type Query = Readonly<Record<string, readonly string[] | string | undefined>>

export const query = (values: Query): string => {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    const text = typeof value === 'string' ? value : value?.join(',')
    if (text) given.set(name, text)
  }
  return given.size > 0 ? `?${given}` : ''
}

/** Sends with a token of the scope. The caller declares the answer's type, as the server describes it for that path. */
export async function call<Answer>(
  { transport, tokens }: Connection,
  scope: Scope,
  { signal, ...rest }: Omit<Call, 'token'>,
): Promise<Answer> {
  const options = signal ? { signal } : {}
  const answer = await authorized(tokens, scope, options, (token) =>
    transport.send({ ...rest, ...options, token }),
  )
  return answer as Answer
}

interface Page<Row> {
  readonly data: readonly Row[]
}

/**
 * All rows of a list, in its order.
 * @param asked its filters, the same for each page
 */
export async function* listed<Row>(
  connection: Connection,
  path: string,
  requested: Query,
  options: RequestOptions,
): AsyncGenerator<Row, void, undefined> {
  const scope = { operations: [`GET ${path}`] }
  let cursor: string | undefined
  do {
    const asking = { method: 'GET', path: path + query({ ...requested, cursor }), ...options } as const
    const page: Page<Row> = await call(connection, scope, asking)
    yield* page.data
    const next = member(page, 'nextCursor')
    cursor = typeof next === 'string' ? next : undefined
  } while (cursor !== undefined)
}
