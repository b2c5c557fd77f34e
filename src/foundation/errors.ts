/**
 * What was caught, as text: for logs, and for sentences that an operator reads.
 *
 * Anything may be thrown, so it comes as `unknown`. Promises a line of bounded length, and nothing of what was thrown that is no
 * error: it could be a secret. A SyntaxError quotes the text that could not be read, so of it there is only the name. Never for
 * merchants: what they may read is a problem with its code.
 */

const MAX_LENGTH = 1_000

export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  if (error instanceof SyntaxError) return error.name
  return error.message.slice(0, MAX_LENGTH).toWellFormed()
}

/** The platform's code (`ENOENT`, `ECONNREFUSED`), which unlike the message names no host and no account; the text where there is none. */
export function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return errorText(error)
}
