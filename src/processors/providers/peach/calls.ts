/** What all calls to Peach share: credentials, and what an answer that is no success comes to. */
import { paddedAmountText } from '../../../foundation/money.ts'
import type { Payment } from '../../../payments/model.ts'
import type { Declined } from '../../../processing/port.ts'
import { declined, noAnswer, unclear } from '../answers.ts'
import type { Calls } from '../calls.ts'
import type { AccountStanding, Unclear } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import type { Brand } from './methods.ts'
import { codeIn, namesParameters } from './read.ts'
import { outcomeOf, refusedRequest } from './results.ts'

export interface PeachSettings {
  readonly entityId: string
  readonly userId: string
  readonly password: string
  readonly brands: readonly Brand[]
  /** Where payers come back to, where the shop names no place. */
  readonly returnUrl: string
  /** Peach's simulator answers there, and its successes count. */
  readonly isSandbox: boolean
  /** As whom payouts are made; undefined: they are not. */
  readonly payoutsMerchant: string | undefined
}

export interface PeachContext extends Pick<AccountStanding, 'calls' | 'clock'> {
  readonly calls: Calls
  readonly settings: PeachSettings
}

const CREATE_WITHIN_MS = 8_000
const INQUIRE_WITHIN_MS = 10_000

/** Always with both decimals: 250.50. */
export const digits = ({ money: { amountMinor } }: Payment): string => paddedAmountText(amountMinor, 2)

interface Requested {
  readonly operation: string
  /** Beneath `/payments`. */
  readonly path?: string
  readonly payment?: Payment
}

/** Credentials stand in the body: the Payments API has them nowhere else. */
export function post(
  { calls, settings: { entityId, userId, password } }: PeachContext,
  { operation, path = '', payment }: Requested,
  body: object,
): Promise<CallAnswer> {
  return calls.call({
    operation,
    method: 'POST',
    path: `/payments${path}`,
    withoutToken: true,
    body: { authentication: { userId, password, entityId }, ...body },
    timeoutMs: CREATE_WITHIN_MS,
    statusCodeOf: codeIn,
    ...(payment && { payment }),
  })
}

/** Credentials stand in the query: questions have no body. So an address of Peach's is a secret, and is written down nowhere. */
export function get(
  { calls, settings: { entityId, userId, password } }: PeachContext,
  { operation, path = '', payment }: Requested,
  { merchantTransactionId, isProbe }: { readonly merchantTransactionId?: string; readonly isProbe?: boolean },
): Promise<CallAnswer> {
  const query = new URLSearchParams({
    'authentication.entityId': entityId,
    'authentication.userId': userId,
    'authentication.password': password,
    ...(merchantTransactionId !== undefined && { merchantTransactionId }),
  })
  return calls.call({
    operation,
    method: 'GET',
    path: `/payments${path}?${query}`,
    withoutToken: true,
    timeoutMs: INQUIRE_WITHIN_MS,
    statusCodeOf: codeIn,
    ...(payment && { payment }),
    ...(isProbe && { isProbe }),
  })
}

/** What came is no transaction: a refusal that is documented, of a request that was refused as it stood, or unclear. */
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

/** An answer that says neither yes nor no. A code that is not listed is named, so that it is counted. */
export function odd({ status, body }: { readonly status: number; readonly body: unknown }): Unclear {
  const code = codeIn(body)
  const isUnlisted = code !== undefined && outcomeOf(code) === undefined
  return { ...unclear(`status ${status} ${code ?? ''}`.trim()), ...(isUnlisted && { unlisted: code }) }
}

/** As long as a call may take, and wait before that for its turn: what was sent last has arrived, or never will. */
export const LAST_HAS_ENDED_MS = 30_000
