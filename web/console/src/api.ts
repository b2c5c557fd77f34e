/**
 * What the console asks: operations of the operators' API by their names, as everyone may ask them. Nothing else leads to the gateway's
 * data, and no request leaves for another host.
 *
 * Never throws. Who asks is told by the browser's cookie alone: no token is known here.
 */
import type { Answer, Fault, Refusal } from '../../kit/result.ts'
import type { Operations } from './operations.ts'

export type OperationName = keyof Operations

type None = Readonly<Record<never, string>>
type Texts<Names> = { readonly [Name in keyof Names]: string }

/** What an operation needs to be asked; what it may take besides. */
export type Asked<Name extends OperationName> = (None extends Operations[Name]['path']
  ? { readonly path?: never }
  : { readonly path: Texts<Operations[Name]['path']> }) & {
  readonly query?: Partial<Texts<Operations[Name]['query']>>
  readonly body?: Operations[Name]['body']
}

export type AnswerOf<Name extends OperationName> = Operations[Name]['answer']

interface Parts {
  readonly path?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, string | undefined>> | undefined
}

/** `/admin/cases?open=true`: what is empty is left out. */
export function addressOf(name: string, { path = {}, query = {} }: Parts): string {
  const [, pattern = ''] = name.split(' ')
  const filled = pattern.replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(path[part] ?? ''))
  const given = Object.entries(query).flatMap(([key, value]) => (value ? [[key, value]] : []))
  const search = new URLSearchParams(given).toString()
  return search === '' ? filled : `${filled}?${search}`
}

/**
 * Amounts become text before anything reads them as floats. Outside of a text `"amount":` can only be a member's name: within one, its
 * quotes would have backslashes.
 */
export const withAmountsAsText = (json: string): string =>
  json.replaceAll(/"amount":(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g, '"amount":"$1"')

const ANSWER_WITHIN_MS = 30_000

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

export async function ask<Name extends OperationName>(
  name: Name,
  asked: Asked<Name>,
  signal?: AbortSignal,
): Promise<Answer<AnswerOf<Name>>> {
  return request<AnswerOf<Name>>(name.split(' ')[0] ?? 'GET', addressOf(name, asked), asked.body, signal)
}

/** @returns what the server's description says of the operation that the address belongs to */
export async function request<Value>(
  method: string,
  address: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer<Value>> {
  const answer = await requestOnce<Value>(method, address, body, signal)
  const wantsStepUp =
    !answer.ok && answer.refusal.kind === 'refused' && answer.refusal.code === 'STEP_UP_NEEDED'
  return wantsStepUp && (await stepUp()) ? requestOnce<Value>(method, address, body, signal) : answer
}

async function requestOnce<Value>(
  method: string,
  address: string,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<Answer<Value>> {
  const limit = AbortSignal.timeout(ANSWER_WITHIN_MS)
  try {
    const response = await fetch(address, {
      method,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    })
    const text = withAmountsAsText(await response.text())
    if (response.ok) {
      const value: Value = text === '' ? undefined : JSON.parse(text)
      return { ok: true, value }
    }
    const refusal = refusalOf(response.status, text)
    if (refusal.kind === 'signed-out') onSignedOut()
    return { ok: false, refusal }
  } catch {
    return { ok: false, refusal: { kind: 'offline' } }
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

function refusalOf(status: number, text: string): Refusal {
  const { title = `The gateway answered ${status}`, detail = '', code = '', errors = [] } = problemIn(text)
  if (status === 401) return { kind: 'signed-out' }
  if (status === 403 && code === 'SCOPE_EXCEEDED') return { kind: 'forbidden', text: detail || title }
  if (status === 404) return { kind: 'absent' }
  if (status === 429 || status === 503) return { kind: 'later', text: detail || title }
  return { kind: 'refused', status, code, title, text: detail, faults: errors }
}
