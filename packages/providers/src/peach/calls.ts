/** What all calls to Peach share: credentials, and how refusals are read. */
import { paddedAmountText } from '@sluice/core/foundation/money.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Declined } from '@sluice/core/processor/port.ts'
import { AccountCalls } from '@sluice/provider-kit/account-calls.ts'
import { declined, noAnswer, unclear } from '@sluice/provider-kit/answers.ts'
import type { Calls } from '@sluice/provider-kit/calls.ts'
import type { AccountStanding, Unclear } from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import type { Brand } from './methods.ts'
import { codeIn, namesParameters } from './read.ts'
import { outcomeOf, refusedRequest } from './results.ts'

export interface PeachSettings {
  readonly entityId: string
  readonly userId: string
  readonly password: string
  readonly brands: readonly Brand[]
  /** The page that payers return to if the shop names none. */
  readonly returnUrl: string
  /** Peach's simulator answers there, and its successes count. */
  readonly isSandbox: boolean
  /** The merchant for payouts. Undefined: none. */
  readonly payoutsMerchant: string | undefined
}

export interface PeachContext extends Pick<AccountStanding, 'calls' | 'clock'> {
  readonly calls: Calls
  readonly settings: PeachSettings
}

/** Always with both decimals: 250.50. */
export const digits = ({ money: { amountMinor } }: Payment): string => paddedAmountText(amountMinor, 2)

interface Requested {
  readonly operation: string
  /** Below `/payments`. */
  readonly path?: string
  readonly payment: Payment
}

const callsOf = ({ calls }: PeachContext): AccountCalls =>
  new AccountCalls(calls, { root: '/payments', withoutToken: true, statusCodeOf: codeIn })

/** The Payments API has the credentials in the body. */
export function post(context: PeachContext, { operation, path = '', payment }: Requested, body: object) {
  const { entityId, userId, password } = context.settings
  const authentication = { userId, password, entityId }
  return callsOf(context).send({ payment }, operation, path, { authentication, ...body })
}

/** Inquiries have the credentials in the query. So these URLs are secret and are never logged. */
const queryOf = ({ settings: { entityId, userId, password } }: PeachContext, reference?: string) =>
  new URLSearchParams({
    'authentication.entityId': entityId,
    'authentication.userId': userId,
    'authentication.password': password,
    ...(reference !== undefined && { merchantTransactionId: reference }),
  })

/** @param reference by which transactions are looked for. Left out: the path names one */
export const get = (
  context: PeachContext,
  { operation, path = '', payment }: Requested,
  reference?: string,
): Promise<CallAnswer> =>
  callsOf(context).read({ payment }, operation, `${path}?${queryOf(context, reference)}`)

/** The connection test: looks for transactions of a reference. */
export const probe = (context: PeachContext, reference: string): Promise<CallAnswer> =>
  callsOf(context).probe('ping', `?${queryOf(context, reference)}`)

/** Reads an answer without a transaction: a documented refusal of the request, or unclear. */
export function refusalOf(answer: CallAnswer): Declined | Unclear {
  if (answer.type === 'none') return noAnswer(answer)
  const { status, body } = answer
  const code = codeIn(body)
  if (status === 400 || status === 401 || status === 403) {
    const reason = code === undefined ? undefined : refusedRequest(code)
    if (reason) return declined(reason, `Peach refuses the request: ${code}`)
    if (status === 400 && namesParameters(body))
      return declined('METHOD', `Peach cannot use the request: ${code}`)
  }
  return odd(answer)
}

/** The answer is neither a yes nor a no. An unlisted code is counted. */
export function odd({ status, body }: { readonly status: number; readonly body: unknown }): Unclear {
  const code = codeIn(body)
  const isUnlisted = code !== undefined && outcomeOf(code) === undefined
  return { ...unclear(`status ${status} ${code ?? ''}`.trim()), ...(isUnlisted && { unlisted: code }) }
}

/** A call and its waiting time take less, so the last one has arrived or never will. */
export const LAST_HAS_ENDED_MS = 30_000
