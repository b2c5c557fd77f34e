/**
 * Operations of an API by name, such as `GET /payins`, with their parameters and answers as the server declares them.
 */
import type { ReadonlySignal } from '@preact/signals'
import { bodyText } from './exact.ts'
import { addressOf, request } from './http.ts'
import { type Loaded, Memory, useQuery } from './query.ts'
import type { Answer } from './result.ts'

interface Operation {
  readonly path: object
  readonly query: object
  readonly body: unknown
  readonly answer: unknown
}

/** By name. */
export type OperationsOf<Names> = Readonly<Record<keyof Names, Operation>>

type None = Readonly<Record<never, string>>
type Texts<Names> = { readonly [Name in keyof Names]: string }

/** An operation's required and optional parameters. */
export type RequestedOf<One extends Operation> = (None extends One['path']
  ? { readonly path?: never }
  : { readonly path: Texts<One['path']> }) & {
  readonly query?: Partial<Texts<One['query']>>
  readonly body?: One['body']
  /** The request is refused unless this ETag (`tagOf`) is current. */
  readonly ifMatch?: string | undefined
}

/** A change is seen within two seconds. */
export const LIVE_MS = 1_500
/** For data that changes every few minutes. */
export const CALM_MS = 15_000

/** The two ways to call the operations of one API: once, and as a hook for a screen. */
export function operationsOf<Operations extends OperationsOf<Operations>>() {
  type Name = keyof Operations & string
  const ask = <Requested extends Name>(
    name: Requested,
    requested: RequestedOf<Operations[Requested]>,
    signal?: AbortSignal,
  ): Promise<Answer<Operations[Requested]['answer']>> =>
    request<Operations[Requested]['answer']>(
      name.split(' ')[0] ?? 'GET',
      addressOf(name, requested),
      requested.body,
      signal,
      requested.ifMatch,
    )
  /** A hook that sends this request; the last answer is shown immediately. */
  const asking = <Requested extends Name>(name: Requested, everyMs?: number) => {
    const memory = new Memory<Operations[Requested]['answer']>()
    return (
      requested: RequestedOf<Operations[Requested]>,
    ): ReadonlySignal<Loaded<Operations[Requested]['answer']>> =>
      useQuery({
        key: keyOf(name, requested),
        memory,
        load: (signal) => ask(name, requested, signal),
        everyMs,
      })
  }
  return { ask, asking }
}

/** Its address, and for a `POST` that only reads, with its body. */
function keyOf(
  name: string,
  requested: Parameters<typeof addressOf>[1] & { readonly body?: unknown },
): string {
  const address = addressOf(name, requested)
  return requested.body === undefined ? address : `${address}?${bodyText(requested.body)}`
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/**
 * The equivalent curl command.
 * @param headers as curl takes them, such as `"Authorization: Bearer $TOKEN"`
 * @param json the body, if it has one
 */
export function curlOf(
  name: string,
  requested: Parameters<typeof addressOf>[1] & Pick<RequestedOf<Operation>, 'ifMatch'>,
  headers: readonly string[],
  json?: string,
): string {
  const [method = 'GET'] = name.split(' ')
  const how = method === 'GET' ? '' : ` -X ${method}`
  const sent = json === undefined ? headers : [...headers, 'Content-Type: application/json']
  const said = sent.map((header) => ` -H "${header}"`).join('')
  // An ETag has quotes of its own.
  const condition = requested.ifMatch === undefined ? '' : ` -H ${quoted(`If-Match: ${requested.ifMatch}`)}`
  const body = json === undefined ? '' : ` --data-binary ${quoted(json)}`
  return `curl${how}${said}${condition}${body} ${quoted(location.origin + addressOf(name, requested))}`
}
