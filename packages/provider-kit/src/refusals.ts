/**
 * Reads answers that are no success, by a provider's table of error codes. Pure.
 *
 * Promises: with a status of 500 or more no code is believed, because the request may have been carried out. A code that is not in the
 * table settles nothing and is counted. No answer is not a refusal. Free text is never repeated.
 */
import type { Declined } from '@sluice/core/processor/port.ts'
import { declined, noAnswer, unclear } from './answers.ts'
import type { OrderFindings, Unclear } from './provider.ts'
import type { Answered, CallAnswer } from './reach.ts'
import { listed } from './status-codes.ts'

/**
 * What an error code means for a request that was never sent before: the reason for declining, or
 * `exists`: there is already one under this reference; `missing`: there is none; `unclear`: it may have been carried out.
 */
export type ErrorMeaning = Declined['reason'] | 'exists' | 'missing' | 'unclear'
export type ErrorTable = Readonly<Record<string, ErrorMeaning>>

export interface RefusalRules {
  /** The provider's name in messages: `Xendit`. */
  readonly title: string
  /** The error code in an answer, which the table is read by. */
  readonly codeOf: (answer: Answered) => string | undefined
  readonly errors: ErrorTable
  /** For providers whose answers need more than the code. Default: the table's entry for the code. */
  readonly meaningOf?: (answer: Answered) => ErrorMeaning | undefined
  /** The statuses below 500 that the table applies to. Default: from 400. */
  readonly isRefusal?: (status: number) => boolean
  /** The reason for declining a request that names something missing. Default: the caller decides. */
  readonly missingIs?: Declined['reason']
  /** For status inquiries: whether there is none, if that takes more than the table. */
  readonly isMissing?: (answer: Answered) => boolean
  /** Whether a code that is not in the table is documented nevertheless, so that it is not counted. */
  readonly isDescribed?: (code: string) => boolean
  /** Further detail for operators besides status and code. Never free text. */
  readonly besides?: (answer: Answered) => string | undefined
}

export interface RefusalReader {
  /** Status and code, for operators and the log. */
  readonly summary: (answer: Answered) => string
  /** For a status inquiry without a usable answer. That it was not sent says nothing about what was sent before. */
  readonly unanswered: (answer: CallAnswer) => Unclear
  /** For a request that is no success. */
  readonly refusalOf: (answer: CallAnswer) => Declined | Unclear | 'exists' | 'missing'
  /** The same for a request that cannot exist already or miss anything: those answers are `unclear`. */
  readonly declineOf: (answer: CallAnswer) => Declined | Unclear
  readonly isMissing: (answer: CallAnswer) => boolean
  /** For a status inquiry by our reference. @returns undefined if the answer is a success */
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
