/** Reads refusals of dLocal. Pure. */
import { readAs } from '@sluice/provider-kit/answers.ts'
import { type ErrorTable, refusalsBy } from '@sluice/provider-kit/refusals.ts'
import { DlocalStatus, errorOf, PAYIN_ERRORS, PAYOUT_ERRORS } from './read.ts'

export const NOT_REACHED: Readonly<Record<string, string>> = {
  NO_TOKEN: 'it returns no token for payouts: check client ID and client secret',
}

/** The status or error code, for the record. */
export const statusCodeOf = (body: unknown): string | undefined =>
  errorOf(body)?.code ?? readAs(DlocalStatus, body)?.status

const refusals = (errors: ErrorTable) =>
  refusalsBy({
    title: 'dLocal',
    errors,
    codeOf: ({ body }) => errorOf(body)?.code,
    missingIs: 'METHOD',
    besides: ({ body }) => errorOf(body)?.param,
  })
export const PAYIN_REFUSALS = refusals(PAYIN_ERRORS)
export const PAYOUT_REFUSALS = refusals(PAYOUT_ERRORS)
