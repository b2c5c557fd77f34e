/**
 * What an answer that is no success says, by a provider's table of its error codes. Pure.
 *
 * Promises: no code is believed with a status of 500 or more, because whatever comes with it may have been done; a code that the table
 * does not have settles nothing, and is named so that it is counted; no answer is no refusal. Texts that people wrote are never repeated.
 */

import type { Declined } from '../../processing/port.ts'
import { declined, noAnswer, unclear } from './answers.ts'
import type { OrderFindings, Unclear } from './provider.ts'
import type { Answered, CallAnswer } from './reach.ts'
import { listed } from './status-codes.ts'

/**
 * What a code says of a request that was never sent before: why it is declined, or
 * `exists`: there is something of this name already; `missing`: there is no such thing there; `unclear`: it may have been done.
 */
export type ErrorMeaning = Declined['reason'] | 'exists' | 'missing' | 'unclear'
export type ErrorTable = Readonly<Record<string, ErrorMeaning>>

export interface RefusalRules {
  /** Who refuses, in a decline's detail: `Xendit`. */
  readonly title: string
  /** The code in an answer: by it the table is read, and it is named where the table does not have it. */
  readonly codeOf: (answer: Answered) => string | undefined
  readonly errors: ErrorTable
  /** Where more than the code counts. Left out: what the table says of the code. */
  readonly meaningOf?: (answer: Answered) => ErrorMeaning | undefined
  /** With which statuses the table counts, below 500. Left out: from 400 on. */
  readonly isRefusal?: (status: number) => boolean
  /** Why a request is declined that names something that is missing. Left out: it is for the caller to say. */
  readonly missingIs?: Declined['reason']
  /** Of a question: whether there is no such thing, where more than the table says so. */
  readonly isMissing?: (answer: Answered) => boolean
  /** Whether a code that the table does not have is one that the provider's documents describe all the same. */
  readonly isDescribed?: (code: string) => boolean
  /** Besides the status and the code, for operators: never what people wrote. */
  readonly besides?: (answer: Answered) => string | undefined
}

export interface RefusalReader {
  /** Status and code, for operators and the log. */
  readonly summary: (answer: Answered) => string
  /** Why a question has no answer that tells anything. That it was not sent says nothing of what was sent before it. */
  readonly unanswered: (answer: CallAnswer) => Unclear
  /** Of a request that is no success. */
  readonly refusalOf: (answer: CallAnswer) => Declined | Unclear | 'exists' | 'missing'
  /** The same, where it cannot be said of the request that something exists or is missing: then it is a question. */
  readonly declineOf: (answer: CallAnswer) => Declined | Unclear
  readonly isMissing: (answer: CallAnswer) => boolean
  /** Of a question by our own reference. @returns undefined where it was found */
  readonly notFound: (answer: CallAnswer) => Extract<OrderFindings, { type: 'never' | 'unclear' }> | undefined
}

export function refusalsBy(rules: RefusalRules): RefusalReader {
  const { title, codeOf, errors, isDescribed, besides, isRefusal = (status) => status >= 400 } = rules
  const meaningOf = rules.meaningOf ?? ((answer: Answered) => listed(errors, codeOf(answer)))
  const meaning = (answer: Answered): ErrorMeaning | undefined =>
    answer.status < 500 && isRefusal(answer.status) ? meaningOf(answer) : undefined

  const summary = (answer: Answered): string => {
    const code = codeOf(answer)
    const parts = [
      'status',
      answer.status,
      code === String(answer.status) ? undefined : code,
      besides?.(answer),
    ]
    return parts.filter((part) => part !== undefined && part !== '').join(' ')
  }
  const unanswered = (answer: CallAnswer): Unclear => {
    if (answer.type === 'none') return unclear(answer.why)
    const code = codeOf(answer)
    const isKnown =
      code === undefined || code === '' || meaningOf(answer) !== undefined || isDescribed?.(code) === true
    return { ...unclear(summary(answer)), ...(!isKnown && { unlisted: code }) }
  }
  const refusalOf: RefusalReader['refusalOf'] = (answer) => {
    if (answer.type === 'none') return noAnswer(answer)
    const means = meaning(answer)
    if (means === undefined || means === 'unclear') return unanswered(answer)
    const reason = means === 'missing' ? (rules.missingIs ?? means) : means
    return reason === 'exists' || reason === 'missing'
      ? reason
      : declined(reason, `${title} refuses it: ${summary(answer)}`)
  }
  const isMissing = (answer: CallAnswer): boolean =>
    answer.type === 'answer' && (rules.isMissing?.(answer) ?? meaning(answer) === 'missing')
  return {
    summary,
    unanswered,
    refusalOf,
    declineOf: (answer) => {
      const refused = refusalOf(answer)
      return refused === 'exists' || refused === 'missing' ? unanswered(answer) : refused
    },
    isMissing,
    notFound: (answer) => {
      if (answer.type === 'answer' && answer.status === 200) return undefined
      return isMissing(answer) ? { type: 'never' } : unanswered(answer)
    },
  }
}
