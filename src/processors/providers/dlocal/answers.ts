/** What dLocal's answers come to, whatever was asked. Pure. */
import type { Declined } from '../../../processing/port.ts'
import { declined, unclear } from '../answers.ts'
import type { OrderFindings, Unclear } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { listed } from '../status-codes.ts'
import { type DlocalErrorMeaning, errorOf } from './read.ts'

export const NOT_REACHED: Readonly<Record<string, string>> = {
  NO_TOKEN: 'it gives no token for payouts: see client ID and client secret',
}

type Given = Extract<CallAnswer, { type: 'answer' }>
type Errors = Readonly<Record<string, DlocalErrorMeaning>>

const said = ({ status, body }: Given): string => {
  const error = errorOf(body)
  return ['status', status, error?.code, error?.param].filter((part) => part !== undefined).join(' ')
}

const statusIn = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'status' in body && typeof body.status === 'string'
    ? body.status
    : undefined

/** The status or the error's code, for the record. */
export const statusCodeOf = (body: unknown): string | undefined => errorOf(body)?.code ?? statusIn(body)

/** What comes with 5xx may have been done, whatever its code: 504 has one that elsewhere is a refusal. */
const meaningOf = ({ status, body }: Given, errors: Errors): DlocalErrorMeaning | undefined =>
  status >= 400 && status < 500 ? listed(errors, errorOf(body)?.code) : undefined

/** A code that the documents do not have is one to hear of. */
function unclearAnswer(answer: Given, errors: Errors): Unclear {
  const code = errorOf(answer.body)?.code
  const isKnown = code === undefined || listed(errors, code) !== undefined
  return { ...unclear(said(answer)), ...(!isKnown && { unlisted: code }) }
}

/** What is no success. `exists`: something of this name is there already. */
export function refusalOf(answer: CallAnswer, errors: Errors): Declined | Unclear | 'exists' {
  if (answer.type === 'none')
    return { ...unclear(answer.why), ...(answer.isUnsent && { isUnsent: answer.isUnsent }) }
  const means = meaningOf(answer, errors)
  switch (means) {
    case undefined:
    case 'unclear':
      return unclearAnswer(answer, errors)
    case 'exists':
      return 'exists'
    case 'missing':
      return declined('METHOD', `dLocal refuses it: ${said(answer)}`)
    default:
      return declined(means, `dLocal refuses it: ${said(answer)}`)
  }
}

/** Asked for by our own name for it. @returns undefined where it was found */
export function notFound(
  answer: CallAnswer,
  errors: Errors,
): Extract<OrderFindings, { type: 'never' | 'unclear' }> | undefined {
  if (answer.type === 'none') return unclear(answer.why)
  if (answer.status === 200) return undefined
  return meaningOf(answer, errors) === 'missing' ? { type: 'never' } : unclearAnswer(answer, errors)
}
