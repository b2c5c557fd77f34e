/** What CHIP's answers come to, whatever was asked. Pure. */
import type { Declined } from '../../../processing/port.ts'
import { declined, unclear } from '../answers.ts'
import type { Unclear } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { listed } from '../status-codes.ts'
import { errorCode } from './read.ts'

/** A field that the rail wants and the request lacks. */
export const lacks = (path: string, what: string): Declined => ({
  ...declined('METHOD', `the request lacks ${what}`),
  faults: [{ path, code: 'REQUIRED', message: `is mandatory here: ${what}` }],
})

const wordAt = (body: unknown, name: 'status' | 'state'): string | undefined => {
  const statusCode: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return typeof statusCode === 'string' ? statusCode : undefined
}

/** The status, the state or the error's code, for the record. */
export const statusCodeOf = (body: unknown): string | undefined =>
  errorCode(body) ?? wordAt(body, 'state') ?? wordAt(body, 'status')

const said = (status: number, body: unknown): string => `status ${status} ${errorCode(body) ?? ''}`.trim()

/** Why a question has no answer that tells anything. */
export const unanswered = (answer: CallAnswer): Unclear =>
  answer.type === 'none'
    ? { ...unclear(answer.why), ...(answer.isUnsent && { isUnsent: answer.isUnsent }) }
    : unclear(said(answer.status, answer.body))

/** What is not a success: a refusal that its documents list, or unclear. @param table by the HTTP status */
export function refusalOf(
  answer: CallAnswer,
  table: Readonly<Record<number, Declined['reason'] | 'unclear'>>,
): Declined | Unclear {
  if (answer.type === 'none') return unanswered(answer)
  const { status, body } = answer
  const means = listed(table, status)
  if (means === undefined && status >= 400 && status < 500)
    return { ...unclear(said(status, body)), unlisted: errorCode(body) ?? String(status) }
  return means === undefined || means === 'unclear'
    ? unanswered(answer)
    : declined(means, `CHIP refuses it: ${said(status, body)}`)
}
