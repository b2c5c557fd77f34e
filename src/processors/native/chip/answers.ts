/** What CHIP's answers come to, whatever was asked. Pure. */
import type { Declined } from '../../port.ts'
import type { Unclear } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { errorCode, meaningIn } from './read.ts'

export const unclear = (why: string): Unclear => ({ type: 'unclear', why })

export const declined = (reason: Declined['reason'], detail: string): Declined => ({
  type: 'declined',
  reason,
  detail,
})

/** A field that the rail wants and the request lacks. */
export const lacks = (path: string, what: string): Declined => ({
  ...declined('METHOD', `the request lacks ${what}`),
  faults: [{ path, code: 'REQUIRED', message: `is mandatory here: ${what}` }],
})

export const NOT_REACHED: Readonly<Record<string, string>> = {
  TIMEOUT: 'it does not answer in time',
  UNREACHABLE: 'it cannot be reached',
  REFUSED_ADDRESS: 'its address is one that the gateway does not connect to',
  NOT_JSON: 'what answers is not its API',
  RESTS: 'it has been asked too often, and is left alone for a moment',
}

const wordAt = (body: unknown, name: 'status' | 'state'): string | undefined => {
  const word: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return typeof word === 'string' ? word : undefined
}

/** The status, the state or the error's code, for the record. */
export const wordOf = (body: unknown): string | undefined =>
  errorCode(body) ?? wordAt(body, 'state') ?? wordAt(body, 'status')

const said = (status: number, body: unknown): string => `status ${status} ${errorCode(body) ?? ''}`.trim()

/** @returns the body; undefined where it is no success */
export const done = (answer: CallAnswer): unknown =>
  answer.type === 'answer' && answer.status >= 200 && answer.status < 300 ? answer.body : undefined

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
  const means = meaningIn(table, status)
  if (means === undefined && status >= 400 && status < 500)
    return { ...unclear(said(status, body)), unlisted: errorCode(body) ?? String(status) }
  return means === undefined || means === 'unclear'
    ? unanswered(answer)
    : declined(means, `CHIP refuses it: ${said(status, body)}`)
}
