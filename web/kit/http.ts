/**
 * What applications ask: the gateway's own API, as everyone may ask it, and the doors where people sign in. No request leaves for another
 * host.
 *
 * Never throws. Who asks is told by the browser's cookie alone: no token is known here.
 */

import { eventReader, type ServerEvent } from './events.ts'
import { bodyText } from './exact.ts'
import type { Answer, Fault, Refusal } from './result.ts'
import { say } from './texts.ts'

interface Parts {
  readonly path?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, string | undefined>> | undefined
}

/** `/admin/cases?open=true`: what is empty is left out. */
export function addressOf(name: string, { path = {}, query = {} }: Parts): string {
  const [, pattern = ''] = name.split(' ')
  const filled = pattern.replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(path[part] ?? ''))
  const given = Object.entries(query).flatMap(([key, value]) => (value ? [[key, value]] : []))
  const search = new URLSearchParams(Object.fromEntries(given)).toString()
  return search === '' ? filled : `${filled}?${search}`
}

/** Sums are an `amount`, or stand in a line of a statement, or are a rate. */
const SUMS =
  /"(amount|gross|fee|vat|net|available|reserved|balance|rate)":(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g

/**
 * Amounts become text before anything reads them as floats. Outside of a text `"amount":` can only be a member's name: within one, its
 * quotes would have backslashes.
 */
export const withAmountsAsText = (json: string): string => json.replaceAll(SUMS, '"$1":"$2"')

const typeOf = (body: unknown): string => (body instanceof Blob ? body.type : 'application/json')

const ANSWER_WITHIN_MS = 30_000
const DOWNLOAD_WITHIN_MS = 300_000

/** Told of each answer that says that nobody is signed in. */
let onSignedOut: () => void = () => undefined
export const hearSignedOut = (hear: () => void): void => {
  onSignedOut = hear
}

/** Has whoever sits here show again that it is them; false: they did not. */
let stepUp: () => Promise<boolean> = async () => false
export const hearStepUp = (ask: () => Promise<boolean>): void => {
  stepUp = ask
}

/** Sent with each request of the application. */
let always: Readonly<Record<string, string>> = {}
export const sendAlways = (headers: Readonly<Record<string, string>>): void => {
  always = headers
}

/** By answer: what names the state that it shows. */
const tags = new WeakMap<object, string>()
/** Of an answer, for `ifMatch`; undefined: the server gave it none. */
export const tagOf = (answer: object): string | undefined => tags.get(answer)

/** It is not any more as it was seen, and nothing was done. */
export const isStale = (refusal: Refusal | undefined): boolean =>
  refusal?.kind === 'refused' && refusal.status === 412

/**
 * @param ifMatch it is only done to what has this tag
 * @returns what the server's description says of the operation that the address belongs to
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
    // It is there, and takes its time: nobody is offline.
    if (limit.aborted) return { ok: false, refusal: { kind: 'later', text: say('tryAgain') } }
    return { ok: false, refusal: { kind: 'offline' } }
  }
}

/** A file of the API, as its answer names it; or why there is none. */
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

export interface EventsHeard {
  /** Something came, be it a beat. */
  readonly onBytes: () => void
  readonly onEvent: (event: ServerEvent) => void
}

/** Hears events until the stream ends, breaks, or is told to. Never throws. @param last the last event that was heard before */
export async function openEvents(
  address: string,
  last: string | undefined,
  signal: AbortSignal,
  { onBytes, onEvent }: EventsHeard,
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
    // Lost, or told to end: whoever hears comes back.
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

/** Where somebody shows who they are: what proves nothing is refused there, and says nothing of whether somebody is signed in. */
const PROOF = /\/(?:passkey|totp|recovery|step-up)$/

function refusalOf(status: number, text: string, isProof = false): Refusal {
  const { title = `The gateway answered ${status}`, detail = '', code = '', errors = [] } = problemIn(text)
  if (status === 401 && !isProof) return { kind: 'signed-out' }
  if (status === 403 && code === 'SCOPE_EXCEEDED') return { kind: 'forbidden', text: detail || title }
  if (status === 404) return { kind: 'absent', text: detail }
  if (status === 429 || status === 503) return { kind: 'later', text: detail || title }
  return { kind: 'refused', status, code, title, text: detail, faults: errors }
}
