/** How a request can fail: refused by the gateway, or without an answer. */
import type { FaultCode, ProblemCode } from './generated.ts'

/** One broken field or rule of a request. */
export interface Fault {
  /**
   * A JSON Pointer into the body (`/paymentMethod/account/accountName`), or `header:NAME`, `query:NAME`, `path:NAME`.
   */
  readonly path: string
  readonly code: FaultCode | (string & Record<never, never>)
  /** What to do about it. */
  readonly message: string
}

/** Codes may be added; editors suggest those that this version knows. */
export type AnyProblemCode = ProblemCode | (string & Record<never, never>)

/** The gateway has refused the request. Decide by `code`, which is stable. */
export class SluiceProblem extends Error {
  override readonly name = 'SluiceProblem'
  readonly status: number
  readonly code: AnyProblemCode
  readonly title: string
  readonly detail: string
  /** All faults of the request; empty if the refusal is not about fields. */
  readonly errors: readonly Fault[]
  /** Quote it when you ask for support. */
  readonly requestId: string | undefined
  /** 409 ALREADY_EXISTS: whether the accepted request had the same meaning. */
  readonly sameRequest: boolean | undefined
  /** When the same request may be sent again, in milliseconds from now. */
  readonly retryAfterMs: number | undefined

  constructor(status: number, document: unknown, retryAfterMs?: number) {
    const code = text(document, 'code') ?? 'UNKNOWN'
    const detail = text(document, 'detail') ?? text(document, 'title') ?? `the answer was ${status}`
    super(`${status} ${code}: ${detail}`)
    this.status = status
    this.code = code
    this.title = text(document, 'title') ?? ''
    this.detail = detail
    this.errors = faultsOf(member(document, 'errors'))
    this.requestId = text(document, 'requestId')
    const same = member(document, 'sameRequest')
    this.sameRequest = typeof same === 'boolean' ? same : undefined
    this.retryAfterMs = retryAfterMs
  }

  /** For codes that this version knows: `problem.is('INSUFFICIENT_BALANCE')`. */
  is(code: ProblemCode): boolean {
    return this.code === code
  }

  /** The fault of one field, if it has one. */
  at(path: string): Fault | undefined {
    return this.errors.find((each) => each.path === path)
  }
}

/**
 * A refusal as text for a terminal or a log: on one line, or with a line for each fault. Control characters are
 * removed, because an attacker in the gateway's place could send them.
 */
export function problemText({ status, code, title, detail, errors }: SluiceProblem): string {
  const head = `${status} ${code}`
  // The detail contains only the first faults, so a single one is complete.
  if (errors.length < 2) return printable(`${head}: ${detail}`)
  const faults = errors.map(({ path, message }) => [printable(path || 'body'), printable(message)] as const)
  const width = Math.max(...faults.map(([path]) => path.length))
  const lines = faults.map(([path, message]) => `  ${path.padEnd(width)}  ${message}`)
  return [printable(`${head}: ${title || detail}`), ...lines].join('\n')
}

const printable = (text: string): string => text.replace(/\p{Cc}/gu, '\uFFFD')

/**
 * There was no answer: no connection, or a timeout. A create may still have been accepted: repeat it with the same ID,
 * or read the payment.
 */
export class SluiceUnreachable extends Error {
  override readonly name = 'SluiceUnreachable'
  readonly timedOut: boolean

  constructor(message: string, options: { readonly timedOut: boolean; readonly cause?: unknown }) {
    super(message, { cause: options.cause })
    this.timedOut = options.timedOut
  }
}

/** `wait` has reached its timeout. The payment continues. */
export class SluiceStillOpen extends Error {
  override readonly name = 'SluiceStillOpen'
  readonly status: string

  constructor(id: string, status: string) {
    super(`${id} is still ${status}`)
    this.status = status
  }
}

/** A property of a value, if that is an object. */
export const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

export function text(value: unknown, name: string): string | undefined {
  const found = member(value, name)
  return typeof found === 'string' ? found : undefined
}

const faultsOf = (value: unknown): readonly Fault[] =>
  (Array.isArray(value) ? value : []).map((fault: unknown) => ({
    path: text(fault, 'path') ?? '',
    code: text(fault, 'code') ?? '',
    message: text(fault, 'message') ?? '',
  }))
