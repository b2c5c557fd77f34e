/** Reads refusals of CHIP. Pure. */
import { readAs } from '@sluice/provider-kit/answers.ts'
import { refusalsBy } from '@sluice/provider-kit/refusals.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { ChipStatus, COLLECT_ERRORS, errorCode, SEND_ERRORS } from './read.ts'

/** The status, state or error code, for the record. */
export function statusCodeOf(body: unknown): string | undefined {
  const { state, status } = readAs(ChipStatus, body) ?? {}
  return errorCode(body) ?? state ?? status
}

/** Decided by the HTTP status; the code is for the log. */
const refusals = (errors: typeof COLLECT_ERRORS | typeof SEND_ERRORS) =>
  refusalsBy({
    title: 'CHIP',
    errors,
    codeOf: ({ status, body }) =>
      errorCode(body) ?? (status >= 400 && status < 500 ? String(status) : undefined),
    meaningOf: ({ status }) => listed(errors, status),
  })

export const COLLECT = refusals(COLLECT_ERRORS)
export const SEND = refusals(SEND_ERRORS)
