/**
 * The applications' requests: to the gateway's public API and to the sign-in endpoints. No request goes to another
 * host.
 *
 * Never throws. The user is identified only by the browser's cookie: no token is known here.
 */
import { eventReader, type ServerEvent } from './events.ts'
import { bodyText } from './exact.ts'
import type { Answer, Fault, Refusal } from './result.ts'
import { say } from './texts.ts'

interface Parts {
  readonly path?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, string | undefined>> | undefined
}

/** `/admin/cases?open=true`: empty values are left out. */
export function addressOf(name: string, { path = {}, query = {} }: Parts): string {
  const [, pattern = ''] = name.split(' ')
  const filled = pattern.replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(path[part] ?? ''))
  const given = Object.entries(query).flatMap(([key, value]) => (value ? [[key, value]] : []))
  const search = new URLSearchParams(Object.fromEntries(given)).toString()
  return search === '' ? filled : `${filled}?${search}`
}

/** Fields with amounts: an `amount`, the amounts of a statement's line, and a rate. */
const SUMS =
  /"(amount|gross|fee|vat|net|available|reserved|balance|rate)":(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g

/**
 * Makes amounts text before anything parses them as floats. Outside of a string, `"amount":` can only be a property's
 * name: within one, its quotes would be escaped.
 */
export const withAmountsAsText = (json: string): string => json.replaceAll(SUMS, '"$1":"$2"')

const typeOf = (body: unknown): string => (body instanceof Blob ? body.type : 'application/json')

const ANSWER_WITHIN_MS = 30_000
const DOWNLOAD_WITHIN_MS = 300_000

/** Called for each answer that says that nobody is signed in. */
let onSignedOut: () => void = () => undefined
export const whenSignedOut = (handler: () => void): void => {
  onSignedOut = handler
}

/** Asks the user for a fresh proof of identity; false: they did not give it. */
let stepUp: () => Promise<boolean> = async () => false
export const stepUpWith = (ask: () => Promise<boolean>): void => {
  stepUp = ask
}

/** Headers of each request of the application. */
let always: Readonly<Record<string, string>> = {}
export const sendAlways = (headers: Readonly<Record<string, string>>): void => {
  always = headers
}

/** The ETag of each answer. */
const tags = new WeakMap<object, string>()
/** The ETag of an answer, for `ifMatch`; undefined: it has none. */
export const tagOf = (answer: object): string | undefined => tags.get(answer)

/** Somebody else has changed it since it was read, so nothing was done. */
export const isStale = (refusal: Refusal | undefined): boolean =>
  refusal?.kind === 'refused' && refusal.status === 412

/**
 * @param ifMatch the request is refused unless this ETag is current
 * @returns what the server's description declares for the operation of this address
 */
export async function request<Value>(
  method: string,
  address: string,
  body?: unknown,
  signal?: AbortSignal,
  ifMatch?: string,
): Promise<Answer<Value>> {
  const once = () => requestOnce<Value>(method, address, body, signal, ifMatch)
  const answer = await once()
  const wantsStepUp =
    !answer.ok && answer.refusal.kind === 'refused' && answer.refusal.code === 'STEP_UP_NEEDED'
  return wantsStepUp && (await stepUp()) ? once() : answer
}

async function requestOnce<Value>(
  method: string,
  address: string,
  body: unknown,
  signal: AbortSignal | undefined,
  ifMatch: string | undefined,
): Promise<Answer<Value>> {
  const limit = AbortSignal.timeout(ANSWER_WITHIN_MS)
  try {
    const response = await fetch(address, {
      method,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      headers: {
        ...always,
        ...(body !== undefined && { 'content-type': typeOf(body) }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
      ...(body !== undefined && { body: body instanceof Blob ? body : bodyText(body) }),
    })
    const text = withAmountsAsText(await response.text())
    if (response.ok) {
      const value: Value = text === '' ? undefined : JSON.parse(text)
      const tag = response.headers.get('etag')
      if (tag !== null && value instanceof Object) tags.set(value, tag)
      return { ok: true, value }
    }
    const refusal = refusalOf(response.status, text, PROOF.test(address))
    if (refusal.kind === 'signed-out') onSignedOut()
    return { ok: false, refusal }
  } catch {
    // The server is there but slow, so the page does not count as offline.
    if (limit.aborted) return { ok: false, refusal: { kind: 'later', text: say('tryAgain') } }
    return { ok: false, refusal: { kind: 'offline' } }
  }
}

/** A file of the API with the name from its answer; or why there is none. */
export async function download(
  address: string,
): Promise<Answer<{ readonly name: string; readonly file: Blob }>> {
  try {
    const response = await fetch(address, {
      headers: always,
      signal: AbortSignal.timeout(DOWNLOAD_WITHIN_MS),
    })
    if (!response.ok) return { ok: false, refusal: refusalOf(response.status, await response.text()) }
    const named = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
    return { ok: true, value: { name: named ?? 'download', file: await response.blob() } }
  } catch {
    return { ok: false, refusal: { kind: 'offline' } }
  }
}

export interface EventHandlers {
  /** Called for any received data, including keep-alives. */
  readonly onBytes: () => void
  readonly onEvent: (event: ServerEvent) => void
}

/**
 * Receives events until the stream ends, breaks or is closed. Never throws. @param last the last event received before
 */
export async function openEvents(
  address: string,
  last: string | undefined,
  signal: AbortSignal,
  { onBytes, onEvent }: EventHandlers,
): Promise<void> {
  try {
    const response = await fetch(address, {
      signal,
      headers: {
        ...always,
        accept: 'text/event-stream',
        ...(last !== undefined && { 'last-event-id': last }),
      },
    })
    if (response.status === 401) onSignedOut()
    const reader = response.ok ? response.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined
    const read = eventReader()
    for (;;) {
      const part = await reader?.read()
      if (!part || part.done) return
      onBytes()
      for (const event of read(part.value)) onEvent(event)
    }
  } catch {
    // Lost or closed: the caller reconnects.
  }
}

interface Problem {
  readonly title?: string
  readonly detail?: string
  readonly code?: string
  readonly errors?: readonly Fault[]
}

function problemIn(text: string): Problem {
  try {
    const problem: Problem | null = JSON.parse(text)
    return problem ?? {}
  } catch {
    return {}
  }
}

/** Where a user proves their identity: a failed proof is refused there and does not mean that nobody is signed in. */
const PROOF = /\/(?:passkey|totp|recovery|step-up)$/

function refusalOf(status: number, text: string, isProof = false): Refusal {
  const { title = `The gateway answered ${status}`, detail = '', code = '', errors = [] } = problemIn(text)
  if (status === 401 && !isProof) return { kind: 'signed-out' }
  if (status === 403 && code === 'SCOPE_EXCEEDED') return { kind: 'forbidden', text: detail || title }
  if (status === 404) return { kind: 'absent', text: detail }
  if (status === 429 || status === 503) return { kind: 'later', text: detail || title }
  return { kind: 'refused', status, code, title, text: detail, faults: errors }
}
