/** How a request can end badly: refused by the gateway, or without an answer. */
import type { FaultCode, ProblemCode } from './generated.ts'

/** One broken field or rule of a request. */
export interface Fault {
  /** A JSON Pointer into the body (`/paymentMethod/account/accountName`), or `header:NAME`, `query:NAME`, `path:NAME`. */
  readonly path: string
  readonly code: FaultCode | (string & Record<never, never>)
  /** What to do about it. */
  readonly message: string
}

/** Codes may be added; an editor offers those that this version knows. */
export type AnyProblemCode = ProblemCode | (string & Record<never, never>)

/** The gateway has refused the request. `code` is stable and made to be decided by. */
export class SluiceProblem extends Error {
  override readonly name = 'SluiceProblem'
  readonly status: number
  readonly code: AnyProblemCode
  readonly title: string
  readonly detail: string
  /** All faults of the request at once; empty where the refusal is not about fields. */
  readonly errors: readonly Fault[]
  /** To be quoted when you ask for help. */
  readonly requestId: string | undefined
  /** 409 ALREADY_EXISTS: whether the accepted request meant the same. */
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
 * A refusal as a person reads it, for a terminal or a log: in one line, or with every fault of the request in a line of its own.
 * Control characters, which a stranger in the gateway's place could send, are taken out.
 */
export function problemText({ status, code, title, detail, errors }: SluiceProblem): string {
  const head = `${status} ${code}`
  // The detail tells of the first faults only, and of a single one all there is to say.
  if (errors.length < 2) return printable(`${head}: ${detail}`)
  const faults = errors.map(({ path, message }) => [printable(path || 'body'), printable(message)] as const)
  const width = Math.max(...faults.map(([path]) => path.length))
  const lines = faults.map(([path, message]) => `  ${path.padEnd(width)}  ${message}`)
  return [printable(`${head}: ${title || detail}`), ...lines].join('\n')
}

const printable = (text: string): string => text.replace(/\p{Cc}/gu, '\uFFFD')

/**
 * There was no answer: no connection, or not in time. A create may have been accepted all the same: repeat it with the same ID,
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

/** `wait` has waited as long as it was told to. The payment goes on without it. */
export class SluiceStillOpen extends Error {
  override readonly name = 'SluiceStillOpen'
  readonly status: string

  constructor(id: string, status: string) {
    super(`${id} is still ${status}`)
    this.status = status
  }
}

/** A member of an object, if it is one. */
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
