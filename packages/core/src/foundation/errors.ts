/**
 * A caught error as text, for logs and for messages to operators.
 *
 * Anything can be thrown, so the error is `unknown`. The result is one line of limited length. If something other than an error
 * was thrown, nothing of it is shown, as it could be a secret. A SyntaxError quotes the text that it could not parse, so only its
 * name is shown. Not for merchants: they get a problem with its code.
 */

const MAX_LENGTH = 1_000

export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  if (error instanceof SyntaxError) return error.name
  return error.message.slice(0, MAX_LENGTH).toWellFormed()
}

/**
 * The platform's code (`ENOENT`, `ECONNREFUSED`), which names no host or account, unlike the message. Without a code, the text.
 */
export function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return errorText(error)
}
